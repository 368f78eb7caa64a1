"""Spelling lint: what it reports and where, what it accepts, its dictionaries, and its limits."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from edits import install_dictionaries, replace_once, write_bank_without_items
from espejo.check.project import inspect_project
from espejo.editing.lints import dictionary
from espejo.editing.lints.dictionary import MAX_CORRECTED, MAX_SUGGESTIONS, list_near
from espejo.editing.lints.spelling_lint import MAX_IN_PASSAGE
from espejo.model.language import MAX_WORD
from espejo.model.problems import Problem

QUIZ = """title: {en: Phase 7, es: Fase 7}
subject: {en: Lists, es: Listas}
focus: {en: A small collection., es: Una colección pequeña.}
questions:
  - id: q-07-01
    kind: recall
    title: {en: "Which one?", es: "¿Cuál?"}
"""
FILE = "data/quizzes/phase-07-case.yaml"
LINE = 8  # line number of the first line after QUIZ


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A bank without questions whose languages have dictionaries."""
    path = write_bank_without_items(tmp_path / "bank" / "data")
    install_dictionaries(path)
    return path


def check(data: Path, record: str) -> list[Problem]:
    """The check's findings about a question that ends with these lines."""
    path = data.parent / FILE
    path.write_text(QUIZ + record, encoding="utf-8")
    return sorted(inspect_project(data).problems)


def write_answer(english: str = "It is one.", spanish: str = "Es uno.") -> str:
    """Formats an answer in both languages, one per line, each starting in column 11."""
    quoted = [json.dumps(passage, ensure_ascii=False) for passage in (english, spanish)]
    return "    answer:\n      en: {}\n      es: {}\n".format(*quoted)


def find_words(data: Path, english: str = "It is one.", spanish: str = "Es uno.") -> list[str]:
    """The misspelled words of an answer; findings of other lints are ignored."""
    facts = (problem.fact for problem in check(data, write_answer(english, spanish)))
    return [found[1] for fact in facts if (found := re.match("'(.+)' is not in the dictionary of ", fact))]


def test_a_misspelled_word_is_reported_at_its_column_in_each_language(data: Path) -> None:
    """The message suggests a correction, and says what to do if the word is right."""
    found = check(data, write_answer("It keeps the **vlaues** in it.", "Tiene un número de posicion."))
    assert [str(problem) for problem in found] == [
        f"{FILE}:{LINE + 1}:27: q-07-01: 'vlaues' is not in the dictionary of English. "
        "Did you mean 'values'? If it is right, add it to 'words' in data/locales/en.yaml, "
        "or here: allow: {spelling: the reason}",
        f"{FILE}:{LINE + 2}:31: q-07-01: 'posicion' is not in the dictionary of Spanish. "
        "Did you mean 'posición', 'posiciona' or 'posicione'? If it is right, add it to 'words' in "
        "data/locales/es.yaml, or here: allow: {spelling: the reason}",
    ]


@pytest.mark.parametrize(
    ("english", "spanish", "words"),
    [
        # Accepted: glossary terms of all languages, accepted words with endings, affixes, names,
        # glosses, apostrophes, hyphens, parts of words, and other alphabets
        ("A hash and two hashes: promedio.", "Un hash, dos hashes y el remainder.", ""),
        ("An abcdor, two abcdors, and the abcdor's end.", "Un abcdor y dos abcdores.", ""),
        ("It rehashes them and recomputes the tensor's norm.", "Rehasta y recalcularlo; réstalo.", ""),
        ("It uses Wxyzk, NVMe, RGBd and x86s.", "Usa Wxyzk, NVMe, RGBd y x86s.", ""),
        ("The vector (vectores) is one.", "La media (average) es una.", ""),
        ("It’s one, and isn’t two.", "Es uno.", ""),
        ("A list-hash of two-letter strings.", "Una cadena-hash.", ""),
        ("It is `teh`ed, re`teh`, **re**ad and w*or*d.", "Es **un**o y l*ist*a.", ""),
        ("漢字 is &nbsp; one.", "漢字 es &nbsp; uno.", ""),
        # Misspelled, even at the start of a sentence, an item, or a cell, and in parts of words
        ("Teh one. Thsi is it: Teh end.", "Es uno.", "Teh Thsi"),
        ("It is one (teh one).", "Es uno.", "teh"),
        ("A two-lettr string.", "Es uno.", "lettr"),
        ("It’s thier’s.", "Es uno.", "thier's"),
        ("It recmputes it.", "Es uno.", "recmputes"),
        ("- One\n- Teh\n\n| a | b |\n|---|---|\n| Onne | two |\n", "Es uno.", "Teh Onne"),
        ("A hahs or an abdcor.", "Es uno.", "hahs abdcor"),
        ("The promedoi of it.", "Es uno.", "promedoi"),
    ],
)
def test_misspelled_words(data: Path, english: str, spanish: str, words: str) -> None:
    assert find_words(data, english, spanish) == words.split()


def test_a_name_in_the_code_of_the_same_record_is_known(data: Path) -> None:
    """Inline code and listings count, even for part of a name. Other records' code doesn't."""
    code = "    prompt: |\n      ```python\n      nxtp_of = lsit\n      ```\n"
    assert check(data, code + write_answer("It is nxtp and lsit.", "Es nxtp y lsit.")) == []
    assert find_words(data, "It is nxtp.") == ["nxtp"]


def test_a_word_is_reported_once_per_record_and_language(data: Path) -> None:
    """The finding is at its first place. Words that differ in case are different words."""
    other = QUIZ.partition("questions:\n")[2].replace("q-07-01", "q-07-02") + write_answer("It is wrnog.")
    why = "    why: {en: Wrnog or wrnog., es: Es uno.}\n"
    found = check(data, write_answer("It is wrnog and wrnog.", "Es wrnog.") + why + other)
    places = [(problem.place.line, problem.place.column) for problem in found]
    assert places == [(LINE + 1, 18), (LINE + 2, 15), (LINE + 3, 15), (LINE + 8, 18)]
    assert "'Wrnog'" in found[2].fact


def test_a_record_may_allow_misspelled_words(data: Path) -> None:
    """An unneeded exception is reported."""
    allow = "    allow: {spelling: the typo is the subject}\n"
    assert check(data, write_answer("It is teh.") + allow) == []
    (problem,) = check(data, write_answer() + allow)
    assert "nothing to allow: 'spelling' finds nothing here" in problem.fact


def test_a_passage_in_the_other_language_is_reported_once(data: Path) -> None:
    """It is reported as untranslated, not word by word."""
    for spanish in ("This is what the string is.", "It is what the string is in the end."):
        found = check(data, write_answer("It is what the string is in the end.", spanish))
        assert "spelling" not in "".join(problem.fact for problem in found)
        assert [problem for problem in found if "untranslated" in problem.fact]


def test_without_its_dictionary_a_language_is_not_checked(data: Path) -> None:
    """A notice at the line that names the dictionary says how to install it."""
    (data.parent / "node_modules").unlink()
    assert find_words(data, "It is teh.", "Es posicion.") == []
    allow = "    allow: {spelling: nobody can tell whether this is needed}\n"
    assert check(data, write_answer() + allow) == []
    notices = [str(one) for one in inspect_project(data).notices if "dictionary" in one.fact]
    assert notices[1] == (
        "data/locales/es.yaml:3:1: the spelling of Spanish is not checked: "
        "its dictionary is not installed. Install it with: make setup"
    )
    assert len(notices) == 2


def test_a_language_that_wants_no_dictionary_is_not_checked(data: Path) -> None:
    """It gets no notice. The other language is checked."""
    replace_once(data / "locales" / "es.yaml", "  dictionary: es\n", "  dictionary: none\n")
    assert find_words(data, "It is teh.", "Es posicion.") == ["teh"]
    assert not [one for one in inspect_project(data).notices if "dictionary" in one.fact]


@pytest.mark.parametrize(
    ("key", "value", "fact"),
    [
        ("dictionary", "../../es", "is not a dictionary. Expected the code of a language, such as: es"),
        ("words", "[two words]", "'two words' is not a word. Expected letters only, such as: tensor"),
        ("words", f"[{'a' * (MAX_WORD + 1)}]", "is not a word. Expected letters only"),
        ("affixes", "[re]", "'re' is neither a prefix nor a suffix. Expected: re- or -lo"),
    ],
)
def test_invalid_spelling_settings(data: Path, key: str, value: str, fact: str) -> None:
    """They are reported, and dictionaries outside node_modules are rejected."""
    path = data / "locales" / "es.yaml"
    text = path.read_text(encoding="utf-8")
    line = next(line for line in text.split("\n") if line.startswith(f"  {key}: "))
    replace_once(path, f"{line}\n", f"  {key}: {value}\n")
    (problem,) = [one for one in check(data, write_answer()) if fact in one.fact]
    assert problem.place.file == "data/locales/es.yaml"


def test_a_very_long_word_is_not_looked_up(data: Path) -> None:
    """It gets no suggestions, and the message shows only its beginning."""
    (problem,) = [one for one in check(data, write_answer("a" * 10_000)) if "spelling" in one.fact]
    assert len(problem.fact) < 300
    assert "Did you mean" not in problem.fact


def test_very_many_misspelled_words_are_not_all_reported(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings per passage are limited, and only the first few words get suggestions."""
    words = [f"{a}x{b}q{c}zz" for a in "bcdfghjkl" for b in "bcdfghjkl" for c in "bcdfghjklmnp"]
    corrected: list[str] = []

    def note(word: str, _letters: object) -> list[str]:
        corrected.append(word)
        return []

    monkeypatch.setattr(dictionary, "list_near", note)
    passages = [" ".join(words[start::3]) for start in range(3)]
    keys = [
        f"    {key}:\n      en: {passage}\n"
        for key, passage in zip(("prompt", "answer", "why"), passages, strict=True)
    ]
    spelled = [one for one in check(data, "".join(keys)) if "is not in the dictionary of English" in one.fact]
    assert len(spelled) == 3 * MAX_IN_PASSAGE > MAX_CORRECTED
    assert len(corrected) == len(set(corrected)) == MAX_CORRECTED


def test_suggestions(data: Path) -> None:
    """A few accepted words that differ by a letter or a swap, starting with the bank's own."""
    (problem,) = check(data, write_answer("An abcdr."))
    assert "Did you mean 'abcdor'?" in problem.fact
    (problem,) = check(data, write_answer("The cat bat. It is caat."))
    assert "Did you mean 'cat'" in problem.fact
    (problem,) = check(data, write_answer("The boat: boaat."))
    assert problem.fact.partition("?")[0].count("'") // 2 - 1 <= MAX_SUGGESTIONS
    near = list_near("ab", "ac")
    assert near[0] == "ba"
    assert sorted(near) == sorted(["ba", "a", "b", "cb", "ab", "aa", "ac", "aab", "cab", "acb", "aba", "abc"])
