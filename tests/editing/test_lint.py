"""The lints: what they compare, which records they read, and where they report it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from edits import replace_once, write_bank_without_items
from espejo.check.project import inspect_project
from espejo.editing.lints.comments import blank_comments
from espejo.editing.lints.language_facts import LanguageFacts
from espejo.editing.lints.language_lints import find_openings, find_untranslated
from espejo.editing.lints.lint import Side
from espejo.editing.lints.linter import LINTS, lint_bank
from espejo.editing.lints.long_lines import MAX_LINE
from espejo.editing.lints.negation_lint import compare_negations
from espejo.editing.lints.number_lint import read_number
from espejo.editing.lints.translation_lints import compare_code, compare_links, compare_terms
from espejo.markdown.parsed import BLANK, CODE, Found, ParsedPassage
from espejo.model.bank import Bank
from project import ROOT
from small_bank import load_small_bank

CASES = ROOT / "tests" / "cases"


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


@pytest.mark.parametrize("lint", LINTS)
def test_each_lint_has_a_case_that_it_catches(lint: str) -> None:
    """A golden case whose report names the lint."""
    caught = [
        case.stem for case in CASES.glob("lint_*.txt") if f"allow: {{{lint}: " in case.read_text("utf-8")
    ]
    assert caught, f"no case in {CASES.name}/ is reported by the lint '{lint}'"


def test_each_lint_is_explained_to_contributors() -> None:
    """In the table of CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [lint for lint in LINTS if f"| `{lint}` |" not in text] == []


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("64", "64"),
        ("1,000", "1000"),
        ("1.000", "1000"),
        ("1\u202f000", "1000"),
        ("0.5", "0.5"),
        ("0,5", "0.5"),
        ("0,125", "0.125"),
        ("1,234.5", "1234.5"),
        ("1.234,5", "1234.5"),
        ("2.13.1", "2.13.1"),
    ],
)
def test_a_number_reads_the_same_in_every_language(written: str, read: str) -> None:
    """With commas, points or spaces, wherever a language puts them."""
    assert read_number(written) == read


@pytest.mark.parametrize(
    "markdown", ["¿Es `x = 1` o **`y`**?", "¿Es `x = 1`\no **`y`**? [¡Sí!](https://x.test/1)"]
)
def test_prose_keeps_its_place(markdown: str) -> None:
    """What is not prose is blanked out and not deleted, so that a place in the prose is one in the source."""
    reading = ParsedPassage(markdown)
    assert len(reading.prose) == len(markdown)
    assert all(
        shown in (BLANK, CODE, written) for shown, written in zip(reading.prose, markdown, strict=True)
    )
    assert reading.code == [Found(markdown.index("`x"), "x = 1"), Found(markdown.index("`y"), "y")]
    assert not re.search(r"\d", reading.prose)


def test_a_passage_is_taken_apart() -> None:
    """Into math, links, listings, list items and words."""
    reading = ParsedPassage(
        "Mira $x_1$:\n\n- <https://x.test/9>\n- b\n\n  ```python\n  y = 2\n  z\n  ```\n\n$$ a $$\n"
    )
    assert [part.value for part in reading.math] == ["x_1", " a "]
    assert [part.value for part in reading.links] == ["https://x.test/9"]
    assert [part.value for part in reading.listings] == ["y = 2\nz\n"]
    assert reading.items == 2
    assert reading.words == ["mira", "b"]


@pytest.mark.parametrize(
    ("singular", "plural"),
    [("capa", "capas"), ("función", "funciones"), ("matriz", "matrices"), ("tensor", "tensores")],
)
def test_words_are_compared_without_their_endings(bank: Bank, singular: str, plural: str) -> None:
    """A plural has the stem of its singular."""
    stems = LanguageFacts("es", bank).stems
    assert stems[singular] == stems[plural]


def test_words_with_other_letters_have_other_stems(bank: Bank) -> None:
    """Only endings are cut off."""
    stems = LanguageFacts("es", bank).stems
    assert stems["peso"] != stems["paso"]


def test_a_double_letter_is_no_ending(bank: Bank) -> None:
    """In English, 'lose' is not 'loss'."""
    stems = LanguageFacts("en", bank).stems
    assert stems["losses"] == stems["loss"] != stems["lose"]


def test_the_longest_term_counts(data: Path) -> None:
    """A text that says 'hash table' does not have to say 'hash' as well."""
    with (data / "glossary.yaml").open("a", encoding="utf-8") as glossary:
        glossary.write(
            "  - {id: hash-table, term: {en: hash table, es: tabla hash}, meaning: {en: A., es: Una.}}\n"
        )
    loaded = inspect_project(data)
    assert loaded.faults == []
    words = ParsedPassage("A hash table of strings, and a hash").words
    found = [id_ for id_, _ in LanguageFacts("en", loaded.bank).find_terms(words)]
    assert found == ["hash-table", "string", "hash"]


def test_a_language_that_says_nothing_about_its_writing_is_still_compared(tmp_path: Path) -> None:
    """Without the key 'writing', the lints that need it are left out, and the others are not."""
    data = write_bank_of_one_question(tmp_path / "data", why="{en: 'It is 3, and not 4.', es: 'Es \"3\"'}")
    bank = inspect_project(data).bank
    locales = {name: replace(locale, writing=None) for name, locale in bank.locales.items()}
    (problem,) = lint_bank(replace(bank, locales=locales), tmp_path)
    assert "the numbers differ: only English has '4'" in problem.fact


def test_a_broken_record_is_not_linted_and_the_others_are(tmp_path: Path) -> None:
    """What it says is not known for sure."""
    data = write_bank_of_one_question(tmp_path / "data", why="{en: It is 3., es: Es 4.}")
    path = data / "quizzes" / "phase-07-case.yaml"
    text = path.read_text(encoding="utf-8")
    question = text[text.index("  - id") :]
    path.write_text(text + question.replace("q-07-01", "q-07-02").replace("kind", "knid"), encoding="utf-8")
    loaded = inspect_project(data)
    assert {problem.owner for problem in loaded.faults} == {"q-07-02"}
    assert [one.owner for one in lint_bank(loaded.bank, tmp_path, known=loaded.faults)] == ["q-07-01"]


@pytest.mark.parametrize(
    ("file", "before", "after", "fact"),
    [
        ("topics.yaml", "es: Cómo medir", "es: ¡Cómo medir", "the ! that closes this ¡ is missing"),
        (
            "collections.yaml",
            "folder: quizzes\n",
            "folder: quizzes\n    allow: {lists: Why}\n",
            "nothing to",
        ),
        ("glossary.yaml", "exactly two divisors", "exactly 2 divisors", "only English has '2'"),
        (
            "reference/formulas.yaml",
            "    note:\n",
            f"    note: # {'-' * MAX_LINE}\n",
            f"the line is longer than {MAX_LINE}",
        ),
        ("reference/patterns.yaml", "en: Count letters", "en: Count 26 letters", "only English has '26'"),
        ("study-guide/guide.yaml", "en: Strings, and", "en: 2 strings, and", "only English has '2'"),
        ("drills/chapter-01-facts.yaml", "en: Chapter 1", "en: Chapter 2", "only English has '2'"),
    ],
)
def test_every_record_with_texts_is_linted(data: Path, file: str, before: str, after: str, fact: str) -> None:
    """Not only questions and cards, but topics, collections, terms, formulas, patterns, courses and decks."""
    replace_once(data / file, before, after)
    loaded = inspect_project(data)
    assert loaded.faults == []
    (problem,) = lint_bank(loaded.bank, data.parent)
    assert fact in problem.fact
    assert problem.place.file == f"data/{file}"


def write_bank_of_one_question(data: Path, *, why: str) -> Path:
    """The small bank with one question alone, which has this explanation."""
    write_bank_without_items(data)
    valid = (CASES / "valid.yaml").read_text(encoding="utf-8")
    head, _, _ = valid.rpartition("    why: ")
    (data / "quizzes" / "phase-07-case.yaml").write_text(f"{head}    why: {why}\n", encoding="utf-8")
    return data


def test_a_long_line_belongs_to_the_record_that_begins_on_it(data: Path) -> None:
    """Which can allow it; the record before has nothing to do with it."""
    comment = f"# {'-' * MAX_LINE}"
    replace_once(data / "glossary.yaml", "  - id: hash\n", f"  - id: hash {comment}\n")
    loaded = inspect_project(data)
    assert [(one.owner, one.fact[:30]) for one in lint_bank(loaded.bank, data.parent)] == [
        ("hash", "the line is longer than 160 ch")
    ]


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("https://docs.test/en/list.html", "https://docs.test/es/list.html"),
        ("https://docs.test/en-US/list.html", "https://docs.test/es-ES/list.html"),
        ("https://en.docs.test/wiki/List", "https://es.docs.test/wiki/Lista"),
    ],
)
def test_a_link_may_lead_to_the_page_in_its_own_language(bank: Bank, english: str, spanish: str) -> None:
    """By a part of the path, with or without a region, or by the host."""
    ours, theirs = make_sides(bank, f"<{english}>", f"<{spanish}>")
    assert list(compare_links(ours, theirs)) == []


def make_sides(bank: Bank, english: str, spanish: str) -> tuple[Side, Side]:
    return (
        Side(LanguageFacts("en", bank), ParsedPassage(english)),
        Side(LanguageFacts("es", bank), ParsedPassage(spanish)),
    )


@pytest.mark.parametrize(("spanish", "count"), [("Tiene claves.", 0), ("El conjunto tiene claves.", 1)])
def test_a_term_may_be_named_elsewhere_unless_another_one_is_in_its_place(
    bank: Bank, spanish: str, count: int
) -> None:
    """The title says 'lista', so a passage need not; but 'conjunto' translates nothing in this record."""
    title = replace(next(bank.texts())[1], passages={"en": "Is it a list?", "es": "¿Es una lista?"})
    why = replace(title, passages={"en": "The list has keys.", "es": spanish})
    sides = (side._replace(record=(title, why)) for side in make_sides(bank, *why.passages.values()))
    assert len(list(compare_terms(*sides))) == count


@pytest.mark.parametrize("locale", ["en", "es"])
def test_a_link_may_lead_to_a_page_in_one_language(bank: Bank, locale: str) -> None:
    """Whichever language that is: the address is the same in both."""
    address = f"<https://docs.test/{locale}/list.html>"
    assert list(compare_links(*make_sides(bank, address, address))) == []


def test_a_link_is_reported_as_it_is_written(bank: Bank) -> None:
    """With its language, so that it can be searched for."""
    ours, theirs = make_sides(bank, "<https://docs.test/en/a>", "<https://docs.test/es/b>")
    (found,) = compare_links(ours, theirs)
    assert "English has 'https://docs.test/en/a'; only Spanish has 'https://docs.test/es/b'" in found.fact


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("However, it is slow.", "Sin embargo, es lento."),
        ("It works regardless of the size.", "Funciona sin importar el tamaño."),
        ("It works whatever the size.", "Funciona sin importar el tamaño."),
        ("Tell whether it is large.", "Di si es grande o no."),
        ("Tell whether or not it is large.", "Di si es grande."),
        ("The protocol is stateless.", "El protocolo no tiene estado."),
        ("The set-up is serverless.", "Es una instalación sin servidor."),
        ("It does _not_ change.", "No cambia."),
        ("It doesn’t change.", "_No_ cambia."),
        ("It is not only fast.", "No es solo rápido."),
        ("It changes nothing.", "No cambia nada."),
        ("There is no error or warning.", "No hay ningún error ni aviso."),
        ("It has no keys and no values.", "No tiene claves ni valores."),
        ("It stays unchanged.", "Se queda sin cambios."),
        ("If there is none, leave it out.", "Si no hay ninguno, se omite."),
        ("Without any, leave it out.", "Si no hay ninguna, no se pone."),
        ("It answers yes or no.", "Responde sí o no."),
        ("It avoids changing anything.", "Evita que cambie nada."),
        ("It is fast. It never fails.", "Es rápido y nunca falla."),
        ("Either `a` or `b` cannot end.", "Uno de `a` o `b` no termina."),
        ("It has a no-wait mode.", "Tiene un modo sin espera."),
        ("Those that have not begun or ended.", "Las que no han empezado o que no han terminado."),
        ("Sets (e.g. this one) cannot hold non-words.", "No caben en él: son lo que no es palabra."),
    ],
)
def test_a_negation_may_be_said_in_other_words(bank: Bank, english: str, spanish: str) -> None:
    """Idioms deny nothing, a negation may be repeated, and some words contain one."""
    assert list(compare_negations(*make_sides(bank, english, spanish))) == []


@pytest.mark.parametrize(
    ("english", "spanish", "said"),
    [
        ("It does not change.", "Cambia.", "'not'"),
        ("It changes.", "No cambia nada.", "'no'"),
        ("It has none. It does not end.", "No tiene ninguno. Termina.", "'not'"),
        ("It has none, and it does not end.", "No tiene ninguno y termina.", "'none', 'not'"),
        ("However, it is not slow.", "Sin embargo, es lento.", "'not'"),
        ("It ends.\n\n- It has none.\n- It is new.", "Termina.\n\n- Tiene uno.\n- No es nuevo.", "'none'"),
        ("It never fails.", "Falla.", "'never'"),
        ("Either `a` or `b` cannot end.", "Uno de `a` o `b` termina.", "'cannot'"),
    ],
)
def test_a_negation_that_is_lost_is_found(bank: Bank, english: str, spanish: str, said: str) -> None:
    """Also beside another one, beside an idiom and beside a word that could translate it."""
    found = [one.fact for one in compare_negations(*make_sides(bank, english, spanish))]
    assert found
    assert said in found[0]


@pytest.mark.parametrize(
    ("language", "code", "stripped"),
    [
        ("python", "x // 2 # half", "x // 2 "),
        ("javascript", "x = 1 // one", "x = 1 "),
        ("c", "#include <a.h> /* b\n c */", "#include <a.h> "),
        ("c", "x--; y", "x--; y"),
        ("sql", "SELECT 1 -- one", "SELECT 1 "),
        ("", "x = 1 // one\ny -- two\nz # three", "x = 1 \ny \nz "),
        ("", "a//b; i--", "a//b; i--"),
        ("js", "x = 'a // b'", 'x = ""'),
    ],
)
def test_comments_are_those_of_the_language(language: str, code: str, stripped: str) -> None:
    """What begins a comment in one language is an operator in another."""
    assert blank_comments(code, language) == stripped


@pytest.mark.parametrize(
    ("english", "spanish", "count"),
    [
        ("Use `<a> and <b>`.", "Usa `<a> y <b>`.", 0),
        ("It prints `this is it` and `x`.", "Escribe `es esto` y `x`.", 0),
        ("It prints `this is it` and `x`.", "Escribe `es esto` y `z`.", 1),
        ("Use `a and y`.", "Usa `b and y`.", 1),
        ("Use `this is it`.", "Usa `x`.", 1),
    ],
)
def test_a_sentence_in_code_is_translated_and_code_is_not(
    bank: Bank, english: str, spanish: str, count: int
) -> None:
    """It is a sentence if it has words of its language, which the code in the other language lacks."""
    assert len(list(compare_code(*make_sides(bank, english, spanish)))) == count


@pytest.mark.parametrize(
    "spanish",
    ["Usa ?id=3.", "Usa a ? b : c.", "Si a != b, termina.", "¿Qué es ?id=3?", "Mira https://x.test/?q."],
)
def test_a_mark_that_ends_nothing_needs_no_opening_one(bank: Bank, spanish: str) -> None:
    assert list(find_openings(make_sides(bank, "", spanish)[1])) == []


@pytest.mark.parametrize(
    "spanish",
    [
        "Es el Internet of Things de The Home Depot.",
        "Mira https://docs.test/what-is-the-list-for.",
        "Mira <https://docs.test/what-is-the-list-for>.",
        "«the list of the day»",
    ],
)
def test_names_addresses_and_quotations_need_no_translation(bank: Bank, spanish: str) -> None:
    assert list(find_untranslated(make_sides(bank, "", spanish)[1])) == []


def test_a_single_letter_is_no_word_of_another_language(bank: Bank) -> None:
    assert list(find_untranslated(make_sides(bank, "Plot y over x, then y over y.", "")[0])) == []
