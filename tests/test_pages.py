"""Pages of a bank, made in this process: addresses, links, verdicts, neighbors and order."""

from __future__ import annotations

from pathlib import Path

import pytest
from markupsafe import Markup

from espejo.check.project import inspect_project
from espejo.model.quiz import Question
from espejo.rendering.forge_links import ForgeLinks
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.rendering.words import Words
from espejo.site.pages import list_pages
from small_bank import load_small_bank

FORGE = ForgeLinks("https://forge.test/bank", "https://forge.test/bank/edit/main/")


@pytest.fixture(scope="module")
def site() -> Site:
    """The pages of the small bank; nothing is built."""
    return Site(load_small_bank().bank, home="https://espejo.test/", forge=FORGE)


def test_each_page_has_its_mirror(site: Site) -> None:
    """Every language has the same pages in the same order, one for each quiz and deck among them."""
    paths = {locale: [page.path for page in list_pages(site, locale)] for locale in site.bank.locales}
    assert paths["en"] == paths["es"]
    assert {f"{collection.folder}/{slug}" for collection, slug, _ in site.bank.units()} < set(paths["en"])


@pytest.mark.parametrize(
    ("path", "locale", "address"),
    [
        ("", "en", ""),
        ("", "es", "es/"),
        ("quizzes/x", "en", "quizzes/x/"),
        ("quizzes/x", "es", "es/quizzes/x/"),
    ],
)
def test_addresses(site: Site, path: str, locale: str, address: str) -> None:
    """A page of the root language has no prefix, and a page of another one has its name."""
    assert site.address(path, locale) == address


def test_links_are_relative(site: Site) -> None:
    """So that the site works at any address, a folder on a disk included."""
    view = View(site, "quizzes/x", "es")
    assert view.link("glossary") == "../../../es/glossary/"
    assert view.link("quizzes/x", "en") == "../../../quizzes/x/"
    assert View(site, "", "en").link("glossary") == "./glossary/"


@pytest.mark.parametrize(
    ("locale", "id_", "verdict"),
    [
        ("en", "q-01-01", "one_choice 2"),
        ("en", "q-01-02", "many_choices 1 and 4"),
        ("en", "q-02-01", "many_choices B, C, D"),
        ("en", "q-01-03", "false."),
        ("en", "pt-01-02", "true."),
        ("en", "q-01-05", ""),
        ("en", "q-02-07", "number_within 4\N{NO-BREAK SPACE}letters 0.5"),
        ("es", "q-02-07", "number_within-es 4\N{NO-BREAK SPACE}letras 0,5"),
        ("es", "q-02-02", "one_choice-es B"),
        ("es", "q-01-02", "many_choices-es 1 and-es 4"),
        ("es", "q-02-01", "many_choices-es B, C, D"),
        ("es", "q-02-03", "false-es."),
        ("es", "q-02-05", "free_answer-es"),
    ],
)
def test_verdict(site: Site, locale: str, id_: str, verdict: str) -> None:
    """The right answer in words: labels for choices, joined by a word if there are two; none for recall."""
    placed = next(one for one in site.bank.items() if one.item.id == id_)
    assert View(site, "", locale).verdict(placed) == verdict


@pytest.mark.parametrize(
    ("path", "previous", "following"),
    [
        ("quizzes/phase-01-arithmetic", None, "quizzes/phase-02-collections"),
        ("study-guide/quiz-01-division", None, "study-guide/quiz-02-averages"),
        ("study-guide/quiz-02-averages", "study-guide/quiz-01-division", "study-guide/quiz-03-strings"),
        ("study-guide/quiz-03-strings", "study-guide/quiz-02-averages", None),
        ("drills/chapter-01-facts", None, None),
    ],
)
def test_neighbors(site: Site, path: str, previous: str | None, following: str | None) -> None:
    """A quiz leads to the one before and the one after it, within its collection and across courses."""
    page = next(page for page in list_pages(site, "en") if page.path == path)
    before, after = page.subject["previous"], page.subject["next"]
    assert (before and before.path, after and after.path) == (previous, following)


@pytest.mark.parametrize(
    ("locale", "terms"),
    [
        (
            "en",
            ["average", "hash", "key", "list", "prime number", "remainder", "set", "string", "union"],
        ),
        (
            "es",
            ["cadena", "clave", "conjunto", "hash", "lista", "número primo", "promedio", "resto", "unión"],
        ),
    ],
)
def test_the_glossary_is_sorted_in_each_language(site: Site, locale: str, terms: list[str]) -> None:
    """By the term as this language has it, whatever the order of the file."""
    page = next(page for page in list_pages(site, locale) if page.path == "glossary")
    assert [term.term.show(locale).markdown for term in page.subject["terms"]] == terms


def test_the_edit_link_names_the_lines_of_its_own_question(data: Path) -> None:
    """The first line has the id, and the line after the last belongs to something else."""
    bank = inspect_project(data).bank
    for quiz, question in bank.questions():
        lines = (data.parent / question.place.file).read_text(encoding="utf-8").split("\n")
        assert f"- id: {question.id}" in lines[question.place.line - 1]
        assert lines[question.last_line - 1].strip()
        own = "\n".join(lines[question.place.line : question.last_line])
        assert "- id:" not in own
        assert question is not quiz.questions[-1] or not "\n".join(lines[question.last_line :]).strip()


def test_the_edit_link_leads_to_the_forge(site: Site) -> None:
    """The file of the quiz, and the first and the last line of the question."""
    question = find_question(site, "q-01-01")
    lines = f"#L{question.place.line}-L{question.last_line}"
    address = f"https://forge.test/bank/edit/main/data/quizzes/phase-01-arithmetic.yaml{lines}"
    assert View(site, "", "en").edit(question) == address


def find_question(site: Site, id_: str) -> Question:
    return next(question for _, question in site.bank.questions() if question.id == id_)


def test_words_and_their_blanks_are_escaped() -> None:
    """A fragment goes into a blank as it is; anything else is text."""
    words = Words({"all_of": "Q&A: {collection}"})
    assert words("all_of", collection="<b>") == "Q&amp;A: &lt;b&gt;"
    assert words("all_of", collection=Markup("<code>x</code>")) == "Q&amp;A: <code>x</code>"


@pytest.mark.parametrize(
    ("words", "ordered"),
    [
        (["zona", "época", "eje"], ["eje", "época", "zona"]),
        (["Zeta", "alfa", "Beta"], ["alfa", "Beta", "Zeta"]),
        (["más", "mas"], ["mas", "más"]),
    ],
)
def test_an_accent_or_a_capital_does_not_change_the_order(
    data: Path, words: list[str], ordered: list[str]
) -> None:
    """A Spanish reader looks for `época` among the words with e."""
    terms = [f"  - id: t-{at}\n    term: {{en: t{at}, es: {word}}}\n" for at, word in enumerate(words)]
    meaning = "    meaning: {en: A word., es: Una palabra.}\n"
    (data / "glossary.yaml").write_text("terms:\n" + "".join(f"{term}{meaning}" for term in terms))
    site = Site(inspect_project(data).bank, home="https://espejo.test/")
    page = next(page for page in list_pages(site, "es") if page.path == "glossary")
    assert [term.term.show("es").markdown for term in page.subject["terms"]] == ordered
