"""`espejo sources`: list cited URLs, and check for dead links."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from time import sleep
from typing import IO, Any, Literal, NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from espejo.check.project import Inspection
from espejo.commands.terminal import paint, say, tell
from espejo.files import replace_file
from espejo.messages.message import Message, message, plural
from espejo.model.bank import Bank
from espejo.model.problems import Place, Problem

USER_AGENT = "espejo-sources/1 (asks now and then whether the pages that a question bank cites still exist)"

State = Literal["answers", "refuses", "gone"]

_CONNECTIONS = 4
_TIMEOUT = 20  # seconds

_REFUSALS = frozenset([401, 403, 405, 406, 429])
"""Status codes of servers that refuse programs although the page exists."""

_UNCERTAIN = frozenset([408, 425, 429, 500, 502, 503, 504])
"""Status codes of temporary failures."""


class Answer(NamedTuple):
    """Result of a request: the state of the page, and the status code, or 0 if there was no answer."""

    state: State
    status: int


def ask_pages(addresses: Iterable[str], *, pause: float = 5) -> dict[str, Answer]:
    """Request each page, a few at a time, and again after a pause in seconds if there is no answer."""
    pages = sorted({address.partition("#")[0] for address in addresses})
    opener = build_opener(_Redirects)
    with ThreadPoolExecutor(_CONNECTIONS) as pool:
        answers = pool.map(lambda page: _ask_twice(opener, page, pause), pages)
        return dict(zip(pages, answers, strict=True))


def _ask_twice(opener: OpenerDirector, page: str, pause: float) -> Answer:
    status = _ask(opener, page)
    if not status or status in _UNCERTAIN:
        sleep(pause)
        status = _ask(opener, page)
    if 200 <= status < 300:
        return Answer("answers", status)
    return Answer("refuses" if status in _REFUSALS else "gone", status)


def _ask(opener: OpenerDirector, page: str) -> int:
    """Request a page with HEAD, then GET if that fails; returns the status code, or 0 without an answer."""
    status = _request(opener, page, "HEAD")
    return status if 200 <= status < 300 else _request(opener, page, "GET")


def _request(opener: OpenerDirector, page: str, method: str) -> int:
    request = Request(page, method=method, headers={"User-Agent": USER_AGENT, "Accept": "*/*"})  # noqa: S310 (the check accepts https alone)
    try:
        with opener.open(request, timeout=_TIMEOUT) as response:
            return int(response.status)
    except HTTPError as error:
        error.close()
        return error.code
    except (OSError, HTTPException, ValueError):
        return 0


class _Redirects(HTTPRedirectHandler):
    """Follows redirects with the same method, as long as the scheme stays the same."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: object, newurl: str
    ) -> Request:
        if not newurl.startswith(f"{req.type}://"):
            raise HTTPError(req.full_url, code, msg, headers, fp)  # type: ignore[arg-type]
        return Request(newurl, method=req.get_method(), headers=dict(req.headers), unverifiable=True)  # noqa: S310 (as above)


NAME = "sources"
HELP = message("list the addresses that records cite, or ask whether the pages still answer")
DETAILS = message("""\
With --ask, exits with 1 if a page no longer answers. The check never needs a network.

examples:
  espejo sources
  espejo sources --format json | jq '.[].url'
  espejo sources --ask
""")


class Citing(NamedTuple):
    """A record that cites an address, and the place of the citation."""

    place: Place
    id: str


Cited = Mapping[str, list[Citing]]
"""Records by the address they cite."""


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text", help=message("default: text"))
    parser.add_argument(
        "--ask", action="store_true", help=message("request each page, and report those that do not answer")
    )
    parser.add_argument(
        "--summary", type=Path, help=message("with --ask, also write a Markdown report to this file")
    )


def run(args: Namespace, inspection: Inspection) -> int:
    cited = list_cited(inspection.bank)
    answers = ask_pages(cited) if args.ask else {}
    gone = list(_report_pages(cited, answers, "gone"))
    if args.format == "json":
        say(json.dumps(_to_json(cited, answers), ensure_ascii=False, indent=2))
    elif args.ask:
        refused = _report_pages(cited, answers, "refuses")
        say("\n".join([*(one.show(tell) for one in (*refused, *gone)), tell(_sum_up(answers))]))
    else:
        say("\n".join(_show_list(cited)))
    if args.summary:
        replace_file(args.summary, _write_markdown(gone, answers).encode())
    return 1 if gone else 0


def list_cited(bank: Bank) -> dict[str, list[Citing]]:
    """Every address that a record cites, in alphabetical order."""
    cited: dict[str, list[Citing]] = {}
    for record in bank.provable():
        for source in record.sources:
            cited.setdefault(source.url, []).append(Citing(source.place, record.id))
    return dict(sorted(cited.items()))


def _show_list(cited: Cited) -> Iterator[str]:
    for address, records in cited.items():
        yield paint(address, "bold")
        yield from (f"  {one.place}: {one.id}" for one in records)
    yield tell(plural("{count} address.", "{count} addresses.", len(cited)))


def _report_pages(cited: Cited, answers: Mapping[str, Answer], state: State) -> Iterator[Problem]:
    """Describe each citation of a page in this state."""
    for address, records in cited.items():
        answer = answers.get(address.partition("#")[0])
        if answer and answer.state == state:
            yield from (Problem(*one, _describe(address, answer)) for one in records)


def _describe(address: str, answer: Answer) -> Message:
    if answer.state == "refuses":
        return message(
            "{url} does not answer programs ({status}). Look at it yourself.",
            url=address,
            status=str(answer.status),
        )
    if answer.status:
        return message("{url} no longer answers ({status}).", url=address, status=str(answer.status))
    return message("{url} no longer answers (no connection).", url=address)


def _sum_up(answers: Mapping[str, Answer]) -> Message:
    states = [answer.state for answer in answers.values()]
    return plural(
        "{count} page asked: {answering} answer, {refusing} refuse programs, {gone} no longer answer.",
        "{count} pages asked: {answering} answer, {refusing} refuse programs, {gone} no longer answer.",
        len(states),
        answering=states.count("answers"),
        refusing=states.count("refuses"),
        gone=states.count("gone"),
    )


def _to_json(cited: Cited, answers: Mapping[str, Answer]) -> list[dict[str, Any]]:
    return [
        {
            "url": address,
            "records": [{"id": one.id, "place": str(one.place)} for one in records],
            **(answers[address.partition("#")[0]]._asdict() if answers else {}),
        }
        for address, records in cited.items()
    ]


def _write_markdown(gone: list[Problem], answers: Mapping[str, Answer]) -> str:
    """Write the text of an issue. Everything in it is formatted as code, so it can't mention anyone."""
    lines = [f"- `{one.place}` `{one.owner}`: `{one.fact}`" for one in gone]
    return "\n".join([*lines, *([""] if lines else []), str(_sum_up(answers)), ""])
