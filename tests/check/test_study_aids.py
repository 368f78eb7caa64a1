"""Study aids: levels, hints, sources, cross-references, prerequisites, and minutes, wherever shown."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from edits import replace_once
from espejo.check.cross_references import find_cycles
from espejo.check.project import inspect_project
from espejo.exports.bank_json import write_bank, write_schema
from espejo.exports.notes import Note, Notes
from espejo.model.bank import Variant
from espejo.model.problems import Place
from espejo.model.quiz import Question
from espejo.model.text import ONCE, Text
from espejo.rendering.downloads import Downloads
from espejo.rendering.estimates import estimate_minutes
from espejo.rendering.page_view import View
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from small_bank import SITE_URL, load_small_bank, make_word

QUIZ = "study-guide/quiz-02-averages"
FULL, BARE = "pt-02-01", "pt-02-02"
"""A question that has all study aids, and a neighboring one that has none."""

TITLE = "¿Qué cadenas son iguales a su imagen en el espejo?"
"""The Spanish text of the first one's last link."""

AIDS = {"level", "hint", "see", "sources"}
LOCALES = ("en", "es")


@pytest.fixture(scope="module")
def site() -> Site:
    return Site(load_small_bank().bank, home=SITE_URL)


def render(site: Site, path: str, locale: str = "en") -> str:
    page = next(page for page in list_pages(site, locale) if page.path == path)
    folder = path.partition("/")[0]
    sizes = {f"anki/espejo-{locale}-{folder}.apkg": 1, f"anki/{locale}/{path}.tsv": 1}
    return render_page(site, page, Downloads(sizes))


def cut(html: str, anchor: str, end: str = "</section>") -> str:
    """The HTML from the element with this id up to `end`."""
    return html[html.index(f'id="{anchor}"') :].partition(end)[0]


def make_note(site: Site, id_: str, locale: str = "en") -> Note:
    return Notes(site).make(Variant(locale, (locale,)), site.placed_by_id[id_])


def find_traces(html: str) -> list[str]:
    return re.findall('class="(hint|missed|read-on|level)"', html)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_page_shows_study_aids_around_the_answer(site: Site, locale: str) -> None:
    """The hint is before the answer, review links and sources in it, and the level below it."""
    page = render(site, QUIZ, locale)
    html = cut(page, FULL)
    hint, answer, foot = (html.index(f'class="{name}"') for name in ("hint", "answer", "foot"))
    missed, read_on = (html.index(make_word(name, locale)) for name in ("missed", "read_on"))
    level = html.index(make_word("level", locale).format(level=2))
    assert hint < answer < missed < read_on < level < foot
    assert '<details class="hint">' in html  # closed
    assert find_traces(html)
    assert find_traces(cut(page, BARE)) == []


def test_links_and_sources_are_in_the_language_of_the_page(site: Site) -> None:
    """Links to formulas, patterns, terms, and questions use the translated title. URLs are escaped."""
    html = cut(render(site, QUIZ, "es"), FULL)
    missed = re.search(r'<div class="missed".*?</div>', html)
    assert missed
    assert re.findall(r'href="([^"]*)">(.*?)</a>', missed[0]) == [
        ("../../../es/reference/formulas/#f-03", "Media aritmética"),
        ("../../../es/reference/patterns/#p-01", "Contar letras"),
        ("../../../es/glossary/#average", "promedio"),
        ("../../../es/study-guide/quiz-03-strings/#pt-03-02", TITLE),
    ]
    assert "statistics — Mathematical statistics functions</a>, statistics.median" in html
    assert '<span class="version">(Python 3.14)</span>' in html
    assert 'href="https://encyclopedia.test/median?edition=2&amp;page=7" rel="noopener"' in html
    assert "La mediana, en una enciclopedia</a>, su segunda sección</li>" in html
    for path in ("reference/formulas", "reference/patterns", "drills/chapter-01-facts"):
        page = render(site, path)
        assert page.count('<div class="read-on"') == page.count(make_word("read_on", "en")) == 1, path


def test_the_head_names_the_prerequisites(site: Site) -> None:
    html = render(site, QUIZ)
    head = html[html.index('<header class="head"') : html.index("</header>", html.index('class="head"'))]
    assert make_word("before_this", "en") in head
    assert '<a href="../../study-guide/quiz-01-division/">Quiz 1 — Division (Division)</a>' in head
    assert make_word("before_this", "en") not in render(site, "study-guide/quiz-01-division")


def test_keys_that_are_left_out_are_in_no_fingerprint(site: Site) -> None:
    """Otherwise learners' notes would change."""
    full, bare = (dict(site.placed_by_id[id_].item.form()) for id_ in (FULL, BARE))
    assert set(full) >= AIDS
    assert not AIDS & set(bare)


@pytest.mark.parametrize("locale", LOCALES)
def test_an_anki_note_has_the_hint_in_front_and_the_rest_on_its_back(site: Site, locale: str) -> None:
    note = make_note(site, FULL, locale)
    assert f'<details class="hint"><summary>{make_word("hint", locale)}</summary>' in note.front
    assert "<details" not in note.back
    assert f"{SITE_URL}{'es/' if locale == 'es' else ''}reference/formulas/#f-03" in note.back
    assert 'href="https://docs.python.org/3/library/statistics.html#statistics.median"' in note.back
    assert "espejo::level::2" in note.tags
    assert not any("level" in tag for tag in make_note(site, BARE, locale).tags)


def test_the_json_has_study_aids_as_data(site: Site) -> None:
    """Numbers are numbers, texts are in both languages, and absent keys stay absent."""
    bank = json.loads(b"".join(write_bank(site, LOCALES)))
    Draft202012Validator(json.loads(write_schema(site))).validate(bank)
    items = {item["id"]: item for item in bank["items"]}
    full = items[FULL]
    assert full["level"] == 2
    assert full["see"] == ["f-03", "p-01", "average", "pt-03-02"]
    assert full["hint"]["es"]["markdown"].startswith("Escribe cinco valores")
    first, second = full["sources"]
    assert (first["version"], first["title"]["es"]["markdown"][:10]) == ("Python 3.14", "statistics")
    assert second["part"]["es"]["markdown"] == "su segunda sección"
    assert "version" not in second
    assert not AIDS & set(items[BARE])
    units = {unit["slug"]: unit for one in bank["collections"] for unit in one["units"]}
    assert units["quiz-02-averages"]["prerequisites"] == ["study-guide/quiz-01-division"]
    assert units["quiz-02-averages"]["minutes"] == site.minutes[f"data/{QUIZ}.yaml"]


def test_the_book_keeps_hints_away_from_questions_and_answers(site: Site) -> None:
    """Hints have their own pages before the answer key; the question only refers to them."""
    html = render(site, "study-guide/print")
    hint = "Write five values in a row"
    assert html.count(hint) == 1
    assert html.index('id="hints"') < html.index(hint) < html.index('id="key"')
    assert f'<a href="#{FULL}-hint">' in cut(html, FULL, "</article>")
    assert "-hint" not in cut(html, BARE, "</article>")


def test_a_book_without_hints_has_no_pages_for_them(data: Path) -> None:
    for path in (data / "study-guide").glob("quiz-*.yaml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"    hint:\n(?:      .*\n)+", "", text), encoding="utf-8")
    html = render(Site(inspect_project(data).bank, home=SITE_URL), "study-guide/print")
    assert not re.search('"[^"]*hints?"', html)


def test_the_book_numbers_the_references_of_a_quiz(data: Path) -> None:
    """They are in order of first citation; questions that cite the same source share a reference."""
    source = (
        "      - title: Counter objects\n        url: https://docs.python.org/3/library/collections.html\n"
    )
    again = (
        "      - title: statistics — Mathematical statistics functions\n"
        "        url: https://docs.python.org/3/library/statistics.html#statistics.median\n"
        "        part: statistics.median\n        version: Python 3.14\n"
    )
    with (data / f"{QUIZ}.yaml").open("a", encoding="utf-8") as quiz:
        quiz.write(f"    sources:\n{source}{again}")
    loaded = inspect_project(data)
    assert loaded.faults == []
    html = render(Site(loaded.bank, home=SITE_URL), "study-guide/print")
    assert re.findall(r"\[(\d)\]", cut(html, f"{FULL}-answer", "</article>")) == ["1", "2"]
    assert re.findall(r"\[(\d)\]", cut(html, f"{BARE}-answer", "</article>")) == ["3", "1"]
    references = cut(html, "references-quiz-02-averages", "</ol>")
    assert re.findall(r'id="reference-quiz-02-averages-(\d)"', references) == ["1", "2", "3"]
    assert references.count("https://docs.python.org/3/library/statistics.html") == 1


def test_every_anchor_that_the_book_links_to_is_in_it(site: Site) -> None:
    for path in ("study-guide/print", "study-guide/print/numbers"):
        html = render(site, path)
        ids = set(re.findall(r' id="([^"]+)"', html))
        assert set(re.findall(r'href="#([^"]+)"', html)) <= ids


def test_link_texts_contain_no_links_and_no_blocks(site: Site) -> None:
    """A card's front may be anything, but link text is a phrase."""
    view = View(site, QUIZ, "en")
    place = Place("data/x.yaml", 1, 1)
    for markdown in ("See [this](https://example.org/) & `that`", "A list:\n\n- this & `that`"):
        shown = str(view.link_text(Text({ONCE: markdown}, place)).html)
        assert not re.search("<(a|ul|li|p)[ >]", shown)
        assert "this &amp; that" in shown
    assert str(view.link_text(Text({ONCE: "plain `code`"}, place)).html) == "plain <code>code</code>"


def test_minutes_are_the_same_in_both_languages(site: Site) -> None:
    minutes = site.minutes[f"data/{QUIZ}.yaml"]
    for locale in LOCALES:
        assert make_word("minute_many", locale).format(count=minutes) in render(site, QUIZ, locale)
        short = make_word("minutes_short", locale).format(count=minutes)
        assert f">{short}<" in render(site, "study-guide", locale)


def estimate(site: Site, markdown: str, **changes: object) -> int:
    """Estimates the minutes of sixty questions with this prompt."""
    first = site.placed_by_id[BARE].item
    assert isinstance(first, Question)
    prompt = Text({ONCE: markdown}, first.place)
    question = replace(first, prompt=prompt, why=None, **{"choices": first.choices, **changes})  # type: ignore[arg-type]
    return estimate_minutes((question,) * 60, "en")


def test_minutes_follow_the_text(site: Site) -> None:
    """Words, lines of code, formulas, choices, and the kind of question count; hints don't."""
    short = estimate(site, "word")
    assert estimate(site, "word " * 201) - short == 60
    assert estimate(site, "word\n\n```python\n" + "x = 1\n" * 15 + "```\n") - short == 60
    assert estimate(site, "word" + " $x + y$" * 15) - short == 60
    assert estimate(site, "word", choices=()) < short
    assert estimate(site, "word", kind="free", choices=()) > estimate(site, "word", kind="recall", choices=())
    hint = Text({ONCE: "word " * 500}, Place("data/x.yaml", 1, 1))
    assert estimate(site, "word", hint=hint) == short
    assert estimate_minutes((), "en") == 1


CYCLES: list[tuple[dict[str, list[str]], list[list[str]]]] = [
    ({"a": [], "b": ["a"], "c": ["a", "b"]}, []),
    ({"a": ["b"], "b": ["a"]}, [["a", "b"]]),
    ({"a": ["b"], "b": ["c"], "c": ["b"], "d": ["a"]}, [["b", "c"]]),
    ({"a": ["b"], "b": ["a"], "c": ["d", "a"], "d": ["c"]}, [["a", "b"], ["c", "d"]]),
    ({"a": ["b", "c"], "b": ["a"], "c": ["a"]}, [["a", "b"]]),
]


def test_cycles_are_found_in_linear_time() -> None:
    """Each node is in at most one cycle; nodes that only lead to a cycle are in none.

    A path of ten thousand steps to ten thousand cycles is walked once, without recursion.
    """
    for before, cycles in CYCLES:
        assert list(find_cycles(before)) == cycles
    count = 10_000
    before = {f"t{n}": [f"t{n + 1}"] for n in range(count)}
    before[f"t{count}"] = [f"a{n}" for n in range(count)]
    before |= {f"a{n}": [f"b{n}"] for n in range(count)} | {f"b{n}": [f"a{n}"] for n in range(count)}
    assert len(list(find_cycles(before))) == count


def test_a_cycle_of_prerequisites_is_a_problem(data: Path) -> None:
    replace_once(
        data / "study-guide" / "quiz-01-division.yaml",
        "questions:\n",
        "prerequisites: [study-guide/quiz-02-averages, study-guide/quiz-02-averages]\nquestions:\n",
    )
    circle, twice = sorted(str(fault) for fault in inspect_project(data).faults)
    assert twice.endswith("the prerequisite 'study-guide/quiz-02-averages' is listed twice. Keep one.")
    assert circle.endswith(
        "the prerequisites go around in a circle: study-guide/quiz-01-division → "
        "study-guide/quiz-02-averages → study-guide/quiz-01-division. Remove one of them."
    )
