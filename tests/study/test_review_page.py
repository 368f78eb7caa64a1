"""Review page outside of sessions: its content, its settings, and the links to it."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import expect

from conftest import Open
from espejo.model.addresses import list_site_pages
from espejo.model.bank import Bank
from espejo.rendering.downloads import Downloads
from espejo.rendering.page_view import View
from espejo.rendering.site import Site
from espejo.site.frame import Frame, render_page
from espejo.site.pages.service import review_page
from practicing import check_axe, choose, find, press, say
from reviewing import GRADES, open_review
from small_bank import SITE_URL, load_small_bank

REVIEW = "/review/"
QUIZ = "/study-guide/quiz-03-strings/"


def render(bank: Bank, locale: str = "en") -> str:
    """Render the page for a variant of the small bank; empty if it has no such page."""
    if "review" not in list_site_pages(bank):
        return ""
    site = Site(bank, home=SITE_URL)
    return "".join(render_page(site, page, Downloads()) for page in review_page(site, locale))


def test_without_a_script_the_page_still_explains(visit: Open) -> None:
    """It explains how reviews decide and how they work with Anki, and that a script is needed."""
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
    ways.first.get_by_role("link", name=say("kept_title", "es")).click()
    expect(page.get_by_role("heading", name=say("kept_title", "es"))).to_be_in_viewport()


def test_a_language_can_be_chosen_only_if_there_are_others() -> None:
    """Several others are listed in a field; with only one there is no such field."""
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
    """These are collections with items, and the glossary if there is one. Otherwise there's no page."""
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


def test_a_form_with_nothing_to_review_says_so(visit: Open) -> None:
    """axe reports no violations, and fields are easy to tap. If the chosen parts are gone, all are chosen."""
    page = open_review(visit, "es", settings={"parts": ["gone"]}, width=320, color_scheme="dark")
    page.get_by_text(say("review_settings", "es"), exact=True).click()
    boxes = page.locator("[name=part]")
    chosen = page.locator("[name=part]:checked").evaluate_all("all => all.map(one => one.value)")
    assert chosen == [one.folder for one in load_small_bank().bank.collections]
    for box in boxes.all():
        box.uncheck()
    expect(page.get_by_role("alert")).to_have_text(say("review_parts_none", "es"))
    page.evaluate("document.querySelectorAll('details.fold').forEach(one => { one.open = true })")
    check_axe(page)
    for field in page.locator(".review-settings :is(fieldset label, [type=number], [type=range])").all():
        place = field.bounding_box()
        assert place and place["height"] >= 44
    boxes.first.check()
    expect(page.get_by_role("alert")).to_be_empty()


def test_the_end_of_a_quiz_leads_to_the_review(visit: Open) -> None:
    page = visit(f"/es{QUIZ}")
    choose(find(page, "pt-03-01"), 1)
    press(find(page, "pt-03-01"), "check", "es")
    press(find(page, "pt-03-02"), "show_answer", "es")
    press(find(page, "pt-03-02"), "grade_forgot", "es")
    page.locator(".end-card").get_by_role("link", name=say("review_link", "es"), exact=True).click()
    page.wait_for_url(f"**/es{REVIEW}")
