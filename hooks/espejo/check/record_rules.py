"""Record rules: kinds, choices, complete languages, untranslated texts, lines, titles, and cited sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from espejo.check.figures import list_code_labels
from espejo.markdown.checks import find_faults
from espejo.markdown.links import is_sound
from espejo.markdown.passages import has_link, is_paragraph, plain_words
from espejo.messages.message import Message, comma_separated, message, semicolon_separated
from espejo.model.bank import Bank, Provable
from espejo.model.keys import list_keys
from espejo.model.kinds import KIND_KEYS, KINDS
from espejo.model.problems import NO_FIX, Notice, Place, Problem, text_example
from espejo.model.quiz import Question
from espejo.model.reference import MAX_SOURCES
from espejo.model.text import ONCE, UNREADABLE, Text


def check_kinds(bank: Bank) -> Iterator[Problem]:
    """A question has the keys its kind needs, none of other kinds, and a valid answer."""
    for _, question in bank.questions():
        if question.kind:
            problems = list(_check_keys(question))
            yield from problems or _check_answer(question)


def _check_keys(question: Question) -> Iterator[Problem]:
    kind = KINDS[question.kind]
    written = [name for name in KIND_KEYS if getattr(question, name) not in (None, ())]
    foreign, missing = (
        [one for one in written if one not in kind.keys],
        [one for one in kind.needs if one not in written],
    )
    if len(foreign) == len(missing) == 1:
        fact = message(
            "for kind '{kind}', what is in '{key}' goes in '{needed}', or the kind is another one.",
            kind=kind.name,
            key=foreign[0],
            needed=missing[0],
        )
        yield Problem(question.place, question.id, fact)
        return
    for name in KIND_KEYS:
        present = getattr(question, name) not in (None, ())
        if name in kind.needs and not present:
            fact = message("kind '{kind}' needs the key '{key}'.", kind=kind.name, key=name)
            yield Problem(question.place, question.id, fact)
        elif present and name not in kind.keys:
            fact = message(
                "kind '{kind}' has no key '{key}'. Move what it says to another key, or change the kind.",
                kind=kind.name,
                key=name,
            )
            yield Problem(question.place, question.id, fact)


def _check_answer(question: Question) -> Iterator[Problem]:
    for fact in KINDS[question.kind].find_faults(question):
        yield Problem(question.place, question.id, fact)


def check_choices_differ(bank: Bank) -> Iterator[Problem]:
    """No two choices read the same in any language."""
    for _, question in bank.questions():
        for locale in bank.locales:
            numbers: dict[str, int] = {}
            for number, choice in enumerate(question.choices, 1):
                passage = " ".join(choice.text.show(locale).markdown.split())
                first = numbers.setdefault(passage, number)
                if passage not in ("", UNREADABLE) and first != number:
                    fact = message(
                        "two choices read the same in {language} ({first} and {second}).",
                        language=bank.language(locale),
                        first=first,
                        second=number,
                    )
                    yield Problem(choice.place, question.id, fact)


def check_complete_language(bank: Bank) -> Iterator[Problem]:
    """A question or card is complete in at least one language."""
    for placed in bank.items():
        item = placed.item
        texts = [text for text in item.texts() if text.passages]
        if texts and not any(all(text.has(locale) for text in texts) for locale in bank.locales):
            missing = semicolon_separated(_find_first_missing(texts, bank))
            fact = message("incomplete in every language ({missing}). Complete one.", missing=missing)
            yield Problem(item.place, item.id, fact)


def _find_first_missing(texts: Sequence[Text], bank: Bank) -> Iterator[Message]:
    """Name the line of the first text missing in each language."""
    for locale in bank.locales:
        line = next(text.place.line for text in texts if not text.has(locale))
        yield message("not in {language}: line {line}", language=bank.language(locale), line=str(line))


def check_written_once(bank: Bank) -> Iterator[Problem]:
    """Only code, numerals, and terms that are the same in all languages are written once."""
    stay_english = {
        word
        for term in bank.reference.terms
        if not term.term.differs
        for word in plain_words(term.term.passages[ONCE])
    }
    exempt = set(map(id, _list_exempt_texts(bank)))
    example = text_example(bank.locales)
    for owner, text in bank.texts():
        if not text.differs and id(text) not in exempt:
            words = [word for word in plain_words(text.passages[ONCE]) if word not in stay_english]
            if words:
                fix = text.unlabeled.label(bank.root) if text.unlabeled else NO_FIX
                fact = message(
                    "prose written once for every language ('{word}'). Expected: {example}. "
                    "If all of it is in {language}, run: {command}",
                    word=words[0],
                    example=example,
                    language=bank.language(bank.root),
                    command="espejo check --fix",
                )
                yield Problem(text.place, owner, fact, fix)


def _list_exempt_texts(bank: Bank) -> Iterator[Text]:
    """Texts with any content that may be written once: code labels, and keys with `once`."""
    yield from list_code_labels(bank)
    for record in bank.records():
        for part in (record, *getattr(record, "sources", ())):
            for key in list_keys(type(part)):
                if key.once and (text := getattr(part, key.name)):
                    yield text


def check_lines(bank: Bank) -> Iterator[Problem]:
    """Text used in a heading, link, or sentence is a single paragraph; skips passages with other faults."""
    for record in bank.records():
        for text in record.lines():
            for locale, markdown in text.passages.items():
                if not is_paragraph(markdown) and not any(find_faults(markdown)):
                    fact = message("expected a single paragraph, without lists, quotes, tables and listings.")
                    yield Problem(text.place_of(locale), record.id, fact)


def check_titles(bank: Bank) -> Iterator[Problem]:
    """Titles contain no links, because pages use them as link texts."""
    titles = [("", text) for one in bank.collections for text in (one.title, one.short or one.title)]
    titles += [("", text) for _, _, unit in bank.units() for text in (unit.title, unit.name)]
    titles += [(question.id, question.title) for _, question in bank.questions()]
    titles += [("", course.title) for one in bank.collections if one.guide for course in one.guide.courses]
    titles += [(term.id, term.term) for term in bank.reference.terms]
    titles += [(topic.id, topic.title) for topic in bank.reference.topics]
    titles += [(record.id, source.title) for record in bank.provable() for source in record.sources]
    for owner, text in titles:
        if any(has_link(markdown) for markdown in text.passages.values()):
            fact = message("a link in a title, which is itself a link. Move it to the text.")
            yield Problem(text.place, owner, fact)


_MAX_NAMED = 10
"""Maximum number of uncited records a notice lists."""


def check_sources(bank: Bank) -> Iterator[Problem]:
    """A record cites at most `MAX_SOURCES` sources, each once, with valid URLs."""
    for record in bank.provable():
        if len(record.sources) > MAX_SOURCES:
            fact = message(
                "has {count} sources. Keep the best {most}.", count=len(record.sources), most=MAX_SOURCES
            )
            yield Problem(record.place, record.id, fact)
        yield from _check_urls(record)


def _check_urls(record: Provable) -> Iterator[Problem]:
    first: dict[str, Place] = {}
    for source in record.sources:
        if source.url and not is_sound(source.url):
            fact = message("browsers do not accept the address '{url}'.", url=source.url)
            yield Problem(source.place, record.id, fact)
        elif source.url and first.setdefault(source.url, source.place) is not source.place:
            fact = message(
                "cites the same address twice, first on line {line}. Keep one.",
                line=str(first[source.url].line),
            )
            yield Problem(source.place, record.id, fact)


def find_uncited(bank: Bank) -> Iterator[Notice]:
    """Yield one notice per file with uncited records, if anything else in its collection cites a source.

    Drafts are skipped: they have their own notice.
    """
    for collection in bank.collections:
        files = [unit.items for unit in collection.units.values()]
        if any(item.sources for items in files for item in items):
            for items in files:
                yield from _sum_uncited(items)
    for entries in (bank.reference.formulas, bank.reference.patterns):
        if any(entry.sources for entry in entries):
            yield from _sum_uncited(entries)


def _sum_uncited(records: Iterable[Provable]) -> Iterator[Notice]:
    records = [record for record in records if not any(text.is_draft for text in record.texts())]
    bare = [record for record in records if not record.sources]
    if bare:
        named = [record.id for record in bare[:_MAX_NAMED]]
        fact = message(
            "{count} of {all} records cite no 'sources': {ids}",
            count=len(bare),
            all=len(records),
            ids=comma_separated([*named, "…"] if len(bare) > len(named) else named),
        )
        yield Notice(bare[0].place, "", fact)
