"""MkDocs plugin: adds the bank's pages to MkDocs, and our header and footer to Material's templates."""
