"""`espejo sources`: list cited URLs, and check for dead links."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from espejo.check.project import Inspection
from espejo.commands.terminal import paint, say, tell
from espejo.editing.link_checker import Answer, State, ask_pages
from espejo.files import replace_file
from espejo.messages.message import Message, message, plural
from espejo.model.bank import Bank
from espejo.model.problems import Place, Problem

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
