"""What a reader does in any browser: open a page, click, press keys, look, and see what is there.

`Reader` has these verbs for Chromium (Playwright), Firefox, and WebKitGTK (WebDriver).
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from itertools import count
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error

from webdriver import Driver, Firefox, RefusalError, WebKit, find_firefox, find_webkit

PATIENCE = 30
"""Seconds to wait for something to appear. Only a broken page takes that long."""

_numbers = count(1)

# A point of the first visible element that matches, once it neither moves nor is covered.
_FIND = """async (selector) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const all = [...document.querySelectorAll(selector)];
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(":disabled");
  const seen = all.find(isSeen);
  if (!seen) return `${all.length} in the page, none of them visible and enabled`;
  const measure = () => {
    const { left, top, width, height } = seen.getClientRects()[0] ?? seen.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const hits = ([x, y]) => seen.contains(document.elementFromPoint(x, y));
  seen.scrollIntoView({ block: "nearest", behavior: "instant" });
  await frame();
  if (!hits(measure())) seen.scrollIntoView({ block: "center", behavior: "instant" });
  const before = measure();
  await frame();
  const after = measure();
  if (before.join() !== after.join()) return "it moves";
  return hits(after) ? after : `covered by ${document.elementFromPoint(...after)?.outerHTML.slice(0, 100)}`;
}"""

SEES = "(selector) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility())"
READS = """(selector) => [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())
  ?.innerText.replace(/\\s+/g, " ").trim() ?? null"""


class Reader(ABC):
    """A reader who visits the site for the first time, in one browser."""

    narrowest = 320

    def __init__(self, address: str) -> None:
        # Each reader has an origin of her own, so that what a browser stores for another one isn't there.
        self.origin = address.replace("127.0.0.1", f"reader-{os.getpid()}-{next(_numbers)}.localhost")

    @abstractmethod
    def go(self, address: str) -> None:
        """Load an address."""

    @abstractmethod
    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call a JavaScript function in the page with one argument."""

    @abstractmethod
    def press(self, *keys: str) -> None:
        """Press keys at the same time, by the names that JavaScript has for them."""

    @abstractmethod
    def point(self, x: float, y: float) -> None:
        """Click at a point of the window."""

    @abstractmethod
    def screenshot(self) -> bytes:
        """A PNG of what is in the window."""

    @abstractmethod
    def resize(self, width: int, height: int = 800) -> None:
        """Change the size of the page, which some browsers don't make as narrow as phones (`narrowest`)."""

    @abstractmethod
    def take_errors(self) -> list[str]:
        """Errors and policy violations so far."""

    def print(self) -> bytes | None:
        """A PDF of the page, if this browser can be told to print one."""
        return None

    @abstractmethod
    def close(self) -> None:
        """Leave."""

    def open(self, path: str, *, width: int = 1200) -> None:
        self.resize(width)
        self.go(self.origin + path)

    def click(self, selector: str) -> None:
        """Click the first visible element that matches, as soon as it can be clicked."""
        deadline = time.monotonic() + PATIENCE
        while isinstance(found := self._try(_FIND, selector), str | None):
            assert time.monotonic() < deadline, f"can't click {selector}: {found}"
        self.point(*found)

    def type(self, text: str) -> None:
        for character in text:
            self.press(character)

    def expect(self, function: str, argument: Any = None) -> Any:
        """Wait until a function returns something true; returns that."""
        deadline = time.monotonic() + PATIENCE
        while not (value := self._try(function, argument)):
            assert time.monotonic() < deadline, f"never: {function} with {argument!r}"
            time.sleep(0.01)
        return value

    def see(self, selector: str) -> None:
        """Wait until an element that matches is visible."""
        self.expect(SEES, selector)

    def miss(self, selector: str) -> None:
        """Wait until no element that matches is visible."""
        self.expect(f"(selector) => !({SEES})(selector)", selector)

    def sees(self, selector: str) -> bool:
        return bool(self.evaluate(SEES, selector))

    def read(self, selector: str) -> str:
        """The text of the first visible element that matches, once there is one."""
        text: str = self.expect(READS, selector)
        return text

    def style(self, selector: str, name: str) -> str:
        """A computed style of the first element that matches."""
        value: str = self.evaluate(
            "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]", [selector, name]
        )
        return value

    def box(self, selector: str) -> dict[str, float]:
        """Where the first visible element that matches is in the window."""
        found: dict[str, float] = self.evaluate(
            """(selector) => [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())
              .getBoundingClientRect().toJSON()""",
            selector,
        )
        return found

    def _try(self, function: str, argument: Any) -> Any:
        """Call a function, unless the page is just being left."""
        with suppress(RefusalError, Error):
            return self.evaluate(function, argument)
        return None


class ChromiumReader(Reader):
    """Chromium, in a window that shares nothing with others."""

    def __init__(self, browser: Browser, address: str, script: str) -> None:
        super().__init__(address)
        self._errors: list[str] = []
        self._context = browser.new_context(viewport={"width": 1200, "height": 800}, reduced_motion="reduce")
        self._context.add_init_script(script)
        self.page = self._context.new_page()
        self.page.on("pageerror", lambda error: self._errors.append(str(error)))
        self.page.on("console", self._note)

    def _note(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not said.text.startswith("Failed to load resource"):
            self._errors.append(said.text)

    def go(self, address: str) -> None:
        self.page.goto(address)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        return self.page.evaluate(function, argument)

    def press(self, *keys: str) -> None:
        self.page.keyboard.press("+".join(keys))

    def point(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def screenshot(self) -> bytes:
        return self.page.screenshot()

    def resize(self, width: int, height: int = 800) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def take_errors(self) -> list[str]:
        return self._errors

    def print(self) -> bytes | None:
        return self.page.pdf()

    def close(self) -> None:
        self._context.close()


class Engine:
    """A browser that WebDriver drives: started once, and again if it hangs. It has one reader at a time."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.driver = start_driver(name)

    def restart(self) -> None:
        self.close()
        self.driver = start_driver(self.name)

    def close(self) -> None:
        if self.driver:
            self.driver.close()


def start_driver(name: str) -> Driver | None:
    """A running Firefox or WebKitGTK, or nothing if it isn't installed."""
    if name == "firefox":
        path = find_firefox()
        return Firefox(path) if path else None
    paths = find_webkit()
    return WebKit(*paths) if paths else None


class DrivenReader(Reader):
    """Firefox or WebKitGTK, which has one window for all readers."""

    def __init__(self, engine: Engine, address: str) -> None:
        super().__init__(address)
        self._engine, self._address = engine, address
        if engine.name == "webkit":
            self.narrowest = 447

    @property
    def _driver(self) -> Driver:
        assert self._engine.driver
        return self._engine.driver

    def restart(self) -> None:
        """Begin again, in a browser that has just been started."""
        self._engine.restart()
        self.__init__(self._engine, self._address)  # type: ignore[misc]

    def go(self, address: str) -> None:
        self._driver.send("open", url=address)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        return self._driver.evaluate(function, argument)

    def press(self, *keys: str) -> None:
        self._driver.press(keys)

    def point(self, x: float, y: float) -> None:
        self._driver.click(x, y)

    def screenshot(self) -> bytes:
        return self._driver.screenshot()

    def resize(self, width: int, height: int = 800) -> None:
        self._driver.resize(width, height)

    def take_errors(self) -> list[str]:
        return self._driver.take_errors(self.origin)

    def print(self) -> bytes | None:
        return self._driver.print()

    def close(self) -> None:
        self.go("about:blank")
