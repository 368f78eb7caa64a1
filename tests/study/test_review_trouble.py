"""Review problems in Chromium: clocks, time zones, storage, networks, and other tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import PATIENCE, Open
from practicing import (
    TROUBLES,
    change_page,
    choose,
    find,
    press,
    read_log,
    say,
    wait_for_log,
)
from reviewing import (
    NOW,
    WORKER,
    answered,
    expect_due,
    go_on,
    grade,
    open_review,
    reply,
    set_clock,
    shown,
    start,
)
from site_server import Server

ONLY_DUE = {"fresh": 0}
ONE = "/quizzes/phase-01-arithmetic/"


@pytest.fixture
def shaky(browser: Browser, server: Server) -> Iterator[Open]:
    """Open a page in its own context, where requests may fail."""
    contexts = []

    def open_page(path: str, **options: Any) -> Page:
        context = browser.new_context(**{"service_workers": "block", **options})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(server.address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()


def test_answers_from_the_future_wait_for_their_day(visit: Open) -> None:
    """If a clock was set back a year, a message counts them; later they all count."""
    past = answered("q-01-01", "q-01-02") + answered("q-01-03", days=500)
    page = open_review(visit, "es", past, settings=ONLY_DUE, now=NOW - timedelta(365))
    future = say("review_future", "es", count=2, day="9 de agosto de 2026")
    expect(page.get_by_role("alert")).to_have_text(future)
    expect_due(page, 1, "es")
    set_clock(page, NOW)
    page.reload()
    expect_due(page, 3, "es")
    expect(page.locator(".review-outlook .heat-map")).to_be_visible()  # the outlook is complete
    expect(page.get_by_role("alert")).to_have_count(0)


def test_visiting_stores_nothing(visit: Open) -> None:
    """There is no database, local storage, or cookie."""
    page = open_review(visit)
    expect(page.get_by_role("button", name=say("review_start"), exact=True)).to_be_visible()
    assert page.evaluate("indexedDB.databases()") == []
    assert page.evaluate("[localStorage.length, document.cookie]") == [0, ""]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_without_storage_a_review_counts_until_the_page_is_left(visit: Open, trouble: str) -> None:
    """The page explains it once. Answered items aren't asked again, and can be undone."""
    page = open_review(visit, "en", further=TROUBLES[trouble])
    start(page)
    asked = [reply(page)]
    expect(page.locator(".trouble")).to_contain_text(say(f"trouble_{trouble}"))
    go_on(page)
    asked.append(reply(page, right=False))
    press(page, "review_stop")
    counts = f"{say('review_due_one')} · {say('review_new_many', count=8)}"
    expect(page.locator(".review p.today")).to_contain_text(counts)
    press(page, "review_undo")
    expect(page.locator(".round-left")).to_contain_text(say("review_undone"))
    expect(shown(page)).to_have_attribute("id", asked[1])
    press(page, "review_stop")
    expect(page.locator(".review p.today")).to_contain_text(say("review_new_many", count=9))
    assert page.evaluate("document.querySelectorAll('.trouble').length") == 1


@pytest.mark.parametrize("address", [WORKER, "**/practice.json*"])
def test_failed_requests_can_be_retried(shaky: Open, address: str) -> None:
    """If the worker or the practice map fails to load, one message has a button to try again.

    Settings that couldn't be read can't be changed.
    """
    page = open_review(shaky, "es", answered("q-01-01"), settings=ONLY_DUE)
    form = page.locator("form.review-settings")
    expect_due(page, 1, "es")
    page.route(address, lambda route: route.abort())
    page.reload()
    alert = page.get_by_role("alert").filter(has_text=say("review_failed", "es"))
    expect(alert).to_be_visible()
    alert.evaluate("one => { one.dataset.first = ''; }")
    press(page, "try_again", "es")
    expect(page.locator("[data-first]")).to_have_count(0)
    expect(alert).to_be_visible()
    expect(form).to_have_js_property("inert", address == WORKER)
    page.unroute(address)
    set_clock(page, NOW)
    press(page, "try_again", "es")
    expect_due(page, 1, "es")
    expect(form).to_have_js_property("inert", False)
    expect(page.locator("[name=fresh]")).to_have_value("0")


def test_a_failed_page_is_retried_and_a_missing_item_left_out(shaky: Open) -> None:
    """The session continues where it stopped; undo skips missing items."""
    page = open_review(
        shaky, "en", answered("q-01-01", days=50) + answered("q-01-02", "q-02-02"), settings=ONLY_DUE
    )
    page.route("**/quizzes/*/", lambda route: route.abort())
    press(page, "review_start")
    expect(page.get_by_role("alert")).to_have_text(say("run_failed"))
    expect(page.get_by_role("button", name=say("try_again"), exact=True)).to_be_focused()

    page.unroute("**/quizzes/*/")
    change_page(page, ONE, lambda html: html.replace('id="q-01-02"', 'id="gone"'))
    press(page, "try_again")
    asked = [reply(page)]
    go_on(page)
    asked.append(reply(page))
    expect(page.locator(".round .run-note")).to_have_text(say("review_gone"))
    go_on(page)
    assert sorted(asked) == ["q-01-01", "q-02-02"]
    expect(page.locator(".review-result")).to_contain_text(say("review_result", right=2, count=2))
    press(page, "review_undo")
    expect(page.locator(".round-left")).to_contain_text(say("review_undone"))
    expect(shown(page)).to_have_attribute("id", asked[1])
    assert [one["id"] for one in wait_for_log(page, 4)[3:]] == asked[:1]


def test_answers_in_another_tab_count_here(visit: Open) -> None:
    """They count immediately if no session is running, otherwise at its end."""
    page = open_review(visit, "en", answered("q-01-01", "q-01-06", "q-02-02", "q-02-07"), settings=ONLY_DUE)
    expect_due(page, 4)
    start_button = page.get_by_role("button", name=say("review_start"), exact=True)
    quiz = page.context.new_page()
    set_clock(quiz, NOW + timedelta(minutes=1))
    quiz.goto(page.url.replace("/review/", ONE))
    choose(find(quiz, "q-01-01"), 2)
    press(find(quiz, "q-01-01"), "check")
    expect_due(page, 3)
    start_button.click()
    asked = reply(page)
    choose(find(quiz, "q-01-06"), 1)
    press(find(quiz, "q-01-06"), "check")
    wait_for_log(quiz, 7)
    expect(shown(page)).to_have_attribute("data-state", "right")
    assert shown(page).get_attribute("id") == asked
    grade(page, "hard")
    press(page, "review_undo")
    expect(shown(page)).not_to_have_attribute("data-state", re.compile("."))
    reply(page)
    press(page, "review_stop")
    expect_due(page, 1 if asked != "q-01-06" else 2)
    assert len(read_log(page)) == 7
