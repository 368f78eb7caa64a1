"""`espejo quiz` in a real terminal: every kind of question in both languages, colors, and control keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from espejo.study.event import LogEvent
from espejo.study.log_file import load_log
from terminal_driver import SGR, Terminal

SAID = {
    "choice": ("Your choice (1-3, ? for help):", "Tu opción (1-3, ? para ver la ayuda):"),
    "letter": ("Your choice (A-C, ? for help):", "Tu opción (A-C, ? para ver la ayuda):"),
    "letter_of_two": ("Your choice (A-B, ? for help):", "Tu opción (A-B, ? para ver la ayuda):"),
    "two": ("Your choice (1-2, ? for help):", "Tu opción (1-2, ? para ver la ayuda):"),
    "choices": (
        "Your choices (1-4, several at once, ? for help):",
        "Tus opciones (1-4, varias a la vez, ? para ver la ayuda):",
    ),
    "letters": (
        "Your choices (A-E, several at once, ? for help):",
        "Tus opciones (A-E, varias a la vez, ? para ver la ayuda):",
    ),
    "truth": ("True or false (t or f, ? for help):", "Verdadero o falso (v o f, ? para ver la ayuda):"),
    "number": ("Your number (? for help):", "Tu número (? para ver la ayuda):"),
    "open": ("Your answer (Enter shows ours):", "Tu respuesta (Intro muestra la nuestra):"),
    "looked": ("Your answer (Enter to go on):", "Tu respuesta (Intro para seguir):"),
    "card": ("Enter turns it over:", "Intro le da la vuelta:"),
    "points": ("Enter for none)?", "Intro si ninguno)?"),
    "grade": ("4 easy?", "4 fácil?"),
    "suggested": ("4 easy? (Enter: 2)", "4 fácil? (Intro: 2)"),
    "right": ("✓ Right.", "✓ Correcto."),
    "guessed": ("✓ Right, though you were guessing.", "✓ Correcto, aunque adivinabas."),
    "wrong": ("✗ Not right.", "✗ No es correcto."),
    "again": (". Enter to go on, :r to be asked again:", ". Intro para seguir, :r para repetirla:"),
    "on": (
        "✓ Right. Enter to go on, :r to be asked again:",
        "✓ Correcto. Intro para seguir, :r para repetirla:",
    ),
    "hint": ("Hint:", "Pista:"),
    "quotient": ("That is the quotient", "Ese es el cociente"),
    "is_right": ("Correct answer: 2.", "Respuesta correcta: 2."),
    "false": ("Correct answer: False.", "Respuesta correcta: Falso."),
    "noted": ("Graded: hard.", "Anotado: me costó."),
    "t": ("t", "v"),
    "score": ("right the first time.", "correctas a la primera."),
    "missed": ("Enter asks what you missed again", "Intro para repetir las que fallaste"),
    "all": ("It is all in", "Todo está en"),
    "not_quite": ("✗ Not quite right.", "✗ No es del todo correcto."),
    "off": ("Not right. You are off by", "No es correcto. La diferencia es de"),
}
ENGLISH, SPANISH = ({name: pair[at] for name, pair in SAID.items()} for at in (0, 1))
LANGUAGES = {"en": ENGLISH, "es": SPANISH}


def open_quiz(data: Path, *words: str, **options: object) -> Terminal:
    return Terminal("quiz", *words, "--data", str(data), cwd=data.parent, **options)  # type: ignore[arg-type]


def find_label(terminal: Terminal, choice: str) -> str:
    """Return the label that a choice has now."""
    return str(re.findall(rf"^ +(\w)\. +{re.escape(choice)} *$", terminal.text, re.MULTILINE)[-1])


def describe(event: LogEvent) -> tuple[object, ...]:
    marks = [name for name in ("guess", "hint", "seen") if getattr(event, name)]
    return event.id, event.answer, event.right, event.grade, *marks


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_by_number_statements_and_open_questions(data: Path, tmp_path: Path, language: str) -> None:
    """Covers a hint, guess, wrong answer, repeat, look at the answer, skip, and grades."""
    said, log = LANGUAGES[language], tmp_path / "log.json"
    with open_quiz(data, "phase-01-arithmetic", "--in", language, "--log", str(log)) as terminal:
        terminal.answer(said["choice"], ":h")
        terminal.expect(said["hint"], "7 - 3 - 3")
        terminal.answer(said["choice"], "1?")
        terminal.expect(said["wrong"], said["quotient"], said["is_right"], "7 = 2 ⋅ 3 + 1")
        terminal.answer(said["again"], ":r")
        terminal.expect(said["choice"])
        terminal.type(f"{find_label(terminal, '1')}?")
        terminal.expect(said["guessed"])
        terminal.answer(said["on"], "")
        terminal.answer(said["choices"], "1,4")
        terminal.answer(said["on"], "")
        terminal.answer(said["truth"], said["t"])
        terminal.expect(said["wrong"], said["false"])
        terminal.answer(said["again"], "")
        terminal.answer(said["open"], "in my own words")
        terminal.answer(said["points"], "1 3")
        terminal.answer(said["suggested"], "")
        terminal.expect(said["noted"])
        terminal.answer(said["open"], "")
        terminal.expect("n(n + 1)/2")
        terminal.answer(said["points"], "")
        terminal.answer(said["grade"], "4")
        terminal.answer(said["two"], ":s")
        terminal.answer(said["looked"], "1")
        terminal.answer(said["on"], "")
        terminal.answer(said["choice"], ":n")
        terminal.expect(said["score"])
        terminal.answer(said["missed"], ":q")
        terminal.expect(said["all"])
        assert terminal.wait() == 0
        terminal.check_output()
    events = load_log(log, "espejo")
    assert [describe(event) for event in events] == [
        ("q-01-01", (1,), False, None, "guess", "hint"),
        ("q-01-01", (2,), True, None, "guess"),
        ("q-01-02", (1, 4), True, None),
        ("q-01-03", True, False, None),
        ("q-01-04", (1, 3), True, "hard"),
        ("q-01-05", (), True, "easy"),
        ("q-01-06", (1,), True, None, "seen"),
    ]
    assert {(event.lang, event.where) for event in events} == {(language, "quiz")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_by_letter_numbers_and_cards(data: Path, tmp_path: Path, language: str) -> None:
    """Letters work in either case, and numbers in the notation of either language."""
    said, log = LANGUAGES[language], tmp_path / "log.json"
    with open_quiz(data, "phase-02-collections", "--in", language, "--log", str(log)) as terminal:
        terminal.answer(said["letters"], "bca")
        terminal.expect(said["not_quite"])
        terminal.answer(said["again"], "")
        terminal.answer(said["letter"], "B")
        terminal.answer(said["on"], "")
        terminal.answer(said["truth"], "f")
        terminal.answer(said["on"], "")
        terminal.answer(said["open"], ":n")
        terminal.answer(said["open"], ":n")
        terminal.answer(said["letter_of_two"], ":n")
        terminal.answer(said["number"], "one")
        terminal.answer(said["number"], "1,5e6")
        terminal.expect(said["off"])
        terminal.answer(said["again"], ":q")
        terminal.expect(said["all"])
        assert terminal.wait() == 0
        terminal.check_output()
    with open_quiz(data, "drills/chapter-01-facts", "--in", language, "--log", str(log)) as terminal:
        terminal.answer(said["card"], "")
        terminal.answer(said["grade"], "1")
        terminal.answer(said["card"], ":q")
        assert terminal.wait() == 0
        terminal.check_output()
    *judged, card = load_log(log, "espejo")
    assert [describe(event) for event in judged] == [
        ("q-02-01", (1, 2, 3), False, None),
        ("q-02-02", (2,), True, None),
        ("q-02-03", False, True, None),
        ("q-02-07", "1,5e6", False, None),
    ]
    assert (card.id, card.grade, card.right, card.where) == ("d-01-01", "forgot", False, "card")
    assert judged[0].device != card.device


@pytest.mark.parametrize(
    ("environment", "columns"),
    [
        ({"TERM": "xterm-256color"}, 40),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, 80),
        ({"TERM": "dumb"}, 200),
    ],
    ids=["color", "NO_COLOR", "dumb"],
)
def test_without_color_symbols_replace_it_and_lines_fit(
    data: Path, environment: dict[str, str], columns: int
) -> None:
    """No line is wider than the terminal or than 100 columns, the limit for readability."""
    is_colored = columns == 40
    options = {"environment": environment, "columns": columns}
    with open_quiz(data, "phase-01-arithmetic", "--in", "en", **options) as terminal:
        terminal.expect("1 of 7", "What is 7 % 3?" if is_colored else "What is `7 % 3`?")
        terminal.answer(ENGLISH["choice"], "1")
        terminal.answer(ENGLISH["again"], "")
        for prompt, answer in (("choices", "1 4"), ("truth", "f")):
            terminal.answer(ENGLISH[prompt], answer)
            terminal.answer(ENGLISH["on"], "")
        for prompt, answer in (("open", ":n"), ("open", ":n"), ("two", "1"), ("on", ""), ("choice", ":q")):
            terminal.answer(ENGLISH[prompt], answer)
        assert terminal.wait() == 0
        terminal.check_output()
        assert max(map(len, terminal.text.split("\n"))) <= 100
        codes = set(SGR.findall(terminal.output))
    assert any(re.search(r"[\[;](?:3[0-7]|38|9[0-7])[;m]", code) for code in codes) == is_colored
    if environment["TERM"] == "dumb":
        assert codes == set()


def test_ctrl_c_or_the_end_of_input_at_any_prompt_loses_nothing(data: Path, tmp_path: Path) -> None:
    """In an exam, the answers so far are handed in first."""
    log = tmp_path / "log.json"
    with open_quiz(data, "phase-01-arithmetic", "--in", "en", "--log", str(log)) as terminal:
        terminal.answer(ENGLISH["choice"], "2")
        terminal.expect(ENGLISH["on"])
        terminal.press("c")
        terminal.expect("1 answer. It is all in")
        assert terminal.wait() == 130
    exam = ("--exam", "--count", "1", "--topic", "averages")
    with open_quiz(data, "phase-01-arithmetic", "--in", "en", "--log", str(log), *exam) as terminal:
        terminal.expect(ENGLISH["looked"])
        terminal.press("c")
        terminal.expect("Nothing was answered.")
        assert terminal.wait() == 130
    with open_quiz(data, "phase-01-arithmetic", "--in", "en", "--log", str(log)) as terminal:
        terminal.answer(ENGLISH["choice"], "2")
        terminal.expect(ENGLISH["on"])
        terminal.press("d")
        assert terminal.wait() == 0
    assert [event.id for event in load_log(log, "espejo")] == ["q-01-01"] * 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bank", "log.json"]


def test_an_exam_is_handed_in_when_the_terminal_is_closed(data: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    words = ("phase-01-arithmetic", "--exam", "--topic", "division", "--count", "5", "--in", "en")
    with open_quiz(data, *words, "--log", str(log)) as terminal:
        terminal.expect("1 of 5", "? for help):")
        terminal.type("1")
        terminal.expect("? for help):")
        terminal.type("t")
        terminal.expect("? for help):")
        terminal.hang_up()
        assert terminal.wait() == 130
    assert load_log(log, "espejo")


def test_a_menu_leads_to_a_quiz_and_the_help_lists_what_can_be_typed(data: Path) -> None:
    with open_quiz(data, "--in", "en") as terminal:
        terminal.expect("Your answers are not kept.", "1. Phase 1 — Arithmetic: Whole numbers (7 questions)")
        terminal.answer("Which one (1-6)?", "99")
        terminal.answer("Type a number from 1 to 6", "1")
        terminal.answer(ENGLISH["choice"], "?")
        terminal.expect("Type a label from 1 to 3", ":h show the hint", ":q stop here")
        terminal.answer(ENGLISH["choice"], ":x")
        terminal.expect("There is no command :x here.")
        terminal.answer(ENGLISH["choice"], "")
        terminal.expect("Type a label from 1 to 3")
        terminal.answer(ENGLISH["choice"], "9")
        terminal.answer(ENGLISH["choice"], "1 2")
        terminal.expect("Only one choice is right", ENGLISH["choice"])
        terminal.press("c")
        assert terminal.wait() == 130
        terminal.check_output()
