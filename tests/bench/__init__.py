"""Benchmark: the numbers in the README's Speed section, compared with the usual tools."""
