"""Practice in a browser: how tests answer questions, and what the log keeps of it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from conftest import PATIENCE
from espejo.model.language import BLANK
from espejo.model.quiz import Question
from small_bank import load_small_bank, make_word

QUESTIONS = {question.id: question for _, question in load_small_bank().bank.questions()}
"""The questions of the small bank."""

OPEN = ("free", "recall")
"""The kinds of questions that readers grade themselves."""

_READ = """([name, key]) => new Promise((resolve) => {
  const opening = indexedDB.open("espejo");
  opening.onupgradeneeded = () => opening.transaction.abort(); // nothing was ever stored
  opening.onerror = (event) => { event.preventDefault(); resolve(null); };
  opening.onsuccess = () => {
    const database = opening.result;
    const store = database.transaction(name).objectStore(name);
    const reading = key === null ? store.getAll() : store.get(key);
    reading.onsuccess = () => { database.close(); resolve(reading.result ?? null); };
  };
})"""

_WRITE_LOG = """async ([events, about]) => {
  const opening = indexedDB.open("espejo", 1);
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
}"""

DRAW_THE_FIRST = "Math.random = () => 0"
"""A script that makes every draw the same: three choices come in the order 2, 3, 1."""


def say(word: str, locale: str = "en", **blanks: object) -> str:
    """What the small bank says, with its blanks filled in."""
    return BLANK.sub(lambda blank: str(blanks[blank[1]]), make_word(word, locale))


def find(page: Page, id_: str) -> Locator:
    return page.locator(f"[id='{id_}']")


def wait_for_fields(page: Page) -> None:
    """Waits until the script has made forms of the questions: before, a tap or a key does not answer."""
    expect(page.locator("form.practice").first).to_be_attached()


def choose(question: Locator, *choices: int) -> None:
    """Taps the rows of these choices, by their numbers in the file, once they can be tapped."""
    expect(question.locator("form.practice")).to_be_attached()
    for number in choices:
        question.locator(f'[data-choice="{number}"]').click()


def press(question: Locator | Page, word: str, locale: str = "en", **blanks: object) -> None:
    """Presses the button with this word."""
    question.get_by_role("button", name=say(word, locale, **blanks), exact=True).click()


def fill_in(section: Locator, *, right: bool = True) -> None:
    """Answers a question of the small bank, without checking it."""
    question = QUESTIONS[section.get_attribute("id") or ""]
    if question.kind == "truefalse":
        section.locator(f"button.row[value={str(question.correct is right).lower()}]").click()
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
    """The events that the browser keeps, in the order in which they were stored."""
    events: list[Mapping[str, Any]] = page.evaluate(_READ, ["events", None]) or []
    return sorted(events, key=lambda event: (event["at"], event["n"]))


def write_log(page: Page, events: Sequence[Mapping[str, Any]], **about: object) -> None:
    """Stores events, and what is known about the log, as if they had been given in this browser."""
    page.evaluate(_WRITE_LOG, [events, about])


def wait_for_log(page: Page, count: int) -> list[Mapping[str, Any]]:
    """The events, as soon as there are so many: a page stores them after it has shown the verdict."""
    end = time.monotonic() + PATIENCE / 1000
    while len(events := read_log(page)) < count and time.monotonic() < end:
        pass
    assert len(events) == count
    return events


def wait_for_about(page: Page, name: str) -> object:
    """What is known about the log under a name, as soon as it is stored: a page is not to be left before."""
    end = time.monotonic() + PATIENCE / 1000
    while (known := page.evaluate(_READ, ["about", name])) is None and time.monotonic() < end:
        pass
    assert known is not None
    return known


def wait_until(page: Page, condition: str) -> None:
    """Waits, frame by frame, until an expression holds on a page. Its policy forbids `wait_for_function`."""
    end = time.monotonic() + PATIENCE / 1000
    while not (holds := page.evaluate(condition)) and time.monotonic() < end:
        page.evaluate("new Promise((resolve) => requestAnimationFrame(() => resolve(null)))")
    assert holds, condition
