"""Harmless edits: both languages still say the same, so any report is a false alarm."""

from __future__ import annotations

import re

from espejo.markdown.parsed import ParsedPassage

from .editing import Change, Passages, Sample, add_link, choose, edit_prose, replace_span, with_passage

_LONG_FORM = re.compile(r"(?<!\w)(?:(does|do|is|are|was|would|should)[ \0]not|(can)not)(?!\w)", re.IGNORECASE)
_NEGATION = re.compile(r"(?<!\w)(?:not|never|without|no|nunca|sin)(?!\w)", re.IGNORECASE)
_JOIN = re.compile(r"(?<=[a-záéíóúñ])\. (?=[A-ZÁÉÍÓÚÑ][a-záéíóúñ])")
_DECIMAL = re.compile(r"(?<![\d.,])(\d+)\.(\d+)(?!\d|[.,]\d)")
_COMMENT = re.compile(r"(?<=  # ).*[a-z].*")
_BULLET = re.compile(r"^- ", re.MULTILINE)
_LOCALIZED = (
    "https://docs.test/{locale}/list.html",
    "https://docs.test/list.{locale}.html",
    "https://docs.test/list?hl={locale}",
    "https://{locale}.docs.test/list",
)
_HOWEVER = {"en": "However, ", "es": "Sin embargo, "}
_ADDED = (
    {
        "en": "It works the same on any machine, no matter which.",
        "es": "Funciona igual en cualquier máquina.",
    },
    {"en": "This holds regardless of the size.", "es": "Esto vale sin importar el tamaño."},
    {"en": "It may be large or not.", "es": "Puede ser grande o no."},
    {"en": "The protocol is stateless.", "es": "El protocolo no tiene estado."},
    {"en": "The set-up is serverless.", "es": "La configuración es sin servidor."},
    {"en": "It is 3rd party code.", "es": "Es código de terceros."},
    {"en": "It serves the Internet of Things.", "es": "Sirve para el Internet of Things (IoT)."},
    {
        "en": "See https://docs.test/en/what-is-the-list?id=7.",
        "es": "Consulta https://docs.test/en/what-is-the-list?id=7.",
    },
)


def contract(sample: Sample, locale: str) -> Passages | None:
    """Write 'does not' as one word."""
    if locale != "en":
        return None
    return edit_prose(sample, locale, _LONG_FORM, _contract)


def _contract(match: re.Match[str]) -> str:
    return "can't" if match[2] else f"{match[1]}n't"


def emphasize(sample: Sample, locale: str) -> Passages | None:
    """Put a negation in italics."""
    return edit_prose(sample, locale, _NEGATION, lambda match: f"_{match[0]}_")


def join_sentences(sample: Sample, locale: str) -> Passages | None:
    """Make two sentences one."""
    markdown = sample.passages[locale]
    stop = choose(sample, list(_JOIN.finditer(ParsedPassage(markdown).prose)))
    if not stop:
        return None
    joined = f"; {markdown[stop.end()].lower()}"
    return with_passage(sample, locale, replace_span(markdown, stop.start(), stop.end() + 1, joined))


def begin_with_however(sample: Sample, locale: str) -> Passages | None:
    """Begin both with 'however', which is 'sin embargo' in Spanish."""
    if locale != "en" or not all(text[:1].isupper() for text in sample.passages.values()):
        return None
    return {
        name: _HOWEVER.get(name, "") + text[0].lower() + text[1:] for name, text in sample.passages.items()
    }


def write_decimal_comma(sample: Sample, locale: str) -> Passages | None:
    """Write the decimals of one language with a comma."""
    if locale == "en":
        return None
    return edit_prose(sample, locale, _DECIMAL, lambda match: f"{match[1]},{match[2]}")


def translate_comment(sample: Sample, locale: str) -> Passages | None:
    """Word a comment in a listing differently."""
    markdown = sample.passages[locale]
    comment = choose(sample, list(_COMMENT.finditer(markdown))) if ParsedPassage(markdown).listings else None
    new = replace_span(markdown, *comment.span(), "otra cosa") if comment else markdown
    return with_passage(sample, locale, new)


def localize_link(sample: Sample, locale: str) -> Passages | None:
    """Link to the page in the language of each passage."""
    if locale != "en":
        return None
    linked = add_link(sample, choose(sample, _LOCALIZED) or "")
    return {name: text.replace("{locale}", name) for name, text in linked.items()}


def share_link(sample: Sample, locale: str) -> Passages | None:
    """Link to a page that exists in one language only."""
    return add_link(sample, (choose(sample, _LOCALIZED) or "").replace("{locale}", locale))


def write_paragraphs(sample: Sample, locale: str) -> Passages | None:
    """Write the items of a list as paragraphs."""
    markdown = sample.passages[locale]
    if ParsedPassage(markdown).listings:
        return None
    return with_passage(sample, locale, _BULLET.sub("\n", markdown))


def add_sentence(sample: Sample, locale: str) -> Passages | None:
    """Add a sentence that each language says in its own way."""
    plain = all(text.endswith(".") and "\n" not in text for text in sample.passages.values())
    added = choose(sample, _ADDED) if locale == "en" and plain else None
    if not added or set(sample.passages) - set(added):
        return None
    return {name: f"{text} {added[name]}" for name, text in sample.passages.items()}


HARMLESS = (
    Change("contraction", contract),
    Change("negation in italics", emphasize),
    Change("two sentences joined", join_sentences),
    Change("however", begin_with_however),
    Change("decimal comma", write_decimal_comma),
    Change("comment translated", translate_comment),
    Change("link to the page in each language", localize_link),
    Change("link to a page in one language", share_link),
    Change("list written as paragraphs", write_paragraphs),
    Change("sentence added to both", add_sentence),
)
