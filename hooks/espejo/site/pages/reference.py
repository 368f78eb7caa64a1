"""Reference pages: formulas, code patterns, and glossary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from espejo.markdown.words import alphabetical_key
from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS
from espejo.model.reference import Formula, Term
from espejo.rendering.site import Site
from espejo.site.page import Page
from espejo.site.pages.titles import make_heading, plain_text, titled_page


def formulas_page(site: Site, locale: str) -> Iterator[Page]:
    formulas = site.bank.reference.formulas

    def group(formula: Formula) -> str:
        return formula.group.show(locale).markdown

    outline = tuple(make_heading(formula.id, formula.title, locale) for formula in formulas)
    groups = [tuple(members) for _, members in groupby(formulas, group)]
    yield titled_page(site, FORMULAS, locale, outline=outline, units=(), groups=groups)


def patterns_page(site: Site, locale: str) -> Iterator[Page]:
    patterns = site.bank.reference.patterns
    outline = tuple(make_heading(pattern.id, pattern.title, locale) for pattern in patterns)
    yield titled_page(site, PATTERNS, locale, outline=outline, units=(), patterns=patterns)


class LetterGroup(NamedTuple):
    """Terms with the same first letter, or none. Its anchor is a capital, so it's never a term's id."""

    anchor: str
    letter: str
    terms: tuple[Term, ...]


def glossary_page(site: Site, locale: str) -> Iterator[Page]:
    terms = site.bank.reference.terms
    groups = group_by_letter(terms, locale)
    yield titled_page(site, GLOSSARY, locale, wide=True, groups=groups, count=len(terms))


def group_by_letter(terms: Iterable[Term], locale: str) -> list[LetterGroup]:
    """Group the terms by first letter, ignoring accents, in the alphabetical order of a language."""
    keys = ((alphabetical_key(plain_text(term.term, locale)), term) for term in terms)
    keyed = sorted(keys, key=itemgetter(0))
    groups: dict[str, list[Term]] = {}
    for (folded, _), term in keyed:
        letter = folded[:1].upper()
        groups.setdefault(letter if letter.isalpha() else "", []).append(term)
    return [LetterGroup(letter or "_", letter or "0–9", tuple(group)) for letter, group in groups.items()]
