"""A bank of ten thousand items and a long log enter; what opening the page of review takes leaves.

The page is opened in a real browser that keeps its storage on the disk: with the state that it kept, and
without, so that the log is replayed as a whole. Scripts of the page and of its worker are told apart, and the
longest task of the page's main thread says whether the replay blocks it.
"""

from __future__ import annotations

import json
import sys
from dataclasses import astuple, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import BrowserContext, Page

from browser_trace import read_longest_task, read_script_times, read_worker_time, record_trace
from espejo.model.addresses import PRACTICE_MAP, REVIEW
from site_server import OPTIONAL, serve

from .banks import LOCALES, make_long_quiz
from .measure import build
from .practice import OPEN_LOG, browse, expect, go

ITEMS = 10_000
EVENTS = 200_000
BUDGET = 300
"""The most milliseconds of script until the queue is there, of the page and of the worker together."""

LONG_TASK = 50
"""The most milliseconds of a task that nobody notices."""

_UNITS, _TOPICS, _COLLECTIONS = 400, 60, 8
_KEY = "0a1b2c3d"
_MOMENTS = ("queue", "charts")
"""When the page says what is due, and when it shows the past and the coming weeks."""

_MARKS = """addEventListener("readystatechange", () => {
  const box = document.querySelector(".review");
  if (document.readyState !== "interactive" || !box) return;
  const moments = { queue: ".review-today .today", charts: ".review-outlook svg" };
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(moments)) {
      if (!box.querySelector(selector)) continue;
      performance.mark(name);
      delete moments[name];
    }
  }).observe(box, { childList: true, subtree: true });
}, true)"""

_FILL_LOG = (
    f"async ([count, items, key]) => {{{OPEN_LOG}"
    """
  const transaction = database.transaction("events", "readwrite", { durability: "strict" });
  const [first, step] = [Date.now() - 700 * 86400000, (700 * 86400000) / count];
  for (let n = 1; n <= count; n++) {
    const item = (n * 7919) % items; // in another order than that of the bank
    const id = `q-${10 + Math.floor(item / 90)}-${10 + (item % 90)}`;
    const answer = { kind: "single", answer: [1 + (n % 4)], right: n % 5 > 0, guess: n % 7 === 0 };
    const rest = { ms: 9000, lang: n % 3 ? "en" : "es", where: "quiz", key };
    const at = new Date(first + n * step).toISOString();
    transaction.objectStore("events").put({ id, at, device: "benchmark000", n, ...answer, ...rest });
  }
  await finish(transaction);
  const stored = await finish(database.transaction("events").objectStore("events").count());
  database.close();
  return stored;
}"""
)

_FORGET = """() => new Promise((resolve, reject) => {
  const request = indexedDB.deleteDatabase("espejo-review");
  request.onsuccess = resolve;
  request.onerror = request.onblocked = reject;
})"""


@dataclass(frozen=True, slots=True)
class Opening:
    """Milliseconds in one opening: script on the page and in the worker, the clock, and the longest task."""

    page: float
    worker: float
    script: float  # of both together
    clock: float
    longest: float


@dataclass(frozen=True, slots=True)
class Review:
    """All openings of the page, and the bytes of memory that its worker has then."""

    openings: list[Opening]
    memory: int

    def best(self) -> Opening:
        return Opening(*(min(times) for times in self._columns()))

    def typical(self) -> Opening:
        return Opening(*(median(times) for times in self._columns()))

    def _columns(self) -> list[tuple[float, ...]]:
        return list(zip(*map(astuple, self.openings), strict=True))


def measure_review(rounds: int) -> dict[str, Review]:
    """Opens the page so many times with the state that was kept, and as often without."""
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        folder = Path(name)
        make_long_quiz(folder / "site", questions=5)
        build(folder / "site", pages=len(LOCALES))
        site = folder / "site" / "site"
        (site / PRACTICE_MAP).write_text(json.dumps(make_map()), encoding="utf-8")
        with serve(site, font_display=OPTIONAL) as server:
            with browse(folder / "profile") as browser:
                _prepare(browser, server.address)
            with browse(folder / "profile") as browser:
                return {
                    "state kept": _measure(browser, server.address, rounds, kept=True),
                    "full replay": _measure(browser, server.address, rounds, kept=False),
                }


def make_map() -> dict[str, Any]:
    """The map of a bank with as many items as asked, in units, collections and topics."""
    items = [f"q-{10 + item // 90}-{10 + item % 90}" for item in range(ITEMS)]
    units = {f"quizzes/unit-{at}": _entry(at, items=items[at::_UNITS]) for at in range(_UNITS)}
    return {
        "version": 1,
        "items": dict.fromkeys(items, _KEY),
        "units": units,
        "collections": {
            f"part-{at}": _entry(at, units=list(units)[at::_COLLECTIONS]) for at in range(_COLLECTIONS)
        },
        "courses": {},
        "topics": {f"topic-{at}": _entry(at, items=items[at::_TOPICS]) for at in range(_TOPICS)},
    }


def _entry(number: int, **members: list[str]) -> dict[str, Any]:
    return {"title": {locale: f"{locale} {number}" for locale in LOCALES}, **members}


def _prepare(browser: BrowserContext, address: str) -> None:
    """Fills the log, and opens the page once, so that the state is kept."""
    page = browser.new_page()
    page.goto(f"{address}/{PRACTICE_MAP}")
    expect("answers", page.evaluate(_FILL_LOG, [EVENTS, ITEMS, _KEY]), EVENTS)
    go(page, f"{address}/{REVIEW}/", _MARKS, _MOMENTS)
    page.close()


def _measure(browser: BrowserContext, address: str, rounds: int, *, kept: bool) -> Review:
    openings, memory = [], 0
    for _ in range(rounds):
        page = browser.new_page()
        if not kept:
            page.goto(f"{address}/{PRACTICE_MAP}")
            page.evaluate(_FORGET)
        opening = _open(browser, page, address)
        print(f"review, state kept: {kept}: {opening.script:.0f} ms of script", file=sys.stderr, flush=True)
        openings.append(opening)
        memory = max(memory, _measure_memory(browser, page))
        page.close()
    return Review(openings, memory)


def _open(browser: BrowserContext, page: Page, address: str) -> Opening:
    devtools = browser.new_cdp_session(page)
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    with record_trace(page, devtools, tasks=True) as events:
        clock = go(page, f"{address}/{REVIEW}/", _MARKS, _MOMENTS)
    on_page = read_script_times(events, ("queue",))["queue"].with_layout
    in_worker = read_worker_time(events, "queue")
    longest = read_longest_task(events, "queue")
    return Opening(on_page, in_worker, on_page + in_worker, clock["queue"], longest)


def _measure_memory(browser: BrowserContext, page: Page) -> int:
    """The bytes that the heap of the worker has in use, after its garbage was collected."""
    devtools = browser.new_cdp_session(page)
    attached: list[str] = []
    answers: dict[int, Any] = {}

    def note(data: dict[str, Any]) -> None:
        answer = json.loads(data["message"])
        answers[answer.get("id", 0)] = answer.get("result")

    devtools.on("Target.attachedToTarget", lambda data: attached.append(data["sessionId"]))
    devtools.on("Target.receivedMessageFromTarget", note)
    devtools.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False})
    for number, method in enumerate(("HeapProfiler.collectGarbage", "Runtime.getHeapUsage"), 1):
        message = json.dumps({"id": number, "method": method})
        devtools.send("Target.sendMessageToTarget", {"sessionId": attached[0], "message": message})
        while number not in answers:
            page.wait_for_timeout(20)
    return int(answers[2]["usedSize"])
