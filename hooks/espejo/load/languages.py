"""Languages: words and facts from the package's files, which a bank's own files in data/locales may replace.

A word that is missing in a language is shown in English. `hooks/espejo/languages/en.yaml` defines which words
exist and which placeholders each one has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

from yaml.nodes import MappingNode

from espejo.load.parse import MAX_BYTES, load_file
from espejo.load.reader import Reader
from espejo.model.keys import list_keys
from espejo.model.language import NO_DICTIONARY, Locale, Territory, Writing
from espejo.model.problems import Place

FOLDER = Path(__file__).parents[1] / "languages"

FALLBACK = "en"


class PackageLanguage(NamedTuple):
    """A language file of the package. Its words are in groups, because scripts need some of them."""

    locale: Locale
    groups: Mapping[str, tuple[str, ...]]


@cache
def read_language(code: str) -> PackageLanguage:
    """Read a language file of the package."""
    source = load_file(FOLDER / f"{code}.yaml", file=f"{code}.yaml", limit=MAX_BYTES)
    root = cast(MappingNode, source.root)
    words = next(value for key, value in root.value if key.value == "words")
    groups = {group.value: tuple(key.value for key, _ in pairs.value) for group, pairs in words.value}
    words.value = [pair for _, pairs in words.value for pair in pairs.value]
    locale = Reader(source, locales=frozenset()).document(Locale)
    if problems := list(source.owned_problems()):
        raise ValueError("\n".join(map(str, problems)))
    return PackageLanguage(locale, groups)


def list_known() -> list[str]:
    """The languages that the package has a file for."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def list_words(*groups: str) -> tuple[str, ...]:
    """The names of the words in these groups."""
    known = read_language(FALLBACK).groups
    return tuple(name for group in groups for name in known[group])


def english_words() -> Mapping[str, str]:
    """Every word of the interface, in English."""
    return read_language(FALLBACK).locale.words


def english_sentence(name: str) -> str:
    """A word of the interface or the sentence about a field, in English."""
    english = read_language(FALLBACK).locale
    return english.words.get(name) or english.fields[name]


def complete_locale(code: str, own: Locale) -> Locale:
    """Add to a bank's own words and facts those of the package: of that language, then English."""
    english = read_language(FALLBACK).locale
    base = _find_language(code) or _describe_unknown(code, english)
    words, fields = {**base.words, **own.words}, {**base.fields, **own.fields}
    given = {key.name: value for key in list_keys(Locale) if (value := getattr(own, key.name))}
    lacking = (
        *(one for one in english.words if one not in words),
        *(one for one in english.fields if one not in fields),
    )
    changes = {
        "words": {**english.words, **words},
        "fields": {**english.fields, **fields},
        "writing": _merge_writing(base.writing, own.writing),
        "missing": lacking,
        "place": own.place,
    }
    return replace(base, **given | changes)


def _find_language(code: str) -> Locale | None:
    """What the package knows about a language; about es for es-MX."""
    known = (one for one in (code, code.partition("-")[0]) if (FOLDER / f"{one}.yaml").is_file())
    return next((read_language(one).locale for one in known), None)


def _merge_writing(base: Writing | None, own: Writing | None) -> Writing | None:
    """Replace conventions one by one, but add to the accepted words."""
    if not own:
        return base
    base = base or Writing(place=own.place)
    given = {key.name: value for key in list_keys(Writing) if (value := getattr(own, key.name))}
    if own.dictionary == NO_DICTIONARY:
        given["dictionary"] = None
    return replace(base, **given | {"words": (*base.words, *own.words)})


def _describe_unknown(code: str, english: Locale) -> Locale:
    """A language that the package has no file for, as Babel knows it. Babel is slow to import."""
    from babel import Locale as BabelLocale
    from babel import UnknownLocaleError
    from babel.core import get_global
    from babel.localedata import exists

    place = Place("", 1, 1)
    try:
        name = BabelLocale.parse(code, sep="-").get_display_name() or code
    except UnknownLocaleError:
        name = code
    likely: str = get_global("likely_subtags").get(code.replace("-", "_"), "")  # fr_Latn_FR for fr
    territory = f"{code[:2]}_{(likely or code)[-2:]}"
    return Locale(
        name=name[0].upper() + name[1:],
        mark=code.upper(),
        territory=Territory(territory, place) if exists(territory) else english.territory,
        place=place,
    )
