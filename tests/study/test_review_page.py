"""The page of review without its sessions: what stands in it, its settings, and the links that lead there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from conftest import Open
from espejo.load.languages import list_words
from espejo.model.addresses import list_site_pages
from espejo.model.bank import Bank
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.frame import Frame, render_page
from espejo.site.pages.review import review_page
from practicing import choose, find, press, say
from project import ROOT
from site_server import Server
from small_bank import SITE_URL, load_small_bank
from test_browser import run_axe

LOCALES = {"en": "", "es": "/es"}
REVIEW = "/review/"
QUIZ = "/study-guide/quiz-03-strings/"
SCRIPTS = ROOT / "hooks" / "espejo" / "site" / "js"
DEFAULTS = {"fresh": 10, "retention": 0.9, "mirror": "same"}

MAIN = """
import { offerSettings, readSettings } from "./study/review/settings.js";
window.reported = [];
const kept = JSON.parse(sessionStorage.getItem("kept"));
const form = document.querySelector("form.review-settings");
offerSettings(form, readSettings(kept), (one) => reported.push(one));
"""
"""A page that has the settings and nothing else of the review: it notes what they report."""


def open_form(visit: Open, locale: str = "en", kept: object = None, **options: Any) -> Page:
    """The page with its settings open, as they are when this was stored."""
    page = visit("/404.html", **options)
    page.evaluate("kept => sessionStorage.setItem('kept', kept)", json.dumps(kept))
    page.route("**/main.js?v=*", lambda route: route.fulfill(body=MAIN, content_type="text/javascript"))
    for module in ("study/review/settings.js", "words.js"):
        page.route(f"**/assets/js/{module}", serve_source)
    page.goto(page.url.replace("/404.html", LOCALES[locale] + REVIEW))
    page.wait_for_function("() => window.reported")
    page.get_by_text(say("review_settings", locale), exact=True).click()
    return page


def serve_source(route: Route) -> None:
    """A module as it was written: pages have it only as a part of another file."""
    route.fulfill(path=SCRIPTS / route.request.url.partition("/assets/js/")[2])


def reported(page: Page) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = page.evaluate("() => reported")
    return found


def checked(page: Page) -> list[str]:
    """The parts that are chosen."""
    boxes = page.locator("[name=part]:checked")
    found: list[str] = boxes.evaluate_all("all => all.map(one => one.value)")
    return found


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name=say("review_retention"), exact=True)


def set_slider(page: Page, value: int) -> None:
    """Moves the slider to a value, as a finger does that lets go there."""
    slider(page).evaluate(
        "(one, value) => { one.value = value; for (const type of ['input', 'change'])"
        " one.dispatchEvent(new Event(type, { bubbles: true })); }",
        value,
    )


def render(bank: Bank, locale: str = "en") -> str:
    """The HTML of the page in a bank that is like the small one; empty if it has none."""
    if "review" not in list_site_pages(bank):
        return ""
    site = Site(bank, home=SITE_URL)
    return "".join(render_page(site, page, Downloads()) for page in review_page(site, locale))


# What stands in the page


@pytest.mark.parametrize("locale", LOCALES)
def test_the_page_says_where_its_script_finds_everything(
    visit: Open, server: Server, locale: str, site: Path
) -> None:
    """The pages in each language by its name, the list of questions, the bank, and the words of a session."""
    page = visit(LOCALES[locale] + REVIEW)
    expect(page.get_by_role("heading", level=1)).to_have_text(say("review_title", locale))
    expect(page.locator(".focus")).to_have_text(say("review_about", locale))
    expect(page.locator(".without-script")).to_be_hidden()
    data = page.locator(".review").evaluate("one => ({ ...one.dataset })")
    assert data["bank"] == "espejo"
    pages = {name: urljoin(page.url, link) for name, link in json.loads(data["pages"]).items()}
    assert pages == {name: f"{server.address}{prefix}/{{path}}/" for name, prefix in LOCALES.items()}
    names = {"en": {"en": "English", "es": "Spanish"}, "es": {"en": "inglés", "es": "español"}}
    assert json.loads(data["languages"]) == names[locale]
    assert page.request.get(urljoin(page.url, data["map"])).body() == (site / "practice.json").read_bytes()
    words = json.loads(page.locator("script#words").text_content() or "")
    needed = list_words("review")
    assert {name: words.get(name) for name in needed} == {name: say_raw(name, locale) for name in needed}


def say_raw(name: str, locale: str) -> str:
    return load_small_bank().bank.locales[locale].words[name]


@pytest.mark.parametrize("locale", LOCALES)
def test_without_a_script_the_page_still_explains(visit: Open, locale: str) -> None:
    """One sentence says what needs a script; the settings are not there, how it decides and Anki are."""
    page = visit(LOCALES[locale] + REVIEW, java_script_enabled=False)
    expect(page.get_by_text(say("review_needs_script", locale))).to_be_visible()
    expect(page.get_by_text(say("review_settings", locale), exact=True)).to_be_hidden()
    page.get_by_text(say("review_how", locale), exact=True).click()
    grades = {name: say(f"grade_{name}", locale) for name in ("forgot", "hard", "good", "easy")}
    expect(page.get_by_text(say("review_how_grade", locale, **grades))).to_be_visible()
    page.get_by_text(say("review_anki", locale), exact=True).click()
    ways = page.locator(".steps section")
    expect(ways.locator("h2")).to_have_text(
        [say(f"review_{way}", locale) for way in ("to_anki", "from_anki")]
    )
    for way in ways.all():
        expect(way.locator("ol > li")).to_have_count(3)
    expect(ways.locator("code")).to_have_text(
        ["espejo anki --log espejo-log.json", "espejo log --from-anki deck.apkg"]
    )
    expect(page.get_by_text(say("review_anki_twice", locale))).to_be_visible()
    ways.first.get_by_role("link", name=say("you_title", locale)).click()
    expect(page.locator(".you")).to_have_count(1)
    expect(page.locator("html")).to_have_attribute("lang", locale)


def test_a_bank_in_one_language_has_no_choice_of_language() -> None:
    """There is nothing to choose from."""
    bank = load_small_bank().bank
    one = replace(bank, locales={"en": replace(bank.locales["en"], languages={"en": "English"})})
    assert 'name="mirror"' in render(bank)
    html = render(one)
    assert 'name="part"' in html
    assert 'name="mirror"' not in html


def test_with_several_other_languages_one_of_them_is_chosen() -> None:
    """Each by its name, in a field of its own; with one other there is no such field."""
    bank = load_small_bank().bank
    third = replace(bank.locales["es"], name="Português", languages={})
    html = render(replace(bank, locales={**bank.locales, "pt": third}))
    assert '<option value="es">Spanish</option>' in html
    assert '<option value="pt">Português</option>' in html
    assert "review_across English review_other<" in html
    assert "<select" not in render(bank)
    assert "review_across English Spanish<" in render(bank)


def test_only_what_can_be_reviewed_is_offered() -> None:
    """Collections with questions or cards, and the glossary if there is one; else there is no page."""
    bank = load_small_bank().bank
    empty = replace(bank.collections[0], units={})
    without = replace(bank, collections=(empty, *bank.collections[1:]))
    assert f'value="{empty.folder}"' in render(bank)
    assert f'value="{empty.folder}"' not in render(without)
    terms = replace(bank, reference=replace(bank.reference, terms=()))
    assert 'value="glossary"' in render(bank)
    assert 'value="glossary"' not in render(terms)
    nothing = replace(terms, collections=())
    assert render(nothing) == ""
    footer = Frame(View(Site(nothing, home=SITE_URL), "", "en")).part("footer")
    assert "data-review" not in footer


# Settings


def test_the_defaults_are_shown(visit: Open) -> None:
    """Ten new ones a day, nine of ten remembered, every collection without the glossary, as the page."""
    page = open_form(visit)
    expect(page.get_by_label(say("review_fresh"), exact=True)).to_have_value("10")
    expect(slider(page)).to_have_attribute("aria-valuetext", say("review_of_hundred", count=90))
    expect(page.locator("output")).to_have_text(say("review_of_hundred", count=90))
    assert checked(page) == [one.folder for one in load_small_bank().bank.collections]
    expect(page.get_by_label(say("review_same", here="English"))).to_be_checked()
    assert reported(page) == []


def test_what_was_stored_is_shown(visit: Open) -> None:
    """Whatever it was; if all chosen collections have gone since, all are chosen again."""
    kept = {"fresh": 3, "retention": 0.85, "parts": ["glossary", "gone"], "mirror": "mixed"}
    page = open_form(visit, kept=kept)
    expect(page.get_by_label(say("review_fresh"), exact=True)).to_have_value("3")
    expect(slider(page)).to_have_value("85")
    assert checked(page) == ["glossary"]
    expect(page.get_by_label(say("review_mixed"))).to_be_checked()
    page = open_form(visit, kept={"parts": ["gone"]})
    assert checked(page) == [one.folder for one in load_small_bank().bank.collections]


def test_a_change_is_reported_within_its_limits(visit: Open) -> None:
    """Each field; a number that is too large becomes the largest, and none at all the default."""
    page = open_form(visit)
    fresh = page.get_by_label(say("review_fresh"), exact=True)
    for typed, number in (("25", 25), ("999", 200), ("", 10), ("-3", 0)):
        fresh.fill(typed)
        fresh.blur()
        expect(fresh).to_have_value(str(number))
        assert reported(page)[-1] == {**DEFAULTS, "fresh": number}
    set_slider(page, 95)
    expect(slider(page)).to_have_attribute("aria-valuetext", say("review_of_hundred", count=95))
    page.get_by_label(say("review_across", here="English", other="Spanish")).check()
    assert reported(page)[-1] == {"fresh": 0, "retention": 0.95, "mirror": "across"}
    assert len(reported(page)) == 6


def test_the_parts_are_reported_unless_they_are_the_usual_ones(visit: Open) -> None:
    """So that a collection that comes later is reviewed too, unless the reader has chosen."""
    page = open_form(visit)
    page.locator("[value=glossary]").check()
    folders = [one.folder for one in load_small_bank().bank.collections]
    assert reported(page) == [{**DEFAULTS, "parts": [*folders, "glossary"]}]
    page.locator("[value=glossary]").uncheck()
    assert reported(page)[1:] == [DEFAULTS]


@pytest.mark.parametrize("locale", LOCALES)
def test_with_nothing_to_review_the_form_says_so(visit: Open, locale: str) -> None:
    """And reports nothing, until something is chosen again."""
    page = open_form(visit, locale, kept={"parts": ["drills"]})
    page.locator("[value=drills]").uncheck()
    expect(page.get_by_role("alert")).to_have_text(say("review_parts_none", locale))
    assert reported(page) == []
    page.locator("[value=quizzes]").check()
    expect(page.get_by_role("alert")).to_be_empty()
    assert reported(page) == [{**DEFAULTS, "parts": ["quizzes"]}]


def test_the_settings_work_with_the_keyboard(visit: Open) -> None:
    """Enter in the field is a change and does not leave the page; arrows move the slider."""
    page = open_form(visit)
    address = page.url
    page.get_by_label(say("review_fresh"), exact=True).press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_function("() => reported.length === 1")
    page.keyboard.press("Tab")
    expect(slider(page)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.url == address
    folders = [one.folder for one in load_small_bank().bank.collections]
    assert reported(page)[-1] == {**DEFAULTS, "fresh": 11, "retention": 0.89, "parts": folders[1:]}


@pytest.mark.parametrize(("width", "theme", "locale"), [(320, "dark", "es"), (1280, "light", "en")])
def test_axe_finds_nothing_with_all_that_opens(visit: Open, width: int, theme: str, locale: str) -> None:
    """Settings with a mistake, how it decides, and Anki; nothing is wider than the window."""
    page = open_form(visit, locale, {"parts": ["drills"]}, width=width, color_scheme=theme)
    page.locator("[value=drills]").uncheck()
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.evaluate("document.querySelectorAll('details.fold').forEach(one => { one.open = true })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert run_axe(page, {"rules": {"color-contrast-enhanced": {"enabled": True}}}) == []


def test_a_thumb_can_hit_each_setting(visit: Open) -> None:
    """Each field, box and choice of the form is 44 pixels tall on a phone."""
    page = open_form(visit, width=390, has_touch=True, is_mobile=True)
    fields = page.locator(".review-settings :is(fieldset label, [type=number], [type=range])")
    for field in fields.all():
        box = field.bounding_box()
        assert box
        assert box["height"] >= 44


# Links


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("path", "place"), [("/", ".home-offers"), ("/you/", ".head"), ("/quizzes/", "footer")]
)
def test_the_review_is_one_link_away(visit: Open, locale: str, path: str, place: str) -> None:
    """From home, from the reader's practice and from every footer, in the same language."""
    page = visit(LOCALES[locale] + path)
    word = say("review_link" if path == "/you/" else "review_title", locale)
    page.locator(place).get_by_role("link", name=word, exact=True).click()
    page.wait_for_url(f"**{LOCALES[locale]}{REVIEW}")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_end_of_a_quiz_leads_to_the_review(visit: Open, locale: str) -> None:
    """Below the buttons that ask again."""
    page = visit(LOCALES[locale] + QUIZ)
    choose(find(page, "pt-03-01"), 1)
    press(find(page, "pt-03-01"), "check", locale)
    press(find(page, "pt-03-02"), "show_answer", locale)
    press(find(page, "pt-03-02"), "grade_forgot", locale)
    page.locator(".end-card").get_by_role("link", name=say("review_link", locale), exact=True).click()
    page.wait_for_url(f"**{LOCALES[locale]}{REVIEW}")
