"""Negations dropped or added in one language, the way a translator would get them wrong.

'does not change' becomes 'changes', and 'no cambia nada' becomes 'cambia todo': the sentence is still one.
"""

from __future__ import annotations

import re

from espejo.markdown.parsed import ParsedPassage

from .editing import Passages, Sample, choose, edit_prose, keep_case, replace_span, with_passage

_SPACE = r"[\s\0]"


def _compile(pattern: str) -> re.Pattern[str]:
    """A pattern in which a space may be the end of a line, but no code, which is longer."""
    return re.compile(pattern.replace(" ", _SPACE), re.IGNORECASE)


_ENGLISH_NEGATION = _compile(
    r"(?:(?P<contrast>,| and) not(?! only| just)"
    r"|(?<!\w)(?:does(?: not|n['’]t) (?!even|yet)(?P<verb>[a-z]+)|(?:do|did)(?: not|n['’]t) (?P<base>[a-z]+)"
    r"|(?P<can>cannot|can['’]t)|(?P<aux>is|are|was|were|could|would|should|has|have|had)n['’]t"
    r"|(?P<no>no) (?P<noun>[a-z]+)|(?<!or )(?<!does )not (?!only|just)"
    r"|(?P<word>without|never|nothing|none|nobody)))(?!\w)"
)
_OPPOSITES = {
    **{"without": "with", "never": "always", "nothing": "everything", "none": "all", "nobody": "everybody"},
    **{"sin": "con", "nunca": "siempre", "jamás": "siempre", "nada": "todo", "nadie": "todos", "ni": "y"},
    **{"ningún": "un", "ninguna": "una", "ninguno": "uno", "tampoco": "también"},
}
_NOT_DENIED = {"matter", "doubt"}
_SPANISH_NO = _compile(r"(?<!\w)(?<!o )no (?!obstante|sol[oó]\b)")
_SPANISH_WORD = _compile(
    r"(?<!\w)(?:sin(?! embargo| importar| duda)|nunca|jamás|nada|nadie|ning[úu]n[oa]?|tampoco)(?!\w)"
)
_REPEATED = re.compile(r"(?<!\w)(?:nunca|jamás|nada|nadie|ning[úu]n[oa]?|ni)(?!\w)", re.IGNORECASE)
_NEGATION = _compile(r"(?<!\w)(?:no|sin(?! embargo| importar| duda)|ni|nunca|nadie)(?!\w)")
_STOP = re.compile(r"[.;:?!]")

_ENGLISH_VERBS = (
    r"changes|returns|uses|gives|keeps|computes|needs|adds|reads|takes|makes|works|learns|stores|reduces|trains"
    r"|depends|removes|decides|shows|produces|expects|receives"
)
_ENGLISH_STATEMENT = _compile(
    rf"(?<!\w)(?:(?P<can>can)|(?P<aux>is|are|was|were|will|would|should|must|may)|(?P<verb>{_ENGLISH_VERBS}))"
    r"(?!\w)(?! (?:not|no|nothing|never|none)\b)"
)
_SPANISH_STATEMENT = _compile(
    r"(?<!\w)(?<!no )(?<!ni )(?<!se )(?<!lo )(?:(?:se|lo|le) )?(?:es|son|está|están|puede|pueden|tiene|tienen"
    r"|hay|sirve|devuelve|conserva|calcula|necesita|aprende|depende|funciona|permite|convierte|recibe|produce|debe"
    r"|hace)(?!\w)"
)


def drop_negation(sample: Sample, locale: str) -> Passages | None:
    if locale == "en":
        return edit_prose(sample, locale, _ENGLISH_NEGATION, _affirm)
    return _drop_spanish_negation(sample, locale) if locale == "es" else None


def add_negation(sample: Sample, locale: str) -> Passages | None:
    if locale == "en":
        return edit_prose(sample, locale, _ENGLISH_STATEMENT, _negate)
    if locale == "es":
        return edit_prose(sample, locale, _SPANISH_STATEMENT, lambda match: f"no {_uncapitalize(match[0])}")
    return None


def _affirm(match: re.Match[str]) -> str:
    """The affirmative of an English negation: 'does not change' is denied by 'changes'."""
    found = match.groupdict()
    if found["verb"]:
        return _add_s(found["verb"])
    if found["base"]:
        return found["base"]
    if found["no"]:
        return _affirm_noun(match[0], found["noun"])
    if found["contrast"]:
        return " and"
    if found["word"]:
        return _OPPOSITES[found["word"].lower()]
    return "can" if found["can"] else found["aux"] or ""


def _affirm_noun(written: str, noun: str) -> str:
    """What 'no longer', 'no layer' and 'no layers' become."""
    if noun.lower() in _NOT_DENIED:
        return written
    if noun.lower() == "longer":
        return "still"
    if noun.lower().endswith("s"):
        return noun
    return f"an {noun}" if noun[0].lower() in "aeiou" else f"a {noun}"


def _add_s(verb: str) -> str:
    if verb == "have":
        return "has"
    if re.search(r"(?:s|x|z|ch|sh|o)$", verb):
        return f"{verb}es"
    return re.sub(r"(?<![aeiou])y$", "ie", verb) + "s"


def _remove_s(verb: str) -> str:
    """The base of one of the verbs to negate, all of which are regular."""
    return verb.removesuffix("s")


def _negate(match: re.Match[str]) -> str:
    if match["can"]:
        return "cannot"
    return f"does not {_remove_s(match['verb'].lower())}" if match["verb"] else f"{match['aux']} not"


def _uncapitalize(words: str) -> str:
    return words[:1].lower() + words[1:]


def _drop_spanish_negation(sample: Sample, locale: str) -> Passages | None:
    """Drop 'no', with what repeats it up to the end of the clause, or turn another word into its opposite."""
    markdown = sample.passages[locale]
    prose = ParsedPassage(markdown).prose
    alone = [match for match in _SPANISH_WORD.finditer(prose) if not _is_repeat(prose, match)]
    match = choose(sample, sorted([*_SPANISH_NO.finditer(prose), *alone], key=lambda one: one.start()))
    if not match:
        return None
    if match.re is _SPANISH_WORD:
        return with_passage(sample, locale, replace_span(markdown, *match.span(), _turn(match)))
    end = _end_of_clause(prose, match.end())
    rest = _REPEATED.sub(_turn, markdown[match.end() : end]).lstrip()
    return with_passage(sample, locale, replace_span(markdown, match.start(), end, keep_case(match, rest)))


def _is_repeat(prose: str, match: re.Match[str]) -> bool:
    """Whether a negation before it in the clause is repeated by this word: 'no cambia nada'."""
    stops = [stop.end() for stop in _STOP.finditer(prose, 0, match.start())]
    before = prose[max(stops, default=0) : match.start()]
    return bool(_NEGATION.search(before))


def _end_of_clause(prose: str, start: int) -> int:
    stop = _STOP.search(prose, start)
    return stop.start() if stop else len(prose)


def _turn(match: re.Match[str]) -> str:
    return keep_case(match, _OPPOSITES[match[0].lower()])
