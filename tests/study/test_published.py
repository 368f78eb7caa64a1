"""Published banks: they load the same items as their source, and hostile ones can't harm the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from espejo.messages.catalog import speak_in
from espejo.messages.message import MessageError
from espejo.model.quiz import Card
from espejo.study.terminal import fetch
from espejo.study.terminal.fetch import fetch_bank
from espejo.study.terminal.published import read_published
from espejo.study.terminal.quiz_bank import take_bank
from fuzz.published import check_bank, try_files
from hostile_bank import SCREEN, make_hostile
from quiz_driver import Quiz, publish_small_bank
from small_bank import load_small_bank
from terminal_driver import SGR, Terminal, check_printable

NAME = "bank.json"


@cache
def published() -> bytes:
    return publish_small_bank()


def edit(change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the published bank with a change."""
    bank = json.loads(published())
    change(bank)
    return json.dumps(bank).encode()


def test_a_published_bank_equals_the_bank() -> None:
    """Items have the same texts, keys, and labels in both languages, so one log works with both."""
    ours, read = take_bank(load_small_bank().bank), read_published(published(), NAME)
    assert (read.namespace, read.languages, read.left_out) == (ours.namespace, ours.languages, 0)
    assert [unit.path for unit in read.units] == [unit.path for unit in ours.units]
    assert [(id_, one.key, one.labels, one.part) for id_, one in read.by_id.items()] == [
        (id_, one.key, one.labels, one.part) for id_, one in ours.by_id.items()
    ]
    for id_, asked in ours.by_id.items():
        for language in ours.languages:
            texts = [text.show(language).markdown for text in asked.item.texts()]
            found = [text.show(language).markdown for text in read.by_id[id_].item.texts()]
            assert found == texts, id_
    shown = [{id_: one.with_answer for id_, one in bank.figures.items()} for bank in (read, ours)]
    assert shown[0] == shown[1]
    meaning = read.by_id["meaning/prime-number"].item
    assert isinstance(meaning, Card)
    assert "prime" not in meaning.front.show("en").markdown  # a card doesn't give its answer away


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not JSON, or is damaged"),
        (b"<html>", "is not JSON, or is damaged"),
        (b"[" * 200_000, "is not JSON, or is damaged"),
        (b'{"version": 2, "items": NaN}', "is not JSON, or is damaged"),
        (b"\xff\xfe", "is not JSON, or is damaged"),
        (b"[]", "is JSON, but not a question bank"),
        (b'{"name": "x", "version": "2"}', "is JSON, but not a question bank"),
        (edit(lambda bank: bank.update(version=1)), "was made by an older version of Espejo"),
        (edit(lambda bank: bank.update(version=3)), "was made by a newer version of Espejo"),
        (edit(lambda bank: bank.update(version=True)), "is JSON, but not a question bank"),
        (edit(lambda bank: bank.pop("bank")), "is damaged"),
        (edit(lambda bank: bank.update(languages=["en", "../x"])), "is damaged"),
        (edit(lambda bank: bank.update(items={})), "is damaged"),
        (b'{"version": 2, "items": [' + b"1" * 5000 + b"]}", "is not JSON, or is damaged"),
        (b'{"version": 2, "items": [1e999999999]}', "is not JSON, or is damaged"),
    ],
)
def test_other_files_are_refused_in_one_sentence(content: bytes, said: str) -> None:
    """The sentence is translated."""
    with pytest.raises(MessageError) as refused:
        read_published(content, NAME)
    assert said in str(refused.value)
    assert speak_in("es")(refused.value.text) != str(refused.value)


@pytest.mark.parametrize(
    "fields",
    [
        {"id": "../../x"},
        {"id": "\x1b[2J"},
        {"id": "q-01-02"},
        {"kind": "essay"},
        {"kind": "truefalse"},
        {"kind": "numeric", "value": 10**15},
        {"choices": []},
        {"choices": "x"},
        {"choices": [{"text": {}, "correct": True}] * 2},
        {"title": None},
        {"title": {"en": {"lang": "en", "markdown": "x" * 20_001}}},
        {"title": {"en": {"lang": "\x1b", "markdown": "x"}}},
        {"sources": [{"title": {"en": {"lang": "en", "markdown": "x"}}, "url": "javascript:x"}]},
        {"sources": [1] * 51},
        {"figure": {"drawn": 1}},
        {"unit": "../x"},
    ],
    ids=str,
)
def test_malformed_items_are_left_out_and_counted(fields: dict[str, Any]) -> None:
    bank = read_published(edit(lambda bank: bank["items"][0].update(fields)), NAME)
    assert bank.left_out == 1
    assert len(bank.by_id) == len(read_published(published(), NAME).by_id) - 1


@pytest.mark.parametrize("text", SCREEN)
def test_a_hostile_text_is_only_text(text: str) -> None:
    """This holds in every field of every item."""
    bank = json.loads(make_hostile(published()))
    for item in bank["items"]:
        for name in ("title", "prompt", "why", "hint", "answer", "front", "back"):
            if name in item:
                item[name] = {"en": {"lang": "en", "markdown": text, "html": ""}}
    check_bank(read_published(json.dumps(bank).encode(), NAME))


def test_a_hostile_bank_in_a_real_terminal(tmp_path: Path) -> None:
    """Only printable characters and color codes reach the terminal."""
    (tmp_path / NAME).write_bytes(make_hostile(published(), seed=3))
    with Terminal("quiz", "--from", str(tmp_path), "--in", "en", "quizzes", cwd=tmp_path) as terminal:
        for commands in [(":s", ":h", ":n")] * 3 + [(":h", ":n")] * 8:
            for command in commands:
                terminal.answer("):", command)  # at a prompt: an echo may cut a color code in two
        terminal.answer("):", ":q")
        assert terminal.wait() == 0
        check_printable(terminal.text)
        assert "\x1b" not in SGR.sub("", terminal.output)


def test_a_sample_of_damaged_banks_does_no_harm() -> None:
    """Each bank can be read and shown, or is refused. `make fuzz` tries many more."""
    tried = try_files(published(), seed=1, count=30)
    assert tried.failures == []
    assert tried.read
    assert tried.refused


def test_a_quiz_from_a_file_or_folder_needs_no_bank_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    quiz = Quiz(monkeypatch, capsys, tmp_path)
    Path(NAME).write_bytes(published())
    for source in (NAME, ".", tmp_path):
        said = quiz("--from", source, "phase-01-arithmetic", "--in", "es", typed=["2", ":q"])
        assert said.code == 0
        assert "✓ Correcto." in said.text
    assert "there is no file none.json" in quiz("--from", "none.json").errors
    assert "there is no file" in quiz("--from", "none.json", "--lang", "en").errors
    Path(NAME).write_bytes(edit(lambda bank: bank["items"][0].update(kind="x")))
    assert "1 question or card of this bank is malformed and was left out." in quiz("--from", NAME).line
    check_printable(said.text)


class _Handler(BaseHTTPRequestHandler):
    content = b""

    def do_GET(self) -> None:
        path, _, target = self.path.partition("?")
        if path in ("/bank.json", "/site/bank.json"):
            self._send(200, self.content)
        elif path == "/away/bank.json":
            self._send(302, b"", target)
        elif path == "/large/bank.json":
            self._send(200, b" " * 5000)
        elif path == "/rude/bank.json":
            self.wfile.write(b"\x1b[2J\r\n\r\n")
        else:
            self._send(404, b"")

    def _send(self, status: int, body: bytes, target: str = "") -> None:
        self.send_response(status)
        if target:
            self.send_header("Location", target)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@contextmanager
def serve(content: bytes) -> Iterator[str]:
    handler = type("Handler", (_Handler,), {"content": content})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_bank_is_fetched_by_its_address_or_its_site() -> None:
    with serve(published()) as home:
        for address in (home, f"{home}/", f"{home}/bank.json", f"{home}/site/", f"{home}/site#part"):
            assert fetch_bank(address)[0] == published()
        assert fetch_bank(f"{home}/away/bank.json?{home}/site/bank.json")[0] == published()


def test_fetch_errors_are_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """This includes redirects to addresses that aren't allowed."""
    monkeypatch.setattr(fetch, "MAX_SIZE", 1000)
    with serve(b"") as home:
        for path, said in (
            ("/none/", "the server answers 404"),
            ("/away/bank.json?file:///etc/passwd", "cannot be loaded: the server answers 302"),
            ("/away/bank.json?http://evil.test/bank.json", "is not an address that can be loaded"),
            ("/large/", "is too large"),
            ("/rude/", "cannot be loaded"),
            (f"/away/bank.json?{home}/away/bank.json", "cannot be loaded"),
        ):
            with pytest.raises(MessageError, match=said) as failed:
                fetch_bank(home + path)
            check_printable(str(failed.value))
    with pytest.raises(MessageError, match="cannot be loaded"):
        fetch_bank(home)


def test_only_https_and_this_machine_can_be_asked() -> None:
    for address in (
        *("http://espejo.test/", "file:///etc/passwd", "ftp://espejo.test/bank.json", "data://text/plain,{}"),
        *("https://", "https://[::1/", "https://espejo.test:port/", "//espejo.test/"),
        *("https://espejo.test/\x1b[2J", "https://espejo.test/a b"),
    ):
        with pytest.raises(MessageError, match="is not an address that can be loaded") as failed:
            fetch_bank(address)
        check_printable(str(failed.value))
