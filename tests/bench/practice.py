"""A quiz of fifty questions enters; what opening its page takes leaves, with and without a long log.

Beside it stands the page of mkdocs-quiz with the same questions. Each page is opened in a real browser that
keeps its storage on the disk, each time without anything in its cache, and all take turns. The time of script
is read from the browser's own trace: all that the main thread spends on compiling and running scripts, from
the beginning to a moment that the page marks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import brotli  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Page, Response, sync_playwright

from browser_trace import read_script_times, record_trace
from espejo.book.browser import ARGUMENTS, find_or_install
from site_server import OPTIONAL, serve

from .banks import LOCALES, make_long_quiz
from .measure import BenchError, build
from .quiz_plugin import build_quiz_page

QUESTIONS = 50
EVENTS = 100_000
ITEMS = 2_000
BUDGET = 150
"""The most milliseconds of script for a page with so many questions and a log of so many events."""

_MOMENTS = ("ready", "remembered")
"""When a page can be answered, and when it shows what was answered before."""

_MARK_OURS = """addEventListener("readystatechange", () => {
  const strip = document.querySelector(".strip");
  if (document.readyState !== "interactive" || !strip) return;
  const moments = ["ready", "remembered"]; // the first marks come with the forms, the next ones from the log
  new MutationObserver(() => moments.length && performance.mark(moments.shift()))
    .observe(strip, { subtree: true, attributeFilter: ["data-standing"] });
}, true)"""

_MARK_PLUGIN = """addEventListener("quizProgressUpdate", () => queueMicrotask(() => {
  performance.mark("ready");
  performance.mark("remembered");
}), { once: true })"""

OPEN_LOG = """
  const finish = (request) => new Promise((resolve, reject) => {
    request.onsuccess = request.oncomplete = () => resolve(request.result);
    request.onerror = request.onabort = () => reject(request.error);
  });
  const opening = indexedDB.open("espejo", 1);
  opening.onupgradeneeded = () => {
    const events = opening.result.createObjectStore("events", { keyPath: ["device", "n"] });
    events.createIndex("by_item", ["id", "at"]);
    opening.result.createObjectStore("about");
  };
  const database = await finish(opening);"""
"""Opens the log in a page, and makes it as the site does at the first answer: until then there is none."""

_FILL_LOG = (
    f"async ([count, items]) => {{{OPEN_LOG}"
    """
  const sections = [...document.querySelectorAll(".question[data-kind]")];
  const asked = sections.map(({ id, dataset: { kind, key } }) => ({ id, kind, key }));
  for (let n = 0; asked.length < items; n++) {
    asked.push({ id: `other-${10 + Math.floor(n / 90)}-${10 + (n % 90)}`, kind: "single", key: "00000000" });
  }
  const answers = { single: [1], multiple: [1], truefalse: true, numeric: "1", free: [], recall: [] };
  const transaction = database.transaction("events", "readwrite", { durability: "strict" });
  for (let n = 1; n <= count; n++) {
    const { id, kind, key } = asked[n % asked.length];
    const right = n % 3 > 0;
    const graded = kind === "free" || kind === "recall" ? { grade: right ? "good" : "forgot" } : {};
    const at = new Date(Date.UTC(2026, 0, 1) + n * 60000).toISOString();
    const rest = { right, guess: false, ms: 9000, lang: "en", where: "quiz", key, ...graded };
    const event = { id, at, device: "benchmark000", n, kind, answer: answers[kind], ...rest };
    transaction.objectStore("events").put(event);
  }
  await finish(transaction);
  const stored = await finish(database.transaction("events").objectStore("events").count());
  database.close();
  return stored;
}"""
)

_SAVE_ANSWERS = """() => {
  const saved = [...document.querySelectorAll(".quiz")].map(({ id }, n) => {
    const value = document.getElementById(id).querySelector("input")?.value ?? "";
    return [id, { answered: true, correct: n % 3 > 0, selectedValues: [value || "1"] }];
  });
  localStorage.setItem(`quiz_progress_${location.pathname}`, JSON.stringify(Object.fromEntries(saved)));
  return saved.length;
}"""

_INLINE = """[...document.scripts]
  .filter((one) => !one.src && /^(|module|text\\/javascript)$/.test(one.type))
  .map((one) => one.textContent)"""


@dataclass(frozen=True, slots=True)
class Case:
    """A page, and what the browser remembers of the reader when it is opened."""

    address: str
    marks: str
    questions: str  # what to find each question by
    answered: str  # what to find each by that shows its answer
    fill: str = ""
    amounts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """Milliseconds in one opening of a page: of script alone, with the layout it waits for, on the clock."""

    ready: float
    remembered: float
    layout_ready: float
    layout_remembered: float
    clock_ready: float
    clock_remembered: float


@dataclass(frozen=True, slots=True)
class Practice:
    """All openings of a page, and the bytes of its scripts, each compressed by brotli."""

    openings: list[Opening]
    scripts: int

    def best(self) -> Opening:
        return self._summarize(min)

    def typical(self) -> Opening:
        return self._summarize(median)

    def _summarize(self, choose: Callable[[list[float]], float]) -> Opening:
        """One figure for each time, from all openings."""
        return Opening(*(choose(list(times)) for times in zip(*map(astuple, self.openings), strict=True)))


def measure_practice(rounds: int) -> dict[str, Practice]:
    """Opens each page so many times."""
    with TemporaryDirectory(prefix="espejo-bench-") as name, ExitStack() as stack:
        folder = Path(name)
        cases = _make_cases(folder, stack)
        with browse(folder / "profile") as browser:
            sizes = {name: _prepare(browser, case) for name, case in cases.items()}
        openings: dict[str, list[Opening]] = {name: [] for name in cases}
        with browse(folder / "profile") as browser:
            for _ in range(rounds):
                for name, case in cases.items():
                    openings[name].append(_open(browser, case))
                    last = openings[name][-1]
                    print(
                        f"{name}: {last.ready:.0f} and {last.remembered:.0f} ms", file=sys.stderr, flush=True
                    )
    return {name: Practice(opened, sizes[name]) for name, opened in openings.items()}


def _make_cases(folder: Path, stack: ExitStack) -> dict[str, Case]:
    """Each on a server of its own, because what a browser stores belongs to an address."""
    quiz = make_long_quiz(folder / "ours", questions=QUESTIONS)
    build(folder / "ours", pages=len(LOCALES))
    plugin = build_quiz_page(quiz, folder / "plugin")

    def ours(*amounts: int) -> Case:
        server = stack.enter_context(serve(folder / "ours" / "site", font_display=OPTIONAL))
        address = f"{server.address}/{quiz.parent.name}/{quiz.stem}/"
        answered = ".strip a:not([data-standing=open])"
        return Case(address, _MARK_OURS, "form.practice", answered, _FILL_LOG if amounts else "", amounts)

    def beside(fill: str = "") -> Case:
        address = f"{stack.enter_context(serve(plugin)).address}/"
        return Case(address, _MARK_PLUGIN, ".quiz form", ".quiz-feedback:not(.hidden)", fill)

    return {
        "Espejo, nothing answered": ours(),
        f"Espejo, {EVENTS:,} events of {ITEMS:,} items": ours(EVENTS, ITEMS),
        f"Espejo, {EVENTS:,} events of these {QUESTIONS}": ours(EVENTS, QUESTIONS),
        "mkdocs-quiz, nothing answered": beside(),
        f"mkdocs-quiz, {QUESTIONS} answers": beside(_SAVE_ANSWERS),
    }


@contextmanager
def browse(profile: Path) -> Iterator[BrowserContext]:
    """A browser that keeps its storage in a folder."""
    with sync_playwright() as playwright:
        launch = playwright.chromium.launch_persistent_context
        browser = launch(profile, executable_path=find_or_install(), args=ARGUMENTS, service_workers="block")
        yield browser
        browser.close()


def _prepare(browser: BrowserContext, case: Case) -> int:
    """Fills the storage, and weighs the scripts of the page."""
    page = browser.new_page()
    fetched: list[Response] = []
    page.on("response", lambda one: fetched.append(one) if one.request.resource_type == "script" else None)
    go(page, case.address, case.marks, _MOMENTS)
    texts = [one.body() for one in fetched] + [text.encode() for text in page.evaluate(_INLINE)]
    if case.fill:
        stored = page.evaluate(case.fill, case.amounts)
        expect("answers", stored, case.amounts[0] if case.amounts else QUESTIONS)
    page.close()
    return sum(len(brotli.compress(text)) for text in texts)


def _open(browser: BrowserContext, case: Case) -> Opening:
    """Opens the page in a new tab. It must show all questions, and what was answered before."""
    page = browser.new_page()
    devtools = browser.new_cdp_session(page)
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    with record_trace(page, devtools) as events:
        clock = go(page, case.address, case.marks, _MOMENTS)
    expect("questions", page.locator(case.questions).count(), QUESTIONS)
    expect("answered questions", page.locator(case.answered).count(), QUESTIONS if case.fill else 0)
    page.close()
    script = read_script_times(events, _MOMENTS)
    return Opening(
        *(script[name].alone for name in _MOMENTS),
        *(script[name].with_layout for name in _MOMENTS),
        *(clock[name] for name in _MOMENTS),
    )


def go(page: Page, address: str, marks: str, moments: tuple[str, ...]) -> dict[str, float]:
    """Opens a page, and returns when it reached each moment, in milliseconds since it was asked for."""
    page.add_init_script(marks)
    page.goto(address)
    for _ in range(300):
        page.wait_for_timeout(100)
        found: list[Any] = page.evaluate("performance.getEntriesByType('mark').map((one) => one.toJSON())")
        clock = {one["name"]: one["startTime"] for one in found}
        if clock.keys() >= set(moments):
            return clock
    raise BenchError(f"After half a minute, {address} has only reached: {', '.join(clock) or 'nothing'}.")


def expect(what: str, found: int, expected: int) -> None:
    """A figure is of use only if the page has what it should have."""
    if found != expected:
        raise BenchError(f"A page has {found} {what}. Expected {expected}.")
