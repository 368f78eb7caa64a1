"""Book: PDFs of the guides, printed from their print views."""
