"""Grammar of the data: regular expressions for ids, file names and other values, and their limits."""

from __future__ import annotations

import re
from typing import NamedTuple

from espejo.messages.message import Message, message


class Form(NamedTuple):
    """What a value must look like as a whole: its pattern, and in words, with an example."""

    pattern: re.Pattern[str]
    expected: Message


SLUG = re.compile(r"(?![a-z0-9-]{81})[a-z0-9]+(?:-[a-z0-9]+)*")
"""A folder, an anchor or a part of an address. The file systems' limit is 255 bytes, endings included."""

ITEM_ID = re.compile(r"[a-z]{1,20}-[0-9]{2,4}-[0-9]{2,4}")
REFERENCE_ID = re.compile(r"[a-z]-[0-9]{2,4}")
PREFIX = re.compile("[a-z]{1,20}")
UNIT_FILE = re.compile(rf"[a-z]{{1,20}}-([0-9]{{2,4}})-{SLUG.pattern}")
LOCALE = re.compile("[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?")
"""The code of a language: the name of its file, a part of addresses, and an attribute of HTML."""

TERRITORY = re.compile("[a-z]{2,3}_[A-Z]{2}")
NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")
DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")

MARKUP = re.compile(r'[<>&"\x00-\x1f\x7f-\x9f\u2028\u2029]')
"""What a plain name of a language must not hold: markup, and what is not on a single line."""

DECK_NAME = Form(
    re.compile(r"(?![\s:])(?:(?!::)[^<>\x00-\x1f\x7f-\x9f\u2028\u2029])+(?<![\s:])"),
    message("one line without <, > and ::, and without a space or colon at an end"),
)
"""A part of an Anki deck's name. Anki separates parts with `::`, and shows a name as HTML."""

WEB_ADDRESS = Form(
    re.compile(
        r"(?!.{501})https://(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}"
        r"(?:[/?#][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*)?"
    ),
    message("the address of a web page such as https://docs.python.org/3/library/math.html"),
)
"""The address of a page: https, a host in lowercase without user or port, and what may follow in ASCII."""

VERSION = Form(
    re.compile(r"[0-9A-Za-z](?:[0-9A-Za-z .,+()/-]{0,38}[0-9A-Za-z+)])?"),
    message("a version or a year such as PyTorch 2.13 or 2017, in at most 40 characters"),
)

LISTING = re.compile(r"```\w+\n[\s\S]*\n```")
FORMULA = re.compile(r"\$\$[^$]+\$\$")

MIN_CHOICES, MAX_CHOICES = 2, 10
