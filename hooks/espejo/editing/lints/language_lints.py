"""Language lints: spaces, quotation marks, opening marks, and untranslated words in one passage."""

from __future__ import annotations

import re
from collections.abc import Iterator

from espejo.editing.lints.choice_lints import find_order
from espejo.editing.lints.lint import Correction, LanguageLint, Remark, Side
from espejo.markdown.parsed import BLANK, Found, ParsedPassage
from espejo.messages.message import Message, comma_separated, message, sentences

MIN_FOREIGN_WORDS = 2  # a single one may be an abbreviation or a gloss in parentheses

MAX_QUOTED = 300
"""Maximum distance to the closing quotation mark, because a passage may have many opening ones."""

_CLOSING = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "‹": "›", "„": "“”"}
_NOT_PROSE = re.compile(r"[`$\\\[\]<>\n]")  # code, a formula, an escape, a link, or another line
_TOKEN = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")

_SENTENCE = re.compile(r"\w[^\n.:;,¿?¡!'\"*_]{0,80}\w")
_QUOTATION = re.compile("[«“][^«»“”]*[»”]")
_SPACES = re.compile(r"(?<=\S) {2,}(?=\S)")
_SINGLE_QUOTE = re.compile(r"(?<!\w)'(?=\w[^']*\w'(?!\w))")


def find_spaces(side: Side) -> Iterator[Remark]:
    """Find multiple spaces between words."""
    if match := _SPACES.search(side.passage.prose):
        fact = message("two spaces in a row. Keep one.")
        yield Remark(match.end(), fact, Correction(*match.span(), " "))


def find_quotes(side: Side) -> Iterator[Remark]:
    """Find quotation marks of other languages; apostrophes are fine."""
    prose = side.passage.prose
    for mark in side.facts.wrong_quotes:
        if mark not in prose:
            continue
        match = _SINGLE_QUOTE.search(prose) if mark == "'" else re.search(mark, prose)
        if match:
            fact = message(
                "wrong quotation mark {mark} in {language}. Use {marks}.",
                mark=mark,
                language=side.facts.name,
                marks=side.facts.quotes,
            )
            yield Remark(match.start(), fact, _correct_quotes(side, match.start()))
            return


def _correct_quotes(side: Side, start: int) -> Correction | None:
    """Replace a pair of quotation marks, if there is only prose between them."""
    markdown, marks = side.passage.markdown, side.facts.quotes
    closing = _CLOSING.get(markdown[start], "")
    near = range(start + 1, min(start + MAX_QUOTED, len(markdown)))
    end = next((at for at in near if markdown[at] in closing), 0)
    inside = markdown[start + 1 : end]
    if not inside.strip() or _NOT_PROSE.search(inside) or markdown[end + 1 : end + 2].isalnum():
        return None
    return Correction(start, end + 1, f"{marks[0]}{inside}{marks[-1]}")


def find_openings(side: Side) -> Iterator[Remark]:
    """Find unbalanced question and exclamation marks in languages with opening ones."""
    prose = side.passage.prose
    for pair in side.facts.openings:
        opening, closing = pair[0], pair[-1]
        if opening not in prose and closing not in prose:
            continue
        # Ignore closing marks before a letter or '=', or after a space: '?id=7', '!=', 'a ? b : c'.
        marks = re.compile(f"{re.escape(opening)}|(?<!\\s){re.escape(closing)}(?![\\w=])")
        depth = last = 0
        for match in marks.finditer(prose):
            depth += 1 if match[0] == opening else -1
            last = match.start() if match[0] == opening else last
            if depth < 0:
                fact = message(
                    "the {opening} that opens this {closing} is missing.", opening=opening, closing=closing
                )
                yield Remark(match.start(), sentences(fact, _show_sentence(side, pair)))
                break
        if depth > 0:
            fact = message(
                "the {closing} that closes this {opening} is missing.", closing=closing, opening=opening
            )
            yield Remark(last, sentences(fact, _show_sentence(side, pair)))


def _show_sentence(side: Side, pair: str) -> Message | str:
    """Suggest the passage with both marks, if it is one short sentence of plain prose."""
    written = side.passage.markdown.strip()
    words = written.strip(pair)
    if written != side.passage.prose.strip() or not _SENTENCE.fullmatch(words):
        return ""
    return message("Write '{sentence}'.", sentence=f"{pair[0]}{words}{pair[-1]}")


def find_untranslated(side: Side) -> Iterator[Remark]:
    """Find passages with several words typical of another language, outside quotations."""
    if side.facts.foreign.isdisjoint(side.passage.words):
        return
    found = list(find_foreign_words(side))
    if len(found) >= MIN_FOREIGN_WORDS:
        fact = message(
            "words not in {language}: {words}. Translate them, or put them in quotation marks.",
            language=side.facts.name,
            words=comma_separated(f"'{part.value}'" for part in found[:3]),
        )
        yield Remark(found[0].offset, fact)


def find_foreign_words(side: Side) -> Iterator[Found]:
    """Find words typical of another language, except in quotations and names, and single letters."""
    before, tokens = "", list(_TOKEN.finditer(blank_quotations(side.passage.prose)))
    for at, token in enumerate(tokens):
        word, after = token[0], tokens[at + 1][0] if at + 1 < len(tokens) else ""
        if word.lower() in side.facts.foreign and len(word) > 1 and not _is_in_name(before, word, after):
            yield Found(token.start(), word.lower())
        before = word


def blank_quotations(prose: str) -> str:
    """Blank text between curly or angular quotation marks."""
    return _QUOTATION.sub(lambda match: BLANK * len(match[0]), prose)


def _is_in_name(before: str, word: str, after: str) -> bool:
    """Whether a word is part of a name: 'The Things Network' in a sentence, 'Internet of Things'."""
    if word[0].isupper():
        return before[:1].isalnum()
    return before[:1].isupper() and after[:1].isupper()


def count_ordinary_words(passage: ParsedPassage) -> int:
    """Count words, except names, single letters, and words with digits."""
    words = [token[0] for token in _TOKEN.finditer(passage.prose) if token[0][0].isalnum()]
    return sum(
        len(word) > 1 and word.replace("'", "").replace("-", "").isalpha() and (word[0].islower() or not at)
        for at, word in enumerate(words)
    )


def is_written_in(side: Side, other: Side) -> bool:
    """Whether a passage has several words typical of the other language, and none of its own."""
    words = side.passage.words
    own, others = side.facts.common - other.facts.common, other.facts.common - side.facts.common
    return own.isdisjoint(words) and sum(word in others for word in words) >= MIN_FOREIGN_WORDS


LINTS: dict[str, LanguageLint] = {
    "untranslated": find_untranslated,
    "spaces": find_spaces,
    "quotes": find_quotes,
    "openings": find_openings,
    "order": find_order,
}
"""Lints that read a passage in one language, by name."""
