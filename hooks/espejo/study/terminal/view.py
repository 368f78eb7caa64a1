"""Question view in the terminal: what is shown before and after the answer, with missing translations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text as RichText

from espejo.messages.message import message
from espejo.model.kinds import KINDS
from espejo.model.quiz import Card, Item, Question
from espejo.model.reference import Citation
from espejo.model.text import Text
from espejo.study.terminal.kinds import Choices, describe_right
from espejo.study.terminal.quiz_bank import QuizBank
from espejo.study.terminal.rich_text import block_passage, line_passage, plain_text, write_rows
from espejo.study.terminal.screen import Screen
from espejo.study.terminal.words import word

RIGHT, WRONG = "✓", "✗"


class QuestionView:
    """Shows the items of a bank on a screen, in one language."""

    def __init__(self, screen: Screen, bank: QuizBank, language: str) -> None:
        self.screen = screen
        self.bank = bank
        self.language = language

    def line(self, text: Text) -> RichText:
        """Render a text on one line, naming its language if it's another."""
        passage = text.show(self.language)
        line = line_passage(passage.markdown, colored=self.screen.colored)
        if passage.locale == self.language:
            return line
        return RichText.assemble(f"({self.name(passage.locale)}) ", line, overflow="fold")

    def block(self, text: Text) -> RenderableType:
        """Render a text in paragraphs, naming its language first if it's another."""
        passage = text.show(self.language)
        block = block_passage(passage.markdown, colored=self.screen.colored)
        if passage.locale == self.language:
            return block
        said = self.screen.tell(message("In {language}:", language=self.name(passage.locale)))
        return Group(plain_text(said, "italic"), block)

    def name(self, locale: str) -> str:
        """Return the name of a language in the language of the tools."""
        return self.screen.tell(self.bank.names.get(locale, locale))

    def say_unit(self, question: Question) -> str:
        """Return the unit of a numeric question, if it has one."""
        return self.line(question.unit).plain if question.unit else ""

    def show_item(self, item: Item, place: str, choices: Choices) -> None:
        """Show an item: progress, title, prompt, figure, and choices."""
        self.screen.gap()
        self.screen.show(self._head(item, place))
        if isinstance(item, Card):
            self.screen.show(self.block(item.front))
        else:
            title = self.line(item.title)
            title.stylize("bold")
            self.screen.show(title)
            self._show(item.prompt)
        self._show_figure(item, with_answer=False)
        if isinstance(item, Question):
            self._show_offer(item, choices)
        self.screen.gap()

    def _head(self, item: Item, place: str) -> RichText:
        kind = item.kind if isinstance(item, Question) else None
        marked = f" ({word(f'kind_{kind}')})" if kind and KINDS[kind].marked else ""
        said = f"{self.screen.tell(place)} · {item.id}{marked}"
        return plain_text(said, "dim" if self.screen.colored else "")

    def _show(self, text: Text | None) -> None:
        if text:
            self.screen.gap()
            self.screen.show(self.block(text))

    def _show_offer(self, question: Question, choices: Choices) -> None:
        if question.choices:
            rows = (
                (label, question.choices[number - 1].text) for label, number in zip(*choices, strict=True)
            )
            self.screen.gap()
            self.screen.show(write_rows((f"{label}.", self.block(text)) for label, text in rows))
        elif question.unit:
            self.screen.gap()
            self.screen.say(word("answer_in_unit", unit=self.say_unit(question)))

    def _show_figure(self, item: Item, *, with_answer: bool) -> None:
        """Show the words of a figure, since a terminal can't show images."""
        figure = self.bank.figures.get(item.id)
        if not figure or figure.with_answer != with_answer:
            return
        self.screen.gap()
        shown = figure.alt.show(self.language)
        self.screen.say(message("[Figure] {words}", words=self.line(figure.alt).plain))
        if labels := figure.labels.get(shown.locale):
            words = ", ".join(line_passage(label, colored=False).plain for label in labels)
            self.screen.say(message("Its labels: {labels}.", labels=words))

    def show_hint(self, item: Item) -> bool:
        """Show the hint of an item, and return whether it has one."""
        hint = item.hint if isinstance(item, Question) else None
        if hint:
            self.screen.head(f"{word('hint')}:")
            self.screen.show(self.block(hint))
        else:
            self.screen.gap()
            self.screen.say(message("There is no hint for this one."))
        return bool(hint)

    def show_result(
        self, item: Question, choices: Choices, verdict: str, own: Sequence[int], *, right: bool
    ) -> None:
        """Show the verdict on an answer, then the right one, and where to read more."""
        shape, color = (RIGHT, "green") if right else (WRONG, "red")  # color alone isn't accessible to all
        self.screen.gap()
        self.screen.show(plain_text(f"{shape} {verdict}", f"bold {color}"))
        self.show_answer(item, choices, own)
        self.show_reading(item)
        self.screen.gap()

    def show_answer(self, item: Item, choices: Choices, own: Sequence[int] = ()) -> None:
        """Show the right answer and why, after the wrong choices the reader made and the reasons."""
        if isinstance(item, Card):
            self._show(item.back)
        else:
            self._show_question_answer(item, choices, own)
        self._show_figure(item, with_answer=True)

    def _show_question_answer(self, item: Question, choices: Choices, own: Sequence[int]) -> None:
        wrong = item.reasons(correct=False)
        self._show_reasons("", [one for one in wrong if one[0] in own], choices)
        if right := describe_right(item, choices, self.say_unit(item)):
            self.screen.head(right)
        if KINDS[item.kind].one_right:
            number = item.right_choices()[0]
            self.screen.show(Padding(self.block(item.choices[number - 1].text), (0, 0, 0, 2), expand=False))
        self._show(item.answer)
        self._show(item.why)
        self._show_reasons("why_right", item.reasons(correct=True), choices)
        self._show_reasons("why_not", [one for one in wrong if one[0] not in own], choices)

    def _show_reasons(self, heading: str, reasons: Iterable[tuple[int, Text]], choices: Choices) -> None:
        placed = sorted((choices.order.index(number), why) for number, why in reasons)
        self._show_rows(heading, [(f"{choices.labels[place]}.", self.block(why)) for place, why in placed])

    def _show_rows(self, heading: str, rows: Sequence[tuple[str, RenderableType]]) -> None:
        """Show labeled rows, if there are any, below a word as heading."""
        if not rows:
            return
        if heading:
            self.screen.head(f"{word(heading)}:")
        else:
            self.screen.gap()
        self.screen.show(write_rows(rows))

    def show_points(self, points: Iterable[Text]) -> None:
        """Show the points of a good answer, numbered."""
        self._show_rows("points", [(f"{number}.", self.block(one)) for number, one in enumerate(points, 1)])

    def show_reading(self, item: Item) -> None:
        """Show what to review after a miss, and where to read more."""
        if titles := "; ".join(self._list_see(item)):
            self.screen.gap()
            self.screen.say(f"{word('missed')}: {titles}")
        self._show_rows("read_on", [("-", self._cite(source)) for source in item.sources])

    def _list_see(self, item: Item) -> Iterator[str]:
        """List the titles of referenced records, with the ids of questions and cards to look them up."""
        for name in item.see:
            if title := self.bank.title_of(name):
                line = self.line(title).plain
                yield f"{line} ({name})" if name in self.bank.by_id else line

    def _cite(self, source: Citation) -> RichText:
        """Render a source with its address."""
        parts = [self.line(one).plain for one in (source.title, source.part) if one]
        parts += [source.version] if source.version else []
        return plain_text(f"{', '.join(parts)}: {source.url}")
