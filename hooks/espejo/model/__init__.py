"""Model: frozen records of everything a bank holds. Nothing is read, written or rendered here."""
