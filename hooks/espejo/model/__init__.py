"""Model: frozen records of everything a bank holds. No reading, no writing, no HTML."""
