"""Fuzzer: damages a small bank at random, and checks every stage from files to pages and notes."""
