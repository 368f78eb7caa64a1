"""What the site says: the name of each word, what it is for, and the blanks the site fills in.

The words themselves stand in data/locales, one file for each language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

WORDS: Mapping[str, str] = {
    "site": "the name of the site",
    "skip": "the link that jumps over the header",
    "home": "the way to the home page",
    "languages": "what the language switch is called to someone who cannot see it",
    "sections": "what the links in the header are called to someone who cannot see them",
    "glossary": "the link to the glossary",
    "search": "the link to the search",
    "theme": "the button that makes the page dark",
    "in_this_language": "the link under a question to its mirror in this language",
    "read_here": "the link to a whole page's mirror in this language",
    "start": "the link to the first quiz, {quiz}",
    "collections": "the heading over the collections",
    "quiz_one": "one quiz, counted",
    "quiz_many": "several quizzes, {count} of them",
    "question_one": "one question, counted",
    "question_many": "several questions, {count} of them",
    "nothing_yet": "what a collection without a quiz says",
    "source": "what stands before the address of the YAML file",
    "mirror_note": "the note that the page mirrors {file} and centres on {focus}",
    "on_this_page": "the heading over the list of the page's questions",
    "open_all": "the button that opens all answers",
    "close_all": "the button that closes all answers",
    "previous": "what stands before the previous quiz",
    "next": "what stands before the next quiz",
    "all_of": "the link to the index of {collection}",
    "kind_multiple": "the mark of a question with several right choices",
    "kind_truefalse": "the mark of a statement that is true or false",
    "kind_free": "the mark of a question with a free answer",
    "kind_recall": "the mark of a question to answer from memory",
    "permalink": "what the id of a question, {id}, links to",
    "prompt": "what stands before a prompt shown in another language",
    "true": "the choice that a statement is true",
    "false": "the choice that a statement is false",
    "answer": "what opens the answer",
    "one_choice": "the verdict with one right choice, {labels}",
    "many_choices": "the verdict with several right choices, {labels}",
    "and": "what stands between the last two of a list",
    "free_answer": "the verdict of a question with a free answer",
    "points": "what stands before the points of a good answer",
    "why_not": "the heading over the reasons why choices are wrong",
    "edit": "the link that opens the question's lines for editing",
    "glossary_title": "the title of the glossary",
    "glossary_about": "what the glossary is",
    "stays": "the mark of a term that is not translated",
    "search_title": "the title of the search page",
    "search_about": "what the search finds",
    "search_hint": "what to type into the search",
    "search_needs_script": "what the search page says without a script",
    "search_none": "that nothing was found for {query}",
    "search_one": "that one question was found for {query}",
    "search_some": "that {count} questions were found for {query}",
    "search_first": "that the first {count} questions for {query} are shown",
    "search_failed": "that the search could not be loaded",
    "more": "the button that shows more results",
    "copy": "the button that copies code",
    "copied": "that code was copied",
    "copy_failed": "that code could not be copied",
    "not_found_title": "the title of the page for an address that does not exist",
    "not_found": "what to do there",
    "footer": "a sentence at the foot of every page",
    "repository": "the link to the repository",
}

BLANK = re.compile(r"\{(\w+)\}")


class Words:
    """The words of one language, ready to be put into a page."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.raw = words

    def __call__(self, name: str, **blanks: object) -> Markup:
        """The word, escaped; so are its blanks, unless they are fragments."""
        return Markup(BLANK.sub(lambda blank: escape(blanks[blank[1]]), escape(self.raw[name])))
