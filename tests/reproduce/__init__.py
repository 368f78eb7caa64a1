"""Reproducibility check: one commit, built in different circumstances, must give the same bytes."""
