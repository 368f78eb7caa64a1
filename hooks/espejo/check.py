"""The rules of the bank: each takes the bank and yields its problems, and all of them run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from espejo.accept import check_ledger
from espejo.check_guide import GUIDE_RULES
from espejo.markdown import has_link, plain_words
from espejo.model import Bank, Item
from espejo.problems import Problem, suggest, text_example
from espejo.proofs.check import PROOF_RULES
from espejo.redirects import check_redirects
from espejo.shapes import check_fields
from espejo.text import ONCE, SLUG
from espejo.words import BLANK, WORDS

Rule = Callable[[Bank], Iterator[Problem]]

MARKUP = re.compile('[<>&"]')
PREFIX = re.compile("[a-z]+")
TERRITORY = re.compile("[a-z]{2,3}_[A-Z]{2}")
ITEM_ID = re.compile(r"[a-z]+-[0-9]{2}-[0-9]{2}")
UNIT_FILE = re.compile(rf"[a-z]+-([0-9]{{2}})-{SLUG.pattern}")

# What has an address of its own, or a folder under data/, and so cannot be a collection.
RESERVED = (
    *("anki", "assets", "contributing", "downloads", "glossary", "languages", "pagefind"),
    *("proofs", "reference", "schema", "search", "status", "topics"),
)

# For each kind, the keys it needs; of the four that depend on the kind it may have no others.
KIND_KEYS = {
    "single": ("choices",),
    "multiple": ("choices",),
    "truefalse": ("correct",),
    "free": ("answer",),
    "recall": ("answer",),
}
MAY_HAVE = {"free": ("points",)}
MIN_CHOICES, MAX_CHOICES = 2, 5


def check_collections(bank: Bank) -> Iterator[Problem]:
    """A collection has a folder and a prefix of its own, and no page of the site is in its way."""
    folders, prefixes = {*RESERVED, *bank.locales}, set()
    for collection in bank.collections:
        folder, prefix = collection.folder, collection.prefix
        if folder and not SLUG.fullmatch(folder):
            yield Problem(collection.place, "", f"not the name of a folder: '{folder}'. Expected: quizzes")
        elif folder in folders:
            yield Problem(collection.place, "", f"the folder '{folder}' is taken. Choose another name.")
        if prefix and not PREFIX.fullmatch(prefix):
            yield Problem(collection.place, "", f"not a prefix: '{prefix}'. Expected letters: q")
        elif prefix in prefixes:
            yield Problem(collection.place, "", f"the prefix '{prefix}' is taken. Choose other letters.")
        folders.add(folder)
        prefixes.add(prefix)


def check_file_names(bank: Bank) -> Iterator[Problem]:
    for _, slug, unit in bank.units():
        if not UNIT_FILE.fullmatch(slug):
            yield Problem(
                unit.place._replace(line=1, column=1),
                "",
                f"the file is called '{slug}'. Expected such as: phase-07-scalar-autograd.",
            )


def check_ids(bank: Bank) -> Iterator[Problem]:
    """Each id has the form of an id and belongs to its file."""
    for collection, slug, unit in bank.units():
        number = UNIT_FILE.fullmatch(slug)
        stem = f"{collection.prefix}-{number[1]}" if number else ""
        for item in unit.items:
            if item.id and not ITEM_ID.fullmatch(item.id):
                yield _of(item, f"malformed id '{item.id}'. Expected one such as {stem or 'q-07'}-01.")
            elif item.id and stem and not item.id.startswith(f"{stem}-"):
                fact = f"Expected one such as {stem}-01, or another file name."
                yield _of(item, f"the id does not belong to this file. {fact}")


def check_ids_unique(bank: Bank) -> Iterator[Problem]:
    first: dict[str, Item] = {}
    for asked in bank.items():
        item = asked.item
        if item.id and first.setdefault(item.id, item) is not item:
            place = first[item.id].place
            yield _of(item, f"the id is taken, by {place.file}:{place.line}. Give this one the next free id.")


def check_kinds(bank: Bank) -> Iterator[Problem]:
    """A question has what its kind needs and nothing that belongs to another kind."""
    for _, question in bank.questions():
        if not question.kind:
            continue
        needs = KIND_KEYS[question.kind]
        allowed = (*needs, *MAY_HAVE.get(question.kind, ()))
        has = {
            "choices": bool(question.choices),
            "correct": question.correct is not None,
            "answer": question.answer is not None,
            "points": bool(question.points),
        }
        for name, there in has.items():
            if name in needs and not there:
                yield _of(question, f"kind '{question.kind}' needs the key '{name}'.")
            elif there and name not in allowed:
                yield _of(
                    question, f"kind '{question.kind}' has no key '{name}'. Take it out or change the kind."
                )


def check_right_choices(bank: Bank) -> Iterator[Problem]:
    for _, question in bank.questions():
        right = [number for number, choice in enumerate(question.choices, 1) if choice.correct]
        if question.choices and not right and question.kind in ("single", "multiple"):
            yield _of(question, "no right choice. Put 'correct: true' under the right one.")
        if question.kind == "single" and len(right) > 1:
            numbers = ", ".join(map(str, right))
            yield _of(question, f"several right choices ({numbers}). Keep one, or write kind: multiple.")
        if question.choices and not MIN_CHOICES <= len(question.choices) <= MAX_CHOICES:
            yield _of(question, f"expected two to five choices, got {len(question.choices)}.")


def check_choices_differ(bank: Bank) -> Iterator[Problem]:
    """In no language do two choices read the same."""
    for _, question in bank.questions():
        for locale, language in bank.locales.items():
            read: dict[str, int] = {}
            for number, choice in enumerate(question.choices, 1):
                passage = " ".join(choice.text.show(locale).markdown.split())
                first = read.setdefault(passage, number)
                if passage and first != number:
                    yield Problem(
                        choice.place,
                        question.id,
                        f"two choices read the same in {language.name} ({first} and {number}).",
                    )


def check_complete_language(bank: Bank) -> Iterator[Problem]:
    """A question or card has at least one language in which nothing is missing."""
    for asked in bank.items():
        texts = [text for text in asked.item.texts() if text.passages]
        if texts and not any(all(text.has(locale) for text in texts) for locale in bank.locales):
            names = " and ".join(language.name for language in bank.locales.values())
            yield _of(asked.item, f"complete in no language: {names} each lack a passage. Complete one.")


def check_written_once(bank: Bank) -> Iterator[Problem]:
    """Only code, numerals and terms that stay English are written once for all languages."""
    stays = {
        word
        for term in bank.reference.terms
        if not term.term.differs
        for word in plain_words(term.term.passages[ONCE])
    }
    terms = {id(term.term) for term in bank.reference.terms}
    example = text_example(bank.locales)
    for owner, text in bank.texts():
        if not text.differs and id(text) not in terms:
            words = [word for word in plain_words(text.passages[ONCE]) if word not in stays]
            if words:
                yield Problem(
                    text.place,
                    owner,
                    f"prose written once for every language ('{words[0]}'). Expected: {example}",
                )


def check_titles(bank: Bank) -> Iterator[Problem]:
    """What is itself a link on some page has no link in it."""
    titles = [("", text) for one in bank.collections for text in (one.title, one.short or one.title)]
    titles += [("", text) for _, _, unit in bank.units() for text in (unit.title, unit.subject)]
    titles += [(question.id, question.title) for _, question in bank.questions()]
    titles += [("", course.title) for one in bank.collections if one.guide for course in one.guide.courses]
    titles += [(term.id, term.term) for term in bank.reference.terms]
    titles += [(topic.id, topic.title) for topic in bank.reference.topics]
    for owner, text in titles:
        if any(has_link(markdown) for markdown in text.passages.values()):
            yield Problem(text.place, owner, "a link in a title, which is a link itself. Put it in the text.")


def check_words(bank: Bank) -> Iterator[Problem]:
    """Every language has the words the site needs, in plain text and with the same blanks to fill in."""
    for language in bank.locales.values():
        for name in WORDS.keys() - language.words.keys():
            yield Problem(language.place, "", f"missing word '{name}'. It is {WORDS[name]}.")
        for name, said in language.words.items():
            if name not in WORDS:
                yield Problem(language.place, "", f"unknown word '{name}'.{suggest(name, WORDS)}")
            elif set(BLANK.findall(said)) != set(BLANK.findall(WORDS[name])):
                yield Problem(language.place, "", f"the blanks of '{name}' differ. It is {WORDS[name]}.")
            if "<" in said:
                yield Problem(language.place, "", f"HTML in the word '{name}'. Words are plain text.")
        if MARKUP.search(f"{language.name}{language.mark}{language.flag}"):
            yield Problem(language.place, "", "HTML in 'name', 'mark' or 'flag'. They are plain text.")
        for pair in language.writing.openings if language.writing else ():
            if len(pair) != 2:
                yield Problem(language.place, "", f"not a pair of marks: '{pair}'. Expected such as: ¿?")
        if language.territory and not TERRITORY.fullmatch(language.territory):
            yield Problem(language.place, "", f"not a territory: '{language.territory}'. Expected: en_US")


def check_moved(bank: Bank) -> Iterator[Problem]:
    """Whoever has the address of a page that moved is sent on to one that exists."""
    return check_redirects(bank, taken={*RESERVED, *bank.locales})


def _of(item: Item, fact: str) -> Problem:
    return Problem(item.place, item.id, fact)


RULES: tuple[Rule, ...] = (
    check_collections,
    check_file_names,
    check_ids,
    check_ids_unique,
    check_kinds,
    check_right_choices,
    check_choices_differ,
    check_complete_language,
    check_written_once,
    check_titles,
    check_words,
    check_ledger,
    check_moved,
    check_fields,
    *GUIDE_RULES,
    *PROOF_RULES,
)
