"""Pull request previews: questions and cards as readers will see them, in every language.

Each is in a collapsed section, which nothing in a passage can end early.
"""

from __future__ import annotations

from collections.abc import Iterator

from espejo.check.answer_keys import list_right
from espejo.editing.github.github_markdown import block_passage, indent, line_passage
from espejo.markdown.escape import code_span, escape_html, escape_markdown
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.quiz import Card, Item, Question, label_choice
from espejo.model.reference import Citation
from espejo.model.text import Text

RIGHT = "✅"
HINT = "💡"
SOURCE = "🔗"
CORRECTION = "📝"
PICTURE = "🖼️"


def preview_item(placed: Placed, title: str, bank: Bank) -> str:
    """Write a question or card in every language, collapsed under its id and title."""
    item = placed.item
    noun = "card" if isinstance(item, Card) else "question"
    return "\n\n".join(
        [
            f"<details><summary>{noun} {escape_html(item.id)}: {escape_html(title)}</summary>",
            *(part for locale in bank.locales for part in _Preview(bank, locale).write(placed)),
            "</details>\n",
        ]
    )


class _Preview:
    """Writes a question or card in one language."""

    def __init__(self, bank: Bank, locale: str) -> None:
        self._bank, self._locale = bank, locale
        self._language = bank.locales[locale]

    def write(self, placed: Placed) -> Iterator[str]:
        name, item = escape_markdown(self._language.name), placed.item
        if isinstance(item, Question):
            title = line_passage(item.title.show(self._locale).markdown)
            yield " ".join(filter(None, [f"#### {name}:", self._mark(item.title), title]))
            yield from self._write_question(item, placed)
        else:
            yield f"#### {name}"
            yield self._block(item.front)
            yield self._quote(item.back)
            yield from self._describe_figure(item)
        yield from map(self._cite, item.sources)
        if item.corrects:
            yield _join(CORRECTION, self._block(item.corrects))

    def _write_question(self, question: Question, placed: Placed) -> Iterator[str]:
        if question.prompt:
            yield self._block(question.prompt)
        yield from self._describe_figure(question)
        yield from self._write_choices(question, placed)
        if question.hint:
            yield _join(HINT, self._block(question.hint))
        yield from (
            f"{RIGHT} {line_passage(right.markdown)}"
            for right in list_right(placed, self._locale, self._language)
            if not right.label
        )
        if question.answer:
            yield _join(RIGHT, self._block(question.answer))
        if question.points:
            yield "\n".join(indent(self._block(point), "- ") for point in question.points)
        if question.why:
            yield self._block(question.why)

    def _describe_figure(self, item: Item) -> Iterator[str]:
        """The alternative text of the figure, because GitHub would not show the drawing."""
        if figure := self._bank.figure_of(item):
            yield _join(PICTURE, self._block(figure.alt))

    def _cite(self, source: Citation) -> str:
        """A source in one line; its address is code, so that GitHub doesn't turn it into a link."""
        texts = (self._block(text) for text in (source.title, source.part) if text)
        version = [escape_markdown(source.version)] if source.version else []
        return f"{SOURCE} {', '.join([*texts, *version])} {code_span(source.url)}"

    def _write_choices(self, question: Question, placed: Placed) -> Iterator[str]:
        """The choices as a list, each with its label, a check mark if it is right, and its reason."""
        for number, choice in enumerate(question.choices, 1):
            right = f" {RIGHT}" if choice.correct else ""
            label = f"**{label_choice(placed.labels, number)}**{right}"
            parts = [_join(label, self._block(choice.text))]
            if choice.why:
                parts.append(self._quote(choice.why))
            yield indent("\n\n".join(parts), "- ")

    def _block(self, text: Text) -> str:
        return _join(self._mark(text), block_passage(text.show(self._locale).markdown))

    def _quote(self, text: Text) -> str:
        return "\n".join(f"> {line}".rstrip() for line in self._block(text).split("\n"))

    def _mark(self, text: Text) -> str:
        """The language mark of a passage that is shown in another language because this one lacks it."""
        shown = text.show(self._locale).locale
        if shown == self._locale or shown not in self._bank.locales:
            return ""
        return f"({escape_markdown(self._bank.locales[shown].mark)})"


def _join(label: str, block: str) -> str:
    """Put a label before a block, on the same line if the block is a single paragraph."""
    is_line = "\n" not in block and not block.startswith((">", "-"))
    return (" " if is_line else "\n\n").join(filter(None, [label, block]))
