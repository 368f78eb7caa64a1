"""Offline use: visited pages open without a network, and readers can cache the whole site.

Each test has its own browser profile and host, which can publish a build or go offline. The host forbids the
browser to cache anything, so whatever opens offline comes from the site's own cache.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from offline_reader import (
    DECK,
    LOCALES,
    OTHER,
    QUESTION,
    QUIZ,
    Reader,
    answer_question,
    keep_all,
    open_reader,
    read_list,
)
from practicing import find, press, read_log, say, wait_for_fields


@pytest.fixture
def reader(browser: Browser, site: Path) -> Iterator[Reader]:
    with open_reader(browser, site) as opened:
        yield opened


# Visited pages


@pytest.mark.parametrize("locale", LOCALES)
def test_visited_pages_and_their_mirrors_open_offline(reader: Reader, locale: str) -> None:
    """They keep their styles and scripts: questions can be answered, and answers are stored."""
    page, other = reader.page, "es" if locale == "en" else "en"
    reader.visit(LOCALES[locale] + QUIZ)
    reader.wait_until_kept(LOCALES[other] + QUIZ)
    with reader.host.offline():
        page.reload()
        page.locator(f".languages [lang={other}]").click()
        expect(page.locator("html")).to_have_attribute("lang", other)
        answer_question(page, other)
        assert page.evaluate("getComputedStyle(document.body).margin") == "0px"


def test_what_a_visited_page_loads_on_demand_works_offline(reader: Reader) -> None:
    """The meaning of a term, the list of keys, and the card with the score, none of them opened before."""
    page = reader.page
    for path in ("glossary/", QUIZ, DECK):
        reader.visit(path)
    with reader.host.offline():
        page.goto(reader.host.address + QUIZ)
        answer_question(page)
        find(page, QUESTION).locator("a.term").first.click()
        expect(page.locator(".term-popover")).to_be_visible()
        page.goto(reader.host.address + DECK)
        wait_for_fields(page)
        page.keyboard.press("?")
        expect(page.locator("dialog.keys-dialog")).to_be_visible()
        page.keyboard.press("Escape")
        for card in page.locator(".card").all():
            expect(card).to_be_visible()
            page.keyboard.press("Space")
            expect(card.locator(".grading")).to_be_visible()
            page.keyboard.press("3")
        expect(page.locator(".end-card")).to_be_focused()


def test_offline_an_uncached_page_leads_to_a_list_of_cached_pages(reader: Reader) -> None:
    """The list links back to the requested page, but never to another site."""
    page, asked = reader.page, "es/" + OTHER
    reader.visit("es/" + QUIZ)
    with reader.host.offline():
        page.goto(reader.host.address + asked)
        missing = page.locator(".offline-missing")
        expect(missing).to_contain_text(say("offline_missing", "es", page=f"/espejo/{asked}"))
        expect(page.locator(".offline-pages a")).to_have_count(1)
        with page.expect_navigation():  # to the same address
            missing.locator("a").click()
        expect(page).to_have_url(re.compile(r"/offline/\?page="))
    page.locator(".offline-missing a").click()
    expect(page).to_have_url(reader.host.address + asked)
    for address in ("javascript:alert(1)", "//elsewhere.test/", "https://elsewhere.test/"):
        page.goto(f"{reader.host.address}offline/?page={address}")
        expect(page.locator(".offline-state button.primary")).to_be_visible()
        expect(page.locator(".offline-missing")).to_have_count(0)


def test_the_network_comes_before_the_cache(reader: Reader) -> None:
    """The cache is used when the server fails, but not when it reports that a page is gone.

    Offline, an address without its last slash leads to the page, and the search dialog opens.
    """
    page, host = reader.page, reader.host
    reader.visit(QUIZ)
    built = (host.site / QUIZ / "index.html").read_text(encoding="utf-8")
    host.changed[QUIZ] = built.replace("<h1", "<p>Corrected</p><h1").encode()
    page.reload()
    expect(page.get_by_text("Corrected")).to_be_visible()
    host.status[QUIZ] = 503
    page.reload()
    expect(find(page, QUESTION)).to_be_visible()
    with host.offline():
        page.goto(host.address + QUIZ.removesuffix("/"))
        expect(page).to_have_url(host.address + QUIZ)
        expect(find(page, QUESTION)).to_be_visible()
        page.locator("a.search-link").click()
        expect(page.locator("dialog.search-dialog")).to_be_visible()
    host.status[QUIZ] = 404
    assert (page.reload() or pytest.fail("no answer")).status == 404


def test_offline_search_finds_cached_pages(reader: Reader) -> None:
    """The page says that it searched only cached pages. It neither finds nor promises others."""
    page, search = reader.page, f"{reader.host.address}search/?q="
    reader.visit(QUIZ)
    with reader.host.offline():
        page.goto(f"{search}q-01-02")
        expect(page.locator(".found")).to_contain_text(say("search_offline"))
        expect(page.locator(".results a")).to_have_count(1)
        page.locator(".results a").click()
        expect(page).to_have_url(f"{reader.host.address}{QUIZ}#q-01-02")
        page.goto(f"{search}q-02-01")
        expect(page.locator(".found")).to_contain_text(say("search_none", query="q-02-01"))


def test_a_slow_network(reader: Reader) -> None:
    """A cached page is shown while the request is pending; any other page is waited for."""
    reader.host.is_patient = False
    reader.visit(QUIZ)
    with reader.host.hold(QUIZ) as came:
        reader.page.reload()
        assert came.wait(60)
        expect(find(reader.page, QUESTION)).to_be_visible()
    with reader.host.hold(OTHER) as came:
        reader.page.evaluate("(url) => { location.href = url; }", reader.host.address + OTHER)
        assert came.wait(60)
    expect(reader.page).to_have_url(reader.host.address + OTHER)


# The whole site


def test_one_button_caches_the_whole_site(reader: Reader) -> None:
    """The button shows the download size. Then every page opens, and search, practice, and review work.

    Only files that the build lists are cached, and builds contain no reader's answers. Removing the cache
    keeps the basic files and the log.
    """
    page, home = reader.page, reader.host.address
    listed = read_list(reader.host.site)
    reader.visit(QUIZ)
    answer_question(page)
    page.goto(home + "offline/")
    size = f"{listed['site']['bytes'] / 1e6:.1f}\u00a0MB"
    expect(page.locator(".offline .primary")).to_have_text(say("offline_keep", size=size))
    keep_all(page)
    expect(page.locator(".offline-state")).to_contain_text(say("offline_kept", size="").strip())
    assert reader.list_kept() - {"offline.json", "offline.json?wanted"} == set(listed["site"]["files"])
    with reader.host.offline():
        page.goto(home)
        expect(page.locator(".doors")).to_be_visible()
        page.goto(home + DECK)
        expect(page.locator(".deck")).to_be_visible()
        page.goto(home + "search/?q=q-02-01")
        expect(page.locator(".found")).to_have_text(say("search_one", query="q-02-01", count=1))
        page.goto(home + "practice/?collection=quizzes")
        expect(page.locator(".setup-pool")).not_to_be_empty()  # the form is there before its script
        page.locator("form.setup [type=submit]").first.click()
        expect(page.locator(".run .question").first).to_be_visible()
        page.goto(home + "review/")
        press(page, "review_start")
        expect(page.locator(".review .question")).to_be_visible()
    page.goto(home + "offline/")
    press(page, "offline_remove")
    expect(page.locator(".offline-said")).to_have_text(say("offline_removed"))
    for path in listed["always"]:
        reader.wait_until_kept(path)
    assert not reader.list_kept() & {QUIZ, DECK, "offline.json?wanted"}
    assert len(read_log(page)) == 1
    with reader.host.offline():
        page.goto(home + QUIZ)
        expect(page.locator(".offline-missing")).to_be_visible()


def test_downloads_are_cached_on_request(reader: Reader) -> None:
    page = reader.page
    page.goto(reader.host.address + "es/offline/")
    keep_all(page, "es", downloads=True)
    expect(page.locator(".offline-state")).to_contain_text(say("offline_kept", "es", size="").strip())
    with reader.host.offline():
        assert page.evaluate("async () => (await fetch('../../bank.json')).status") == 200
    assert set(read_list(reader.host.site)["downloads"]["files"]) < reader.list_kept()
    expect(page.locator(".offline-state button")).to_have_count(1)


def test_caching_shows_progress_and_can_be_stopped_and_resumed(reader: Reader) -> None:
    """If it cannot begin, the page says why: no network, or a truncated list."""
    page, said = reader.page, reader.page.locator(".offline-said")
    reader.host.changed["offline_search.json"] = b'{"pagefind/'  # from the start, or the worker may cache it
    page.goto(reader.host.address + "offline/")
    reader.wait_until_kept("es/search/")
    with reader.host.offline():
        page.locator(".offline .primary").click()
        expect(said).to_have_text(say("offline_no_network"))
    page.locator(".offline .primary").click()
    expect(page.locator(".offline progress, .offline-said:empty")).to_have_count(0)
    expect(said).to_have_text(say("offline_no_network"))
    reader.host.changed.clear()
    with reader.host.hold("pagefind/") as came:  # the last files, and more than are fetched at a time
        page.locator(".offline .primary").click()
        expect(page.locator(".offline progress")).to_be_visible()
        expect(page.locator(".offline-progress span")).not_to_be_empty()
        assert came.wait(60)
        press(page, "offline_stop")
    expect(said).to_have_text(say("offline_stopped"))
    before = reader.list_kept()
    keep_all(page)
    assert before < reader.list_kept()


def test_a_full_disk_is_reported_and_nothing_is_lost(reader: Reader) -> None:
    """The page shows how far it got. Once there is room, the same button continues."""
    page = reader.page
    page.goto(reader.host.address + "offline/")
    reader.wait_until_kept("offline/")
    session = reader.context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    used = page.evaluate("navigator.storage.estimate().then(({usage}) => usage)")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": used + 200_000})
    page.locator(".offline .primary").click()
    expect(page.locator(".offline-said")).to_contain_text(say("offline_full", count="", total="").strip())
    expect(page.locator(".offline-state button.primary")).to_be_visible()
    page.goto(reader.host.address + QUIZ)
    expect(find(page, QUESTION)).to_be_visible()
    session = reader.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    page.goto(reader.host.address + "offline/")
    keep_all(page)


def test_without_service_workers_the_page_says_that_offline_use_is_unsupported(reader: Reader) -> None:
    """They are missing without HTTPS and in private windows of some browsers."""
    page = reader.page
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })")
    page.goto(reader.host.address + "offline/")
    expect(page.locator(".offline")).to_have_text(say("offline_unsupported"))
