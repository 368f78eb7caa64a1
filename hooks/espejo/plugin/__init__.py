"""MkDocs plugin: gives MkDocs the pages of the bank, and Material's templates our header and footer."""
