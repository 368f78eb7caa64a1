"""Reader of a site whose host the tests control: one browser profile, and its cached files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, WebError, expect

from conftest import PATIENCE, report_violations
from offline_host import Host, host_site
from practicing import fill_in, find, press, say, wait_for_log

QUIZ = "quizzes/phase-01-arithmetic/"
OTHER = "quizzes/phase-02-collections/"
DECK = "drills/chapter-01-facts/"
QUESTION = "q-01-01"
LOCALES = {"en": "", "es": "es/"}

_POLL = """async (argument) => {
  const isSo = %s;
  for (let times = 0; times < 3000; times += 1) {
    if (await isSo(argument)) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}"""
_IS_KEPT = _POLL % "async (url) => (await navigator.serviceWorker.ready) && (await caches.match(url))"
# A worker creates its cache when it starts to install, and deletes it if that fails. So the cache must exist
# both before and after checking that no worker is installing.
_IS_ACTIVE = (
    _POLL
    % """async (build) => {
    const isThere = async () => (await caches.keys()).some((name) => name.endsWith(build));
    const wasThere = await isThere();
    const registration = await navigator.serviceWorker.getRegistration();
    const { installing, waiting, active } = registration ?? {};
    waiting?.postMessage([]); // as the next page would: a browser may have put it off
    if (installing || waiting || active?.state !== "activated") return false;
    if (wasThere && (await isThere())) return true;
    await registration.update().catch(() => {}); // as the next page would: the last may have been too early
    return false;
  }"""
)
_UPDATE = "navigator.serviceWorker.getRegistration().then((one) => one.update()).catch(() => {})"
_LIST_KEPT = """async () => {
  const list = async (name) => (await (await caches.open(name)).keys()).map(({url}) => url);
  return (await Promise.all((await caches.keys()).map(list))).flat();
}"""


class Reader(NamedTuple):
    """A browser profile, its window, and the host of the site."""

    context: BrowserContext
    page: Page
    host: Host

    def visit(self, path: str) -> None:
        """Opens a page and waits until it is cached."""
        self.page.goto(self.host.address + path)
        self.wait_until_kept(path)

    def wait_until_kept(self, path: str) -> None:
        assert self.page.evaluate(_IS_KEPT, self.host.address + path), f"{path} is not kept"

    def look_for_worker(self) -> None:
        """Makes the browser check for a newer service worker."""
        self.page.evaluate(_UPDATE)

    def wait_for_worker(self) -> None:
        """Waits until the published build's service worker is active."""
        assert self.page.evaluate(_IS_ACTIVE, read_list(self.host.site)["build"])

    def list_kept(self) -> set[str]:
        """The addresses of all cached files, from any build."""
        urls: list[str] = self.page.evaluate(_LIST_KEPT)
        return {url.removeprefix(self.host.address) for url in urls}


@contextmanager
def open_reader(browser: Browser, site: Path) -> Iterator[Reader]:
    """Hosts a site and opens a window for it. No page may fail or violate the policy."""
    wrong: list[str] = []
    with host_site(site) as host:
        context = browser.new_context(viewport={"width": 1200, "height": 800})
        context.set_default_timeout(PATIENCE)
        report_violations(context, wrong)
        context.on("weberror", lambda failed: wrong.append(str(failed.error)) if _is_ours(failed) else None)
        yield Reader(context, context.new_page(), host)
        host.is_online = True
        context.close()
    assert wrong == []


def _is_ours(failed: WebError) -> bool:
    """Whether an error comes from a page, not from Pagefind, which also logs errors that it returns."""
    return "Pagefind" not in str(failed.error)


def read_list(site: Path) -> dict[str, Any]:
    """A build's list of files to cache, including the search index."""
    read: dict[str, Any] = json.loads((site / "offline.json").read_bytes())
    read["site"]["files"] |= json.loads((site / "offline_search.json").read_bytes())
    return read


def answer_question(page: Page, locale: str = "en") -> None:
    """Answers a question correctly, and waits until it's in the log."""
    fill_in(find(page, QUESTION))
    press(find(page, QUESTION), "check", locale)
    expect(find(page, QUESTION)).to_have_attribute("data-state", "right")
    wait_for_log(page, 1)


def keep_all(page: Page, locale: str = "en", *, downloads: bool = False) -> None:
    """Presses the button that saves the whole site, and waits until it's saved."""
    page.locator(".offline label input").set_checked(downloads)
    page.locator(".offline .primary").click()
    expect(page.locator(".offline-said")).to_have_text(say("offline_done", locale))
