"""Index pages: collections, guides, reference, downloads and proofs, as lists one takes in at a glance."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from conftest import Open
from espejo.check.project import inspect_project
from espejo.model.quiz import Question, Quiz, Unit
from espejo.rendering.amounts import HOURS_FROM, write_duration, write_levels, write_size
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from small_bank import SITE_URL, load_small_bank, make_word

BLOCK = re.compile(r"<li><p class=\"eyebrow .*?</li>", re.DOTALL)

NOT_RUN = """
  - id: q-02-{number}
    kind: recall
    title: {{en: "Why {number}?", es: "¿Por qué {number}?"}}
    answer: {{en: Because of {number}., es: Por {number}.}}
    proof: {{not_computable: {{en: It asks for words., es: Pide palabras.}}}}
"""


@pytest.fixture(scope="module")
def bank_site() -> Site:
    return Site(load_small_bank().bank, home=SITE_URL)


def render(site: Site, path: str, locale: str = "en") -> str:
    page = next(page for page in list_pages(site, locale) if page.path == path)
    return str(render_page(site, page, Downloads()))


def with_levels(unit: Unit, *levels: int | None) -> Unit:
    """A quiz of as many questions as levels are given."""
    assert isinstance(unit, Quiz)
    question = unit.items[0]
    assert isinstance(question, Question)
    leveled = tuple(replace(question, level=level and str(level)) for level in levels)  # type: ignore[arg-type]
    return replace(unit, questions=leveled)


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found
    return found


@pytest.mark.parametrize(
    ("levels", "said"),
    [((1, 3, 2), "levels 1 3"), ((2, None, 2), "level 2"), ((None, 2, 3), "levels 2 3"), ((None,), "")],
)
def test_the_levels_of_a_quiz_are_a_range(bank_site: Site, levels: tuple[int | None, ...], said: str) -> None:
    """From the easiest to the hardest question; one level where all agree, nothing where none has one."""
    unit = with_levels(next(iter(bank_site.bank.collections[0].units.values())), *levels)
    assert write_levels(bank_site.words["en"], [unit]) == said


def test_many_minutes_are_hours(bank_site: Site) -> None:
    """Nobody plans with 269 minutes."""
    words = bank_site.words["en"]
    assert write_duration(words, 1) == make_word("minute_one", "en")
    assert write_duration(words, HOURS_FROM - 1) == f"minute_many {HOURS_FROM - 1}"
    assert write_duration(words, HOURS_FROM) == "hour_many 3"
    assert write_duration(words, 269) == "hour_many 4"
    assert write_duration(words, 271) == "hour_many 5"


def test_several_quizzes_have_the_size_of_all(bank_site: Site) -> None:
    """Questions and minutes are those of each quiz added up; decks are counted in cards."""
    view = View(bank_site, "", "en")
    for collection in bank_site.bank.collections:
        units = collection.units.values()
        noun = "card" if collection.holds == "decks" else "question"
        minutes = sum(bank_site.minutes[unit.place.file] for unit in units)
        size = f"{noun}_many {collection.count_items()} · minute_many {minutes}"
        assert view.size_of(units) == size
        assert write_size(view.words, tuple(units), minutes) == size


@pytest.mark.parametrize(
    ("locale", "note"), [("en", "from <strong>one</strong>."), ("es", "el <strong>uno</strong>.")]
)
def test_a_collection_shows_its_note_below_its_quizzes(bank_site: Site, locale: str, note: str) -> None:
    """As Markdown; a collection without one shows none."""
    quizzes, end, below = render(bank_site, "quizzes", locale).rpartition("</ol>")
    assert 'class="blocks"' in quizzes
    assert end
    assert note in below
    assert "about-note" not in render(bank_site, "drills", locale)


def test_a_note_in_one_language_is_marked_in_the_other(data: Path) -> None:
    """As any passage is."""
    path = data / "collections.yaml"
    text = path.read_text(encoding="utf-8")
    line = "      es: Las fases se numeran desde el **uno**.\n"
    assert line in text
    path.write_text(text.replace(line, ""), encoding="utf-8")
    html = render(Site(inspect_project(data).bank, home=SITE_URL), "quizzes", "es")
    assert '<div lang="en"><p>The phases are numbered from <strong>one</strong>.</p>' in html


def test_a_collection_lists_its_quizzes_as_blocks(bank_site: Site) -> None:
    """Each with its series, its subject as the link, its focus, its size and its levels."""
    view = View(bank_site, "quizzes", "en")
    collection = bank_site.bank.collections[0]
    blocks = BLOCK.findall(render(bank_site, "quizzes"))
    for (slug, unit), block in zip(collection.units.items(), blocks, strict=True):
        place = f'<span class="progress" data-progress="quizzes/{slug}"></span>'
        assert f'with-progress">{view.inline(unit.title).__html__()} {place}</p>' in block
        link = f'<a href="{view.link(f"quizzes/{slug}")}">{view.inline(unit.subject).__html__()}</a>'
        assert f"<h2>{link}</h2>" in block
        assert f"<span>{view.size(unit)}</span> <span>{view.levels([unit])}</span>" in block
    assert any(view.levels([unit]) for unit in collection.units.values())


def test_the_courses_of_a_guide_are_cards_that_add_up(bank_site: Site) -> None:
    """Part, title, about, size, and its quizzes in lines that count on from course to course."""
    view = View(bank_site, "study-guide", "en")
    collection = next(one for one in bank_site.bank.collections if one.guide)
    assert collection.guide
    cards = render(bank_site, "study-guide").split('<section class="course">')[1:]
    start = 1
    for number, (course, card) in enumerate(zip(collection.guide.courses, cards, strict=True), 1):
        units = [collection.units[slug] for slug in course.quizzes]
        questions = sum(len(unit.items) for unit in units)
        minutes = sum(bank_site.minutes[unit.place.file] for unit in units)
        assert f"<small>part {'I' * number}</small> {course.title.show('en').markdown}</h2>" in card
        assert (
            f"{view.count('quiz', len(units))}, question_many {questions} · minute_many {minutes}</p>" in card
        )
        assert f'<ol class="lines" start="{start}">' in card
        lines = re.findall(
            r'<a href="([^"]+)">[^<]+</a> <span[^>]*></span> <span class="count">minutes_short (\d+)</span>',
            card,
        )
        assert lines == [
            (view.link(f"study-guide/{slug}"), str(bank_site.minutes[collection.units[slug].place.file]))
            for slug in course.quizzes
        ]
        start += len(units)


def test_courses_are_side_by_side_at_a_desk_and_stacked_on_a_phone(visit: Open) -> None:
    """Their sizes and their lists begin at the same height, and minutes end at the same edge."""
    page = visit("/study-guide/", width=1440)
    first, second = (box(course) for course in page.locator(".course").all())
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] < second["x"]
    assert first["height"] == second["height"]
    for part in (".lines", "> .count"):
        assert len({box(one)["y"] for one in page.locator(f".course {part}").all()}) == 1
    ends = [box(one) for one in page.locator(".course").first.locator(".lines .count").all()]
    assert len({round(end["x"] + end["width"]) for end in ends}) == 1
    page.set_viewport_size({"width": 390, "height": 844})
    first, second = (box(course) for course in page.locator(".course").all())
    assert first["x"] == second["x"]
    assert first["y"] + first["height"] < second["y"]


@pytest.mark.parametrize(
    "path", ["/quizzes/", "/study-guide/", "/reference/", "/downloads/", "/proofs/", "/status/"]
)
def test_nothing_is_wider_than_the_window(visit: Open, path: str) -> None:
    """On the smallest phone, and with text twice as large."""
    page = visit(f"/es{path}", width=320)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.set_viewport_size({"width": 640, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '250%'")
    assert page.locator(".page").evaluate("one => one.scrollWidth - one.clientWidth") <= 0


@pytest.mark.parametrize("path", ["/quizzes/", "/study-guide/", "/reference/", "/downloads/"])
def test_links_in_lists_are_large_enough_for_a_thumb(visit: Open, path: str) -> None:
    """A line of the list is at least 44 pixels from the next."""
    page = visit(path, width=390)
    rows = page.locator(":is(.blocks, .lines, .file-list, .asides ul) > li").all()
    assert rows
    assert [row.inner_text() for row in rows if box(row)["height"] < 44] == []


def test_the_reference_says_how_much_it_holds(bank_site: Site) -> None:
    """The number of formulas, patterns and terms."""
    reference = bank_site.bank.reference
    counts = [len(one) for one in (reference.formulas, reference.patterns, reference.terms)]
    html = render(bank_site, "reference")
    assert [int(number) for number in re.findall(r"entry_many (\d+)", html)] == counts


@pytest.mark.parametrize("width", [768, 1440])
def test_downloads_are_lines_of_what_file_and_size(visit: Open, width: int) -> None:
    """In columns where there is room; the file is always a link, and its size follows."""
    page = visit("/downloads/", width=width)
    anki = page.locator(".files").first.locator(".file-list > li")
    assert anki.count() >= 5
    for column in ("span:first-child", "a"):
        assert len({round(box(line.locator(f"> {column}"))["x"]) for line in anki.all()}) == 1
    for line in anki.all():
        assert box(line.locator("> span:first-child"))["height"] < 80, "a name runs from left to right"
        assert line.locator("> a").get_attribute("download") is not None
        expect(line.locator("> .count")).to_have_text(re.compile(r"^[\d.]+ [KM]B$"))


@pytest.mark.parametrize(("count", "folded"), [(20, False), (21, True)])
def test_a_long_list_of_answers_is_folded(data: Path, count: int, folded: bool) -> None:
    """On the page about proofs, with how many they are."""
    listed = len(View(Site(load_small_bank().bank, home=SITE_URL), "proofs", "en").proofs.not_run())
    with (data / "quizzes" / "phase-02-collections.yaml").open("a", encoding="utf-8") as file:
        file.write(
            "".join(NOT_RUN.format(number=50 + number).lstrip("\n") for number in range(count - listed))
        )
    loaded = inspect_project(data)
    assert not loaded.faults
    html = render(Site(loaded.bank, home=SITE_URL), "proofs")
    section = html.partition('<h2 id="not_run">')[2]
    assert section.count("<li>") == count
    assert (f"<summary>proofs_listed {count}</summary>" in section) == folded


@pytest.mark.parametrize("width", [390, 1440])
def test_a_heading_is_nearer_to_its_text_than_to_what_it_ends(visit: Open, width: int) -> None:
    """On a page written by hand."""
    page = visit("/contributing/", width=width)
    gaps = page.locator(".page > h2").evaluate_all(
        "all => all.map(one => [one.getBoundingClientRect().top - one.previousElementSibling"
        ".getBoundingClientRect().bottom, one.nextElementSibling.getBoundingClientRect().top"
        " - one.getBoundingClientRect().bottom])"
    )
    assert len(gaps) > 5
    assert [gap for gap in gaps if gap[0] < 2 * gap[1]] == []


def test_the_lines_of_a_heading_are_evenly_apart(visit: Open) -> None:
    """The id of a formula or a record is on a line of its own, above the title."""
    page = visit("/contributing/fields/", width=320)
    for heading in page.locator(".entry > :is(h2, h3)").all():
        id_ = box(heading.locator("> .id"))
        assert id_["height"] >= 44
        size = float(heading.evaluate("one => parseFloat(getComputedStyle(one).lineHeight)"))
        lines = (box(heading)["height"] - id_["height"]) / size
        assert abs(lines - round(lines)) < 0.1, heading.inner_text()
