"""Fixtures of the tests that read the published bank. No test outside this folder may read it."""

from __future__ import annotations

from project import ROOT

PUBLISHED = ROOT / "data"
