"""Updates: what a browser with cached pages shows after new builds, online and offline."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import BuildOnce, wait_for_script
from offline_reader import (
    OTHER,
    QUESTION,
    QUIZ,
    Reader,
    answer_question,
    keep_all,
    open_reader,
    read_list,
)
from practicing import find, press, read_log, say
from site_builds import CHANGED, REMOVED, build_elsewhere, build_second, copy_as_third

_STAMP = "document.body.dataset.stays = 'yes'"
_IS_GONE = """async () => {
  for (let times = 0; times < 3000; times += 1) {
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration && !(await caches.keys()).length) return true;
    registration?.waiting?.postMessage([]); // as the next page would: a browser may have put it off
    await registration?.update().catch(() => {}); // and the last page may have been too early
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}"""


@pytest.fixture
def second(build_once: BuildOnce) -> Path:
    return build_second(build_once)


@pytest.fixture
def reader(browser: Browser, site: Path) -> Iterator[Reader]:
    """A reader who has visited three pages of the first build."""
    with open_reader(browser, site) as opened:
        for path in (REMOVED, OTHER, QUIZ):
            opened.visit(path)
        yield opened


def publish(reader: Reader, site: Path) -> Page:
    """Publishes a build and opens a page in a second window, whose worker takes over the first window too."""
    reader.host.publish(site)
    other = reader.context.new_page()
    other.goto(reader.host.address + OTHER)
    reader.wait_for_worker()
    return other


def test_a_changed_page_offers_to_reload(reader: Reader, second: Path) -> None:
    """The button loads the new page; offline, the new page opens although it was not visited again."""
    page = reader.page
    page.evaluate(_STAMP)
    other = publish(reader, second)
    expect(page.locator(".page-changed")).to_contain_text(say("page_changed"))
    expect(page.locator("body")).to_have_attribute("data-stays", "yes")
    expect(page.get_by_role("heading", name=CHANGED)).to_have_count(0)
    expect(other.locator(".page-changed")).to_have_count(0)  # it came with this build
    with reader.host.offline():
        press(page, "page_reload")
        expect(page.get_by_role("heading", name=CHANGED)).to_be_visible()
        expect(page.locator("body")).not_to_have_attribute("data-stays", "yes")
        expect(page.locator(".page-changed")).to_have_count(0)


def test_pages_and_scripts_of_different_builds_never_mix(reader: Reader, second: Path) -> None:
    """An open page loads scripts of its own build, and a newly opened page only those of the new build.

    The message that a page has changed can be dismissed.
    """
    page, html = reader.page, "document.documentElement.dataset"
    other = publish(reader, second)
    press(page.locator(".page-changed"), "keys_close")
    expect(page.locator(".page-changed")).to_have_count(0)
    page.locator("a.search-link").click()
    expect(page.locator("dialog.search-dialog")).to_be_visible()
    assert page.evaluate(f"[{html}.second, {html}.dialog]") == [None, None]
    with reader.host.offline():
        other.goto(reader.host.address + QUIZ)
        expect(find(other, QUESTION).locator("form")).to_be_visible()
        other.locator("a.search-link").click()
        expect(other.locator("dialog.search-dialog")).to_be_visible()
        expect(other.locator("html[data-second][data-dialog]")).to_have_count(1)


def test_a_practice_run_takes_no_questions_from_a_newer_build(reader: Reader, second: Path) -> None:
    """It uses cached pages with the same scripts; if there are none, it tells the reader what to do."""
    page = reader.page
    page.goto(f"{reader.host.address}practice/?collection=quizzes")
    wait_for_script(page)  # from here on, the page notices a new worker
    expect(page.locator(".setup-pool")).not_to_be_empty()
    publish(reader, second)
    page.locator("form.setup [type=submit]").first.click()
    expect(page.locator(".page-changed")).to_be_visible()
    expect(page.locator(".run .question, .run-note").first).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.second") is None


def test_a_cached_site_is_updated_as_a_whole(reader: Reader, second: Path) -> None:
    """A reader who cached all of the first build has all of the second after visiting any page.

    A removed page is not found online, and is not cached offline.
    """
    page = reader.page
    page.goto(reader.host.address + "offline/")
    keep_all(page)
    other = publish(reader, second)
    assert (other.goto(reader.host.address + REMOVED) or pytest.fail("no answer")).status == 404
    with reader.host.offline():
        for path in (QUIZ, "es/" + QUIZ, "glossary/"):
            other.goto(reader.host.address + path)
            expect(
                other.locator(f"html[data-second] article[data-page='{path.removeprefix('es/')[:-1]}']")
            ).to_be_visible()
        other.goto(reader.host.address + REMOVED)
        expect(other.locator(".offline-missing")).to_be_visible()
        other.goto(reader.host.address + "offline/")
        expect(other.locator(".offline-state")).to_contain_text(say("offline_kept", size="").strip())


def test_only_the_last_two_builds_stay_cached(reader: Reader, second: Path, shared: Path) -> None:
    """Only the caches of this build and the previous one exist."""
    builds = [second, copy_as_third(second, shared)]
    for build in builds:
        publish(reader, build)
    names = reader.page.evaluate("caches.keys()")
    assert [name.split()[-1] for name in names] == [read_list(one)["build"] for one in builds]


def test_a_build_published_while_the_site_is_being_cached(reader: Reader, second: Path) -> None:
    """The cache never mixes two builds: caching restarts and ends with all of the newer build."""
    page = reader.page
    page.goto(reader.host.address + "offline/")
    for path in read_list(reader.host.site)["always"]:
        reader.wait_until_kept(path)
    with reader.host.hold("es/") as came:  # more files than are fetched at a time, before the English quizzes
        page.locator(".offline .primary").click()
        assert came.wait(60)
        reader.host.publish(second)
    expect(page.locator(".offline-said")).to_have_text(say("offline_done"))
    kept = page.evaluate(
        """async (build) => {
          const name = (await caches.keys()).find((one) => one.endsWith(build));
          const cache = await caches.open(name);
          const kept = await cache.match(new URL("../quizzes/phase-01-arithmetic/", location.href));
          return [(await cache.keys()).length, await kept.text()];
        }""",
        read_list(second)["build"],
    )
    assert kept[0] == len(read_list(second)["site"]["files"]) + 2  # the list, and what was requested so far
    assert CHANGED in kept[1]


def test_a_page_opened_while_a_build_is_published(reader: Reader, second: Path) -> None:
    """It comes from the newer build, and the older worker does not cache it."""
    with reader.host.hold(QUIZ) as came:
        reader.page.evaluate("setTimeout(() => location.reload())")
        assert came.wait(60)
        reader.host.publish(second)
    expect(reader.page.get_by_role("heading", name=CHANGED)).to_be_visible()
    reader.wait_for_worker()
    with reader.host.offline():
        reader.page.reload()
        expect(reader.page.get_by_role("heading", name=CHANGED)).to_be_visible()


def test_a_truncated_page_is_not_cached(reader: Reader, second: Path) -> None:
    """It is shown as received, and cached once complete. Caching the site reports the missing files."""
    page = reader.page
    whole = (second / QUIZ / "index.html").read_bytes()
    reader.host.publish(second)
    reader.host.changed[QUIZ] = whole[: len(whole) // 2]
    other = reader.context.new_page()
    other.goto(reader.host.address + QUIZ)
    reader.wait_for_worker()
    with reader.host.offline():
        other.reload()
        expect(other.locator(".offline-missing")).to_be_visible()
    page.goto(reader.host.address + "offline/")
    page.locator(".offline .primary").click()
    expect(page.locator(".offline-said")).to_have_text(say("offline_failed", count=1))
    reader.host.changed.clear()
    keep_all(page)
    with reader.host.offline():
        other.goto(reader.host.address + QUIZ)
        expect(other.get_by_role("heading", name=CHANGED)).to_be_visible()


@pytest.mark.parametrize("file", ["offline.json", "service_worker.js", "search/"])
def test_a_truncated_build_does_not_replace_the_last_one(reader: Reader, second: Path, file: str) -> None:
    """Pages still come from the network or, offline, from the last build, until the new build is complete.

    Every page has changed: an unchanged one would come whole from the last cache.
    """
    source = second / file / "index.html" if file.endswith("/") else second / file
    reader.host.publish(second)
    reader.host.changed[file] = source.read_bytes()[:-200]
    reader.page.reload()
    expect(reader.page.get_by_role("heading", name=CHANGED)).to_be_visible()
    reader.look_for_worker()
    with reader.host.offline():
        reader.page.reload()
        expect(find(reader.page, QUESTION)).to_be_visible()
        expect(reader.page.get_by_role("heading", name=CHANGED)).to_have_count(0)
    reader.host.changed.clear()
    reader.page.reload()
    reader.wait_for_worker()


def test_offline_false_removes_the_worker_and_its_caches(
    reader: Reader, second: Path, build_once: BuildOnce
) -> None:
    """This takes one visit without a reload. The log stays, and the site still works.

    With the setting reverted, the worker comes back.
    """
    page = reader.page
    answer_question(page)
    page.evaluate(_STAMP)
    reader.host.publish(build_elsewhere(build_once))
    other = reader.context.new_page()
    other.goto(reader.host.address + OTHER)
    assert other.evaluate(_IS_GONE)
    expect(page.locator("body")).to_have_attribute("data-stays", "yes")
    assert len(read_log(page)) == 1
    page.reload()
    expect(page.get_by_role("heading", name=CHANGED)).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.controller") is None
    expect(page.locator("footer a[href$='offline/']")).to_have_count(0)
    other.close()
    reader.host.publish(second)
    reader.visit(QUIZ)
    with reader.host.offline():
        page.reload()
        expect(page.get_by_role("heading", name=CHANGED)).to_be_visible()
