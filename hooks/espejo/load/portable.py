"""Portable YAML: rejects YAML that other parsers read differently from ours, and quotes text for all of them.

Our parser keeps every scalar as typed. Editors, formatters, and scripts use other parsers, and those of YAML
1.1 and 1.2 disagree too: an unquoted `no` is false to some and text to others.
"""

from __future__ import annotations

import re
from math import inf

import yaml
from yaml.nodes import MappingNode, ScalarNode

from espejo.load.advice.lines import MAX_SHOWN, Rewrite, describe_sign, quote_value
from espejo.load.advice.nodes import find_character_before, quote_node, replace_node
from espejo.load.advice.quotes import correct_pairs
from espejo.load.source import Source, position
from espejo.messages.message import Message, message, sentences
from espejo.model.problems import fix_in_line

_NOTHING = re.compile("~|null|Null|NULL")
_TRUTH = re.compile("(?i:y|n|yes|no|on|off|true|false)")
_NUMBER = re.compile(
    r"[-+]?0[0-9_]+"  # octal, or decimal
    r"|0o[0-7]+|[-+]?0b[01_]+|[-+]0x[0-9a-fA-F_]+"
    r"|[-+]?(?=[^_]*_)(?:0x[0-9a-fA-F_]+|\.?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?)"  # 1_000
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"  # in base 60: 12:30
    r"|[-+]?[0-9]+[eE][-+]?[0-9]+|[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)[eE][0-9]+|[-+]\.[0-9]+(?:[eE][-+][0-9]+)?"
    r"|[-+]?[0-9]{16,}"  # too large to be exact everywhere
)
_TIME = re.compile(
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?"
    r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?"
)
_SPECIAL = re.compile("=|<<")

_OTHER_READINGS = (
    (_NOTHING, message("without quotes, this can be taken for nothing at all.")),
    (_TRUTH, message("without quotes, this can be taken for true or false.")),
    (_NUMBER, message("without quotes, this can be taken for another number, or text.")),
    (_TIME, message("without quotes, this can be taken for a time.")),
    (_SPECIAL, message("without quotes, this can be taken for an instruction.")),
)
# The first character rules out most text.
_SUSPECT = re.compile(r"[-+.0-9~=<yYnNoOtTfF]")

# Each begins with the mark itself, which is much faster to find than what precedes it.
_HIDDEN_MARKS = (
    re.compile(r"&(?<![^\s\[{,]&)[^\s,\[\]{}]"),
    re.compile(r"!(?<![^\s\[{,]!)(?![^\s,\]}])"),
)
# Unquoted values inside brackets or braces on which parsers disagree.
_NOT_IN_FLOW = re.compile(r"[?]|^:|:$|^-$")
# The | or > of a block scalar, which only a comment may follow.
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*(?:\s|$)")


def check_scalar(source: Source, node: ScalarNode, *, in_flow: bool) -> None:
    """Report a scalar that other parsers don't read as the same text."""
    if node.style in ("|", ">"):
        _check_block_header(source, node)
    elif node.style:
        _check_after_quote(source, node)
    elif in_flow and _NOT_IN_FLOW.search(node.value):
        _add_unquoted_in_flow(source, node)


def check_is_text(source: Source, node: ScalarNode) -> None:
    """Report unquoted text that other parsers read as another type."""
    if not node.style and (fact := find_other_meaning(node.value)):
        _add_unquoted(source, node, fact)


def find_other_meaning(value: str) -> Message | None:
    """What other parsers may take an unquoted value for; None if all of them read it as text."""
    if not _SUSPECT.match(value):
        return None
    return next((fact for pattern, fact in _OTHER_READINGS if pattern.fullmatch(value)), None)


def quote_text(text: str) -> str:
    """Quote a text on one line: in single quotes or, if it has unprintable characters, in double quotes."""
    if text.isprintable():
        escaped = text.replace("'", "''")
        return f"'{escaped}'"
    return yaml.dump(text, Dumper=yaml.SafeDumper, default_style='"', allow_unicode=True, width=inf).rstrip()


def _add_unquoted(source: Source, node: ScalarNode, fact: Message) -> None:
    quoted = quote_node(source, node)
    todo = quoted.show() if quoted else message("Put it in quotes.")
    source.add(node, sentences(fact, todo), replace_node(source, node, quote_value(node.value)))


def _add_unquoted_in_flow(source: Source, node: ScalarNode) -> None:
    """Report a text between brackets; those of a line together, as its correction quotes them all."""
    fact = message("between brackets, this can be taken for something else than text.")
    number: int = node.start_mark.line + 1
    line = source.lines[number - 1]
    fixed = correct_pairs(line) if len(line) <= MAX_SHOWN else None
    if not fixed or fixed.line == line:
        _add_unquoted(source, node, fact)
        return
    rewrite = Rewrite(number, line, fixed.line)
    fact = sentences(fact, message("'{command}' puts it in quotes.", command="espejo check --fix"))
    advice = rewrite.advise(node.start_mark.column + 1, fact)
    if all(one.place.line != number or one.fact != advice.fact for one in source.problems):
        source.add_at(*advice)


def _check_block_header(source: Source, node: ScalarNode) -> None:
    mark = node.start_mark
    if not _BLOCK_HEADER.match(source.lines[mark.line], mark.column):
        fact = message("put the text or the comment after the {sign} on the next line.", sign=node.style)
        source.add(node, fact)


def _check_after_quote(source: Source, node: ScalarNode) -> None:
    line, column = position(node.end_mark)
    if source.lines[line - 1].startswith("#", column - 1):
        fix = fix_in_line(line, column, 0, " ")
        source.add_at(line, column, message("a comment needs a space before its #."), fix)


def check_keys_in_flow(source: Source, node: MappingNode) -> None:
    """Report empty keys and question marks before keys in braces, which parsers read differently."""
    for key, _ in node.value:
        line, column = position(key.start_mark)
        if key.value == "" and not key.style:
            source.add(key, message("a key is missing here. Put text that is only punctuation in quotes."))
        elif find_character_before(source.lines[line - 1], column - 1) == "?":
            source.add(key, message("the ? before this is not read as text. Put the text in quotes."))


def check_hidden_marks(source: Source) -> None:
    """Report anchors and lone exclamation marks before a value, which would silently disappear."""
    if not any(pattern.search(source.text) for pattern in _HIDDEN_MARKS):
        return
    for event in yaml.parse(source.text, yaml.CLoader):
        if isinstance(event, yaml.NodeEvent) and not isinstance(event, yaml.AliasEvent):
            mark = f"&{event.anchor}" if event.anchor else "!" if getattr(event, "tag", "") == "!" else ""
            if mark:
                quoted = quote_node(source, event) if isinstance(event, yaml.ScalarEvent) else None
                not_text = message(
                    "'{mark}' is not read as text here. Remove it, or put the whole text in quotes.",
                    mark=mark,
                )
                source.add_rewrite(event, describe_sign(mark[0]) if quoted else not_text, quoted)
