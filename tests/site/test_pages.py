"""Pages rendered without a build: links, verdicts, order, interface words, and edit links."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest
from markupsafe import Markup

from edits import replace_once
from espejo.check.project import inspect_project
from espejo.model.quiz import label_choice
from espejo.rendering.downloads import Downloads
from espejo.rendering.page_view import View
from espejo.rendering.site import Site
from espejo.rendering.words import Words
from espejo.site.frame import Frame, HandWritten, render_page
from espejo.site.page import PROGRESS_WORDS, SCRIPT_WORDS
from espejo.site.pages import list_pages
from espejo.site.pages.practice import SCRIPT_WORDS as DRAWN_WORDS
from small_bank import SITE_URL, load_small_bank


@pytest.fixture(scope="module")
def site() -> Site:
    """The pages of the small bank, without a build."""
    return Site(load_small_bank().bank, home="https://espejo.test/")


def test_every_language_has_the_same_pages(site: Site) -> None:
    """Each quiz and deck has one page per language, in the same order."""
    paths = {locale: [page.path for page in list_pages(site, locale)] for locale in site.bank.locales}
    assert paths["en"] == paths["es"]
    assert {f"{collection.folder}/{slug}" for collection, slug, _ in site.bank.units()} < set(paths["en"])


def test_links_are_relative(site: Site) -> None:
    """Relative links work at any address, even in a folder on disk."""
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
    """Verdicts name the right answer: labels joined by a word for several choices, nothing for recall."""
    placed = next(one for one in site.bank.items() if one.item.id == id_)
    assert View(site, "", locale).verdict(placed) == verdict


def list_terms(site: Site, locale: str) -> list[str]:
    """Lists the terms on the glossary page, in order."""
    page = next(page for page in list_pages(site, locale) if page.path == "glossary")
    return [term.term.show(locale).markdown for group in page.subject["groups"] for term in group.terms]


def test_the_edit_link_names_the_lines_of_its_own_question(data: Path) -> None:
    """The first line has the id, and the line after the last one is outside the question."""
    bank = inspect_project(data).bank
    for quiz, question in bank.questions():
        lines = (data.parent / question.place.file).read_text(encoding="utf-8").split("\n")
        assert f"- id: {question.id}" in lines[question.place.line - 1]
        assert lines[question.last_line - 1].strip()
        own = "\n".join(lines[question.place.line : question.last_line])
        assert "- id:" not in own
        assert question is not quiz.questions[-1] or not "\n".join(lines[question.last_line :]).strip()


def test_values_in_interface_words_are_escaped() -> None:
    """HTML fragments are inserted as they are; any other value is escaped."""
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
def test_accents_and_capitals_do_not_change_the_order(
    data: Path, words: list[str], ordered: list[str]
) -> None:
    """Spanish readers expect `época` among the words with e."""
    terms = [f"  - id: t-{at}\n    term: {{en: t{at}, es: {word}}}\n" for at, word in enumerate(words)]
    meaning = "    meaning: {en: A word., es: Una palabra.}\n"
    (data / "glossary.yaml").write_text("terms:\n" + "".join(f"{term}{meaning}" for term in terms))
    site = Site(inspect_project(data).bank, home="https://espejo.test/")
    assert list_terms(site, "es") == ordered


def test_the_lines_of_a_question_end_before_a_comment(data: Path) -> None:
    """A comment below a question belongs to the next question or to the file."""
    file = data / "quizzes" / "phase-01-arithmetic.yaml"
    lines = file.read_text(encoding="utf-8").rstrip("\n")
    file.write_text(f"{lines}\n\n  # More to come.\n", encoding="utf-8")
    (quiz,) = [unit for _, slug, unit in inspect_project(data).bank.units() if slug == file.stem]
    assert quiz.items[-1].last_line == lines.count("\n") + 1


@pytest.mark.parametrize(
    ("size", "shown"), [(1, "1 KB"), (1_600, "2 KB"), (999_000, "999 KB"), (1_250_000, "1.2 MB")]
)
def test_the_size_of_a_download(site: Site, size: int, shown: str) -> None:
    """A nonempty file is never shown as empty."""
    links = View(site, "", "en", downloads=Downloads({"bank.json": size})).downloads
    assert f">{shown}</span>" in links.link("bank.json")


@pytest.mark.parametrize(("locale", "other"), [("en", "es"), ("es", "en")])
def test_a_paired_package_names_the_other_language(site: Site, locale: str, other: str) -> None:
    """Every language offers the same package, labeled with the other language."""
    links = View(site, "", locale, downloads=Downloads({"anki/espejo-en-es.apkg": 1})).downloads
    ((named, link),) = links.paired_packages()
    assert named == other
    assert "espejo-en-es.apkg" in link


@pytest.mark.parametrize(
    ("file", "id_", "path"),
    [("formulas", "f-02", "reference/formulas"), ("patterns", "p-02", "reference/patterns")],
)
def test_a_reason_for_no_proof_links_to_its_entry(data: Path, file: str, id_: str, path: str) -> None:
    """Formulas and patterns are on separate pages."""
    entries = data / "reference" / f"{file}.yaml"
    reason = f"  - id: {id_}\n    proof: {{not_computable: {{en: It is a name., es: Es un nombre.}}}}\n"
    replace_once(entries, f"  - id: {id_}\n", reason)
    inspection = inspect_project(data)
    assert inspection.faults == []
    view = View(Site(inspection.bank, home="https://espejo.test/"), "proofs", "en")
    assert (id_, f"../{path}/#{id_}") in [(id_, link) for id_, link, _ in view.proofs.not_run()]


def test_the_book_labels_each_reason_like_its_choice(site: Site) -> None:
    """The right choice has no reason, but still takes up a label."""
    page = next(page for page in list_pages(site, "en") if page.path == "study-guide/print")
    html = render_page(site, page, Downloads())
    expected, shown = {}, {}
    for placed in site.bank.items():
        if placed.question and placed.collection.guide:
            answer = html[html.index(f'id="{placed.item.id}-answer"') :].partition("</article>")[0]
            shown[placed.item.id] = re.findall(r'<span class="label">(\w)\.</span>', answer)
            choices = enumerate(placed.question.choices, 1)
            expected[placed.item.id] = [label_choice(placed.labels, n) for n, one in choices if one.why]
    assert shown == expected
    assert any(labels[:1] in (["2"], ["B"]) for labels in expected.values()), "a right choice comes first"


def test_the_header_marks_only_the_section_of_a_page(data: Path) -> None:
    """A section whose address is a prefix of another one's is not marked."""
    with (data / "collections.yaml").open("a", encoding="utf-8") as file:
        file.write("  - {folder: quizzes-2, prefix: z, title: {en: A, es: B}, about: {en: A., es: B.}}\n")
    site = Site(inspect_project(data).bank, home="https://espejo.test/")
    for path, current in (("quizzes-2", "page"), ("quizzes-2/phase-01-x", "true")):
        here = HandWritten("", "", "")
        header = Frame(View(site, path, "en"), hand_written=here).part("header")
        assert re.findall(r'href="([^"]+)" aria-current="(\w+)"', header) == [
            (View(site, path, "en").link("quizzes-2"), current)
        ]


def test_a_term_without_a_translation_is_shown_once(data: Path) -> None:
    """It is labeled with its language and not repeated as its own translation."""
    with (data / "glossary.yaml").open("a", encoding="utf-8") as file:
        file.write("  - {id: tuple, term: {en: tuple}, meaning: {en: A list., es: Una lista.}}\n")
    site = Site(inspect_project(data).bank, home="https://espejo.test/")
    page = next(page for page in list_pages(site, "es") if page.path == "glossary")
    html = render_page(site, page, Downloads(defaultdict(int)))
    entry = html[html.index('id="tuple"') :].partition("</dt>")[0]
    assert entry.count(">tuple<") + entry.count(" tuple<") == 1, entry


# Words for the scripts

WITH_PROGRESS = ("collection.html", "guide.html", "topics.html", "topic.html")
WITH_QUESTIONS = ("quiz.html", "deck.html", "topic.html", "side_by_side.html")


def test_pages_with_questions_include_the_words_for_practice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quiz, deck, topic, and side-by-side pages include them; the practice page includes more."""
    for module in ("units", "topics"):
        monkeypatch.setattr(f"espejo.site.pages.{module}.PRACTICE_WORDS", ("hint", "answer_to"))
    site = Site(load_small_bank().bank, home=SITE_URL)
    seen = set()
    for page in list_pages(site, "es"):
        if page.standalone or page.template in ("you.html", "review.html", "offline.html"):
            continue  # their scripts need more words
        frame = Frame(View(site, page.path, "es"), page=page)
        words = json.loads(re.sub("<.*?>", "", frame.part("words")))
        further: tuple[str, ...] = ("hint", "answer_to") if page.template in WITH_QUESTIONS else ()
        further = DRAWN_WORDS if page.template == "practice.html" else further
        further = (*further, *PROGRESS_WORDS) if page.template in WITH_PROGRESS else further
        assert words == {name: site.words["es"].raw[name] for name in (*SCRIPT_WORDS, *further)}
        seen.add(page.template)
    assert {*WITH_QUESTIONS, "collection.html", "topics.html"} <= seen


def test_home_includes_practice_words_if_it_has_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Handwritten pages and the 404 page never include them."""
    monkeypatch.setattr("espejo.site.frame.PRACTICE_WORDS", ("hint",))
    site = Site(load_small_bank().bank, home=SITE_URL)
    written = HandWritten("Title", "About", "<p>…</p>")
    assert "hint" in Frame(View(site, "", "en"), hand_written=written).script_words
    assert "hint" not in Frame(View(site, "contributing", "en"), hand_written=written).script_words
    assert "hint" not in Frame(View(site, "", "en")).script_words
