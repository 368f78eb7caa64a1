"""The bank becomes pages, the same in every locale but for the words."""

from __future__ import annotations

import pytest
from espejo.bank import load_bank
from espejo.pages import Site
from espejo.view import Forge, View
from espejo.words import Words
from markupsafe import Markup

from espejo.model import Question
from project import ROOT

FORGE = Forge("https://forge.test/bank", "https://forge.test/bank/edit/main/")


@pytest.fixture(scope="module")
def site() -> Site:
    return Site(load_bank(ROOT / "data").bank, root="en", home="https://espejo.test/", forge=FORGE)


def test_each_page_has_its_mirror(site: Site) -> None:
    paths = {locale: [page.path for page in site.pages(locale)] for locale in site.bank.locales}
    assert paths["en"] == paths["es"]
    assert "quizzes/phase-07-scalar-autograd" in paths["en"]


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
        ("en", "q-07-01", "Choice 2."),
        ("en", "q-08-02", "Choices 1 and 2."),
        ("en", "q-07-02", "Choices 1, 2, 3."),
        ("es", "q-25-01", "Correcta: B."),
        ("es", "q-25-04", "Correctas: B, C, D."),
        ("es", "q-25-03", "Respuesta libre."),
    ],
)
def test_verdict(site: Site, locale: str, id_: str, verdict: str) -> None:
    quiz, question = next(pair for pair in site.bank.questions() if pair[1].id == id_)
    assert View(site, "", locale).verdict(quiz, question) == verdict


def test_the_edit_link_names_the_lines_of_its_own_question(site: Site) -> None:
    """The first line has the id, and the line after the last belongs to something else."""
    for quiz, question in site.bank.questions():
        lines = (ROOT / question.place.file).read_text(encoding="utf-8").split("\n")
        assert f"- id: {question.id}" in lines[question.place.line - 1]
        assert lines[question.last_line - 1].strip()
        own = "\n".join(lines[question.place.line : question.last_line])
        assert "- id:" not in own
        assert question is not quiz.questions[-1] or not "\n".join(lines[question.last_line :]).strip()
    assert _edit(site, "q-07-01").startswith(
        "https://forge.test/bank/edit/main/data/quizzes/phase-07-scalar-autograd.yaml#L"
    )


def _edit(site: Site, id_: str) -> str:
    question: Question = next(question for _, question in site.bank.questions() if question.id == id_)
    return View(site, "", "en").edit(question)


def test_words_and_their_blanks_are_escaped() -> None:
    """A fragment goes into a blank as it is; anything else is text."""
    words = Words({"all_of": "Q&A: {collection}"})
    assert words("all_of", collection="<b>") == "Q&amp;A: &lt;b&gt;"
    assert words("all_of", collection=Markup("<code>x</code>")) == "Q&amp;A: <code>x</code>"
