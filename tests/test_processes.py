"""Worker processes: results in order, errors as they are, and no process left behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from jinja2 import DictLoader, Environment, TemplateSyntaxError

from espejo import processes
from espejo.processes import Call, KilledError, Run, StoppedError, run_here, start_workers


class Work:
    """Something to do in other processes; it notes the calls that have ended in this one."""

    def __init__(self) -> None:
        self.ended = 0

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

    def count_ended(self) -> int:
        return self.ended

    def end_call(self) -> None:
        self.ended += 1


@contextmanager
def working(count: int = 2) -> Iterator[Run]:
    """So many processes, however many cores there are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "_count_cores", lambda: count)
        patch.setattr(processes, "active_count", lambda: 1)
        with start_workers(Work()) as run:
            yield run


def list_children() -> list[str]:
    """The processes that this one has started and that are still there, dead or alive."""
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


def test_work_is_told_when_a_call_has_ended_in_its_process() -> None:
    with working() as run:
        calls: list[Call] = [("double", (1,))] * 20
        list(run(calls))
        assert sum(run([("count_ended", ())] * 20)) > 0


def test_an_error_in_a_process_is_raised_as_it_is() -> None:
    """With the traceback from there, which names the line of the template. No process stays."""
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


def test_calls_in_this_thread_stop_when_they_are_told_to() -> None:
    stop = Event()
    results = iter(run_here(Work(), stop)([("double", (1,)), ("double", (2,))]))
    assert next(results)[0] == 2
    stop.set()
    with pytest.raises(StoppedError):
        next(results)
