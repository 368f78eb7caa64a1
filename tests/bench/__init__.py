"""The bench: banks of growing size are made, built by us and by stock MkDocs, and set out in a table."""
