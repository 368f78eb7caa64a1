"""Practice in a browser: how tests answer questions, and what the log keeps of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page

from espejo.model.words import BLANK
from small_bank import make_word

_READ_LOG = """() => new Promise((resolve) => {
  const opening = indexedDB.open("espejo");
  opening.onupgradeneeded = () => opening.transaction.abort(); // nothing was ever stored
  opening.onerror = (event) => { event.preventDefault(); resolve([]); };
  opening.onsuccess = () => {
    const database = opening.result;
    const reading = database.transaction("events").objectStore("events").getAll();
    reading.onsuccess = () => { database.close(); resolve(reading.result); };
  };
})"""

MOST_READS = 5_000

DRAW_THE_FIRST = "Math.random = () => 0"
"""A script that makes every draw the same: three choices come in the order 2, 3, 1."""


def say(word: str, locale: str = "en", **blanks: object) -> str:
    """What the small bank says, with its blanks filled in."""
    return BLANK.sub(lambda blank: str(blanks[blank[1]]), make_word(word, locale))


def find(page: Page, id_: str) -> Locator:
    return page.locator(f"[id='{id_}']")


def choose(question: Locator, *choices: int) -> None:
    """Taps the rows of these choices, by their numbers in the file."""
    for number in choices:
        question.locator(f'[data-choice="{number}"]').click()


def press(question: Locator | Page, word: str, locale: str = "en", **blanks: object) -> None:
    """Presses the button with this word."""
    question.get_by_role("button", name=say(word, locale, **blanks), exact=True).click()


def read_log(page: Page) -> list[Mapping[str, Any]]:
    """The events that the browser keeps, in the order in which they were stored."""
    events: list[Mapping[str, Any]] = page.evaluate(_READ_LOG)
    return sorted(events, key=lambda event: (event["at"], event["n"]))


def wait_for_log(page: Page, count: int) -> list[Mapping[str, Any]]:
    """The events, as soon as there are so many: a page stores them after it has shown the verdict."""
    for _ in range(MOST_READS):
        events = read_log(page)
        if len(events) >= count:
            break
    assert len(events) == count
    return events
