"""Tests of the published bank: they ask of it what any good addition satisfies, never a count or an id."""
