"""PDF book: prints the print view of a guide to a finished PDF."""
