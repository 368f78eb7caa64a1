"""Home: the promise, a question with its twin, the ways in, and what is said about the rest of the bank."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from markupsafe import Markup
from playwright.sync_api import Page, expect

from conftest import Open
from edits import replace_once
from espejo.check.project import inspect_project
from espejo.model.bank import Bank
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.frame import Frame, HandWritten
from practicing import wait_for_fields
from site_server import Server
from small_bank import SITE_URL, load_small_bank, make_word
from test_browser import run_axe

QUESTION, QUIZ = "q-02-02", "quizzes/phase-02-collections"
HOMES = {"en": "/", "es": "/es/"}
OTHER = {"en": "es", "es": "en"}
DOORS = {
    "Begin with numbers": "quizzes/phase-01-arithmetic/",
    "A few cards": "drills/chapter-01-facts/",
    "Cut strings": "study-guide/#course-2",
    "Go through the phases": "quizzes/",
}
WIDE, NARROW = 1440, 390


def show_home(bank: Bank, locale: str = "en") -> str:
    """The home page of a bank, without the head, the header and the footer."""
    site = Site(bank, home=SITE_URL)
    written = HandWritten("site", "", "<h1>Promise</h1>")
    return Frame(View(site, "", locale), hand_written=written).part("content")


def load_with_home(data: Path, text: str) -> Bank:
    """The small bank with another file of home, which has no problem."""
    (data / "home.yaml").write_text(text, encoding="utf-8")
    loaded = inspect_project(data)
    assert loaded.faults == []
    return loaded.bank


def list_ids(html: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', html)


def tops(page: Page, *selectors: str) -> list[float]:
    """How far down the page some elements begin."""
    boxes = [page.locator(selector).first.bounding_box() for selector in selectors]
    return [box["y"] for box in boxes if box]


@pytest.mark.parametrize("locale", HOMES)
@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_what_is_special_comes_first(visit: Open, locale: str, width: int) -> None:
    """The promise, the question, the ways in, what else there is, and the collections, from top to bottom."""
    page = visit(HOMES[locale], width=width, height=900)
    wait_for_fields(page)
    found = tops(page, "h1", f"#{QUESTION}", ".door", ".home-offers", ".families")
    assert len(found) == 5
    assert found == sorted(found)
    expect(page.locator(f"#{QUESTION}")).to_be_in_viewport()


@pytest.mark.parametrize("locale", HOMES)
def test_the_twin_stands_across_the_axis(visit: Open, locale: str) -> None:
    """On a wide screen the question is left and its twin right, and the same passages begin at one height."""
    page = visit(HOMES[locale], width=WIDE)
    wait_for_fields(page)
    ours, twin = page.locator(f"#{QUESTION}"), page.locator(f"#twin-{QUESTION}")
    expect(twin.locator("h2")).to_be_visible()
    assert page.locator(".home-twin").get_attribute("lang") == OTHER[locale]
    left, right = ours.bounding_box(), twin.bounding_box()
    assert left and right
    assert left["x"] + left["width"] <= right["x"]
    for part in ("h2", ".prompt", ".choices", ".answer"):
        heights = [one.locator(part).bounding_box() for one in (ours, twin)]
        assert heights[0] and heights[1] and heights[0]["y"] == heights[1]["y"], part


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("locale", HOMES)
def test_the_twin_is_folded_on_a_phone(visit: Open, locale: str, scripts: bool) -> None:
    """A line in its own language unfolds it, so that the ways in are near. No script is needed."""
    page = visit(HOMES[locale], width=NARROW, java_script_enabled=scripts)
    twin = page.locator(f"#twin-{QUESTION}")
    expect(twin).to_be_hidden()
    page.get_by_text(make_word("home_twin", OTHER[locale]), exact=True).click()
    expect(twin.locator(".choices")).to_be_visible()


@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("locale", HOMES)
def test_the_question_can_be_tried_without_a_script(visit: Open, locale: str, width: int) -> None:
    """Its choices are there, and the answer opens, with its verdict and the badge of its proof."""
    page = visit(HOMES[locale], width=width, java_script_enabled=False)
    question = page.locator(f"#{QUESTION}")
    expect(question.locator(".choices li")).to_have_count(3)
    expect(question.locator(".verdict")).to_be_hidden()
    question.locator(".answer > summary").click()
    expect(question.locator(".verdict")).to_be_visible()
    badge = question.locator("a.badge")
    assert (badge.get_attribute("href") or "").endswith(f"{QUIZ}/#{QUESTION}-proof")


@pytest.mark.parametrize("width", [320, NARROW, 768, WIDE])
@pytest.mark.parametrize("locale", HOMES)
def test_the_badge_of_the_proof_is_in_sight(visit: Open, locale: str, width: int) -> None:
    """While the answer is closed: on its line where there is room, and above it on a phone."""
    page = visit(HOMES[locale], width=width)
    wait_for_fields(page)
    question = page.locator(f"#{QUESTION}")
    badge, line = question.locator("a.badge"), question.locator(".answer > summary")
    expect(badge).to_be_visible()
    expect(badge).to_have_count(1)
    inside, around = badge.bounding_box(), line.bounding_box()
    assert inside and around
    beside = inside["y"] >= around["y"] and inside["y"] + inside["height"] <= around["y"] + around["height"]
    assert beside == (width > 480)
    assert beside or inside["y"] + inside["height"] <= around["y"]


@pytest.mark.parametrize("width", [NARROW, 768, WIDE])
@pytest.mark.parametrize("locale", HOMES)
def test_what_is_behind_a_door_breaks_between_its_parts(visit: Open, locale: str, width: int) -> None:
    """How many minutes it takes is never on two lines."""
    parts = visit(HOMES[locale], width=width).locator(".door small > span:not(.progress)")
    assert parts.count() > len(DOORS)
    lines = (
        "all => all.map(one => Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)))"
    )
    assert set(parts.evaluate_all(lines)) == {1}


def test_the_answer_of_the_twin_is_its_own(visit: Open) -> None:
    """Opening one does not open the other, and the twin speaks its language."""
    page = visit("/", width=WIDE)
    twin = page.locator(f"#twin-{QUESTION}")
    twin.locator(".answer > summary").click()
    expect(twin.locator(".verdict")).to_contain_text(make_word("one_choice", "es").partition(" ")[0])
    expect(page.locator(f"#{QUESTION} .verdict")).to_be_hidden()


@pytest.mark.parametrize("locale", HOMES)
def test_no_two_elements_have_one_id(site: Path, locale: str) -> None:
    """Though the question is there twice."""
    ids = list_ids((site / HOMES[locale].strip("/") / "index.html").read_text(encoding="utf-8"))
    assert {QUESTION, f"twin-{QUESTION}", f"{QUESTION}-title", f"twin-{QUESTION}-title"} <= set(ids)
    assert [id_ for id_, count in Counter(ids).items() if count > 1] == []


def test_what_refers_to_a_part_of_the_twin_finds_it(data: Path) -> None:
    """Labels, links within the page and the arrowheads of a figure, but links to other pages stay."""
    html = show_home(load_with_home(data, "question: q-01-01\n"))
    twin = html[html.index('id="twin-q-01-01"') :]
    twin = twin[: twin.index("</section>")]
    named = re.findall(r'(?:aria-labelledby="|href="#|url\(#)([^")]+)', twin)
    assert "twin-q-01-01-title" in named
    assert any("arrow" in one for one in named)
    assert set(named) <= set(list_ids(html))
    assert 'href="./es/quizzes/phase-01-arithmetic/#q-01-01"' in twin


def test_the_question_is_as_on_its_own_page(site: Path) -> None:
    """The same template: heading, prompt, choices and reasons are the same HTML."""
    own = (site / QUIZ / "index.html").read_text(encoding="utf-8")
    home = (site / "index.html").read_text(encoding="utf-8")
    for part in (
        r'<div class="prompt">.*?</div>',
        r'<ol class="choices".*?</ol>',
        r'<p class="verdict">.*?</p>',
    ):
        shown = re.search(part, home[home.index(f'id="{QUESTION}"') :], re.DOTALL)
        assert shown and shown[0] in own[own.index(f'id="{QUESTION}"') :], part


@pytest.mark.parametrize("width", [320, WIDE])
def test_each_door_leads_in_and_says_how_much_is_there(visit: Open, server: Server, width: int) -> None:
    """A quiz, a deck, a course and a collection, each as one large link with counts, minutes and levels."""
    page = visit("/", width=width)
    doors = page.locator("a.door")
    assert doors.locator("strong").all_inner_texts() == list(DOORS)
    for link, target in zip(doors.all(), DOORS.values(), strict=True):
        assert link.evaluate("link => link.href") == f"{server.address}/{target}"
        box = link.bounding_box()
        assert box and box["height"] >= 44 and box["width"] >= 200
        expect(link).to_contain_text("minute_many")
    sizes = doors.locator("small").all_inner_texts()
    assert sizes[0].startswith("question_many 7 · ")
    assert sizes[1].startswith("card_many ")
    assert sizes[3].startswith("quiz_many 2 · question_many ")
    assert sizes[0].endswith(" · level 1")
    assert sizes[2].endswith(" · level 3")


@pytest.mark.parametrize("name", DOORS)
def test_a_door_opens_a_page(visit: Open, name: str) -> None:
    """And if it leads to a course, that course is in view."""
    page = visit("/")
    page.locator("a.door").filter(has_text=name).click()
    page.wait_for_url(f"**/{DOORS[name]}")
    anchor = DOORS[name].partition("#")[2]
    expect(page.locator(f"#{anchor}" if anchor else "h1").first).to_be_in_viewport()


def test_what_is_proven_comes_from_the_ledger(visit: Open) -> None:
    """How many answers have a proof that passed, of how many, with a link to the page about proofs."""
    states = Site(load_small_bank().bank, home=SITE_URL).proof_states.values()
    proven = sum(state.name == "proven" for state in states)
    assert 0 < proven < len(states)
    offers = visit("/").locator(".home-offers")
    expect(offers).to_contain_text(f"home_proofs {proven} {len(states)}")
    links = offers.get_by_role("link").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert links == ["./review/", "./proofs/", "./downloads/", "./contributing/"]


def test_the_collections_are_listed_with_their_counts(visit: Open) -> None:
    listed = visit("/").locator(".families li")
    assert listed.count() == len(load_small_bank().bank.collections)
    expect(listed.first).to_contain_text("quiz_many 2, question_many")


def test_without_the_file_home_shows_the_first_question_and_the_collections(data: Path) -> None:
    """The first one with one right choice, and the collections once: as the ways in."""
    (data / "home.yaml").unlink()
    html = show_home(inspect_project(data).bank)
    assert 'id="q-01-01"' in html
    doors = [Markup(one).striptags() for one in re.findall(r"<strong>(.*?)</strong>", html)]
    assert [one for one in doors if one in ("Phase quizzes", "Arithmetic study guide", "Flash cards")] == [
        "Phase quizzes",
        "Arithmetic study guide",
        "Flash cards",
    ]
    assert 'class="families"' not in html


def test_a_bank_without_questions_has_a_home(data: Path) -> None:
    """A bank of cards alone shows its ways in."""
    (data / "home.yaml").unlink()
    for folder in ("quizzes", "study-guide"):
        for file in (data / folder).iterdir():
            file.unlink()
    html = show_home(inspect_project(data).bank)
    assert 'class="pair"' not in html
    assert html.count('class="door"') == 3


def test_a_renamed_quiz_is_found_behind_its_door(data: Path) -> None:
    """The ledger knows the old path, so that whoever renames a file need not edit home."""
    (data / "quizzes/phase-01-arithmetic.yaml").rename(data / "quizzes/phase-01-sums.yaml")
    loaded = inspect_project(data)
    assert [str(one) for one in loaded.faults if "home.yaml" in str(one)] == []
    assert 'href="./quizzes/phase-01-sums/"' in show_home(loaded.bank)


def test_the_levels_behind_a_door_are_a_range(data: Path) -> None:
    """From the lowest to the highest of what has one."""
    door = "{title: {en: Begin, es: Empieza}, about: {en: Here., es: Aquí.}, path: study-guide}"
    html = show_home(load_with_home(data, f"doors:\n  - {door}\n"))
    assert " · <span>levels 2 3</span> <span" in html


def test_all_levels_behind_a_door_are_not_worth_a_word(data: Path) -> None:
    """A range from the first level to the last says nothing about what is there."""
    door = "{title: {en: Begin, es: Empieza}, about: {en: Here., es: Aquí.}, path: study-guide}"
    replace_once(data / "study-guide" / "quiz-02-averages.yaml", "level: 2", "level: 1")
    bank = load_with_home(data, f"doors:\n  - {door}\n")
    levels = {item.level for unit in bank.collections[1].units.values() for item in unit.items}
    assert {1, 3} <= levels
    assert "levels" not in show_home(bank)


def test_words_on_a_door_cannot_be_a_link_inside_a_link(data: Path) -> None:
    """A link in the text of a door is shown as plain text."""
    path = data / "home.yaml"
    replace_once(path, "{en: A few cards, es:", '{en: "A few [cards](https://a.test/)", es:')
    html = show_home(inspect_project(data).bank)
    assert "<strong>A few cards</strong>" in html
    assert "a.test" not in html


@pytest.mark.parametrize(("width", "theme"), [(320, "dark"), (WIDE, "light")])
@pytest.mark.parametrize("locale", HOMES)
def test_axe_finds_nothing_on_home(visit: Open, locale: str, width: int, theme: str) -> None:
    """With everything open; text has a contrast of 7:1 too."""
    page = visit(HOMES[locale], width=width, color_scheme=theme)
    wait_for_fields(page)
    page.evaluate("document.querySelectorAll('.home-question details').forEach(one => { one.open = true })")
    expect(page.locator(f"#{QUESTION}")).to_have_attribute("data-state", "shown")
    assert run_axe(page, {"rules": {"color-contrast-enhanced": {"enabled": True}}}) == []


@pytest.mark.parametrize("width", [320, 390, 768, 1024, WIDE])
def test_nothing_scrolls_sideways(visit: Open, width: int) -> None:
    """Also with text twice as large."""
    page = visit("/es/", width=width)
    wait_for_fields(page)
    for size in ("125%", "250%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        inside = page.locator("main article").evaluate(
            "page => [...page.querySelectorAll('*')].filter(one => !one.closest('.table, pre') "
            "&& one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 90))"
        )
        assert inside == [], size
