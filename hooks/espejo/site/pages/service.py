"""Service pages: proofs, field reference, search, and review."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from markupsafe import Markup

from espejo.load.languages import list_words
from espejo.markdown.fragments import inline
from espejo.model.addresses import (
    CORRECTIONS,
    FIELDS,
    GLOSSARY,
    LOG_FORMAT,
    PRACTICE_MAP,
    PROOFS,
    REVIEW,
    SEARCH,
)
from espejo.model.collection import Placed
from espejo.model.keys import list_keys
from espejo.model.kinds import KINDS
from espejo.rendering.site import Site
from espejo.site.field_reference import list_file_kinds, name_form, shows_default
from espejo.site.home import find_home_question
from espejo.site.page import Heading, Page
from espejo.site.pages.titles import titled_page
from espejo.site.search_index import SEARCH_SCRIPT
from espejo.site.search_records import GROUPS

_OTHERS = ("run_failed", "hint", "answer", "turn_over", "status_of", "practice_these")

REVIEW_WORDS = (*list_words("answering", "trouble", "keys", "review", "charts", "you"), *_OTHERS)
"""Words for the review scripts; `_OTHERS` are from other pages."""

SEARCH_WORDS = (
    *("search_title", "search_none", "search_one", "search_some", "search_partial", "search_near"),
    *("search_failed", "search_offline", "search_rest", "search_again", "search_page", "search_close"),
    "more",
)
"""Words for the search scripts."""


def proofs_page(site: Site, locale: str) -> Iterator[Page]:
    yield titled_page(site, PROOFS, locale, wide=True, example=find_example(site))


def corrections_page(site: Site, locale: str) -> Iterator[Page]:
    records = [record for record in site.bank.provable() if record.corrects]
    yield titled_page(site, CORRECTIONS, locale, records=records)


def find_example(site: Site) -> Placed | None:
    """Find a question whose proof computes its choices: the one on home, or the first one."""
    shown = find_home_question(site)
    placed = chain([shown] if shown else [], site.bank.items())
    return next((one for one in placed if one.question and _has_values(site, one.item.id)), None)


def _has_values(site: Site, id_: str) -> bool:
    state = site.proof_states[id_]
    return state.name == "proven" and bool(state.values)


def fields_page(site: Site, locale: str) -> Iterator[Page]:
    kinds, fields = tuple(list_file_kinds(site.bank)), site.bank.locales[locale].fields

    def describe(name: str) -> Markup:
        return inline(fields[name])

    outline = tuple(
        Heading(kind.name_anchor(record), describe(record.__name__).striptags().removesuffix("."), locale)
        for kind in kinds
        for record in kind.records
    )
    yield titled_page(
        site,
        FIELDS,
        locale,
        outline=outline,
        units=(),
        kinds=kinds,
        describe=describe,
        list_keys=list_keys,
        name_form=name_form,
        shows_default=shows_default,
        KINDS=KINDS,
    )


def search_page(site: Site, locale: str) -> Iterator[Page]:
    """Make the search page. The search dialog on other pages takes its form and settings from here."""
    words, writing = site.words[locale].raw, site.bank.locales[locale].writing
    settings = {
        "words": {name: words[name] for name in SEARCH_WORDS},
        "groups": [(kind, words[name]) for kind, name in GROUPS.items()],
        "stopwords": writing.stopwords if writing else (),
    }
    yield titled_page(site, SEARCH, locale, units=(), settings=settings, script=SEARCH_SCRIPT)


def review_page(site: Site, locale: str) -> Iterator[Page]:
    """Make the review page. Scripts show what is due, which only the reader's browser knows."""
    yield titled_page(
        site,
        REVIEW,
        locale,
        script_words=REVIEW_WORDS,
        collections=[one for one in site.bank.collections if one.units],
        others=[one for one in site.bank.locales if one != locale],
        terms=len(site.bank.reference.terms),
        glossary=GLOSSARY,
        to_anki=f"espejo anki --log {site.bank.identity.namespace}-log.json",
        from_anki="espejo log --from-anki deck.apkg",
        map=PRACTICE_MAP,
        format=LOG_FORMAT,
    )
