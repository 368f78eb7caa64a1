"""Large bank for tests: the small bank plus a collection of many half-translated quizzes."""

from __future__ import annotations

from pathlib import Path

COLLECTION = """
  - folder: many
    prefix: m
    title: {en: Many quizzes, es: Muchos quizzes}
    about: {en: More than one page holds., es: Más de los que caben en una página.}
"""

_QUIZ = """\
title: {{en: Quiz {number}, es: Quiz {number}}}
subject: {{en: Sums of {number}, es: Sumas de {number}}}
focus: {{en: How {number} adds up., es: Cómo suma {number}.}}
questions:
"""

_QUESTION = """\
  - id: {id}
    kind: recall
    title: {title}
    prompt: {prompt}
    answer: {answer}
"""


def add_quizzes(data: Path, *, quizzes: int, questions: int) -> None:
    """Adds a collection to a bank. Questions with an even number lack their three Spanish passages."""
    with (data / "collections.yaml").open("a", encoding="utf-8") as file:
        file.write(COLLECTION.lstrip("\n"))
    folder = data / "many"
    folder.mkdir()
    for number in range(quizzes):
        text = _QUIZ.format(number=number)
        text += "".join(_write_question(number, place) for place in range(1, questions + 1))
        (folder / f"quiz-{number:02}-sums.yaml").write_text(text, encoding="utf-8")


def _write_question(quiz: int, place: int) -> str:
    total = f"{quiz}{place:03}"
    passages = {
        "title": (f"Sum {total}", f"Suma {total}"),
        "prompt": (f"What do {total} and one make?", f"¿Cuánto suman {total} y uno?"),
        "answer": (f"Over {total}.", f"Más de {total}."),
    }
    form = '{{en: "{0}"}}' if place % 2 == 0 else '{{en: "{0}", es: "{1}"}}'
    texts = {name: form.format(*pair) for name, pair in passages.items()}
    return _QUESTION.format(id=f"m-{quiz:02}-{place:02}", **texts)
