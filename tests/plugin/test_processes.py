"""Worker processes: ordered results, original errors, and no leftover processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, TemplateSyntaxError

from espejo import processes
from espejo.processes import KilledError, Run, start_workers
from project import ROOT


class Work:
    """Tasks for the worker processes."""

    def double(self, number: int) -> tuple[int, int]:
        return number * 2, os.getpid()

    def render(self) -> str:
        templates = {"whole.html": "{% include 'part.html' %}", "part.html": "fine\n{{ 1 / zero }}"}
        return (
            Environment(loader=DictLoader(templates), autoescape=True)
            .get_template("whole.html")
            .render(zero=0)
        )

    def parse(self) -> str:
        loader = DictLoader({"bad.html": "fine\n{% if %}"})
        return Environment(loader=loader, autoescape=True).get_template("bad.html").render()

    def die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def working(count: int = 2) -> Iterator[Run]:
    """Start this many processes, whatever the number of cores."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "count_cores", lambda: count)
        patch.setattr(processes, "active_count", lambda: 1)
        with start_workers(Work()) as run:
            yield run


def list_children() -> list[str]:
    """List the running and dead child processes of this one."""
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="utf-8").split()


def test_results_come_in_the_order_of_the_calls_from_other_processes() -> None:
    before = list_children()
    with working() as run:
        results = list(run([("double", (number,)) for number in range(50)]))
    assert [result for result, _ in results] == [number * 2 for number in range(50)]
    assert os.getpid() not in {process for _, process in results}
    assert list_children() == before


def test_with_one_core_there_are_no_processes() -> None:
    with working(1) as run:
        assert list(run([("double", (3,))])) == [(6, os.getpid())]


def test_an_error_in_a_process_is_raised_as_it_is() -> None:
    """It includes the original traceback with the line of the template. No process is left."""
    before = list_children()
    with pytest.raises(ZeroDivisionError) as raised, working() as run:
        list(run([("double", (1,)), ("render", ()), ("double", (2,))]))
    assert "part.html" in str(raised.value.__cause__) or '"<template>", line 2' in str(raised.value.__cause__)
    with pytest.raises(TemplateSyntaxError) as wrong, working() as run:
        list(run([("parse", ())]))
    assert (wrong.value.name, wrong.value.lineno) == ("bad.html", 2)
    assert list_children() == before


def test_a_process_that_is_killed_leaves_no_other_behind() -> None:
    before = list_children()
    with pytest.raises(KilledError), working() as run:
        list(run([("double", (1,)), ("die", ()), *[("double", (2,))] * 50]))
    assert list_children() == before


_WAITING = """
import signal
from espejo import processes

class Work:
    def wait(self):
        print("begun", flush=True)
        signal.pause()

processes.count_cores = lambda: 2
with processes.start_workers(Work()) as run:
    list(run([("wait", ())]))
"""


def test_a_process_ends_with_its_parent_even_if_that_is_killed() -> None:
    """Otherwise it would keep the build's lock, and the next build would wait forever."""
    with subprocess.Popen(
        [sys.executable, "-c", _WAITING],
        env={**os.environ, "PYTHONPATH": str(ROOT / "hooks")},
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout
        assert parent.stdout.readline() == "begun\n"
        parent.kill()
        assert parent.stdout.read() == ""  # closed when the last process holding it has ended
