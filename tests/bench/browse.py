"""Built sites enter; what opening the same page of each takes on a slow phone leaves.

The phone is emulated by the browser itself: a processor four times as slow, a connection of 1.6 Mbit/s with
150 ms to the server and back, and a small screen. All pages take turns, each in a profile of its own with
nothing in its cache. Bytes and requests are counted by the server, which compresses with gzip, as GitHub
Pages does; so what workers fetch counts, too. What the service worker keeps after the page has loaded is left
out.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from browser_trace import read_script_times, record_trace
from espejo.book.browser import ARGUMENTS, find_or_install

from .banks import LOCALES, copy_published, find_quizzes
from .browse_host import Host, Sent, host_site
from .measure import BenchError, build
from .quiz_plugin import build_quiz_page
from .stock import write_stock

OURS = "Espejo"
STOCK = "Material"
PLUGIN = "mkdocs-quiz"

QUIZ = "quizzes/phase-07-scalar-autograd/"
GUIDE_PAGE = "study-guide/quiz-11-transformers/"

SLOWDOWN = 4
ROUND_TRIP = 150
"""Milliseconds to the server and back."""
SPEED = 1_600_000
"""Bits that arrive in a second."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
}

_WATCH = """(() => {
  const seen = (globalThis.seen = { first: 0, largest: 0, shift: 0 });
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("paint", ({ name, startTime }) => name === "first-contentful-paint" && (seen.first = startTime));
  watch("largest-contentful-paint", ({ startTime }) => (seen.largest = startTime));
  watch("layout-shift", ({ value, hadRecentInput }) => hadRecentInput || (seen.shift += value));
})()"""


class Place(NamedTuple):
    """A page of one of the sites, and what is on it when it is complete."""

    host: Host
    path: str
    shows: str = "h1"


@dataclass(frozen=True, slots=True)
class Opening:
    """What one opening took: answers of the server, and milliseconds since the page was asked for."""

    sent: tuple[Sent, ...]
    first: float
    largest: float
    script: float
    shift: float


@dataclass(frozen=True, slots=True)
class Browsing:
    """All openings of a page. They differ in time alone."""

    openings: tuple[Opening, ...]

    @property
    def requests(self) -> int:
        return len(self.openings[-1].sent)

    @property
    def compressed(self) -> int:
        return sum(one.compressed for one in self.openings[-1].sent)

    @property
    def whole(self) -> int:
        return sum(one.whole for one in self.openings[-1].sent)

    @property
    def shift(self) -> float:
        return max(one.shift for one in self.openings)

    def best(self, name: str) -> float:
        return min(self._times(name))

    def typical(self, name: str) -> float:
        return median(self._times(name))

    def _times(self, name: str) -> list[float]:
        return [getattr(one, name) for one in self.openings]


Results = dict[tuple[str, str], dict[str, Browsing]]
"""For each page and locale the openings by the name of the site."""


def measure_browsing(rounds: int) -> Results:
    """Builds the sites and opens each page so many times."""
    with TemporaryDirectory(prefix="espejo-bench-") as name, ExitStack() as stack:
        folder = Path(name)
        ours = copy_published(folder / "ours")
        write_stock(ours / "data", folder / "stock")
        quizzes = list(find_quizzes(ours / "data"))
        for project in (ours, folder / "stock"):
            build(project, pages=len(quizzes) * len(LOCALES))
        sites = {OURS: ours / "site", STOCK: folder / "stock" / "site"}
        quiz = next(path for path in quizzes if path.stem == Path(QUIZ).name)
        plugins = {one: build_quiz_page(quiz, folder / f"plugin-{one}", one) for one in LOCALES}
        return open_all(list_places(sites, plugins, stack), rounds)


def list_places(
    sites: dict[str, Path], plugins: dict[str, Path], stack: ExitStack
) -> dict[tuple[str, str], dict[str, Place]]:
    """For each page and locale where to find it, and its peers where there are any."""
    ours, stock = (stack.enter_context(host_site(sites[name])) for name in (OURS, STOCK))
    hosts = {locale: stack.enter_context(host_site(site)) for locale, site in plugins.items()}
    places: dict[tuple[str, str], dict[str, Place]] = {}
    for locale, query in zip(LOCALES, ("gradient", "gradiente"), strict=True):
        start = "" if locale == LOCALES[0] else f"{locale}/"
        found = f"{start}?q={query}"
        places |= {
            ("home", locale): {OURS: Place(ours, start), STOCK: Place(stock, start)},
            ("a quiz", locale): {
                OURS: Place(ours, start + QUIZ),
                STOCK: Place(stock, start + QUIZ),
                PLUGIN: Place(hosts[locale], "", ".quiz form"),
            },
            ("a page with math", locale): {
                OURS: Place(ours, start + GUIDE_PAGE, "math"),
                STOCK: Place(stock, start + GUIDE_PAGE, ".katex"),
            },
            ("review", locale): {OURS: Place(ours, f"{start}review/", ".review > *")},
            ("search", locale): {
                OURS: Place(ours, f"{start}search/?q={query}", ".results a"),
                STOCK: Place(stock, found, ".md-search-result__link"),
            },
        }
    return places


def open_all(places: dict[tuple[str, str], dict[str, Place]], rounds: int) -> Results:
    openings: dict[tuple[str, str], dict[str, list[Opening]]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_or_install(), args=ARGUMENTS)
        for _ in range(rounds):
            for page, sites in places.items():
                for name, place in sites.items():
                    opening = _open(browser, place)
                    openings.setdefault(page, {}).setdefault(name, []).append(opening)
                    print(f"{', '.join(page)}: {name} {opening.largest:.0f} ms", file=sys.stderr, flush=True)
        browser.close()
    return {
        page: {name: Browsing(tuple(opened)) for name, opened in sites.items()}
        for page, sites in openings.items()
    }


def _open(browser: Browser, place: Place) -> Opening:
    """Opens a page as the first one of a reader, on a slow phone, and waits until it has all it wants."""
    context = browser.new_context(**PHONE, service_workers="block")
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    speed = {"downloadThroughput": SPEED / 8, "uploadThroughput": SPEED / 8}
    devtools.send("Network.emulateNetworkConditions", {"offline": False, "latency": ROUND_TRIP, **speed})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.add_init_script(_WATCH)
    place.host.sent.clear()
    with record_trace(page, devtools) as events:
        page.goto(f"{place.host.address}/{place.path}")
        page.locator(place.shows).first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        page.evaluate("performance.mark('settled')")
    seen = page.evaluate("globalThis.seen")
    context.close()
    if not seen["largest"]:
        raise BenchError(f"Nothing was painted on {place.path}.")
    script = read_script_times(events, ("settled",))["settled"].alone
    sent = tuple(one for one in place.host.sent if not one.path.endswith("favicon.ico"))
    return Opening(sent, seen["first"], seen["largest"], script, seen["shift"])
