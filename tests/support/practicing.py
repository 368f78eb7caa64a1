"""Helpers for practice in a browser: answer questions, and read the log."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from conftest import PATIENCE
from espejo.model.language import BLANK
from espejo.model.quiz import Question
from page_checks import run_axe
from small_bank import load_small_bank, make_word

QUESTIONS = {question.id: question for _, question in load_small_bank().bank.questions()}
"""The questions of the small bank."""

LOCALES = {"en": "", "es": "/es"}
"""The languages of the small bank, with the prefixes of their addresses."""

BLOCKED = """Object.defineProperty(globalThis, "indexedDB", {
  get() { throw new DOMException("blocked", "SecurityError"); }
});"""
FULL = """for (const name of ["add", "put"]) {
  IDBObjectStore.prototype[name] = () => { throw new DOMException("no room", "QuotaExceededError"); };
}"""
TROUBLES = {"blocked": BLOCKED, "full": FULL}
"""Scripts that make storage fail, keyed by the reason shown on the page."""

OPEN = ("free", "recall")
"""Self-graded kinds of questions."""

_LOG = '"espejo" + (location.pathname.startsWith("/espejo/") ? "espejo/" : "")'
"""The name of the log: a site in a folder of its host, as `offline_host` serves it, has its own."""

READ = """([name, key]) => new Promise((resolve) => {
  const opening = indexedDB.open(LOG);
  opening.onupgradeneeded = () => opening.transaction.abort(); // nothing was ever stored
  opening.onerror = (event) => { event.preventDefault(); resolve(null); };
  opening.onsuccess = () => {
    const database = opening.result;
    const store = database.transaction(name).objectStore(name);
    const reading = key === null ? store.getAll() : store.get(key);
    reading.onsuccess = () => { database.close(); resolve(reading.result ?? null); };
  };
})""".replace("LOG", _LOG)

WRITE_LOG = """async ([events, about]) => {
  const opening = indexedDB.open(LOG, 1);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore("events", { keyPath: ["device", "n"] });
    store.createIndex("by_item", ["id", "at"]);
    opening.result.createObjectStore("about");
  };
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const transaction = opening.result.transaction(["events", "about"], "readwrite");
  for (const event of events) transaction.objectStore("events").put(event);
  for (const [name, value] of Object.entries(about)) transaction.objectStore("about").put(value, name);
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  opening.result.close();
}""".replace("LOG", _LOG)

DRAW_THE_FIRST = "Math.random = () => 0"
"""Makes shuffling deterministic: three choices come in the order 2, 3, 1."""


def say(word: str, locale: str = "en", **blanks: object) -> str:
    """A word of the small bank, with its placeholders filled in."""
    return BLANK.sub(lambda blank: str(blanks[blank[1]]), make_word(word, locale))


def check_axe(page: Page) -> None:
    """Checks that axe finds nothing, contrast is at least 7:1, and nothing is wider than the window."""
    assert run_axe(page, {"rules": {"color-contrast-enhanced": {"enabled": True}}}) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def change_page(page: Page, path: str, edit: Callable[[str], str]) -> None:
    """Serves an edited page of the site."""

    def fulfill(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=edit(answer.text()))

    page.route(f"**{path}", fulfill)


def find(page: Page, id_: str) -> Locator:
    return page.locator(f"[id='{id_}']")


def wait_for_fields(page: Page) -> None:
    """Waits until the script has turned questions into forms that accept taps and keys."""
    expect(page.locator("form.practice").first).to_be_attached()


def choose(question: Locator, *choices: int) -> None:
    """Taps these choices, by their numbers in the file."""
    expect(question.locator("form.practice")).to_be_attached()
    for number in choices:
        question.locator(f'[data-choice="{number}"]').click()


def press(question: Locator | Page, word: str, locale: str = "en", **blanks: object) -> None:
    """Presses the button labeled with this word."""
    question.get_by_role("button", name=say(word, locale, **blanks), exact=True).click()


def fill_in(section: Locator, *, right: bool = True) -> None:
    """Fills in an answer to a question of the small bank."""
    question = QUESTIONS[section.get_attribute("id") or ""]
    if question.kind == "truefalse":
        section.locator(f"[data-choice={str(question.correct is right).lower()}] input").check()
    elif question.kind == "numeric":
        section.locator("input[type=text]").fill(str(question.value) if right else "999")
    elif question.kind in OPEN:
        section.locator("textarea").fill("words")
    else:
        for number in _list_choices(question, right=right):
            section.locator(f"[data-choice='{number}'] input").check()


def _list_choices(question: Question, *, right: bool) -> list[int]:
    chosen = [number for number, one in enumerate(question.choices, 1) if one.correct is right]
    return chosen if right or question.kind == "multiple" else chosen[:1]


def read_log(page: Page) -> list[Mapping[str, Any]]:
    """The events in the browser's log, in order."""
    events: list[Mapping[str, Any]] = page.evaluate(READ, ["events", None]) or []
    return sorted(events, key=lambda event: (event["at"], event["n"]))


def write_log(page: Page, events: Sequence[Mapping[str, Any]], **about: object) -> None:
    """Stores events, and values about the log, as if they came from this browser."""
    page.evaluate(WRITE_LOG, [events, about])


def wait_for_log(page: Page, count: int) -> list[Mapping[str, Any]]:
    """Waits for this many events, because a page stores them after showing the verdict."""
    end = time.monotonic() + PATIENCE / 1000
    while len(events := read_log(page)) < count and time.monotonic() < end:
        pass
    assert len(events) == count
    return events


def wait_for_about(page: Page, name: str) -> object:
    """Waits until a value about the log is stored, which must happen before leaving the page."""
    end = time.monotonic() + PATIENCE / 1000
    while (known := page.evaluate(READ, ["about", name])) is None and time.monotonic() < end:
        pass
    assert known is not None
    return known


def wait_until(page: Page, condition: str) -> None:
    """Waits until an expression is true, on pages whose policy forbids `wait_for_function`."""
    end = time.monotonic() + PATIENCE / 1000
    while not (holds := page.evaluate(condition)) and time.monotonic() < end:
        page.evaluate("new Promise((resolve) => requestAnimationFrame(() => resolve(null)))")
    assert holds, condition
