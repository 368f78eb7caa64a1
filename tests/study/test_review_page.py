"""Review page outside of sessions: its content, its settings, and the links to it."""

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
from espejo.rendering.page_view import View
from espejo.rendering.site import Site
from espejo.site.frame import Frame, render_page
from espejo.site.pages.service import review_page
from practicing import LOCALES, check_axe, choose, find, press, say
from project import ROOT
from reviewing import GRADES
from site_server import Server
from small_bank import SITE_URL, load_small_bank

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
"""A page with only the settings of the review, which records what they report."""


def open_form(visit: Open, locale: str = "en", kept: object = None, **options: Any) -> Page:
    """Open the page with its settings, and these stored."""
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
    """Move the slider to a value, and let go."""
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


# Content


@pytest.mark.parametrize("locale", LOCALES)
def test_the_page_has_the_data_that_its_script_needs(
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
    known, needed = load_small_bank().bank.locales[locale].words, list_words("review")
    assert {name: words.get(name) for name in needed} == {name: known[name] for name in needed}


def test_without_a_script_the_page_still_explains(visit: Open) -> None:
    """What needs a script, how the review decides, and how it works with Anki; the settings are hidden."""
    page = visit(f"/es{REVIEW}", java_script_enabled=False)
    expect(page.get_by_text(say("review_needs_script", "es"))).to_be_visible()
    expect(page.get_by_text(say("review_settings", "es"), exact=True)).to_be_hidden()
    page.get_by_text(say("review_how", "es"), exact=True).click()
    grades = {name: say(f"grade_{name}", "es") for name in GRADES}
    expect(page.get_by_text(say("review_how_grade", "es", **grades))).to_be_visible()
    page.get_by_text(say("review_anki", "es"), exact=True).click()
    ways = page.locator(".steps section")
    expect(ways.locator("ol > li")).to_have_count(6)
    commands = ["espejo anki --log espejo-log.json", "espejo log --from-anki deck.apkg"]
    expect(ways.locator("code")).to_have_text(commands)
    expect(page.get_by_text(say("review_anki_twice", "es"))).to_be_visible()
    ways.first.get_by_role("link", name=say("you_title", "es")).click()
    expect(page.locator(".you")).to_have_count(1)


def test_a_language_can_be_chosen_only_if_there_are_others() -> None:
    """With several others, a field has their names; with one, there's no field."""
    bank = load_small_bank().bank
    assert 'name="mirror"' in render(bank)
    assert "<select" not in render(bank)
    assert "review_across English Spanish<" in render(bank)
    alone = render(replace(bank, locales={"en": replace(bank.locales["en"], languages={"en": "English"})}))
    assert 'name="part"' in alone
    assert 'name="mirror"' not in alone
    third = replace(bank.locales["es"], name="Português", languages={})
    html = render(replace(bank, locales={**bank.locales, "pt": third}))
    assert '<option value="es">Spanish</option>' in html
    assert '<option value="pt">Português</option>' in html
    assert "review_across English review_other<" in html


def test_only_what_can_be_reviewed_is_offered() -> None:
    """Collections with questions or cards, and the glossary if there is one; otherwise there's no page."""
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


def test_defaults_are_shown_and_changes_reported_within_limits(visit: Open) -> None:
    """Too large a number becomes the largest, none the default.

    The usual parts aren't reported, so that a collection that comes later is reviewed too.
    """
    page = open_form(visit)
    folders = [one.folder for one in load_small_bank().bank.collections]
    fresh = page.get_by_label(say("review_fresh"), exact=True)
    expect(fresh).to_have_value("10")
    expect(slider(page)).to_have_attribute("aria-valuetext", say("review_of_hundred", count=90))
    expect(page.locator("output")).to_have_text(say("review_of_hundred", count=90))
    assert checked(page) == folders
    expect(page.get_by_label(say("review_same", here="English"))).to_be_checked()
    assert reported(page) == []
    page.locator("[value=glossary]").check()
    page.locator("[value=glossary]").uncheck()
    assert reported(page) == [{**DEFAULTS, "parts": [*folders, "glossary"]}, DEFAULTS]
    for typed, number in (("25", 25), ("999", 200), ("", 10), ("-3", 0)):
        fresh.fill(typed)
        fresh.blur()
        expect(fresh).to_have_value(str(number))
        assert reported(page)[-1] == {**DEFAULTS, "fresh": number}
    set_slider(page, 95)
    expect(slider(page)).to_have_attribute("aria-valuetext", say("review_of_hundred", count=95))
    page.get_by_label(say("review_across", here="English", other="Spanish")).check()
    assert reported(page)[-1] == {"fresh": 0, "retention": 0.95, "mirror": "across"}
    assert len(reported(page)) == 8


def test_stored_settings_are_shown(visit: Open) -> None:
    """If all chosen collections have gone since, all are chosen again."""
    kept = {"fresh": 3, "retention": 0.85, "parts": ["glossary", "gone"], "mirror": "mixed"}
    page = open_form(visit, kept=kept)
    expect(page.get_by_label(say("review_fresh"), exact=True)).to_have_value("3")
    expect(slider(page)).to_have_value("85")
    assert checked(page) == ["glossary"]
    expect(page.get_by_label(say("review_mixed"))).to_be_checked()
    page = open_form(visit, kept={"parts": ["gone"]})
    assert checked(page) == [one.folder for one in load_small_bank().bank.collections]


def test_the_settings_work_with_the_keyboard(visit: Open) -> None:
    """Enter in the field is a change and doesn't leave the page; arrow keys move the slider."""
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
def test_a_form_with_nothing_to_review_says_so(visit: Open, width: int, theme: str, locale: str) -> None:
    """And reports nothing until something is chosen. Axe finds nothing, and a thumb can hit each setting."""
    page = open_form(visit, locale, {"parts": ["drills"]}, width=width, color_scheme=theme)
    page.locator("[value=drills]").uncheck()
    expect(page.get_by_role("alert")).to_have_text(say("review_parts_none", locale))
    assert reported(page) == []
    page.evaluate("document.querySelectorAll('details.fold').forEach(one => { one.open = true })")
    check_axe(page)
    for field in page.locator(".review-settings :is(fieldset label, [type=number], [type=range])").all():
        box = field.bounding_box()
        assert box and (box["height"] >= 44 or width > 390)
    page.locator("[value=quizzes]").check()
    expect(page.get_by_role("alert")).to_be_empty()
    assert reported(page) == [{**DEFAULTS, "parts": ["quizzes"]}]


# Links


@pytest.mark.parametrize(
    ("locale", "path", "place"),
    [("es", "/", ".home-offers"), ("en", "/you/", ".head"), ("es", "/quizzes/", "footer")],
)
def test_the_review_is_one_link_away(visit: Open, locale: str, path: str, place: str) -> None:
    """From home, "Your practice", and every footer, in the same language."""
    page = visit(LOCALES[locale] + path)
    word = say("review_link" if path == "/you/" else "review_title", locale)
    page.locator(place).get_by_role("link", name=word, exact=True).click()
    page.wait_for_url(f"**{LOCALES[locale]}{REVIEW}")


def test_the_end_of_a_quiz_leads_to_the_review(visit: Open) -> None:
    page = visit(f"/es{QUIZ}")
    choose(find(page, "pt-03-01"), 1)
    press(find(page, "pt-03-01"), "check", "es")
    press(find(page, "pt-03-02"), "show_answer", "es")
    press(find(page, "pt-03-02"), "grade_forgot", "es")
    page.locator(".end-card").get_by_role("link", name=say("review_link", "es"), exact=True).click()
    page.wait_for_url(f"**/es{REVIEW}")
