"""Fuzzer: damages a small bank at random, and checks every stage from file to page and note."""
