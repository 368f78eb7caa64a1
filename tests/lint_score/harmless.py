"""Harmless edits: both languages still say the same, so any report is a false alarm."""

from __future__ import annotations

import re

from espejo.markdown.parsed import ParsedPassage

from .editing import Change, Passages, Sample, add_link, choose, replace_span, rewriting, with_passage

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


def begin_with_however(sample: Sample, locale: str) -> Passages | None:
    """Begins both with 'however', which is 'sin embargo' in Spanish."""
    if locale != "en" or not all(text[:1].isupper() for text in sample.passages.values()):
        return None
    return {
        name: _HOWEVER.get(name, "") + text[0].lower() + text[1:] for name, text in sample.passages.items()
    }


def translate_comment(sample: Sample, locale: str) -> Passages | None:
    """Rewords a comment in a listing."""
    markdown = sample.passages[locale]
    comment = choose(sample, list(_COMMENT.finditer(markdown))) if ParsedPassage(markdown).listings else None
    new = replace_span(markdown, *comment.span(), "otra cosa") if comment else markdown
    return with_passage(sample, locale, new)


def localize_link(sample: Sample, locale: str) -> Passages | None:
    """Links each passage to the page in its own language."""
    if locale != "en":
        return None
    linked = add_link(sample, choose(sample, _LOCALIZED) or "")
    return {name: text.replace("{locale}", name) for name, text in linked.items()}


def share_link(sample: Sample, locale: str) -> Passages | None:
    """Links to a page that exists in one language only."""
    return add_link(sample, (choose(sample, _LOCALIZED) or "").replace("{locale}", locale))


def write_paragraphs(sample: Sample, locale: str) -> Passages | None:
    """Turns the items of a list into paragraphs."""
    markdown = sample.passages[locale]
    if ParsedPassage(markdown).listings:
        return None
    return with_passage(sample, locale, _BULLET.sub("\n", markdown))


def add_sentence(sample: Sample, locale: str) -> Passages | None:
    """Adds a sentence that each language phrases differently."""
    plain = all(text.endswith(".") and "\n" not in text for text in sample.passages.values())
    added = choose(sample, _ADDED) if locale == "en" and plain else None
    if not added or set(sample.passages) - set(added):
        return None
    return {name: f"{text} {added[name]}" for name, text in sample.passages.items()}


_CONTRACTED = r"(?<!\w)(does|do|is|are|was|would|should) not(?!\w)"
_DECIMAL = r"(?<![\d.,])(\d+)\.(\d+)(?!\d|[.,]\d)"

HARMLESS = (
    Change("contraction", rewriting((_CONTRACTED, r"\1n't", "en"), (r"(?<!\w)cannot(?!\w)", "can't", "en"))),
    Change("negation in italics", rewriting((r"(?<!\w)(not|never|without|no|nunca|sin)(?!\w)", r"_\1_"))),
    Change("two sentences joined", rewriting((r"(?<=[a-záéíóúñ])\. (?=[a-záéíóúñ]{3})", "; "))),
    Change("however", begin_with_however),
    Change("decimal comma", rewriting((_DECIMAL, r"\1,\2", "es"))),
    Change("comment translated", translate_comment),
    Change("link to the page in each language", localize_link),
    Change("link to a page in one language", share_link),
    Change("list written as paragraphs", write_paragraphs),
    Change("sentence added to both", add_sentence),
)
