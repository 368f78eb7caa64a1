"""Book: the print view of a guide in, a finished PDF out."""
