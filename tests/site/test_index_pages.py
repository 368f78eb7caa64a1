"""Index pages: collections, guides, reference, downloads, and proofs."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import Open
from espejo.check.project import inspect_project
from espejo.model.quiz import Question, Quiz, Unit
from espejo.rendering.downloads import Downloads
from espejo.rendering.page_view import HOURS_FROM, View
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from page_checks import box, resize
from small_bank import SITE_URL, load_small_bank, make_word

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
    """Returns a quiz with one question for each given level."""
    assert isinstance(unit, Quiz)
    question = unit.items[0]
    assert isinstance(question, Question)
    leveled = tuple(replace(question, level=level and str(level)) for level in levels)  # type: ignore[arg-type]
    return replace(unit, questions=leveled)


@pytest.mark.parametrize(
    ("levels", "said"),
    [((1, 3, 2), "levels 1 3"), ((2, None, 2), "level 2"), ((None, 2, 3), "levels 2 3"), ((None,), "")],
)
def test_the_levels_of_a_quiz_are_a_range(bank_site: Site, levels: tuple[int | None, ...], said: str) -> None:
    """It is a single level where all questions agree, and empty where none has one."""
    unit = with_levels(next(iter(bank_site.bank.collections[0].units.values())), *levels)
    assert View(bank_site, "", "en").levels([unit]) == said


def test_long_estimates_are_shown_in_hours(bank_site: Site) -> None:
    """A duration of 269 minutes would be hard to grasp."""
    write_minutes = View(bank_site, "", "en").write_minutes
    assert write_minutes(1) == make_word("minute_one", "en")
    assert write_minutes(HOURS_FROM - 1) == f"minute_many {HOURS_FROM - 1}"
    assert write_minutes(HOURS_FROM) == "hour_many 3"
    assert write_minutes(269) == "hour_many 4"
    assert write_minutes(271) == "hour_many 5"


def test_the_size_of_several_quizzes_is_their_sum(bank_site: Site) -> None:
    """Questions and minutes are added up; decks count cards."""
    view = View(bank_site, "", "en")
    for collection in bank_site.bank.collections:
        units = collection.units.values()
        noun = "card" if collection.holds == "decks" else "question"
        minutes = sum(bank_site.minutes[unit.place.file] for unit in units)
        size = f"{noun}_many {collection.count_items()} · minute_many {minutes}"
        assert view.size(units) == size


def test_a_note_in_one_language_is_marked_in_the_other(data: Path) -> None:
    """Notes are labeled like all other texts."""
    path = data / "collections.yaml"
    text = path.read_text(encoding="utf-8")
    line = "      es: Las fases se numeran desde el **uno**.\n"
    assert line in text
    path.write_text(text.replace(line, ""), encoding="utf-8")
    html = render(Site(inspect_project(data).bank, home=SITE_URL), "quizzes", "es")
    assert '<div lang="en"><p>The phases are numbered from <strong>one</strong>.</p>' in html


def test_courses_are_side_by_side_on_a_desktop_and_stacked_on_a_phone(visit: Open) -> None:
    """Sizes and lists begin at the same height, and minutes are right-aligned."""
    page = visit("/study-guide/", width=1440)
    first, second = (box(course) for course in page.locator(".course").all())
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] < second["x"]
    assert first["height"] == second["height"]
    for part in (".lines", "> .count"):
        assert len({box(one)["y"] for one in page.locator(f".course {part}").all()}) == 1
    ends = [box(one) for one in page.locator(".course").first.locator(".lines .count").all()]
    assert len({round(end["x"] + end["width"]) for end in ends}) == 1
    resize(page, 390)
    first, second = (box(course) for course in page.locator(".course").all())
    assert first["x"] == second["x"]
    assert first["y"] + first["height"] < second["y"]


def test_lists_fit_a_phone_even_with_text_twice_as_large(visit: Open) -> None:
    """List lines are at least 44 pixels tall, so they are easy to tap."""
    page = visit("/es/quizzes/", width=390)
    address, found = page.url.removesuffix("quizzes/"), {}
    for path in ("quizzes/", "study-guide/", "downloads/", "proofs/", "status/"):
        page.goto(address + path)
        resize(page, 390)
        rows = page.locator(":is(.blocks, .lines, .file-list, .asides ul) > li").all()
        low = [row.inner_text() for row in rows if box(row)["height"] < 44]
        assert rows or path in ("proofs/", "status/")
        resize(page, 640)
        page.evaluate("document.documentElement.style.fontSize = '250%'")
        wide = page.locator(".page").evaluate("one => one.scrollWidth - one.clientWidth")
        found[path] = (low if path not in ("proofs/", "status/") else [], max(wide, 0))
    assert set(map(repr, found.values())) == {"([], 0)"}, found


def test_downloads_have_a_name_a_file_and_a_size(visit: Open) -> None:
    """They are in columns where there is room; each file is a link followed by its size."""
    page = visit("/downloads/", width=1440)
    anki = page.locator(".files").first.locator(".file-list > li")
    assert anki.count() >= 5
    for width in (1440, 768):
        resize(page, width)
        for column in ("span:first-child", "a"):
            assert len({round(box(line.locator(f"> {column}"))["x"]) for line in anki.all()}) == 1
        assert max(box(line.locator("> span:first-child"))["height"] for line in anki.all()) < 80
    for line in anki.all():
        assert line.locator("> a").get_attribute("download") is not None
        expect(line.locator("> .count")).to_have_text(re.compile(r"^[\d.]+ [KM]B$"))


@pytest.mark.parametrize(("count", "folded"), [(20, False), (21, True)])
def test_a_long_list_of_answers_is_folded(data: Path, count: int, folded: bool) -> None:
    """Its heading on the proofs page shows how many there are."""
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


def test_headings_of_a_handwritten_page(visit: Open) -> None:
    """Each is closer to its own text than to the text above. An id has its own line above the title."""
    page = visit("/contributing/", width=1440)
    for width in (1440, 390):
        resize(page, width)
        gaps = page.locator(".page > h2").evaluate_all(
            "all => all.map(one => [one.getBoundingClientRect().top - one.previousElementSibling"
            ".getBoundingClientRect().bottom, one.nextElementSibling.getBoundingClientRect().top"
            " - one.getBoundingClientRect().bottom])"
        )
        assert len(gaps) > 5
        assert [gap for gap in gaps if gap[0] < 2 * gap[1]] == []
    page.goto(f"{page.url}fields/")
    resize(page, 320)
    for heading in page.locator(".entry > :is(h2, h3)").all():
        id_ = box(heading.locator("> .id"))
        assert id_["height"] >= 44
        size = float(heading.evaluate("one => parseFloat(getComputedStyle(one).lineHeight)"))
        lines = (box(heading)["height"] - id_["height"]) / size
        assert abs(lines - round(lines)) < 0.1, heading.inner_text()
