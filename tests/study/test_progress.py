"""Progress in Chromium: home, lists, and topic pages show how far a reader is, without layout shifts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from conftest import Open
from practicing import check_axe, fill_in, press, say, wait_until, write_log
from reviewing import answered
from site_server import Server

EMPTY = "/reference/"
"""A page without questions and without progress."""

ONE = "quizzes/phase-01-arithmetic"
TWO = "quizzes/phase-02-collections"
DECK = "drills/chapter-01-facts"
GUIDE = "study-guide/quiz-01-division"
WATCH_SHIFTS = """
{
  const shifts = [];
  const add = (entries) => {
    const moved = entries.flatMap(({ sources }) => sources.map(({ node }) => node?.parentElement));
    shifts.push(...moved.map((one) => one?.outerHTML.slice(0, 99)));
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.takeShifts = () => {
    add(observer.takeRecords());
    return shifts.splice(0);
  };
}
"""
"""`takeShifts` returns what moved since the last call, even if the observer hasn't been notified yet."""

COUNT_ENDS = """
window.ended = 0;
const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function (...values) {
  const opening = open.apply(this, values);
  for (const end of ["success", "error"]) opening.addEventListener(end, () => { ended += 1; });
  return opening;
};
"""
"""Counts the databases that a page has opened or failed to open."""

NO_PRACTICE = "export function startPractice() {}"
"""Replaces the script that turns questions into forms; its layout shifts have their own tests."""

TALL = 4000
"""Tall enough for a whole page: shifts outside the window aren't counted."""

TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="module")
def bank_map(site: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((site / "practice.json").read_text(encoding="utf-8"))
    return read


def answer(ids: list[str], bank_map: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Correct answers to some items, a second apart."""
    return [{"n": n, "key": bank_map["items"][one["id"]], **one} for n, one in enumerate(answered(*ids), 1)]


def open_settled(page: Page, address: str, show: Callable[[], None]) -> list[str]:
    """Open a page, let the progress appear last, and return what it moved."""
    held: list[Route] = []
    page.goto("about:blank")  # the previous page and its worker make no more requests
    page.route("**/practice.json*", lambda route: held.append(route))
    with page.expect_request("**/practice.json*"):
        page.goto(address)
    page.evaluate(f"document.fonts.ready.then(() => {TWO_FRAMES})")
    page.evaluate("takeShifts()")
    held[0].continue_()
    show()
    page.evaluate(TWO_FRAMES)
    page.unroute("**/practice.json*")
    moved: list[str] = page.evaluate("takeShifts()")
    return moved


def expect_tallies(page: Page, locale: str, *expected: tuple[str, int, int]) -> None:
    """Expect the numbers and what they count; a check mark precedes them if everything is right."""
    for part, right, total in expected:
        shown, complete = page.locator(f'[data-progress="{part}"]').first, right == total
        meaning = say("progress_complete" if complete else "progress_right", locale)
        expect(shown).to_have_text(f"{say('progress', locale, right=right, total=total)} {meaning}")
        mark = shown.locator(".tally").evaluate("one => getComputedStyle(one, '::before').content")
        assert ("✓" in mark) == complete


@pytest.mark.parametrize(
    ("locale", "prefix", "width", "theme"), [("en", "", 1200, "light"), ("es", "/es", 320, "dark")]
)
def test_pages_show_progress_and_nothing_moves(
    visit: Open, server: Server, bank_map: dict[str, Any], locale: str, prefix: str, width: int, theme: str
) -> None:
    """Both languages show the same numbers. Wrong answers and answers to an old key don't count as right.

    Nothing shifts when the numbers appear, and axe reports no violations.
    """
    page = visit(prefix + EMPTY, width=width, height=TALL, color_scheme=theme)
    units, topic = bank_map["units"], bank_map["topics"]["division"]["items"]
    first, second, deck = (units[path]["items"] for path in (ONE, TWO, DECK))
    paths = bank_map["courses"]["study-guide#numbers"]["units"]
    course = [id_ for path in paths for id_ in units[path]["items"]]
    events = answer([*deck, *course, *first, *second[:3]], bank_map)
    events[-1]["right"], events[-2]["key"] = False, "ffffffff"
    write_log(page, events)
    page.context.add_init_script(WATCH_SHIFTS)
    page.route("**/start-*.js", lambda route: route.fulfill(body=NO_PRACTICE, content_type="text/javascript"))
    right = {*deck, *course, *first, second[0]}
    division = ("topics/division", len(right.intersection(topic)), len(topic))
    parts: dict[str, list[tuple[str, int, int]]] = {
        "/": [
            (ONE, len(first), len(first)),
            (DECK, len(deck), len(deck)),
            ("quizzes", len(first) + 1, len(first + second)),
        ],
        "/quizzes/": [(ONE, len(first), len(first)), (TWO, 1, len(second))],
        "/drills/": [(DECK, len(deck), len(deck))],
        "/study-guide/": [
            ("study-guide#numbers", len(course), len(course)),
            (GUIDE, len(units[GUIDE]["items"]), len(units[GUIDE]["items"])),
        ],
        "/topics/": [division],
        "/topics/division/": [division],
    }
    for path, expected in parts.items():
        tallies = partial(expect_tallies, page, locale, *expected)
        assert open_settled(page, server.address + prefix + path, tallies) == [], path
        if path in ("/", "/quizzes/", "/topics/"):
            check_axe(page)


def test_home_continues_in_either_language_where_the_reader_stopped(
    visit: Open, server: Server, bank_map: dict[str, Any]
) -> None:
    """A quiz started in English continues in Spanish at the next open question; open tabs update."""
    page = visit(f"/{ONE}/")
    tab = page.context.new_page()
    tab.goto(f"{server.address}/es/quizzes/")
    expect(tab.locator(f'[data-progress="{ONE}"]')).to_be_empty()
    question = page.locator("#q-01-01")
    fill_in(question)
    press(question, "check")
    expect(question).to_have_attribute("data-state", "right")
    total = len(bank_map["units"][ONE]["items"])
    expect_tallies(tab, "es", (ONE, 1, total))
    tab.goto(f"{server.address}/es/")
    link = tab.locator(".continue a")
    answered = say("continue_answered", "es", answered=1, total=total)
    expect(link).to_have_text(f"{say('continue', 'es')} · {answered} {bank_map['units'][ONE]['title']['es']}")
    link.click()
    expect(tab).to_have_url(f"{server.address}/es/{ONE}/#q-01-02")
    expect(tab.locator("#q-01-02")).to_be_in_viewport()


def test_without_answers_nothing_is_shown_loaded_or_stored(visit: Open, server: Server) -> None:
    """No numbers, map, or database, and the space reserved for numbers leaves no empty line."""
    page = visit(EMPTY)
    page.context.add_init_script(COUNT_ENDS)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in ("/quizzes/", "/study-guide/", "/drills/", "/topics/"):
        with page.expect_request("**/show-*.js"):
            page.goto(server.address + path, wait_until="networkidle")
        wait_until(page, "ended > 0")
        for place in page.locator("[data-progress]").all():
            expect(place).to_be_empty()
    assert not [url for url in asked if "practice.json" in url]
    assert page.evaluate("indexedDB.databases()") == []
