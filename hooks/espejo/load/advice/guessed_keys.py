"""Guessed keys and values: names that authors expect, because other programs use them, and ours for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from espejo.messages.message import Message, message
from espejo.model.kinds import KINDS

LABEL = re.compile(r"[A-Ja-j]|[1-9]|10")
"""The label of a choice, in place of a key."""

ANSWERS: Mapping[str, str] = {
    kind.name: kind.needs[0] for kind in KINDS.values() if kind.needs[0] not in ("choices", "answer")
}
"""The key of the answer in kinds of questions where it is neither a choice nor a text."""

_WORDS: Mapping[str, tuple[str, ...]] = {
    "choices": ("options", "option", "alternatives", "opciones", "alternativas", "responses"),
    "why": (
        "explanation",
        "explain",
        "explanations",
        "reason",
        "reasoning",
        "rationale",
        "because",
        "feedback",
    ),
    "kind": ("type", "question_type", "tipo"),
    "topics": ("topic", "tags", "tag", "category", "categories", "temas"),
    "level": ("difficulty", "nivel"),
    "sources": ("source", "reference", "references", "citation", "citations", "fuentes"),
    "figure": ("image", "picture", "img", "diagram", "drawing"),
    "correct": ("is_correct", "iscorrect", "right", "is_right", "true", "correcta"),
    "front": ("question", "prompt", "title", "q"),
    "back": ("answer", "a", "response"),
    "meaning": ("definition", "description", "desc"),
    "term": ("name", "word", "title"),
    "text": ("choice", "option", "label", "content", "texto"),
    "title": ("name", "heading", "titulo", "título"),
    "answer": ("solution", "expected", "respuesta"),
    "program": ("code", "python", "script"),
    "url": ("link", "href", "address"),
    "hint": ("clue", "tip", "pista"),
    "prompt": ("description", "body", "text", "stem", "enunciado"),
    "value": ("number", "result"),
}
_BY_WORD: Mapping[str, tuple[str, ...]] = {
    word: tuple(key for key, words in _WORDS.items() if word in words)
    for word in {word for words in _WORDS.values() for word in words}
}
_RIGHT_ONES = (
    "correct_answer",
    "correct_answers",
    "correct_choice",
    "right_answer",
    "solution",
    "correct_option",
    "respuesta_correcta",
)


class Guess(NamedTuple):
    """What to say about a guessed key, and the key that was meant; empty if that depends on the text."""

    fact: Message
    meant: str = ""


def explain_guessed_key(name: str, keys: Collection[str], written: Collection[str]) -> Guess | None:
    """Explain a key that isn't one of these; `written` are those the record has."""
    word = name.lower().replace("-", "_")
    if "choices" in keys and "answer" in keys:
        if word in ("question", "statement", "pregunta"):
            meant = "title" if "title" not in written else "prompt" if "prompt" not in written else ""
            fact = message("the question is called 'title' here, and a longer text below it 'prompt'.")
            return Guess(fact, meant)
        if word in ("answers", "respuestas"):
            fact = message(
                "what readers choose from is called 'choices' here; "
                "the answer to an open question is called 'answer'."
            )
            return Guess(fact)
        if word in ("code", "program", "python"):
            fact = message("a program goes below 'proof:', and '{key}' is called 'program' there.", key=name)
            return Guess(fact)
        if word in _RIGHT_ONES and "choices" in written:
            fact = message(
                "no key '{key}': write 'correct: true' in the right choice, below its text.", key=name
            )
            return Guess(fact)
    if {"cards": "questions", "questions": "cards"}.get(name, "") in keys:
        fact = message(
            "questions go in a quiz and cards in a deck, and '{key}' do not belong in this folder. "
            "Move the file to the folder of a collection that has them.",
            key=name,
        )
        return Guess(fact)
    if "text" in keys and "correct" in keys and LABEL.fullmatch(name):
        fact = message(
            "a choice begins with '- text:', not with '{label}:'. Its label is added by itself.", label=name
        )
        return Guess(fact, "" if "text" in written else "text")
    meant = next((key for key in _BY_WORD.get(word, ()) if key in keys and key not in written), "")
    if not meant:
        return None
    return Guess(message("'{name}' is called '{key}' here. Write: {key}: …", name=name, key=meant), meant)


def explain_guessed_value(value: str, options: frozenset[str]) -> Guess | None:
    """Explain a kind of question that has another name here."""
    if not options >= KINDS.keys():
        return None
    word = value.lower().replace("-", "_").replace(" ", "_")
    meant = [kind for kind in KINDS.values() if word in kind.aliases]
    if len(meant) == 1:
        name = meant[0].name
        return Guess(message("'{name}' is called '{key}' here. Write: {key}", name=value, key=name), name)
    if not meant:
        return None
    one, many = sorted(meant, key=lambda kind: not kind.one_right)
    fact = message(
        "write '{one}' if one choice is right, and '{many}' if several may be, instead of '{kind}'.",
        one=one.name,
        many=many.name,
        kind=value,
    )
    return Guess(fact)
