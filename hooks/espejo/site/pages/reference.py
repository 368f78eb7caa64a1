"""Pages of the reference: formulas, code patterns and glossary."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from unicodedata import combining, normalize

from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS
from espejo.model.reference import Formula
from espejo.rendering.site import Site
from espejo.site.page import Page
from espejo.site.pages.titles import make_heading, plain_text, titled_page


def formulas_page(site: Site, locale: str) -> Iterator[Page]:
    formulas = site.bank.reference.formulas

    def group(formula: Formula) -> str:
        return formula.group.show(locale).markdown

    outline = tuple(make_heading(formula.id, formula.title, locale) for formula in formulas)
    groups = [tuple(members) for _, members in groupby(formulas, group)]
    yield titled_page(site, FORMULAS, locale, outline=outline, groups=groups)


def patterns_page(site: Site, locale: str) -> Iterator[Page]:
    patterns = site.bank.reference.patterns
    outline = tuple(make_heading(pattern.id, pattern.title, locale) for pattern in patterns)
    yield titled_page(site, PATTERNS, locale, outline=outline, patterns=patterns)


def glossary_page(site: Site, locale: str) -> Iterator[Page]:
    terms = sorted(site.bank.reference.terms, key=lambda term: _sort_key(plain_text(term.term, locale)))
    yield titled_page(site, GLOSSARY, locale, terms=terms)


def _sort_key(word: str) -> tuple[str, str]:
    """Alphabetical order, in which an accent only decides between words that are otherwise the same."""
    letters = normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if not combining(letter)), letters
