"""Edit rules: compare two versions of a bank and find problems and notices about the changes."""
