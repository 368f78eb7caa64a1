"""Home page: tagline, a question with its translation, entry points, and more links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markupsafe import Markup
from playwright.sync_api import Page, expect

from conftest import Open
from edits import replace_once
from espejo.check.project import inspect_project
from espejo.model.bank import Bank
from espejo.rendering.page_view import View
from espejo.rendering.site import Site
from espejo.site.frame import Frame, HandWritten
from page_checks import box, find_wide, resize
from practicing import wait_for_fields
from site_server import Server
from small_bank import SITE_URL, load_small_bank, make_word

QUESTION, QUIZ = "q-02-02", "quizzes/phase-02-collections"
HOMES = {"en": "/", "es": "/es/"}
OTHER = {"en": "es", "es": "en"}
PATH = {"path_title": "practice/?path", "path_check_title": "practice/?check"}
DOORS = {
    "Begin with numbers": "quizzes/phase-01-arithmetic/",
    "A few cards": "drills/chapter-01-facts/",
    "Cut strings": "study-guide/#course-2",
    "Go through the phases": "quizzes/",
}
GUIDE_DOOR = "doors:\n  - {title: {en: Begin, es: Empieza}, about: {en: A., es: A.}, path: study-guide}\n"
WIDE, NARROW = 1440, 390


def show_home(bank: Bank, locale: str = "en") -> str:
    """Returns a bank's home page without the head, the header, and the footer."""
    written = HandWritten("site", "", "<h1>Promise</h1>")
    return Frame(View(Site(bank, home=SITE_URL), "", locale), hand_written=written).part("content")


def load_with_home(data: Path, text: str) -> Bank:
    """Loads the small bank with another home.yaml, which must be valid."""
    (data / "home.yaml").write_text(text, encoding="utf-8")
    loaded = inspect_project(data)
    assert loaded.faults == []
    return loaded.bank


def list_ids(html: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', html)


@pytest.mark.parametrize("locale", HOMES)
def test_home_at_every_width(visit: Open, locale: str) -> None:
    """Home has its parts in order, the translated question, the badge, and readable entry points."""
    page = visit(HOMES[locale], width=WIDE, height=900)
    wait_for_fields(page)
    assert page.locator(".home-twin").get_attribute("lang") == OTHER[locale]
    for width in (WIDE, 768, NARROW, 320):
        resize(page, width, 900)
        check_order(page)
        check_badge(page, width)
        check_door_sizes(page)
    resize(page, WIDE, 900)
    check_twin_alongside(page)
    twin = page.locator(f"#twin-{QUESTION}")
    twin.locator(".answer > summary").click()
    expect(twin.locator(".verdict")).to_contain_text(make_word("one_choice", OTHER[locale]).split()[0])
    expect(page.locator(f"#{QUESTION} .verdict")).to_be_hidden()


def check_order(page: Page) -> None:
    """Checks the order from top to bottom: tagline, question, entry points, other offers, collections."""
    parts = ("h1", f"#{QUESTION}", ".door", ".home-offers", ".families")
    found = [box(page.locator(part).first)["y"] for part in parts]
    assert found == sorted(found)
    assert found[1] < 900


def check_badge(page: Page, width: int) -> None:
    """Checks that the badge is on the closed answer's line or, on a phone, above it."""
    badge = page.locator(f"#{QUESTION} a.badge")
    expect(badge).to_have_count(1)
    inside, line = box(badge), box(page.locator(f"#{QUESTION} .answer > summary"))
    beside = inside["y"] >= line["y"] and inside["y"] + inside["height"] <= line["y"] + line["height"]
    assert beside == (width > 480)
    assert beside or inside["y"] + inside["height"] <= line["y"]


def check_door_sizes(page: Page) -> None:
    """Checks that lines break only between the parts of a size, such as questions and minutes."""
    parts = page.locator(".door small > span:not(.progress)")
    assert parts.count() > len(DOORS)
    lines = (
        "all => all.map(one => Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)))"
    )
    assert set(parts.evaluate_all(lines)) == {1}


def check_twin_alongside(page: Page) -> None:
    """Checks that a wide screen shows the translation on the right, with matching texts at one height."""
    ours, twin = page.locator(f"#{QUESTION}"), page.locator(f"#twin-{QUESTION}")
    assert box(ours)["x"] + box(ours)["width"] <= box(twin)["x"]
    for part in ("h2", ".prompt", ".choices", ".answer"):
        assert box(ours.locator(part))["y"] == box(twin.locator(part))["y"], part


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("locale", HOMES)
def test_the_translated_question_is_folded_on_a_phone(visit: Open, locale: str, scripts: bool) -> None:
    """It unfolds from a line in its own language. The question itself works without scripts."""
    page = visit(HOMES[locale], width=NARROW, java_script_enabled=scripts)
    twin = page.locator(f"#twin-{QUESTION}")
    expect(twin).to_be_hidden()
    page.get_by_text(make_word("home_twin", OTHER[locale]), exact=True).click()
    expect(twin.locator(".choices")).to_be_visible()
    if not scripts:
        question = page.locator(f"#{QUESTION}")
        expect(question.locator(".choices li")).to_have_count(3)
        expect(question.locator(".verdict")).to_be_hidden()
        question.locator(".answer > summary").click()
        expect(question.locator(".verdict")).to_be_visible()
        assert (question.locator("a.badge").get_attribute("href") or "").endswith(f"{QUIZ}/#{QUESTION}-proof")


def test_ids_in_the_translated_question_are_renamed(data: Path) -> None:
    """Labels, links within the page, and a figure's arrowheads are renamed; links to other pages are not."""
    html = show_home(load_with_home(data, "question: q-01-01\n"))
    twin = html[html.index('id="twin-q-01-01"') :].partition("</section>")[0]
    named = re.findall(r'(?:aria-labelledby="|href="#|url\(#)([^")]+)', twin)
    assert "twin-q-01-01-title" in named
    assert any("arrow" in one for one in named)
    assert set(named) <= set(list_ids(html))
    assert 'href="./es/quizzes/phase-01-arithmetic/#q-01-01"' in twin


def test_entry_points_offers_and_collections(visit: Open, server: Server) -> None:
    """A quiz, deck, course, and collection are each one large link with its size, minutes, and levels."""
    page = visit("/", width=320)
    doors = page.locator("a.door")
    assert doors.locator("strong").all_inner_texts() == [*PATH, *DOORS]
    for door, target in zip(doors.all(), PATH.values(), strict=False):
        assert door.evaluate("link => link.href") == f"{server.address}/{target}"
    doors = page.locator("a.door:has(.progress)")
    for width in (320, WIDE):
        resize(page, width)
        for link, target in zip(doors.all(), DOORS.values(), strict=True):
            assert link.evaluate("link => link.href") == f"{server.address}/{target}"
            assert box(link)["height"] >= 44 and box(link)["width"] >= 200
            expect(link).to_contain_text("minute_many")
    sizes = doors.locator("small").all_inner_texts()
    starts = ("question_many 7 · ", "card_many ", "", "quiz_many 2 · question_many ")
    assert [size.startswith(start) for size, start in zip(sizes, starts, strict=True)] == [True] * 4
    assert sizes[0].endswith(" · level 1")
    assert sizes[2].endswith(" · level 3")
    states = Site(load_small_bank().bank, home=SITE_URL).proof_states.values()
    proven = sum(state.name == "proven" for state in states)
    assert 0 < proven < len(states)
    offers = page.locator(".home-offers")
    expect(offers).to_contain_text(f"home_proofs {proven} {len(states)}")
    links = offers.get_by_role("link").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert links == ["./review/", "./practice/?mode=exam", "./proofs/", "./downloads/", "./contributing/"]
    listed = page.locator(".families li")
    assert listed.count() == len(load_small_bank().bank.collections)
    expect(listed.first).to_contain_text("quiz_many 2, question_many")
    for name, target in DOORS.items():
        doors.filter(has_text=name).click()
        page.wait_for_url(f"**/{target}")
        anchor = target.partition("#")[2]
        expect(page.locator(f"#{anchor}" if anchor else "h1").first).to_be_in_viewport()
        page.go_back()


def test_without_home_yaml_home_shows_the_first_question_and_the_collections(data: Path) -> None:
    """It shows the first single-choice question, and each collection once, as an entry point."""
    (data / "home.yaml").unlink()
    html = show_home(inspect_project(data).bank)
    assert 'id="q-01-01"' in html
    titles = ["Phase quizzes", "Arithmetic study guide", "Flash cards"]
    doors = [Markup(one).striptags() for one in re.findall(r"<strong>(.*?)</strong>", html)]
    assert [one for one in doors if one in titles] == titles
    assert 'class="families"' not in html
    for folder in ("quizzes", "study-guide"):
        for file in (data / folder).iterdir():
            file.unlink()
    html = show_home(inspect_project(data).bank)
    assert 'class="pair"' not in html
    assert html.count('class="door"') == 3


def test_an_entry_point_follows_a_renamed_quiz(data: Path) -> None:
    """The ledger knows the old path, so renaming a file needs no edit of home.yaml."""
    (data / "quizzes/phase-01-arithmetic.yaml").rename(data / "quizzes/phase-01-sums.yaml")
    loaded = inspect_project(data)
    assert [str(one) for one in loaded.faults if "home.yaml" in str(one)] == []
    assert 'href="./quizzes/phase-01-sums/"' in show_home(loaded.bank)


def test_an_entry_point_shows_a_range_of_levels_unless_it_has_all_levels(data: Path) -> None:
    """The full range carries no information, so it is left out."""
    assert " · <span>levels 2 3</span> <span" in show_home(load_with_home(data, GUIDE_DOOR))
    replace_once(data / "study-guide" / "quiz-02-averages.yaml", "level: 2", "level: 1")
    bank = load_with_home(data, GUIDE_DOOR)
    levels = {item.level for unit in bank.collections[1].units.values() for item in unit.items}
    assert {1, 3} <= levels
    assert "levels" not in show_home(bank)


def test_a_link_in_the_text_of_an_entry_point_is_plain_text(data: Path) -> None:
    """Links can't be nested."""
    replace_once(data / "home.yaml", "{en: A few cards, es:", '{en: "A few [cards](https://a.test/)", es:')
    html = show_home(inspect_project(data).bank)
    assert "<strong>A few cards</strong>" in html
    assert "a.test" not in html


def test_home_does_not_scroll_sideways_with_text_twice_as_large(visit: Open) -> None:
    page = visit("/es/", width=320)
    wait_for_fields(page)
    for size in ("125%", "250%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        assert list(find_wide(page, (320, NARROW, 768, 1024, WIDE))) == [], size
