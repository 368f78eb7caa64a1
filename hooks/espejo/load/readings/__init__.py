"""Readings of data files: kept in memory, kept in a store for the next process, made by several processes."""
