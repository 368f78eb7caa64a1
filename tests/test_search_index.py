"""Search index: pages in the order of their paths on any file system, and a Pagefind that fails."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from espejo.site.search_index import SearchIndexError, make_search_index

# A Pagefind that writes down which pages it is given, and answers as these lines say.
FAKE = """#!{python}
import base64, json, sys

def answer(request):
    kind = request["type"]
    {answers}
    if kind == "NewIndex":
        return {{"type": kind, "index_id": 7}}
    if kind == "AddFile":
        assert request["index_id"] == 7
        open({pages!r}, "a").write(request["file_path"] + "\\n")
        return {{"type": "IndexedFile"}}
    unsorted = '{{"languages":{{"es":"í","en":1}}}}'.encode()
    return {{"type": kind, "files": [
        {{"path": "pagefind-entry.json", "content": base64.b64encode(unsorted).decode()}},
        {{"path": "wasm.en", "content": base64.b64encode(b"{{b, a}}").decode()}},
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


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Puts a fake Pagefind in the place of the real one; returns the file with the pages it was given."""

    def install(answers: str = "pass") -> Path:
        program, pages = tmp_path / "pagefind", tmp_path / "pages"
        text = FAKE.format(python=sys.executable, answers=answers, pages=str(pages))
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setattr("pagefind_bin.get_executable", lambda: program)
        return pages

    return install


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A site with three pages that are searched and one that is not."""
    site = tmp_path / "site"
    for name in ("b", "a", "es/a"):
        (site / name).mkdir(parents=True)
        (site / name / "index.html").write_text("<p data-pagefind-body>á</p>", encoding="utf-8")
    (site / "404.html").write_text("<p>not searched</p>")
    return site


@pytest.mark.parametrize("backwards", [False, True])
def test_pages_are_indexed_in_the_order_of_their_paths(
    fake: Fake, folder: Path, monkeypatch: pytest.MonkeyPatch, backwards: bool
) -> None:
    """In whichever order the file system lists them."""
    pages = fake()
    listed = Path.rglob

    def rglob(self: Path, pattern: str) -> Iterator[Path]:
        return iter(sorted(listed(self, pattern), reverse=backwards))

    monkeypatch.setattr(Path, "rglob", rglob)
    make_search_index(folder)
    assert pages.read_text().split() == ["a/index.html", "b/index.html", "es/a/index.html"]


def test_json_has_sorted_keys_and_other_files_are_kept(fake: Fake, folder: Path) -> None:
    fake()
    assert make_search_index(folder) == {
        "pagefind-entry.json": '{"languages":{"en":1,"es":"í"}}'.encode(),
        "wasm.en": b"{b, a}",
    }


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ("return {'type': 'Error', 'message': 'no space left'}", "no space left"),
        ("sys.exit()", "it ended too early."),
        ("if kind == 'GetFiles': print('e30', end='', flush=True); sys.exit()", "it ended too early."),
    ],
    ids=["an error", "the end", "half an answer"],
)
def test_a_pagefind_that_fails_is_told_in_one_line(fake: Fake, folder: Path, answers: str, why: str) -> None:
    fake(answers)
    with pytest.raises(SearchIndexError) as caught:
        make_search_index(folder)
    assert str(caught.value) == f"Pagefind could not index the site: {why}"


def test_without_pagefind_the_missing_program_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagefind_bin.get_executable", lambda: folder / "nowhere")
    with pytest.raises(SearchIndexError, match=r"could not index the site: .*nowhere"):
        make_search_index(folder)


def test_the_real_pagefind_finds_the_languages(tmp_path: Path) -> None:
    for locale in ("es", "en"):
        page = tmp_path / locale / "index.html"
        page.parent.mkdir()
        page.write_text(f'<html lang="{locale}"><body data-pagefind-body>word</body></html>')
    index = make_search_index(tmp_path)
    assert list(json.loads(index["pagefind-entry.json"])["languages"]) == ["en", "es"]
    assert index == make_search_index(tmp_path)
