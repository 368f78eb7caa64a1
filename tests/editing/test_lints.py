"""Lints: what they report and accept, which records they read, and where they report findings."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from edits import replace_once, write_bank_without_items
from espejo.check.project import inspect_project
from espejo.editing.lints import language_lints, translation_lints
from espejo.editing.lints.choice_lints import find_order_of_choices
from espejo.editing.lints.comments import blank_comments
from espejo.editing.lints.language_facts import LanguageFacts
from espejo.editing.lints.lint import Side
from espejo.editing.lints.linter import LINTS, MAX_LINE, lint_bank
from espejo.editing.lints.meaning_lints import read_number
from espejo.markdown.parsed import BLANK, CODE, Found, ParsedPassage
from espejo.model.problems import Place
from espejo.model.quiz import Choice, Question
from espejo.model.text import ONCE, Text
from project import ROOT
from small_bank import load_small_bank

CASES = ROOT / "tests" / "cases"
PLACE = Place("data/quizzes/phase-01-x.yaml", 1, 1)
LINK = "https://docs.test"


@cache
def make_facts(locale: str) -> LanguageFacts:
    return LanguageFacts(locale, load_small_bank().bank)


def make_sides(english: str, spanish: str, *record: Text) -> tuple[Side, Side]:
    passages = zip(("en", "es"), (english, spanish), strict=True)
    first, second = (
        Side(make_facts(locale), ParsedPassage(passage), record, is_shuffled=True)
        for locale, passage in passages
    )
    return first, second


def run_lint(name: str, english: str, spanish: str) -> list[str]:
    """The findings of a lint in a passage."""
    sides = make_sides(english, spanish)
    if compare := translation_lints.LINTS.get(name):
        return [str(remark.fact) for remark in compare(*sides)]
    return [str(remark.fact) for side in sides for remark in language_lints.LINTS[name](side)]


def test_each_lint_has_a_golden_case_and_a_row_in_contributing() -> None:
    cases = "".join(case.read_text("utf-8") for case in CASES.glob("lint_*.txt"))
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for lint in LINTS:
        assert f"allow: {{{lint}: " in cases, lint
        assert f"| `{lint}` |" in table, lint


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("64", "64"), ("1,000", "1000"), ("1.000", "1000"), ("1\u202f000", "1000"), ("0.5", "0.5"),
        ("0,5", "0.5"), ("0,125", "0.125"), ("1,234.5", "1234.5"), ("1.234,5", "1234.5"),
        ("2.13.1", "2.13.1"),
    ],
)  # fmt: skip
def test_a_number_reads_the_same_in_every_language(written: str, read: str) -> None:
    assert read_number(written) == read


@pytest.mark.parametrize(
    "markdown", ["¿Es `x = 1` o **`y`**?", "¿Es `x = 1`\no **`y`**? [¡Sí!](https://x.test/1)"]
)
def test_prose_keeps_its_offsets(markdown: str) -> None:
    """Everything else is blanked out, not deleted, so that prose and source have the same offsets."""
    parsed = ParsedPassage(markdown)
    for shown, written in zip(parsed.prose, markdown, strict=True):
        assert shown in (BLANK, CODE, written)
    assert parsed.code == [Found(markdown.index("`x"), "x = 1"), Found(markdown.index("`y"), "y")]
    assert not re.search(r"\d", parsed.prose)


def test_a_passage_is_parsed_into_its_parts() -> None:
    parsed = ParsedPassage(
        "Mira $x_1$:\n\n- <https://x.test/9>\n- b\n\n  ```python\n  y = 2\n  z\n  ```\n\n$$ a $$\n"
    )
    assert [part.value for part in parsed.math] == ["x_1", " a "]
    assert [part.value for part in parsed.links] == ["https://x.test/9"]
    assert [part.value for part in parsed.listings] == ["y = 2\nz\n"]
    assert parsed.items == 2
    assert parsed.words == ["mira", "b"]


def test_stems() -> None:
    """A plural has the stem of its singular. A double letter isn't an ending: 'lose' isn't 'loss'."""
    spanish, english = make_facts("es").stems, make_facts("en").stems
    plurals = {"capa": "capas", "función": "funciones", "matriz": "matrices", "tensor": "tensores"}
    assert [spanish[one] for one in plurals] == [spanish[one] for one in plurals.values()]
    assert spanish["peso"] != spanish["paso"]
    assert english["losses"] == english["loss"] != english["lose"]


def test_the_longest_term_counts(data: Path) -> None:
    """A text with 'hash table' doesn't also need 'hash'."""
    with (data / "glossary.yaml").open("a", encoding="utf-8") as glossary:
        glossary.write(
            "  - {id: hash-table, term: {en: hash table, es: tabla hash}, meaning: {en: A., es: Una.}}\n"
        )
    loaded = inspect_project(data)
    assert loaded.faults == []
    words = ParsedPassage("A hash table of strings, and a hash").words
    found = [id_ for id_, _ in LanguageFacts("en", loaded.bank).find_terms(words)]
    assert found == ["hash-table", "string", "hash"]


def write_bank_of_one_question(data: Path, *, why: str) -> Path:
    """Reduces the small bank to one question with this explanation."""
    write_bank_without_items(data)
    valid = (CASES / "valid.yaml").read_text(encoding="utf-8")
    head, _, _ = valid.rpartition("    why: ")
    (data / "quizzes" / "phase-07-case.yaml").write_text(f"{head}    why: {why}\n", encoding="utf-8")
    return data


def test_a_language_without_writing_rules_is_still_compared(tmp_path: Path) -> None:
    """Without the key 'writing', only the lints that need it are skipped."""
    data = write_bank_of_one_question(tmp_path / "data", why="{en: 'It is 3, and not 4.', es: 'Es \"3\"'}")
    bank = inspect_project(data).bank
    locales = {name: replace(locale, writing=None) for name, locale in bank.locales.items()}
    (problem,) = lint_bank(replace(bank, locales=locales), tmp_path)
    assert "the numbers differ: only English has '4'" in problem.fact


def test_a_broken_record_is_not_linted_and_the_others_are(tmp_path: Path) -> None:
    data = write_bank_of_one_question(tmp_path / "data", why="{en: It is 3., es: Es 4.}")
    path = data / "quizzes" / "phase-07-case.yaml"
    text = path.read_text(encoding="utf-8")
    question = text[text.index("  - id") :]
    path.write_text(text + question.replace("q-07-01", "q-07-02").replace("kind", "knid"), encoding="utf-8")
    loaded = inspect_project(data)
    assert {problem.owner for problem in loaded.faults} == {"q-07-02"}
    assert [one.owner for one in lint_bank(loaded.bank, tmp_path, known=loaded.faults)] == ["q-07-01"]


LONG = f"# {'-' * MAX_LINE}"


@pytest.mark.parametrize(
    ("file", "before", "after", "owner", "fact"),
    [
        ("topics.yaml", "es: Cómo medir", "es: ¡Cómo medir", "strings", "the ! that closes this"),
        ("collections.yaml", ": quizzes\n", ": quizzes\n    allow: {lists: Why}\n", "", "nothing to"),
        ("glossary.yaml", "exactly two divisors", "exactly 2 divisors", "prime-number", "only English has"),
        ("glossary.yaml", "- id: hash\n", f"- id: hash {LONG}\n", "hash", "the line is longer than 160"),
        ("reference/formulas.yaml", "    note:\n", f"    note: {LONG}\n", "f-01", "the line is longer than"),
        ("reference/patterns.yaml", "en: Count letters", "en: Count 26 letters", "p-01", "only English has"),
        ("study-guide/guide.yaml", "en: Strings, and", "en: 2 strings, and", "text", "only English has '2'"),
        ("drills/chapter-01-facts.yaml", "en: Chapter 1", "en: Chapter 2", "", "only English has '2'"),
    ],
)  # fmt: skip
def test_every_record_with_texts_is_linted(
    data: Path, file: str, before: str, after: str, owner: str, fact: str
) -> None:
    """Not only questions and cards are read. A long line belongs to the record that begins on it."""
    replace_once(data / file, before, after)
    loaded = inspect_project(data)
    assert loaded.faults == []
    (problem,) = lint_bank(loaded.bank, data.parent)
    assert fact in problem.fact
    assert (problem.place.file, problem.owner) == (f"data/{file}", owner)


@pytest.mark.parametrize(("spanish", "count"), [("Tiene claves.", 0), ("El conjunto tiene claves.", 1)])
def test_a_term_may_be_elsewhere_in_its_record_unless_another_replaces_it(spanish: str, count: int) -> None:
    """The title has 'lista', so a passage needn't; but 'conjunto' translates nothing in this record."""
    title = Text({"en": "Is it a list?", "es": "¿Es una lista?"}, PLACE)
    why = Text({"en": "The list has keys.", "es": spanish}, PLACE)
    sides = make_sides("The list has keys.", spanish, title, why)
    assert len(list(translation_lints.compare_terms(*sides))) == count


NEGATIONS = [
    # Idioms aren't negations, a negation may be repeated, and some words contain one.
    ("However, it is slow.", "Sin embargo, es lento.", ""),
    ("It works regardless of the size.", "Funciona sin importar el tamaño.", ""),
    ("It works whatever the size.", "Funciona sin importar el tamaño.", ""),
    ("Tell whether it is large.", "Di si es grande o no.", ""),
    ("Tell whether or not it is large.", "Di si es grande.", ""),
    ("The protocol is stateless.", "El protocolo no tiene estado.", ""),
    ("The set-up is serverless.", "Es una instalación sin servidor.", ""),
    ("It does _not_ change.", "No cambia.", ""),
    ("It doesn’t change.", "_No_ cambia.", ""),
    ("It is not only fast.", "No es solo rápido.", ""),
    ("It changes nothing.", "No cambia nada.", ""),
    ("There is no error or warning.", "No hay ningún error ni aviso.", ""),
    ("It has no keys and no values.", "No tiene claves ni valores.", ""),
    ("It stays unchanged.", "Se queda sin cambios.", ""),
    ("If there is none, leave it out.", "Si no hay ninguno, se omite.", ""),
    ("Without any, leave it out.", "Si no hay ninguna, no se pone.", ""),
    ("It answers yes or no.", "Responde sí o no.", ""),
    ("It avoids changing anything.", "Evita que cambie nada.", ""),
    ("It is fast. It never fails.", "Es rápido y nunca falla.", ""),
    ("Either `a` or `b` cannot end.", "Uno de `a` o `b` no termina.", ""),
    ("It has a no-wait mode.", "Tiene un modo sin espera.", ""),
    ("Those that have not begun or ended.", "Las que no han empezado o que no han terminado.", ""),
    ("Sets (e.g. this one) cannot hold non-words.", "No caben en él: son lo que no es palabra.", ""),
    # A negation is missing, even near another one, an idiom, or a word that could translate it.
    ("It does not change.", "Cambia.", "'not'"),
    ("It changes.", "No cambia nada.", "'no'"),
    ("It has none. It does not end.", "No tiene ninguno. Termina.", "'not'"),
    ("It has none, and it does not end.", "No tiene ninguno y termina.", "'none', 'not'"),
    ("However, it is not slow.", "Sin embargo, es lento.", "'not'"),
    ("It ends.\n\n- It has none.\n- It is new.", "Termina.\n\n- Tiene uno.\n- No es nuevo.", "'none'"),
    ("It never fails.", "Falla.", "'never'"),
    ("Either `a` or `b` cannot end.", "Uno de `a` o `b` termina.", "'cannot'"),
]


@pytest.mark.parametrize(
    ("lint", "english", "spanish", "said"),
    [
        *(("negation", *row) for row in NEGATIONS),
        # A link may go to the page in each language, or to the same page in both.
        ("links", f"<{LINK}/en/list.html>", f"<{LINK}/es/list.html>", ""),
        ("links", f"<{LINK}/en-US/list.html>", f"<{LINK}/es-ES/list.html>", ""),
        ("links", "<https://en.docs.test/wiki/List>", "<https://es.docs.test/wiki/Lista>", ""),
        ("links", f"<{LINK}/en/list.html>", f"<{LINK}/en/list.html>", ""),
        ("links", f"<{LINK}/es/list.html>", f"<{LINK}/es/list.html>", ""),
        ("links", f"<{LINK}/en/a>", f"<{LINK}/es/b>", f"has '{LINK}/en/a'; only Spanish has '{LINK}/es/b'"),
        # Code that reads like a sentence is translated.
        ("code", "Use `<a> and <b>`.", "Usa `<a> y <b>`.", ""),
        ("code", "It prints `this is it` and `x`.", "Escribe `es esto` y `x`.", ""),
        ("code", "It prints `this is it` and `x`.", "Escribe `es esto` y `z`.", "code differs"),
        ("code", "Use `a and y`.", "Usa `b and y`.", "code differs"),
        ("code", "Use `this is it`.", "Usa `x`.", "code differs"),
        # A mark that doesn't end a sentence needs no opening mark.
        ("openings", "", "Usa ?id=3.", ""),
        ("openings", "", "Usa a ? b : c.", ""),
        ("openings", "", "Si a != b, termina.", ""),
        ("openings", "", "¿Qué es ?id=3?", ""),
        ("openings", "", "Mira https://x.test/?q.", ""),
        # Names, addresses, quotations, and single letters need no translation.
        ("untranslated", "", "Es el Internet of Things de The Home Depot.", ""),
        ("untranslated", "", f"Mira {LINK}/what-is-the-list-for.", ""),
        ("untranslated", "", f"Mira <{LINK}/what-is-the-list-for>.", ""),
        ("untranslated", "", "«the list of the day»", ""),
        ("untranslated", "Plot y over x, then y over y.", "", ""),
        # A passage refers to a choice by label or position; other uses of first and second are fine.
        ("order", "Unlike the second choice, it fails.", "", "'the second choice'"),
        ("order", "As option B says.", "", "'option B'"),
        ("order", "The first two options fail.", "", "'The first two options'"),
        ("order", "", "Como dice la opción 2.", "'opción 2'"),
        ("order", "", "La tercera opción falla.", "'La tercera opción'"),
        ("order", "", "Ninguna de las anteriores.", "'Ninguna de las anteriores'"),
        ("order", "The first layer is the best choice.", "La primera capa es la mejor opción.", ""),
        ("order", "The second one fails, and the option `B` is new.", "", ""),
        ("order", "", "Los valores anteriores se suman.", ""),
    ],
)
def test_lint(lint: str, english: str, spanish: str, said: str) -> None:
    found = run_lint(lint, english, spanish)
    assert bool(found) == bool(said)
    assert all(said in fact for fact in found[:1])


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
def test_comments_depend_on_the_language(language: str, code: str, stripped: str) -> None:
    """One language's comment sign is another's operator."""
    assert blank_comments(code, language) == stripped


Words = str | tuple[str, str]
"""A choice, written once or in English and Spanish."""


def make_question(*choices: Words) -> Question:
    texts = (
        Text({ONCE: one} if isinstance(one, str) else {"en": one[0], "es": one[1]}, PLACE) for one in choices
    )
    made = tuple(Choice(text=text, place=PLACE) for text in texts)
    title = Text({ONCE: "1"}, PLACE)
    return Question(id="q-01-01", kind="single", title=title, choices=made, place=PLACE, last_line=1)


X, Y, Z = ("A layer", "Una capa"), ("A loss", "Una pérdida"), ("An epoch", "Una época")
BOTH = ("A and B", "A y B")

FIXED: list[tuple[Words, ...]] = [
    (X, Y, ("None of these", "Ninguna de ellas")),
    (X, Y, ("**None** of these.", "**Ninguna** de ellas.")),
    (X, Y, ("Both", "Ambas")),
    (X, Y, ("ALL OF THEM", "TODAS")),
    (X, Y, BOTH),
    (X, Y, ("1 or 2", "1 o 2")),
    (X, Y, ("Layer and loss together", "Ambas son correctas")),
    (X, Y, Z, BOTH),
    ("1", "2", "3"), ("`64`", "`32`", "`16`"), ("$-1$", "$0$", "$0.5$"), ("−2", "-1", "+1"),
    (("0.5 MB", "0,5 MB"), ("1.5 MB", "1,5 MB"), ("1,000 MB", "1.000 MB")), ("10%", "20%", "30%", "100%"),
]  # fmt: skip
ANY_ORDER: list[tuple[Words, ...]] = [
    # The phrase must be the whole choice, and code never refers to a choice.
    (X, Y, ("None of these layers has parameters", "Ninguna de estas capas tiene parámetros")),
    (X, Y, ("Both layers", "Las dos capas")),
    (X, Y, ("`A` and `B`", "`A` y `B`")),
    (X, Y, ("`None`", "`None`")),
    (X, Y, ("A and the loss", "A y la pérdida")),
    (X, Y, ("It copies all of these into RAM", "Copia todos estos en la RAM")),
    (X, Y, ("", "")),
    # If half of the choices look like labels, they label something else.
    (("Only A", "Solo A"), BOTH, ("Neither", "Ninguna"), X),
    # Two numbers, a different order, equal numbers, several units, and shapes.
    ("1", "2"), ("2", "1", "3"), ("1", "1", "2"), ("1", "2", X), ("10 MB", "1 GB", "2 GB"),
    ("`(1, 2)`", "`(2, 2)`", "`(3, 2)`"), ("$7 \\times 7$", "$8 \\times 8$", "$9 \\times 9$"),
    ("1×1", "2×2", "3×3"), ("9" * 400, "1", "2"), (),
]  # fmt: skip


@pytest.mark.parametrize(
    ("choices", "is_reported"), [*((one, True) for one in FIXED), *((one, False) for one in ANY_ORDER)]
)
def test_choices_that_need_a_fixed_order(choices: tuple[Words, ...], is_reported: bool) -> None:
    """Reports each choice that refers to others, and ordered numbers once per question."""
    question = make_question(*choices)
    found = list(find_order_of_choices(question, {locale: make_facts(locale) for locale in ("en", "es")}))
    assert len(found) == is_reported
    for one in found:
        is_scale = "numbers in order" in str(one.remark.fact)
        assert one.text is question.choices[0 if is_scale else -1].text
        assert is_scale == (X not in choices)
        assert "fixed_order: true" in str(one.remark.fact)


def test_only_a_question_with_choices_in_no_fixed_order_is_shuffled() -> None:
    question = make_question("1", "2", "3")
    assert question.is_shuffled
    assert replace(question, fixed_order=False).is_shuffled
    assert not replace(question, fixed_order=True).is_shuffled
    assert not replace(question, choices=()).is_shuffled
