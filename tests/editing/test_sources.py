"""`espejo sources`: lists cited URLs and checks for dead links."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from espejo.commands.cli import main
from espejo.editing.commands import sources
from espejo.editing.commands.sources import USER_AGENT, Answer, ask_pages


class Server(ThreadingHTTPServer):
    """A server that responds by path and records requests."""

    asked: list[tuple[str, str, str]]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def _answer(self) -> None:
        self.server.asked.append((self.command, self.path, self.headers["User-Agent"]))
        times = sum(path == self.path for _, path, _ in self.server.asked)
        name, _, rest = self.path[1:].partition("/")
        if name == "moved":
            self.send_response(301)
            self.send_header("Location", rest if ":" in rest else f"/{rest}")
        elif name == "only-get":
            self.send_response(200 if self.command == "GET" else 405)
        elif name == "busy":  # both requests of the first attempt fail
            self.send_response(503 if times <= 2 else 200)
        else:
            self.send_response(int(name) if name.isdigit() else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None: ...


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as server:
        server.asked = []
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield server
        server.shutdown()


def ask(server: Server, path: str) -> Answer:
    (answer,) = ask_pages([f"{server.address}/{path}"], pause=0).values()
    return answer


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("page", Answer("answers", 200)),
        ("only-get", Answer("answers", 200)),
        ("busy", Answer("answers", 200)),
        ("moved/page", Answer("answers", 200)),
        ("moved/moved/page", Answer("answers", 200)),
        ("404", Answer("gone", 404)),
        ("410", Answer("gone", 410)),
        ("500", Answer("gone", 500)),
        ("moved/404", Answer("gone", 404)),
        ("403", Answer("refuses", 403)),
        ("429", Answer("refuses", 429)),
        # A redirect to another scheme isn't followed.
        ("moved/https://127.0.0.1:1/x", Answer("gone", 301)),
        ("moved/file:///etc/passwd", Answer("gone", 301)),
        ("moved/ftp://127.0.0.1/x", Answer("gone", 301)),
    ],
)
def test_the_state_of_a_page(server: Server, path: str, answer: Answer) -> None:
    """Redirects are followed, GET is tried after HEAD, and temporary failures are retried."""
    assert ask(server, path) == answer


def test_a_redirect_that_never_ends_is_gone(server: Server) -> None:
    assert ask(server, "moved/" * 20 + "page").state == "gone"


def test_a_page_without_a_server_is_gone() -> None:
    with Server(("127.0.0.1", 0), Handler) as server:
        address = f"{server.address}/page"
    assert ask_pages([address], pause=0) == {address: Answer("gone", 0)}


def test_each_page_is_requested_once(server: Server) -> None:
    """Anchors are ignored. Requests use HEAD only, and our user agent."""
    addresses = [f"{server.address}/page", f"{server.address}/page#part", f"{server.address}/other"]
    answers = ask_pages(addresses, pause=0)
    assert list(answers) == [f"{server.address}/other", f"{server.address}/page"]
    assert Counter(server.asked) == Counter([("HEAD", f"/{one}", USER_AGENT) for one in ("page", "other")])


PYTHON = "https://docs.python.org/3/library/statistics.html"


def test_the_list_of_addresses(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The list is text or JSON, and names the records that cite each URL."""
    assert main(["sources", "--data", str(data)]) == 0
    said = capsys.readouterr().out
    assert f"\n{PYTHON}\n  data/reference/formulas.yaml:" in said
    assert f"\n{PYTHON}#statistics.median\n  data/study-guide/quiz-02-averages.yaml:" in said
    assert said.endswith("\n6 addresses.\n")
    assert main(["sources", "--data", str(data), "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["url"] for one in listed] == sorted(one["url"] for one in listed)
    (formula,) = [one for one in listed if one["url"] == PYTHON]
    ((id_, place),) = [record.values() for record in formula["records"]]
    assert (id_, place.partition(":")[0]) == ("f-03", "data/reference/formulas.yaml")
    assert set(formula) == {"url", "records"}


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, Answer]:
    """Replaces the network; tests may change the responses."""
    said: dict[str, Answer] = {}

    def answer(addresses: dict[str, Any]) -> dict[str, Answer]:
        pages = {address.partition("#")[0] for address in addresses}
        return {page: said.get(page, Answer("answers", 200)) for page in sorted(pages)}

    monkeypatch.setattr(sources, "ask_pages", answer)
    return said


def test_pages_that_answer_are_only_counted(
    data: Path, answers: dict[str, Answer], capsys: pytest.CaptureFixture[str]
) -> None:
    """A page that blocks bots is listed, but isn't a failure."""
    answers["https://encyclopedia.test/median?edition=2&page=7"] = Answer("refuses", 403)
    assert main(["sources", "--ask", "--data", str(data)]) == 0
    *named, counted = capsys.readouterr().out.splitlines()
    assert counted == "5 pages asked: 4 answer, 1 refuse programs, 0 no longer answer."
    (line,) = named
    assert line.startswith("data/study-guide/quiz-02-averages.yaml:")
    assert (
        "pt-02-01: https://encyclopedia.test/median?edition=2&page=7 does not answer programs (403)." in line
    )


def test_a_page_that_is_gone_fails_with_every_place_that_cites_it(
    data: Path, answers: dict[str, Answer], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The terminal and the report, which becomes an issue, list every citation."""
    answers[PYTHON] = Answer("gone", 404)
    report = tmp_path / "report.md"
    assert main(["sources", "--ask", "--data", str(data), "--summary", str(report)]) == 1
    said = capsys.readouterr().out
    assert f"f-03: {PYTHON} no longer answers (404)." in said
    assert f"pt-02-01: {PYTHON}#statistics.median no longer answers (404)." in said
    lines = report.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("- `data/reference/formulas.yaml:")
    assert lines[0].endswith(f"`f-03`: `{PYTHON} no longer answers (404).`")
    assert lines[-1] == "5 pages asked: 4 answer, 0 refuse programs, 1 no longer answer."


def test_answers_as_json(data: Path, answers: dict[str, Answer], capsys: pytest.CaptureFixture[str]) -> None:
    answers[PYTHON] = Answer("gone", 0)
    assert main(["sources", "--ask", "--data", str(data), "--format", "json"]) == 1
    states = {one["url"]: (one["state"], one["status"]) for one in json.loads(capsys.readouterr().out)}
    assert states[PYTHON] == states[f"{PYTHON}#statistics.median"] == ("gone", 0)
    assert Counter(state for state, _ in states.values()) == {"gone": 2, "answers": 4}
