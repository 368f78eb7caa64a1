"""Site without a network: what was visited opens, and the whole site can be kept.

Every test has a browser profile of its own, and a host of its own that is published to and taken off the
network. The host forbids the browser to cache anything: what opens later is what the site itself has kept.
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
from practicing import find, press, read_log, say


@pytest.fixture
def reader(browser: Browser, site: Path) -> Iterator[Reader]:
    with open_reader(browser, site) as opened:
        yield opened


# What was visited


@pytest.mark.parametrize("locale", LOCALES)
def test_a_page_that_was_visited_opens_without_a_network_and_so_does_its_mirror(
    reader: Reader, locale: str
) -> None:
    """With its style and its scripts: it can be answered, and the answer is stored."""
    page, other = reader.page, "es" if locale == "en" else "en"
    reader.visit(LOCALES[locale] + QUIZ)
    reader.wait_until_kept(LOCALES[other] + QUIZ)
    with reader.host.offline():
        page.reload()
        page.locator(f".languages [lang={other}]").click()
        expect(page.locator("html")).to_have_attribute("lang", other)
        answer_question(page, other)
        assert page.evaluate("getComputedStyle(document.body).margin") == "0px"


@pytest.mark.parametrize("locale", LOCALES)
def test_a_page_that_was_not_visited_leads_to_what_is_kept_in_its_language(
    reader: Reader, locale: str
) -> None:
    """And back to the page, once there is a network."""
    page, asked = reader.page, LOCALES[locale] + OTHER
    reader.visit(LOCALES[locale] + QUIZ)
    with reader.host.offline():
        page.goto(reader.host.address + asked)
        missing = page.locator(".offline-missing")
        expect(missing).to_contain_text(say("offline_missing", locale, page=f"/espejo/{asked}"))
        expect(page.locator(".offline-pages a")).to_have_count(1)
        with page.expect_navigation():  # to the same address
            missing.locator("a").click()
        expect(page).to_have_url(re.compile(r"/offline/\?page="))
    page.locator(".offline-missing a").click()
    expect(page).to_have_url(reader.host.address + asked)


def test_an_address_without_its_last_slash_leads_to_the_page(reader: Reader) -> None:
    """As a host would, if there were a network."""
    reader.visit(QUIZ)
    with reader.host.offline():
        reader.page.goto(reader.host.address + QUIZ.removesuffix("/"))
        expect(reader.page).to_have_url(reader.host.address + QUIZ)
        expect(find(reader.page, QUESTION)).to_be_visible()


@pytest.mark.parametrize("address", ["javascript:alert(1)", "//elsewhere.test/", "https://elsewhere.test/"])
def test_the_page_about_it_links_to_no_address_of_others(reader: Reader, address: str) -> None:
    reader.page.goto(f"{reader.host.address}offline/?page={address}")
    expect(reader.page.locator(".offline-state button.primary")).to_be_visible()
    expect(reader.page.locator(".offline-missing")).to_have_count(0)


@pytest.mark.parametrize("locale", LOCALES)
def test_search_finds_what_is_kept(reader: Reader, locale: str) -> None:
    """It says that it has looked there alone. What is not kept is not found, and not promised."""
    page = reader.page
    reader.visit(LOCALES[locale] + QUIZ)
    with reader.host.offline():
        page.goto(f"{reader.host.address}{LOCALES[locale]}search/?q=q-01-02")
        expect(page.locator(".found")).to_contain_text(say("search_offline", locale))
        expect(page.locator(".results a")).to_have_count(1)
        page.locator(".results a").click()
        expect(page).to_have_url(f"{reader.host.address}{LOCALES[locale]}{QUIZ}#q-01-02")
        page.goto(f"{reader.host.address}{LOCALES[locale]}search/?q=q-02-01")
        expect(page.locator(".found")).to_contain_text(say("search_none", locale, query="q-02-01"))


def test_the_search_dialog_opens_without_a_network(reader: Reader) -> None:
    reader.visit(QUIZ)
    with reader.host.offline():
        reader.page.locator("a.search-link").click()
        expect(reader.page.locator("dialog.search-dialog")).to_be_visible()


def test_a_page_comes_from_the_network_while_there_is_one(reader: Reader) -> None:
    """What is kept is not shown in its place."""
    reader.visit(QUIZ)
    changed = (reader.host.site / QUIZ / "index.html").read_text(encoding="utf-8")
    reader.host.changed[QUIZ] = changed.replace("<h1", "<p>Corrected</p><h1").encode()
    reader.page.reload()
    expect(reader.page.get_by_text("Corrected")).to_be_visible()


def test_a_page_comes_from_the_cache_if_the_network_does_not_answer(reader: Reader) -> None:
    """It is shown although the request is never answered."""
    reader.host.is_patient = False
    reader.visit(QUIZ)
    with reader.host.hold(QUIZ) as came:
        reader.page.reload()
        assert came.wait(60)
        expect(find(reader.page, QUESTION)).to_be_visible()


def test_a_page_that_is_not_kept_is_waited_for(reader: Reader) -> None:
    """However long that takes: there is nothing better to show."""
    reader.visit(QUIZ)
    held = reader.host.hold(OTHER)
    came = held.__enter__()
    reader.page.evaluate("(url) => { location.href = url; }", reader.host.address + OTHER)
    assert came.wait(60)
    held.__exit__(None, None, None)
    expect(reader.page).to_have_url(reader.host.address + OTHER)


def test_a_server_in_trouble_is_as_good_as_no_network(reader: Reader) -> None:
    reader.visit(QUIZ)
    reader.host.status[QUIZ] = 503
    reader.page.reload()
    expect(find(reader.page, QUESTION)).to_be_visible()


def test_a_page_that_is_gone_is_gone(reader: Reader) -> None:
    """As long as there is a network, although it is kept."""
    reader.visit(QUIZ)
    reader.host.status[QUIZ] = 404
    assert (reader.page.reload() or pytest.fail("no answer")).status == 404


def test_the_log_and_the_downloads_are_in_no_cache(reader: Reader) -> None:
    """Only what the build lists is kept, and nobody's answers are in a build."""
    page = reader.page
    reader.visit(QUIZ)
    answer_question(page)
    page.goto(reader.host.address + "offline/")
    keep_all(page)
    listed = read_list(reader.host.site)
    kept = reader.list_kept() - {"offline.json", "offline.json?wanted"}
    assert kept == set(listed["site"]["files"])
    assert read_log(page) != []


# The whole site


@pytest.mark.parametrize("locale", LOCALES)
def test_one_button_keeps_the_whole_site(reader: Reader, locale: str) -> None:
    """Then every page opens, and search, practice and review work."""
    page, home = reader.page, reader.host.address + LOCALES[locale]
    page.goto(home + "offline/")
    keep_all(page, locale)
    expect(page.locator(".offline-state")).to_contain_text(say("offline_kept", locale, size="").strip())
    with reader.host.offline():
        page.goto(home)
        expect(page.locator(".doors")).to_be_visible()
        page.goto(home + DECK)
        expect(page.locator(".deck")).to_be_visible()
        page.goto(home + "search/?q=q-02-01")
        expect(page.locator(".found")).to_have_text(say("search_one", locale, query="q-02-01", count=1))
        page.goto(home + "practice/?collection=quizzes")
        expect(page.locator(".setup-pool")).not_to_be_empty()  # the form is there before its script
        page.locator("form.setup [type=submit]").first.click()
        expect(page.locator(".run .question").first).to_be_visible()
        page.goto(home + "review/")
        press(page, "review_start", locale)
        expect(page.locator(".review .question")).to_be_visible()


def test_the_button_says_how_large_the_site_is(reader: Reader) -> None:
    listed = read_list(reader.host.site)
    reader.page.goto(reader.host.address + "offline/")
    size = f"{listed['site']['bytes'] / 1e6:.1f}\u00a0MB"
    expect(reader.page.locator(".offline .primary")).to_have_text(say("offline_keep", size=size))


def test_downloads_are_kept_if_they_are_asked_for(reader: Reader) -> None:
    page = reader.page
    page.goto(reader.host.address + "offline/")
    keep_all(page, downloads=True)
    with reader.host.offline():
        status = page.evaluate("async () => (await fetch('../bank.json')).status")
        assert status == 200
    listed = read_list(reader.host.site)
    assert set(listed["downloads"]["files"]) < reader.list_kept()
    expect(page.locator(".offline-state button")).to_have_count(1)


def test_keeping_shows_its_progress_and_can_be_stopped(reader: Reader) -> None:
    """What was fetched stays, and pressing again goes on from there."""
    page = reader.page
    page.goto(reader.host.address + "offline/")
    reader.wait_until_kept("es/search/")
    with reader.host.hold("pagefind/") as came:  # the last ones, and more than are fetched at a time
        page.locator(".offline .primary").click()
        expect(page.locator(".offline progress")).to_be_visible()
        expect(page.locator(".offline-progress span")).not_to_be_empty()
        assert came.wait(60)
        press(page, "offline_stop")
    expect(page.locator(".offline-said")).to_have_text(say("offline_stopped"))
    before = reader.list_kept()
    keep_all(page)
    assert before < reader.list_kept()


def test_what_is_kept_can_be_removed(reader: Reader) -> None:
    """Only what is always kept remains, and the log is not touched."""
    page = reader.page
    reader.visit(QUIZ)
    answer_question(page)
    page.goto(reader.host.address + "offline/")
    keep_all(page)
    press(page, "offline_remove")
    expect(page.locator(".offline-said")).to_have_text(say("offline_removed"))
    for path in read_list(reader.host.site)["always"]:
        reader.wait_until_kept(path)
    assert not reader.list_kept() & {QUIZ, DECK, "offline.json?wanted"}
    assert len(read_log(page)) == 1
    with reader.host.offline():
        page.goto(reader.host.address + QUIZ)
        expect(page.locator(".offline-missing")).to_be_visible()


def test_a_full_disk_is_told_and_what_is_kept_stays(reader: Reader) -> None:
    """The page says how far it came. With room again, the same button goes on."""
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


def test_without_a_network_the_page_about_it_offers_to_try_again(reader: Reader) -> None:
    page = reader.page
    page.goto(reader.host.address + "offline/")
    reader.wait_until_kept("es/search/")
    with reader.host.offline():
        page.locator(".offline .primary").click()
        expect(page.locator(".offline-said")).not_to_be_empty()


def test_a_list_that_is_cut_short_is_told_and_keeping_goes_on_when_it_is_whole(reader: Reader) -> None:
    """That of the search index, which is only loaded here: visited pages are kept all the same."""
    page = reader.page
    reader.host.changed["offline_search.json"] = b'{"pagefind/'
    reader.visit(QUIZ)
    page.goto(reader.host.address + "offline/")
    page.locator(".offline .primary").click()
    expect(page.locator(".offline-said")).to_have_text(say("offline_no_network"))
    reader.host.changed.clear()
    keep_all(page)


def test_without_https_the_page_says_that_nothing_can_be_kept(reader: Reader) -> None:
    """As in a private window of some browsers: there is no service worker then."""
    page = reader.page
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })")
    page.goto(reader.host.address + "offline/")
    expect(page.locator(".offline")).to_have_text(say("offline_unsupported"))
