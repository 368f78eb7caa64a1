"""`espejo prove`: run the proofs and compare their results with the answers."""

from __future__ import annotations

import shutil
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TextIO

from espejo.check.project import Inspection
from espejo.commands.terminal import say, tell, warn
from espejo.files import replace_file
from espejo.ledger.claims import Claim, list_claims
from espejo.ledger.proof_records import (
    find_contradicted,
    find_unrecorded,
    record_proofs,
    write_proven_file,
)
from espejo.ledger.write import replace_ledger
from espejo.markdown.escape import code_span
from espejo.messages.message import Message, message, plural, sentences
from espejo.model.bank import Bank
from espejo.model.problems import Problem, escape_line, printable, report_problems, suggest
from espejo.packages import PROVE
from espejo.proofs.host_process import Limits
from espejo.proofs.outcome import Outcome, ProofCache
from espejo.proofs.run import NotSandboxedError, ProofRun, prove_bank
from espejo.proofs.sandbox import read_environment

# Keeps issues below the 60,000 bytes at which the workflow truncates: a truncated code span would not close.
MAX_LISTED, MAX_FACT = 25, 400

WIDTH = 24


class ProgressBar:
    """Progress bar: one redrawn line in a terminal, plain lines elsewhere."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self.total = total
        self.done = 0
        self._stream = stream
        self._is_terminal = stream.isatty()

    def step(self, text: str) -> None:
        self.done += 1
        count = f"[{self.done}/{self.total}] {escape_line(text)}"
        if not self._is_terminal:
            self._write(f"{count}\n")
            return
        filled = WIDTH * self.done // self.total
        line = f"{'█' * filled}{'░' * (WIDTH - filled)} {count}"
        self._write(f"\r\x1b[2K{line[: shutil.get_terminal_size().columns - 1]}")

    def close(self) -> None:
        """Clear the line, so that other output can follow."""
        if self._is_terminal and self.done:
            self._write("\r\x1b[2K")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def write_markdown(problems: Iterable[Problem], summary: str) -> str:
    """Write the text of an issue: the failed proofs with their places, and the versions."""
    problems = sorted(problems)
    lines = [
        f"- {code_span(problem.owner)} ({code_span(f'{problem.place.file}:{problem.place.line}')}):"
        f" {code_span(printable(tell(problem.fact))[:MAX_FACT])}"
        for problem in problems[:MAX_LISTED]
    ]
    if len(problems) > MAX_LISTED:
        more = message("and {count} more", count=len(problems) - MAX_LISTED)
        lines.append(f"- {tell(more)}")
    head = [tell(message("These proofs failed:")), "", *lines, ""] if lines else []
    return "\n".join([*head, tell(summary), ""])


NAME = "prove"
HELP = message("run the proofs, each in its own process, and compare their results with the answers")
DETAILS = message("""\
Runs code from the data, in a sandbox where the machine has one (Linux with bubblewrap). Where it has none,
the first and the last line say so: then only run data you have read. Skips what has not changed since it
last passed. Exits with 1 if a proof fails, and with 3 if --strict finds no sandbox.

examples:
  espejo prove                    run all proofs
  espejo prove q-07-02 --again    run one proof, even if it has not changed
  espejo prove --write            also record in the ledger what passed
""")


CACHE = Path(".cache", "proofs")


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="id", help=message("proofs to run (default: all)"))
    parser.add_argument("--write", action="store_true", help=message("record in the ledger what passed"))
    parser.add_argument("--again", action="store_true", help=message("also run what has not changed"))
    parser.add_argument(
        "--strict", action="store_true", help=message("run all of them, and none without a sandbox")
    )
    parser.add_argument(
        "--env",
        type=Path,
        default=Path(".venv-prove"),
        help=message("the virtual environment to run them in"),
    )
    parser.add_argument(
        "--trial", action="store_true", help=message("ignore the ledger, to try other versions")
    )
    parser.add_argument(
        "--out", type=Path, help=message("also write what passed to this file, for espejo accept")
    )
    parser.add_argument("--summary", type=Path, help=message("also write a Markdown report to this file"))


def run(args: Namespace, inspection: Inspection) -> int:
    claims = {claim.id: claim for claim in list_claims(inspection.bank) if claim.program}
    if unknown := [id_ for id_ in args.ids if id_ not in claims]:
        warn(sentences(message("'{id}' has no proof.", id=unknown[0]), suggest(unknown[0], claims)))
        return 2
    try:
        with _exit_on(signal.SIGTERM, signal.SIGHUP):
            run = _prove(args, inspection.bank)
    except NotSandboxedError as error:
        warn(sentences(message("No proof was run, because --strict needs a sandbox."), error.args[0]))
        return 3
    _report(args, inspection.bank, run)
    code = _record(args, inspection, run)
    _warn_of_missing_sandbox(run.not_sandboxed)
    return code


def _prove(args: Namespace, bank: Bank) -> ProofRun:
    """Run the proofs and show the progress."""
    environment = read_environment(args.env)
    cache = ProofCache(args.data.resolve().parent / CACHE, environment)
    bar = ProgressBar(0, sys.stdout)

    def start(total: int, not_sandboxed: Message | None) -> None:
        _warn_of_missing_sandbox(not_sandboxed)
        bar.total = total

    def show(claim: Claim, outcome: Outcome, problem: Problem | None) -> None:
        seconds = f"{outcome.seconds:.1f}"
        failed = message("{id}: failed ({seconds} s)", id=claim.id, seconds=seconds)
        passed = message("{id}: passed ({seconds} s)", id=claim.id, seconds=seconds)
        bar.step(tell(failed if problem else passed))

    modes = {"ids": args.ids, "again": args.again, "strict": args.strict}
    try:
        return prove_bank(bank, environment, cache, Limits(), **modes, on_start=start, on_outcome=show)
    finally:
        bar.close()


def _warn_of_missing_sandbox(reason: Message | None) -> None:
    if reason:
        say(reason)
        say(message("NOT SANDBOXED: THESE PROGRAMS CAN READ AND CHANGE EVERYTHING THAT YOU CAN."))


def _report(args: Namespace, bank: Bank, run: ProofRun) -> None:
    """Print what failed and what passed, and write the summary."""
    if run.problems:
        say(report_problems(run.problems, lambda one: one.show(tell), tell, again=PROVE))
    needs = {name for claim in list_claims(bank) if claim.id in run.passed for name in claim.needs}
    summary = run.summary(read_environment(args.env), needs)
    say(sentences(summary, run.work()))
    if args.summary:
        replace_file(args.summary, write_markdown(run.problems, summary).encode())


@contextmanager
def _exit_on(*signals: signal.Signals) -> Iterator[None]:
    """Exit on these signals, so that child processes end and the scratch folder is removed."""

    def leave(number: int, _: FrameType | None) -> None:
        sys.exit(128 + number)

    before = {one: signal.signal(one, leave) for one in signals}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _record(args: Namespace, inspection: Inspection, run: ProofRun) -> int:
    """Record passed proofs in the ledger, or print how many it lacks; returns the exit code."""
    if args.out:
        write_proven_file(args.out, run.proven)
    if args.trial or (run.problems and not args.write):
        return 1 if run.problems else 0
    unrecorded = find_unrecorded(inspection.bank, run.proven, args.ids)
    ledger = inspection.bank.ledger
    if unrecorded and args.write:
        replace_ledger(inspection.data, ledger, record_proofs(ledger, unrecorded))
        say(plural("{count} recorded in the ledger.", "{count} recorded in the ledger.", len(unrecorded)))
    elif unrecorded:
        say(
            plural(
                "{count} not in the ledger yet. They are recorded after the merge, or with --write.",
                "{count} not in the ledger yet. They are recorded after the merge, or with --write.",
                len(unrecorded),
            )
        )
    contradicted = [] if args.write else find_contradicted(inspection.bank, run.proven)
    for id_ in contradicted:
        say(
            message(
                "{id}: the ledger says that this program gave other values. Restore data/ledger.yaml.",
                id=id_,
            )
        )
    return 1 if run.problems or contradicted else 0
