"""WebDriver for Firefox and WebKitGTK: starts one of them without a window, and sends it commands.

Firefox speaks WebDriver's commands itself, as JSON over a socket (Marionette); for WebKitGTK, a driver reads
them from HTTP. So neither needs a Python package.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from base64 import b64decode
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from espejo.book.browser import install_package

LIMIT = 60
"""Seconds for one command. Only a browser that hangs takes that long."""

SCRIPT = """const done = arguments[arguments.length - 1];
Promise.resolve().then(() => (%s)(arguments[0])).then(
  (value) => done({ value: value ?? null }), (error) => done({ error: String(error) }));"""
"""A script that calls a function, which may be asynchronous. CSP allows it."""

KEYS = {
    **{"Shift": "\ue008", "Enter": "\ue006", "Tab": "\ue004", "Escape": "\ue00c", "Backspace": "\ue003"},
    **{"End": "\ue010", "Home": "\ue011", "ArrowLeft": "\ue012", "ArrowUp": "\ue013"},
    **{"ArrowRight": "\ue014", "ArrowDown": "\ue015"},
}


MARIONETTE = {
    **{"open": "Navigate", "script": "ExecuteAsyncScript", "act": "PerformActions"},
    **{"screenshot": "TakeScreenshot", "print": "Print"},
}
"""The names of our commands in Firefox."""

PREFERENCES = {
    "marionette.port": 0,  # a free one, which it writes into its profile
    "intl.accept_languages": "en",
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "extensions.update.enabled": False,
    "ui.prefersReducedMotion": 1,
}

PATHS = {
    **{"open": ("POST", "url"), "script": ("POST", "execute/async"), "act": ("POST", "actions")},
    **{"screenshot": ("GET", "screenshot"), "resize": ("POST", "window/rect")},
}
"""The methods and paths of our commands for the driver of WebKitGTK."""

# Containers lack what its sandbox needs, and a display.
ENVIRONMENT = {
    **{"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"},
    **{"NO_AT_BRIDGE": "1", "GDK_BACKEND": "x11"},
}


class HangError(Exception):
    """A browser, or its driver, doesn't answer. This says nothing about the page."""


class RefusalError(Exception):
    """A browser couldn't do what it was told, such as run a script on a page that is being left."""


class Driver(ABC):
    """A running browser."""

    def __init__(self) -> None:
        self._closing = ExitStack()
        self.folder = Path(
            self._closing.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        )

    @abstractmethod
    def send(self, name: str, **values: Any) -> Any:
        """Send one of WebDriver's commands, by our name for it."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Change the size of the page."""

    @abstractmethod
    def take_errors(self, origin: str) -> list[str]:
        """Errors and policy violations that pages of a site have reported since the last call."""

    def close(self) -> None:
        self._closing.close()

    def evaluate(self, function: str, argument: object = None) -> Any:
        answer = self.send("script", script=SCRIPT % function, args=[argument])
        if answer is None:
            raise RefusalError("the page was left")
        if "error" in answer:
            raise RefusalError(f"{answer['error']} in {function}")
        return answer["value"]

    def press(self, keys: Sequence[str]) -> None:
        """Press keys at the same time, such as Shift and Tab."""
        values = [KEYS.get(key, key) for key in keys]
        down = [{"type": "keyDown", "value": value} for value in values]
        up = [{"type": "keyUp", "value": value} for value in reversed(values)]
        self.send("act", actions=[{"type": "key", "id": "keyboard", "actions": [*down, *up]}])

    def click(self, x: float, y: float) -> None:
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.send("act", actions=[{"type": "pointer", "id": "mouse", "actions": moves}])

    def screenshot(self) -> bytes:
        return b64decode(self.send("screenshot", full=False))

    def print(self) -> bytes | None:
        """A PDF of the page, if this browser can be told to print one."""
        return None

    def start_process(self, *command: str, **options: Any) -> subprocess.Popen[bytes]:
        """Start a program in a process group of its own, which ends with the driver."""
        process = subprocess.Popen(command, start_new_session=True, **options)

        def end() -> None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

        self._closing.callback(end)
        return process


def wait_until(condition: Callable[[], Any], what: str) -> Any:
    """Poll until the condition holds; returns its value."""
    deadline = time.monotonic() + LIMIT
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise HangError(what)
        time.sleep(0.02)
    return value


class Firefox(Driver):
    """Firefox, through its remote protocol Marionette: a message is its length, a colon, and JSON."""

    # Everything that pages have reported, to the browser's own console.
    _ERRORS = """(origin) => {
      const reported = Services.console.getMessageArray().filter((one) => one instanceof Ci.nsIScriptError);
      Services.console.reset();
      return reported.filter(({ sourceName, flags }) => sourceName.startsWith(origin) && !(flags & 0x9))
        .map(({ errorMessage, sourceName }) => `${errorMessage} ${sourceName}`);
    }"""
    # A window can't be as narrow as a phone, but the page in it can.
    _RESIZE = """([width, height]) => {
      gBrowser.selectedBrowser.style.cssText = `flex: none; width: ${width}px; height: ${height}px`;
    }"""

    def __init__(self, path: str) -> None:
        super().__init__()
        lines = (
            f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()
        )
        (self.folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        self.start_process(
            *(path, "--headless", "--marionette", "--no-remote", "--remote-allow-system-access"),
            *("--profile", str(self.folder)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        written = self.folder / "MarionetteActivePort"
        port = wait_until(lambda: written.is_file() and written.read_text(encoding="utf-8"), "Firefox")
        connection = self._closing.enter_context(socket.create_connection(("127.0.0.1", int(port)), LIMIT))
        self._stream = self._closing.enter_context(connection.makefile("rwb"))
        self._receive()  # its greeting
        self._send("WebDriver:NewSession", {})
        self._send("WebDriver:SetWindowRect", {"width": 1500, "height": 1300})

    def send(self, name: str, **values: Any) -> Any:
        answer = self._send(f"WebDriver:{MARIONETTE[name]}", values)
        return answer["value"] if answer and set(answer) == {"value"} else answer

    def _send(self, name: str, values: object) -> Any:
        message = json.dumps([0, 1, name, values]).encode()
        try:
            self._stream.write(b"%d:%b" % (len(message), message))
            self._stream.flush()
            _, _, error, answer = self._receive()
        except (OSError, ValueError) as lost:
            raise HangError(name) from lost
        if error:
            raise RefusalError(error["message"])
        return answer

    def _receive(self) -> Any:
        length = b""
        while (digit := self._stream.read(1)) != b":":
            if not digit:
                raise OSError("Firefox has ended")
            length += digit
        return json.loads(self._stream.read(int(length)))

    def _evaluate_inside(self, function: str, argument: object) -> Any:
        """Run a script in the browser itself, not in the page."""
        self._send("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.evaluate(function, argument)
        finally:
            self._send("Marionette:SetContext", {"value": "content"})

    def resize(self, width: int, height: int) -> None:
        self._evaluate_inside(self._RESIZE, [width, height])
        wait_until(lambda: self.evaluate("() => innerWidth") == width, "resizing")

    def print(self) -> bytes | None:
        return b64decode(self.send("print"))

    def take_errors(self, origin: str) -> list[str]:
        found: list[str] = self._evaluate_inside(self._ERRORS, origin)
        return found


class WebKit(Driver):
    """WebKitGTK's example browser on a virtual screen. No page of it can be narrower than 447 px."""

    def __init__(self, path: str, browser: str) -> None:
        super().__init__()
        self._said = self.folder / "said"
        self._read = 0
        homes = {f"XDG_{name}_HOME": str(self.folder / name) for name in ("DATA", "CACHE", "CONFIG")}
        environment = os.environ | ENVIRONMENT | homes | {"DISPLAY": f":{self._start_screen()}"}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with self._said.open("wb") as said:
            self.start_process(path, f"--port={port}", env=environment, stdout=said, stderr=subprocess.STDOUT)
        self._address = f"http://127.0.0.1:{port}"
        wait_until(self._is_ready, "WebKitWebDriver")
        arguments = ["--automation", "--enable-write-console-messages-to-stdout=true"]
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": {"binary": browser, "args": arguments}}}
        self._address += f"/session/{self._ask('POST', 'session', {'capabilities': wanted})['sessionId']}"
        self._closing.callback(self._end_session)

    def _start_screen(self) -> str:
        reading, writing = os.pipe()
        self.start_process(
            *("Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1400x24", "-nolisten", "tcp"),
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as number:
            return number.readline().strip()

    def _is_ready(self) -> bool:
        with suppress(HangError):
            return bool(self._ask("GET", "status"))
        return False

    def _end_session(self) -> None:
        with suppress(HangError, RefusalError):
            self._ask("DELETE", "")

    def send(self, name: str, **values: Any) -> Any:
        method, path = PATHS[name]
        return self._ask(method, path, values)

    def _ask(self, method: str, path: str, values: object = None) -> Any:
        body = json.dumps(values).encode() if method == "POST" else None
        address = f"{self._address}/{path}".rstrip("/")
        request = Request(address, body, {"Content-Type": "application/json"}, method=method)  # noqa: S310
        try:
            with urlopen(request, timeout=LIMIT) as answer:  # noqa: S310
                return json.load(answer)["value"]
        except HTTPError as refused:
            raise RefusalError(json.load(refused)["value"]["message"]) from refused
        except OSError as lost:
            raise HangError(path) from lost

    def resize(self, width: int, height: int) -> None:
        bars = self.evaluate("() => [outerWidth - innerWidth, outerHeight - innerHeight]")
        self.send("resize", width=width + bars[0], height=height + bars[1])
        wait_until(lambda: self.evaluate("() => innerWidth") == max(width, 447), "resizing")

    def take_errors(self, origin: str) -> list[str]:
        with self._said.open(encoding="utf-8", errors="replace") as said:
            said.seek(self._read)
            lines = said.read().splitlines()
            self._read = said.tell()
        return [line for line in lines if line.startswith("CONSOLE") and " ERROR " in line and origin in line]


def find_firefox() -> str | None:
    """Firefox: the one in the environment variable FIREFOX, or else an installed one."""
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")


def find_webkit() -> tuple[str, str] | None:
    """WebKitGTK's driver and its browser, which is next to its library."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browsers = sorted(Path("/usr").glob("lib*/**/webkit2gtk-4.[01]/MiniBrowser"))
    return (driver, str(browsers[-1])) if driver and screen and browsers else None


PACKAGES = {"firefox": ["firefox-esr"], "webkit": ["webkit2gtk-driver", "xvfb"]}
"""What `make test` and `make test-webkit` install with apt-get, where they can, if the browser is missing."""


def is_installed(engine: str) -> bool:
    return bool(find_firefox() if engine == "firefox" else find_webkit())


if __name__ == "__main__":
    for name in sys.argv[1:]:
        if not is_installed(name):
            install_package(*PACKAGES[name])
