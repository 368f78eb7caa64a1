"""Value formats: regular expressions and limits for ids, file names, dates, URLs, and the like."""

from __future__ import annotations

import re
from typing import NamedTuple

from espejo.messages.message import Message, message


class Form(NamedTuple):
    """The format of a value: a pattern for all of it, and a description with an example."""

    pattern: re.Pattern[str]
    expected: Message


SLUG = re.compile(r"(?![a-z0-9-]{81})[a-z0-9]+(?:-[a-z0-9]+)*")
"""A folder, anchor, or URL segment. Kept short because file systems limit names to 255 bytes."""

ITEM_ID = re.compile(r"[a-z]{1,20}(?:-[0-9]{2,4}){1,2}")
REFERENCE_ID = re.compile(r"[a-z]-[0-9]{2,4}")
PREFIX = re.compile("[a-z]{1,20}")
NUMBERED_FILE = re.compile(rf"[a-z]{{1,20}}-([0-9]{{2,4}})-{SLUG.pattern}")
"""A quiz or deck whose ids contain the number in its file name."""

LOCALE = re.compile("[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?")
"""Language code, used as a file name, in URLs, and as the HTML `lang` attribute."""

LANGUAGE = Form(LOCALE, message("the code of a language such as en or es-MX"))
TERRITORY = re.compile("[a-z]{2,3}_[A-Z]{2}")
NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")

MARKUP = re.compile(r'[<>&"\x00-\x1f\x7f-\x9f\u2028\u2029]')
"""Characters not allowed in the plain name of a language: markup and line breaks."""

DECK_NAME = Form(
    re.compile(r"(?![\s:])(?:(?!::)[^<>\x00-\x1f\x7f-\x9f\u2028\u2029])+(?<![\s:])"),
    message("one line without <, > and ::, and without a space or colon at an end"),
)
"""One part of an Anki deck name. Anki separates parts with `::` and renders names as HTML."""

WEB_ADDRESS = Form(
    re.compile(
        r"(?!.{501})https://(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}"
        r"(?:[/?#][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*)?"
    ),
    message("the address of a web page such as https://docs.python.org/3/library/math.html"),
)
"""Web page URL: https, a lowercase host without user or port, then any ASCII path, query, or fragment."""

VERSION = Form(
    re.compile(r"[0-9A-Za-z](?:[0-9A-Za-z .,+()/-]{0,38}[0-9A-Za-z+)])?"),
    message("a version or a year such as PyTorch 2.13 or 2017, in at most 40 characters"),
)

LISTING = re.compile(r"```\w+\n[\s\S]*\n```")
FORMULA = re.compile(r"\$\$[^$]+\$\$")

MIN_CHOICES, MAX_CHOICES = 2, 10
