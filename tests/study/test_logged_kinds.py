"""Question kinds in the log: the scripts' list and the log's schema, written by `pytest --golden`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from espejo.model.kinds import KINDS
from espejo.model.kinds.fingerprint import CARD
from espejo.study.additions import LOG_SCHEMA
from espejo.study.event import SELF_GRADED
from golden_files import compare
from project import ROOT

LISTED = ROOT / "hooks/espejo/site/js/study/log/kinds.js"
_HEAD = """\
// @ts-check
// Kinds, as in the model: the form of a logged answer, whether readers grade it themselves, and after how
// many milliseconds it counts as slow. `pytest --golden` writes this file.
"""
_NUMBERS = {"$ref": "#/$defs/numbers"}
_ANSWERS: dict[str, Any] = {
    "number": {"anyOf": [{**_NUMBERS, "maxItems": 1}, {"type": "null"}]},
    "numbers": {"anyOf": [_NUMBERS, {"type": "null"}]},
    "truth": {"type": ["boolean", "null"]},
    "text": {"type": ["string", "null"], "maxLength": 64},
}


def list_kinds() -> Iterator[tuple[str, str, int]]:
    """Yield each kind's name, its answer format, and after how many milliseconds an answer is slow."""
    for name, kind in KINDS.items():
        yield name, kind.logged, kind.slow_after
    yield CARD, "numbers", 60_000


def test_a_page_knows_the_kinds_of_the_model(request: pytest.FixtureRequest) -> None:
    """`pytest --golden` writes the page's list."""
    listed = {
        name: {"logged": form, "selfGraded": name in SELF_GRADED, "slowAfter": slow}
        for name, form, slow in list_kinds()
    }
    compare(
        LISTED,
        f"{_HEAD}export const KINDS = /** @type {{const}} */ ({json.dumps(listed, indent=2)});\n",
        request,
    )


def test_the_schema_of_the_log_knows_the_kinds_of_the_model(request: pytest.FixtureRequest) -> None:
    schema = json.loads(LOG_SCHEMA.read_text(encoding="utf-8"))
    event = schema["$defs"]["event"]
    names = defaultdict(list)
    for name, form, _ in list_kinds():
        names[form].append(name)
    event["properties"]["kind"]["enum"] = [name for name, _, _ in list_kinds()]
    *_, graded = event["allOf"]
    graded["if"]["anyOf"][0]["properties"]["kind"]["enum"] = [
        name for name, _, _ in list_kinds() if name in SELF_GRADED
    ]
    event["allOf"] = [
        {"if": {"properties": {"kind": {"enum": named}}}, "then": {"properties": {"answer": _ANSWERS[form]}}}
        for form, named in names.items()
    ]
    event["allOf"].append(graded)
    compare(LOG_SCHEMA, json.dumps(schema, indent=1) + "\n", request)
