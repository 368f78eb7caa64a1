"""Helpers for the review page: set its clock, store past answers, and answer items."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from conftest import Open
from practicing import LOCALES, OPEN, QUESTIONS, fill_in, press, say, write_log

GRADES = ("forgot", "hard", "good", "easy")

NOW = datetime(2026, 11, 17, 12, tzinfo=UTC)
"""The tests' current time: noon on a Tuesday."""

_EMPTY = "/practice.json"
"""A page without scripts or storage: the map of the bank."""

WORKER = "**/assets/js/worker-*.js"

_CLOCK = """{
  const Real = Date;
  const ahead = %d - Real.now();
  globalThis.Date = class extends Real {
    constructor(...values) { super(...(values.length ? values : [Date.now()])); }
    static now() { return Real.now() + ahead; }
  };
}
"""


def set_clock(page: Page, now: datetime, further: str = "") -> None:
    """Sets the clock of pages and workers from the next page on, after running another script."""
    script = _CLOCK % (now.timestamp() * 1000) + further

    def serve_worker(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=script + answer.text())

    page.add_init_script(script)
    page.unroute(WORKER)
    page.route(WORKER, serve_worker)


def is_open(id_: str) -> bool:
    """Whether an item is self-graded."""
    return id_ not in QUESTIONS or QUESTIONS[id_].kind in OPEN


def answered(*ids: str, days: float = 100, right: bool = True, **different: object) -> list[dict[str, Any]]:
    """Answers to some items, one per second, from some days ago."""
    return [_make_event(id_, days, second, right=right) | different for second, id_ in enumerate(ids)]


def _make_event(id_: str, days: float, second: int, *, right: bool) -> dict[str, Any]:
    at = NOW - timedelta(days=days) + timedelta(seconds=second)
    kind = QUESTIONS[id_].kind if id_ in QUESTIONS else "card"
    answer: object = {"truefalse": True, "numeric": "1"}.get(kind, [] if is_open(id_) else [1])
    grade = {"grade": "good" if right else "forgot"} if is_open(id_) else {}
    return {
        **{"id": id_, "at": f"{at:%Y-%m-%dT%H:%M:%S}.000Z", "device": "abcdefgh0123", "kind": kind},
        **{"answer": answer, "right": right, **grade, "guess": False, "ms": 1000, "lang": "en"},
        "where": "quiz",
    }


def open_review(
    visit: Open,
    locale: str = "en",
    past: Sequence[Mapping[str, Any]] = (),
    *,
    settings: object = None,
    now: datetime = NOW,
    further: str = "",
    **options: Any,
) -> Page:
    """Opens the review page for a reader with these answers and settings."""
    page = visit(_EMPTY, **{"timezone_id": "UTC", **options})
    bank = json.loads(page.locator("body").inner_text())
    key = bank["glossary"]["key"]
    events = [{"n": n, "key": bank["items"].get(one["id"], key), **one} for n, one in enumerate(past, 1)]
    if events or settings:
        write_log(page, events, **({"review": settings} if settings else {}))
    set_clock(page, now, further)
    page.goto(page.url.removesuffix(_EMPTY) + LOCALES[locale] + "/review/")
    return page


def expect_due(page: Page, count: int, locale: str = "en") -> None:
    """Expects this many due items, no new ones, and how long they take."""
    word = "review_due_one" if count == 1 else "review_due_many"
    due = re.escape(say(word, locale, count=count))
    expect(page.locator(".review p.today")).to_have_text(re.compile(f"^{due} · review_minute_"))


def start(page: Page, locale: str = "en") -> None:
    press(page, "review_start", locale)
    expect(shown(page)).to_be_visible()


def shown(page: Page) -> Locator:
    """The current item."""
    return page.locator(".review .question")


def name_shown(page: Page) -> str:
    return shown(page).get_attribute("id") or ""


def reply(page: Page, *, right: bool = True, guess: bool = False) -> str:
    """Answers the current item, and returns its id. A judged answer stays visible, with its grade."""
    id_ = name_shown(page)
    if is_open(id_):
        grade(page, "good" if right else "forgot")
        return id_
    question = shown(page)
    fill_in(question, right=right)
    question.locator(f".act [type=submit]{'[data-guess]' if guess else '.primary'}").click()
    expect(question).to_have_attribute("data-state", "right" if right else "wrong")
    return id_


def grade(page: Page, name: str) -> None:
    """Grades the current item, after revealing a self-graded one; the next item follows."""
    if not is_open(name_shown(page)):
        press(page, "review_change", page.locator("html").get_attribute("lang") or "")
        shown(page).locator(f"[data-grade={name}]").click()
        return
    with _expect_another(page):
        turn_over(page)
        shown(page).locator(f"[data-grade={name}]").click()


def turn_over(page: Page) -> None:
    """Shows the answer of the current item, unless it's already shown."""
    if shown(page).locator(".answer[open]").count() == 0:
        line = ".act [type=submit]" if is_open(name_shown(page)) else ".answer > summary"
        shown(page).locator(line).click()


@contextmanager
def _expect_another(page: Page) -> Iterator[None]:
    """Waits for another item, even if the same one is repeated."""
    shown(page).evaluate("one => { one.dataset.before = ''; }")
    yield
    expect(page.locator("[data-before]")).to_have_count(0)
    expect(shown(page).or_(page.locator(".review-result"))).to_be_visible()


def go_on(page: Page) -> None:
    """Goes to the next item after a judged answer."""
    with _expect_another(page):
        shown(page).locator("[data-act=next]").click()
