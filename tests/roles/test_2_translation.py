"""Scenario 2: a question in Spanish only, later translated by someone else."""

from __future__ import annotations

from espejo.model.quiz import Question
from roles.facts import list_first_notes, list_notes, list_stale, read_section
from roles.steps import GitHub

QUIZ = "quizzes/phase-01-arithmetic.yaml"
FOLLOWS = "What follows after the merge, without anybody's help"

QUESTION = """\
  - id: q-01-09
    kind: single
    topics: [division]
    title:
      es: ¿Cuánto es `8 % 3`?
    choices:
      - text: "`2`"
        correct: true
      - text: "`1`"
        why:
          es: Ese es el resto de `7 % 3`.
    why:
      es: Al dividir $8$ entre $3$ sobran $2$.
"""
ENGLISH = {
    "      es: ¿Cuánto es `8 % 3`?": "      en: What is `8 % 3`?\n",
    "          es: Ese es el resto": "          en: That is the remainder of `7 % 3`.\n",
    "      es: Al dividir $8$": "      en: Dividing $8$ by $3$ leaves $2$.\n",
}


def test_a_question_in_spanish_and_then_its_translation(github: GitHub) -> None:
    """Both checks pass, the question appears in the languages it has, and nothing is ever stale."""
    author = github.person("pregunta")
    author.append(QUIZ, QUESTION)
    request = author.propose_green("Pregunta sobre el resto")
    assert "question q-01-09: ¿Cuánto es 8 % 3?" in read_section(request.summary, "Added (1)")
    assert "q-01-09: new. Learners get it with their next import." in read_section(request.summary, FOLLOWS)
    notices = [line for line in request.check.said.splitlines() if line.startswith("::notice ")]
    (notice,) = [line for line in notices if "title=q-01-09" in line]
    assert "::3 of 5 passages not in English yet; shown in Spanish.%0A" in notice
    github.merge(request)
    after = github.inspect()
    assert list_stale(after) == set()
    assert list_notes(after).keys() - list_first_notes().keys() == {
        f"espejo/{one}/q-01-09" for one in ("en", "es", "en-es")
    }

    translator = github.person("translation")
    for line, translation in ENGLISH.items():
        translator.replace(QUIZ, line, translation + line)
    request = translator.propose_green("Translate q-01-09")
    edited = "title (English); choices 2 why (English); why (English)"
    assert edited in read_section(request.summary, "Edited (1)")
    assert "q-01-09: English changes." in read_section(request.summary, FOLLOWS)
    assert "title=q-01-09" not in request.check.said
    github.merge(request)
    last = github.inspect()
    assert list_stale(last) == set()
    assert list_notes(last) == list_notes(after)
    question = next(placed.item for placed in last.bank.items() if placed.item.id == "q-01-09")
    assert isinstance(question, Question)
    assert question.title.passages == {"en": "What is `8 % 3`?", "es": "¿Cuánto es `8 % 3`?"}
