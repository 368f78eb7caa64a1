"""Benchmark: the figures of the README's Speed section, measured alongside the usual tools."""
