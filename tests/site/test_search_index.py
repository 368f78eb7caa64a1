"""Search index: records, reproducible output, and Pagefind failures."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from espejo.markdown.fragments import plain
from espejo.model.quiz import Question
from espejo.model.text import Text
from espejo.rendering.site import Site
from espejo.site.search_index import SearchIndexError
from espejo.site.search_records import (
    GROUPS,
    SearchRecord,
    list_language_records,
    mark_kind,
    write_page_record,
)
from search_indexes import make_search_index
from small_bank import SITE_URL, load_small_bank

# A fake Pagefind that logs the records it gets, by language, and responds with these lines.
FAKE = """#!{python}
import base64, json, sys

def answer(request):
    kind = request["type"]
    {answers}
    if kind == "NewIndex":
        return {{"type": kind, "index_id": 7}}
    if kind == "AddRecord":
        assert request["index_id"] == 7
        open({given!r} + request["language"], "a").write(json.dumps(request) + "\\n")
        return {{"type": "IndexedFile"}}
    unsorted = '{{"languages":{{"es":"í","en":1}}}}'.encode()
    return {{"type": kind, "files": [
        {{"path": "pagefind-entry.json", "content": base64.b64encode(unsorted).decode()}},
        {{"path": "wasm.en", "content": base64.b64encode(b"{{b, a}}").decode()}},
        {{"path": "pagefind-ui.js", "content": ""}},
        {{"path": "pagefind-ui.css", "content": ""}},
        {{"path": "pagefind-highlight.js", "content": ""}},
    ]}}

message = b""
while byte := sys.stdin.buffer.read(1):
    if byte != b",":
        message += byte
        continue
    payload = answer(json.loads(base64.b64decode(message))["payload"])
    message = b""
    print(base64.b64encode(json.dumps({{"payload": payload}}).encode()).decode(), end=",", flush=True)
"""

Fake = Callable[..., Path]

RECORDS = [
    SearchRecord(url="b/#1", language="en", content="word", meta={"title": "á"}),
    SearchRecord(url="a/#0", language="en", content="another", meta={"title": "a"}),
    SearchRecord(url="es/a/#2", language="es", content="palabra", meta={"title": "b", "id": "q-01-01"}),
]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Replaces Pagefind with a fake; returns the path prefix of the files in which it logs records."""

    def install(answers: str = "pass") -> Path:
        program, given = tmp_path / "pagefind", tmp_path / "given"
        text = FAKE.format(python=sys.executable, answers=answers, given=str(given))
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setattr("pagefind_bin.get_executable", lambda: program)
        return given

    return install


def list_records(locale: str) -> list[SearchRecord]:
    """Returns the small bank's records in one language."""
    site = Site(load_small_bank().bank, home=SITE_URL)
    return list(list_language_records(site, locale))


def test_records_are_sent_in_order_and_the_index_is_reproducible(fake: Fake) -> None:
    """Each record has its address, language, text, and result data. JSON keys are sorted.

    Files that no page loads are left out.
    """
    given = fake()
    assert make_search_index(RECORDS) == {
        "pagefind-entry.json": '{"languages":{"en":1,"es":"í"}}'.encode(),
        "wasm.en": b"{b, a}",
    }
    for locale in ("en", "es"):
        requests = [json.loads(line) for line in Path(f"{given}{locale}").read_text().splitlines()]
        assert [(one["url"], one["content"], one["meta"]) for one in requests] == [
            (one.url, one.content, one.meta) for one in RECORDS if one.language == locale
        ]


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ("return {'type': 'Error', 'message': 'no space left'}", "no space left"),
        ("sys.exit()", "it ended too early."),
        ("if kind == 'GetFiles': print('e30', end='', flush=True); sys.exit()", "it ended too early."),
    ],
    ids=["an error", "the end", "half an answer"],
)
def test_a_failing_pagefind_is_reported_on_one_line(fake: Fake, answers: str, why: str) -> None:
    fake(answers)
    with pytest.raises(SearchIndexError) as caught:
        make_search_index(RECORDS)
    assert str(caught.value) == f"Pagefind could not index the site: {why}"


def test_a_missing_pagefind_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagefind_bin.get_executable", lambda: tmp_path / "nowhere")
    with pytest.raises(SearchIndexError, match=r"could not index the site: .*nowhere"):
        make_search_index(RECORDS)


def test_the_same_bank_gives_the_same_index() -> None:
    """With the real Pagefind, each language's index is reproducible and independent of other languages."""
    records = {locale: list_records(locale) for locale in ("es", "en")}
    index = make_search_index([*records["es"], *records["en"]])
    languages = json.loads(index["pagefind-entry.json"])["languages"]
    assert list(languages) == ["en", "es"]
    for _ in range(4):  # its tables are ordered differently each time
        assert make_search_index([*records["es"], *records["en"]]) == index
    for locale in records:
        alone = make_search_index(records[locale])
        assert json.loads(alone.pop("pagefind-entry.json"))["languages"][locale] == languages[locale]
        assert alone.items() <= index.items()


def test_everything_has_one_record() -> None:
    """Each question, card, term, formula, pattern, and topic with a page has one, with its address."""
    bank = load_small_bank().bank
    ids = [placed.item.id for placed in bank.items()]
    ids += [one.id for one in bank.reference.terms]
    ids += [one.id for one in bank.reference.entries()]
    ids += [topic.id for topic, _ in Site(bank, home=SITE_URL).topics]
    english, spanish = list_records("en"), list_records("es")
    assert [one.meta["id"] for one in english] == ids == [one.meta["id"] for one in spanish]
    assert {one.meta["kind"] for one in english} == {mark_kind(kind) for kind in GROUPS if kind != "page"}
    addresses = {one.meta["id"]: one.url for one in spanish}
    assert addresses["q-01-06"] == "es/quizzes/phase-01-arithmetic/#q-01-06"
    assert addresses["remainder"] == "es/glossary/#remainder"
    assert addresses["f-01"] == "es/reference/formulas/#f-01"
    assert addresses["division"] == "es/topics/division/"


def test_a_handwritten_page_is_one_record() -> None:
    record = write_page_record(
        "guide", "guide/", "en", "A & B", "<h1>A &amp; B</h1>\n<p>Some  <b>words</b></p>"
    )
    assert (record.url, record.language, record.content) == ("guide/", "en", "A & B Some words")
    assert record.meta == {"title": "A & B", "id": "guide", "kind": mark_kind("page")}
    assert write_page_record("empty", "empty/", "en", "Empty", "").content == "Empty"


def test_a_question_has_its_title_prompt_and_choices_and_no_answer() -> None:
    """Hints and answers are in no record, neither in its text nor in its metadata."""
    by_id = {one.meta["id"]: one for one in list_records("en")}
    for quiz, question in load_small_bank().bank.questions():
        record = by_id[question.id]
        prompt = _plain(question.prompt) if question.prompt else ""
        choices = " · ".join(_plain(choice.text) for choice in question.choices)
        assert record.content == (" — ".join(filter(None, (prompt, choices))) or _plain(question.title))
        assert record.meta["title"] == _plain(question.title)
        assert record.meta["unit"] == f"{_plain(quiz.title)}: {_plain(quiz.name)}"
        everything = " ".join([record.content, *record.meta.values()])
        assert not [one for one in _list_hidden(question) if one in everything]


def _plain(text: Text) -> str:
    return plain(text.show("en").markdown)


def _list_hidden(question: Question) -> list[str]:
    """Returns the text that only an open hint or answer shows."""
    reasons = [choice.why for choice in question.choices]
    texts = [question.hint, question.answer, question.why, *question.points, *reasons]
    return [_plain(text) for text in texts if text and len(_plain(text)) > 3]


def test_a_card_record_has_only_its_front() -> None:
    record = next(one for one in list_records("en") if one.meta["id"] == "d-01-03")
    assert record.content == record.meta["title"] == "Why does set('level') have three elements?"
    assert record.meta["unit"] == "Chapter 1 — Facts: Facts to know by heart"


def test_a_term_has_its_synonyms_and_its_names_in_the_other_language() -> None:
    """A term that stays English has no other name."""
    by_id = {one.meta["id"]: one.meta for one in list_records("en")}
    assert by_id["average"]["also"] == "arithmetic mean"
    assert by_id["average"]["term-es"] == "promedio · media"
    assert by_id["remainder"]["term-es"] == "resto · residuo"
    assert "also" not in by_id["remainder"]
    assert "term-es" not in by_id["hash"]
    assert {one.meta["id"]: one.meta for one in list_records("es")}["average"]["term-en"] == (
        "average · arithmetic mean"
    )


def test_the_cells_of_a_table_are_separate_words() -> None:
    assert plain("| one | two |\n|---|---|\n| three | four |") == "one two three four"
