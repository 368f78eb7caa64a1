"""Self-references in the glossary: finds terms named in their own definitions, to blank them on cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import unescape
from typing import NamedTuple

from markupsafe import Markup

from espejo.markdown.fragments import inline
from espejo.markdown.words import Phrases, Stemmer, Words
from espejo.model.bank import Bank
from espejo.model.reference import Term

BLANK = "…"
"""Replaces a term in its own definition."""

_PARENTHESES = re.compile(r"\(([^()]*)\)")  # 'rectified linear unit (ReLU)' is two names
_FORMULA = "<math"
# A formula, a word, or a symbol; or a tag. Anything else between words is ignored: `collate_fn` and
# 're-collate' both contain the name 'collate'.
_PART = re.compile(
    rf'(?P<token>{_FORMULA}\b.*?</math>|[^\W_]+|&#?\w+;|[^\s<_-])|<(?:[^>"]|"[^"]*")*+>', re.DOTALL
)
_LINK = re.compile(r'</?a\b(?:[^>"]|"[^"]*")*+>')
_TAG = re.compile(r'<(?:[^>"]|"[^"]*")*+>')


class _Token(NamedTuple):
    """A word, a symbol, or a formula in an HTML fragment, with its start and end."""

    html: str
    start: int
    end: int

    @property
    def word(self) -> str:
        return unescape(self.html).lower()


class OwnTerms:
    """Finds the names of terms in their own definitions: the term and its synonyms, in every language."""

    def __init__(self, bank: Bank) -> None:
        self._stems = {
            locale: Stemmer(language.writing.endings if language.writing else ())
            for locale, language in bank.locales.items()
        }

    def mark(self, term: Term, html: Markup, locale: str) -> Markup:
        """Mark each name in the definition, so that a script can blank it out."""
        return self._replace(term, html, locale, lambda name: f'<span class="own-term">{name}</span>')

    def blank(self, term: Term, html: Markup, locale: str) -> Markup:
        """Blank out the names in the definition, and remove links, whose addresses may contain a name."""
        return Markup(_LINK.sub("", self._replace(term, html, locale, lambda _: BLANK)))

    def _replace(self, term: Term, html: Markup, locale: str, write: Callable[[str], str]) -> Markup:
        parts, done = [], 0
        for start, end in self._find(term, html, locale):
            parts += [html[done:start], write(html[start:end])]
            done = end
        return Markup("".join([*parts, html[done:]]))

    def _find(self, term: Term, html: str, locale: str) -> list[tuple[int, int]]:
        """Return the start and end of each name. A name with a tag in it has several parts."""
        tokens, names = list(_split(html)), _Names(term, locale, self._stems)
        found: list[tuple[int, int]] = []
        before = -1
        for at in sorted(names.find(tokens)):
            start, end = tokens[at].start, tokens[at].end
            if found and before == at - 1 and "<" not in html[found[-1][1] : start]:
                start = found.pop()[0]
            found.append((start, end))
            before = at
        return found


class _Names:
    """Names of one term: any inflection in the definition's language, exact in the others."""

    def __init__(self, term: Term, locale: str, stems: Mapping[str, Stemmer]) -> None:
        self._stem = stems[locale]
        own, foreign = set(_list_names(term, [locale])), set(_list_names(term, stems))
        self._inflected = Phrases((words, True) for name in own for words in (self._stem_all(name), name))
        self._exact = Phrases((name, True) for name in foreign)

    def find(self, tokens: Sequence[_Token]) -> set[int]:
        """Return the positions of tokens that are part of a name, or a formula that contains one."""
        words = tuple(token.word for token in tokens)
        found = {
            at
            for phrases, sought in ((self._inflected, self._stem_all(words)), (self._exact, words))
            for _, part in phrases.find(sought)
            for at in range(part.start, part.stop)
        }
        return found | {at for at, token in enumerate(tokens) if self._is_in_formula(token)}

    def _is_in_formula(self, token: _Token) -> bool:
        return token.html.startswith(_FORMULA) and bool(self.find(list(_split(_TAG.sub(" ", token.html)))))

    def _stem_all(self, words: Iterable[str]) -> Words:
        return tuple(map(self._stem.__getitem__, words))


def _list_names(term: Term, locales: Iterable[str]) -> Iterator[Words]:
    """List the term and its synonyms in these languages; text in parentheses is a separate name."""
    for locale in locales:
        for text in (term.term, *term.also):
            if text.has(locale):
                html = inline(text.show(locale).markdown)
                for name in (_PARENTHESES.sub("", html), *_PARENTHESES.findall(html)):
                    yield tuple(token.word for token in _split(name))


def _split(html: str) -> Iterator[_Token]:
    for part in _PART.finditer(html):
        if part["token"]:
            yield _Token(part["token"], part.start(), part.end())
