"""Command that lists the sources of a bank, and asks whether their pages still answer."""
