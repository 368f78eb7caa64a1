"""Side-by-side views as HTML: rows, URLs, links, and missing or stale passages."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from edits import replace_once
from espejo.check.project import inspect_project
from espejo.model.addresses import list_side_by_side_views
from espejo.model.bank import Bank
from espejo.model.quiz import Item, Question, Unit
from espejo.model.text import ONCE, Text
from espejo.rendering.downloads import Downloads
from espejo.rendering.page_view import View
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.side_by_side_rows import align_item, align_unit
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from espejo.site.redirect_pages import list_redirect_pages
from project import ROOT
from small_bank import REPO_URL, SITE_URL, load_small_bank, make_word

QUIZ = "/quizzes/phase-01-arithmetic/"
VIEW = f"{QUIZ}side-by-side/"
LETTERS = "/quizzes/phase-02-collections/side-by-side/"
GUIDE = "/study-guide/quiz-02-averages/side-by-side/"
DECK = "/drills/chapter-01-facts/side-by-side/"
VIEWS = [VIEW, LETTERS, GUIDE, DECK]
REPOSITORY = RepositoryLinks(REPO_URL, f"{REPO_URL}/edit/main/")


def make_site(bank: Bank, **settings: object) -> Site:
    return Site(bank, home=SITE_URL, **settings)  # type: ignore[arg-type]


def render_view(site: Site, address: str, locale: str) -> str:
    """Render the HTML of a view, without the page layout."""
    path = address.strip("/")
    page = next(page for page in list_pages(site, locale) if page.path == path)
    return str(render_page(site, page, Downloads()))


def find_section(html: str, id_: str) -> str:
    """Find the section of a view that shows one question or card."""
    found = re.search(rf'<section class="question twin" id="{id_}".*?</section>', html, re.DOTALL)
    assert found, id_
    return found[0]


def read_words(html: str) -> str:
    """Return the words of some HTML, without punctuation and formulas."""
    return join_words(re.sub(r"<annotation.*?</annotation>|<[^>]+>", " ", html))


def join_words(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip()


def first_words(markdown: str) -> str:
    """Return the first words of a passage that are neither code nor a formula."""
    return join_words(re.split(r"[`$*\n]", markdown.strip(" `*-"))[0])


def test_every_text_of_every_record_is_in_a_row() -> None:
    """Each text appears once, and answers are only in the answer part."""
    bank = load_small_bank().bank
    for collection, slug, unit in bank.units():
        in_head = [text for row in align_unit(unit) for text in row.texts]
        assert sorted(map(id, in_head)) == sorted(map(id, unit.texts()))
        for placed in collection.placed_in(slug):
            figure = bank.figure_of(placed.item)
            _, asked, hint, answer = align_item(placed, figure)
            roles = {row.role for row in (*asked, *hint)}
            drawn = {"figure"} if placed.item.figure_with == "prompt" else set()
            assert roles <= {"title", "front", "prompt", "choice", "unit", "hint"} | drawn, placed.item.id
            texts = [text for row in (*asked, *hint, *answer) for text in row.texts]
            wanted = [*Bank.texts_of(placed.item), *(figure.texts() if figure else ())]
            assert sorted(map(id, texts)) == sorted(map(id, wanted)), placed.item.id
            assert all(row.has(locale) for row in asked if row.same for locale in bank.locales)


@pytest.mark.parametrize("address", VIEWS)
def test_every_passage_is_on_the_views_of_both_languages(address: str) -> None:
    bank = load_small_bank().bank
    slug = address.split("/")[2]
    (unit,) = (one for _, name, one in bank.units() if name == slug)
    texts: list[tuple[Unit | Item, Text]] = [(unit, text) for text in unit.texts()]
    texts += [(item, text) for item in unit.items for text in Bank.texts_of(item)]
    assert len(texts) > 10
    for html in (render_view(make_site(bank), address, locale) for locale in bank.locales):
        for record, text in texts:
            words = read_words(find_section(html, record.id) if record.id else html)
            for markdown in text.passages.values():
                assert first_words(markdown) in words, (record.id, markdown)


def test_an_unknown_text_is_shown_in_the_answer() -> None:
    """A new field of a question is shown, but not where it could give the answer away."""
    bank = load_small_bank().bank
    placed = next(one for one in bank.items() if one.item.id == "q-01-01")
    new = Text({ONCE: "new"}, placed.item.place)

    class Extended(Question):
        def texts(self):  # type: ignore[no-untyped-def] # noqa: ANN202
            yield from super().texts()
            yield new

    keys = {name: getattr(placed.item, name) for name in Question.__dataclass_fields__}
    _, asked, hint, answer = align_item(placed._replace(item=Extended(**keys)), None)
    assert answer[-1].texts == (new,)
    assert not [row for row in (*asked, *hint) if new in row.texts]


def test_rows_are_in_reading_order() -> None:
    """Choices have their labels; then come verdict and reasons, labeled like their choices."""
    bank = load_small_bank().bank
    placed = next(one for one in bank.items() if one.item.id == "q-02-02")
    _, asked, hint, answer = align_item(placed, None)
    assert [(row.role, row.label, row.right) for row in asked] == [
        ("title", "", False),
        ("prompt", "", False),
        ("choice", "A.", False),
        ("choice", "B.", True),
        ("choice", "C.", False),
    ]
    assert hint == ()
    roles = [(row.role, row.label or row.word) for row in answer]
    expected = [("verdict", ""), ("why", ""), ("heading", "why_not"), ("reason", "A."), ("reason", "C.")]
    assert roles[: len(expected)] == expected


def test_a_bank_in_one_language_has_no_view() -> None:
    """There is nothing to compare, so there is no page and no link."""
    bank = load_small_bank().bank
    alone = replace(bank, locales={"en": bank.locales["en"]})
    assert list(list_side_by_side_views(bank))
    assert list(list_side_by_side_views(alone)) == []
    site = make_site(alone)
    assert not [page.path for page in list_pages(site, "en") if page.path.endswith("side-by-side")]
    assert View(site, QUIZ.strip("/"), "en").side_by_side() == ""


def test_no_two_pages_have_the_same_address(data: Path) -> None:
    """This is true even if a course id is the same as the name of a view."""
    replace_once(data / "study-guide" / "guide.yaml", "- id: numbers\n", "- id: side-by-side\n")
    inspection = inspect_project(data)
    assert inspection.faults == []
    paths = [page.path for page in list_pages(make_site(inspection.bank), "en")]
    assert len(paths) == len(set(paths))
    assert {VIEW.strip("/"), "study-guide/print/side-by-side"} <= set(paths)


def test_no_quiz_and_no_redirect_takes_the_address_of_a_view(data: Path) -> None:
    for slug, name in (("phase-01-arithmetic", "print"), ("phase-02-collections", "side-by-side")):
        quiz = data / "quizzes" / f"{slug}.yaml"
        quiz.rename(quiz.with_stem(name))
        facts = [problem.fact for problem in inspect_project(data).faults]
        assert [fact for fact in facts if fact.startswith(f"invalid file name '{name}'.")]
        quiz.with_stem(name).rename(quiz)
    path = VIEW.strip("/")
    (data / "redirects.yaml").write_text(f"redirects:\n  - {{old: {path}, new: quizzes}}\n", encoding="utf-8")
    facts = [problem.fact for problem in inspect_project(data).faults]
    assert facts == [f"'{path}' is an existing page. It cannot be redirected."]


def test_the_view_of_a_quiz_that_has_moved_leads_to_its_new_view(data: Path) -> None:
    """This works in every language. The canonical link is to the page itself."""
    quizzes = data / "quizzes"
    (quizzes / "phase-01-arithmetic.yaml").rename(quizzes / "phase-01-numbers.yaml")
    site = make_site(inspect_project(data).bank)
    redirects = {one.path: one.html for one in list_redirect_pages(site)}
    html = redirects["es/quizzes/phase-01-arithmetic/side-by-side/index.html"]
    assert 'id="new" href="../../../../es/quizzes/phase-01-numbers/side-by-side/"' in html
    assert f'<link rel="canonical" href="{SITE_URL}es/quizzes/phase-01-numbers/">' in html
    plain_page = redirects["es/quizzes/phase-01-arithmetic/index.html"]
    assert 'id="new" href="../../../es/quizzes/phase-01-numbers/"' in plain_page


def read_page(site: Path, address: str) -> str:
    return (site / address.strip("/") / "index.html").read_text(encoding="utf-8")


def test_search_engines_are_sent_to_the_quiz(site: Path) -> None:
    """The page in the same language is canonical; the view has no alternates and isn't indexed."""
    for prefix in ("", "es/"):
        html = read_page(site, prefix + VIEW.strip("/"))
        original = f"{SITE_URL}{prefix}{QUIZ.strip('/')}/"
        assert re.findall(r'<link rel="canonical" href="([^"]+)">', html) == [original]
        assert re.findall(r'<meta property="og:url" content="([^"]+)">', html) == [original]
        assert 'rel="alternate"' not in html
        assert "data-pagefind-body" not in html
    assert "side-by-side" not in (site / "sitemap.xml").read_text(encoding="utf-8")


def test_a_question_links_to_the_view_wherever_it_is_shown(site: Path) -> None:
    """Its quiz and topic pages link to it. Pages without a view have no such link in the header."""
    for address in (QUIZ, "/topics/division/"):
        section = re.search(r'<section[^>]* id="q-01-02".*?</section>', read_page(site, address), re.DOTALL)
        assert section
        (words,) = re.findall(rf'<a href="[^"]*{VIEW}#q-01-02">([^<]*)</a>', section[0])
        assert words == make_word("side_by_side", "en")
    assert '<a class="both"' in read_page(site, QUIZ)
    for address in ("", "quizzes", "glossary", "topics/division"):
        assert '<a class="both"' not in read_page(site, address), address
    assert '<a class="both"' not in (site / "404.html").read_text(encoding="utf-8")


def test_the_views_follow_each_other_like_the_pages() -> None:
    """Even between collections, each view leads to the view of the page's neighbor."""
    site = make_site(load_small_bank().bank)
    for locale in site.bank.locales:
        pages = {page.path: page for page in list_pages(site, locale)}
        views = {path: page for path, page in pages.items() if path.endswith("/side-by-side")}
        assert {view.strip("/") for view in VIEWS} <= views.keys()
        for path, view in views.items():
            unit = pages[path.removesuffix("/side-by-side")]
            for way in ("previous", "next"):
                wanted, found = unit.subject[way], view.subject[way]
                assert (found and found.path) == (wanted and f"{wanted.path}/side-by-side")


def read_side(html: str, id_: str, role: str, locale: str) -> str:
    """Return the cell of the first row with this role, in this language, on an English page."""
    section = find_section(html, id_)
    row = section.split(f'data-row="{role}"')[1].split('<div class="pair')[0]
    return row.split('<div class="side"')[1 if locale == "en" else 2]


def test_a_missing_passage_is_labeled_in_the_language_of_the_page() -> None:
    """The label is only where the passage would be, next to the code of its language."""
    site = make_site(load_small_bank().bank)
    html = render_view(site, LETTERS, "en")
    note = f'<p class="missing">{make_word("missing", "en")} <span class="mark">EN</span></p>'
    assert note in read_side(html, "q-02-03", "why", "en")
    assert "missing" not in read_side(html, "q-02-03", "why", "es")
    assert "missing" not in find_section(html, "q-02-06")
    only_spanish = find_section(html, "q-02-04")
    assert only_spanish.count(note) == 3
    assert '<h2 id="q-02-04-title" class="said" lang="es">' in only_spanish


def test_only_a_stale_passage_is_labeled_as_stale() -> None:
    """The label is only in the cell of that passage."""
    inspection = load_small_bank()
    site = make_site(inspection.bank, stale=inspection.stale)
    section = find_section(render_view(site, VIEW, "en"), "q-01-07")
    note = '<p class="stale">stale English</p>'
    assert section.count('class="stale"') == 1
    assert note in read_side(section, "q-01-07", "why", "es")
    assert note not in read_side(section, "q-01-07", "why", "en")


def test_each_passage_links_to_its_own_line() -> None:
    """Each translation has a link to its own line, and untranslated text has a single link.

    Without a repository there are no links.
    """
    bank = load_small_bank().bank
    html = render_view(make_site(bank, repository=REPOSITORY), VIEW, "en")
    file = "data/quizzes/phase-01-arithmetic.yaml"
    lines = (ROOT / "tests" / "bank" / file.removeprefix("data/")).read_text(encoding="utf-8").splitlines()
    for locale, language in (("en", "English"), ("es", "Spanish")):
        cell = read_side(html, "q-01-01", "title", locale)
        (found,) = re.findall(r'href="([^"]+)" title="([^"]+)"', cell)
        number = int(found[0].partition("#L")[2])
        assert found == (f"{REPO_URL}/edit/main/{file}#L{number}", f"edit_passage {language} {number}")
        assert lines[number - 1].strip().startswith(f"{locale}: ")
    section = find_section(html, "q-01-01")
    once = re.findall(r'#L(\d+)" title="edit_shared (\d+)"', section)
    assert [lines[int(line) - 1].strip() for line, _ in once] == [
        '- text: "`2`"',
        '- text: "`1`"',
        '- text: "`0`"',
    ]
    without = render_view(make_site(bank), VIEW, "en")
    assert 'class="pencil"' not in without
    assert "edit_passage" not in without


def test_three_languages_are_in_three_columns() -> None:
    """The language of the page is first, then the others in their order; one without words has its name."""
    bank = load_small_bank().bank
    third = replace(bank.locales["en"], name="Français", mark="FR", missing=("only_this_language",))
    site = make_site(replace(bank, locales={**bank.locales, "fr": third}))
    html = render_view(site, VIEW, "es")
    only = re.findall(r"data-mirror>(.+?)</a>", html)[-3:]
    assert only == ["only_this_language-es", "only_this_language", "Français"]
    section = find_section(html, "q-01-01")
    row = section.split('data-row="title"')[1].split('<div class="pair')[0]
    assert re.findall(r'<span class="tongue">(\w+)</span>', row) == ["ES", "EN", "FR"]
    assert re.findall(r' lang="(\w+)"', row) == ["en"]
    assert row.count('class="missing"') == 1
