"""Style sheets in a real Chromium: each page has the rules that apply to it, and fonts that come in time."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from conftest import Open, wait_for_script
from espejo.site.styles import PRINT, SHEETS
from test_exam import QUIZZES, start

QUIZ = "quizzes/phase-01-arithmetic/"
FIND_RULES = r"""async (files) => {
  const links = [...document.querySelectorAll("link[rel=stylesheet]")].map(({ href }) => new URL(href));
  const ours = links.find(({ pathname }) => pathname.includes("/assets/css/")); // not one of Material's
  const isLoaded = (file) => links.some(({ pathname }) => pathname.endsWith(`/${file}`));
  const parts = /::[\w-]+(\([^)]*\))?/g;
  const states = /:(hover|focus-visible|focus-within|focus|active|target|checked|disabled)\b/g;
  const listRules = (rules) =>
    [...rules].flatMap((rule) => [...(rule.selectorText ? [rule] : []), ...listRules(rule.cssRules ?? [])]);
  const applies = ({ selectorText }) => {
    const always = selectorText.replace(parts, "").replace(states, "").replace(/:not\([,\s]*\)/g, "");
    return document.querySelector(`:is(${always})`);
  };
  const found = [];
  for (const file of files.filter((one) => !isLoaded(one))) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(await (await fetch(new URL(file, ours))).text());
    const missed = listRules(sheet.cssRules).filter(applies);
    found.push(...missed.map(({ selectorText }) => `${file}: ${selectorText}`));
  }
  return found;
}"""
"""The rules of files that a page does not load, but that apply to something on it in one state or another."""


def find_missed_rules(page: Page) -> list[str]:
    files = [name for name in SHEETS if name not in (PRINT, "book.css")]
    found: list[str] = page.evaluate(FIND_RULES, files)
    return found


def test_a_rule_that_a_page_misses_is_found(visit: Open) -> None:
    """Otherwise the test of every page would find nothing."""
    page = visit("/search/")
    page.locator("article").evaluate("page => page.insertAdjacentHTML('beforeend', '<p class=continue></p>')")
    assert [one for one in find_missed_rules(page) if one.startswith("progress.css: ")]


def test_questions_that_are_drawn_have_all_their_styles(visit: Open) -> None:
    page = visit(QUIZZES)
    start(page)
    assert find_missed_rules(page) == []


@pytest.mark.parametrize("key", ["/", "?"])
def test_a_dialog_has_all_its_styles_when_it_opens(visit: Open, key: str) -> None:
    """Also on the search page, which has them from the beginning and need not load them again."""
    for path in (QUIZ, "search/"):
        page = visit(f"/{path}")
        page.keyboard.press(key)
        if not (path == "search/" and key == "/"):
            expect(page.locator("dialog")).to_be_visible()
        assert find_missed_rules(page) == []
        assert page.locator("link[href*='dialogs.css']").count() == 1


def test_styles_for_paper_hold_no_screen_up(visit: Open) -> None:
    """A browser shows a page before they are there; in print, they are the last word."""
    page = visit(f"/{QUIZ}")
    media = page.locator("link[rel=stylesheet]").evaluate_all("all => all.map((one) => one.media)")
    assert media[-1] == "print"
    assert not any(media[:-1])
    page.emulate_media(media="print")
    assert page.locator(".top").evaluate("top => getComputedStyle(top).display") == "none"


@pytest.mark.parametrize(
    ("width", "connection", "kept", "asks"),
    [
        (390, "{ rtt: 150 }", False, False),
        (390, "{ rtt: 50, saveData: true }", False, False),
        (390, "{ rtt: 150 }", True, True),
        (390, "{ rtt: 50 }", False, True),
        (390, "undefined", False, True),
        (1200, "{ rtt: 150 }", False, True),
    ],
)
def test_a_phone_asks_for_fonts_that_can_be_in_time(
    visit: Open, width: int, connection: str, kept: bool, asks: bool
) -> None:
    """Text waits a tenth of a second for a font. A worker, which has come with an earlier page, has them."""
    page = visit("/404.html", width=width)
    page.add_init_script(
        f"Object.defineProperty(navigator, 'connection', {{ value: {connection} }});"
        f"Object.defineProperty(navigator.serviceWorker, 'controller', {{ value: {str(kept).lower()} }});"
    )
    page.goto(page.url.replace("404.html", QUIZ))
    wait_for_script(page)
    page.evaluate("document.fonts.ready")
    loaded = (
        "[...document.fonts].some(({ family, status }) => /Source/.test(family) && status !== 'unloaded')"
    )
    assert page.evaluate(loaded) == asks
