"""Tests of the published bank: they check rules that any good addition follows, never a count or an id."""
