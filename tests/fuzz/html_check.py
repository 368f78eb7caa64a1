"""HTML checker: whether a page is well formed and contains nothing executable that isn't ours.

It is stricter than browsers, which repair invalid HTML: every tag is closed in order, every attribute is
quoted, and paragraphs contain no blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

_TOKEN = re.compile(
    r"<!doctype html>|<!--(?!>).*?-->"
    r"|<(?P<close>/?)(?P<tag>[a-z][a-z0-9-]*)(?P<attributes>(?:\s+[a-z][\w:-]*(?:=\"[^\"]*\")?)*)\s*(?P<empty>/?)>"
    r"|(?P<stray><)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([a-z][\w:-]*)(?:=\"([^\"]*)\")?", re.DOTALL)
_VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "wbr", "col", "path", "circle", "rect", "use"))
_BLOCKS = frozenset(
    (
        *("p", "div", "ul", "ol", "li", "table", "pre", "blockquote", "hr", "section", "article", "dl"),
        *("h1", "h2", "h3", "h4"),
    )
)
_PHRASES = frozenset(("p", "h1", "h2", "h3", "h4", "span"))
_RISKY = frozenset(
    ("script", "style", "iframe", "object", "embed", "base", "form", "frame", "applet", "animate", "set")
)
_OWN_SCRIPT = re.compile(r"(?:\.\./|\./)*assets/js/[\w-]+\.js(?:\?v=\w+)?")
_URLS = frozenset(
    ("href", "src", "action", "formaction", "data", "xlink:href", "srcset", "poster", "cite", "ping")
)
_SCHEME = re.compile(r"[\x00-\x20]*([a-z][a-z0-9+.-]*):", re.IGNORECASE)


class HtmlFault(NamedTuple):
    """A fault in a page: its description, the same for all similar faults, and the HTML."""

    fact: str
    detail: str


def find_html_faults(html: str) -> Iterator[HtmlFault]:
    """Finds all faults in a page or a fragment."""
    stack: list[str] = []
    ids: set[str] = set()
    for token in _TOKEN.finditer(html):
        near = html[max(token.start() - 40, 0) : token.end() + 40]
        if token["stray"]:
            yield HtmlFault("a < that is not a tag", near)
        if not (tag := token["tag"]):
            continue
        if token["close"]:
            if not stack or stack.pop() != tag:
                yield HtmlFault(f"</{tag}> closes nothing", near)
                return
            continue
        attributes = dict(_ATTRIBUTE.findall(token["attributes"]))
        yield from (HtmlFault(fact, near) for fact in _check_tag(tag, attributes))
        if (id_ := attributes.get("id")) is not None:
            if id_ in ids:
                yield HtmlFault("an id that is not unique", near)
            ids.add(id_)
        if tag in _BLOCKS and not _PHRASES.isdisjoint(stack):
            yield HtmlFault("a block in a paragraph, a heading or a span", near)
        if tag == "a" and "a" in stack:
            yield HtmlFault("a link in a link", near)
        if tag not in _VOID and not token["empty"]:
            stack.append(tag)
    if stack:
        yield HtmlFault(f"<{stack[-1]}> is never closed", html[-80:])


def _check_tag(tag: str, attributes: dict[str, str]) -> Iterator[str]:
    if tag in _RISKY and not _is_ours(tag, attributes):
        yield f"<{tag}> from the data"
    if tag == "a" and "href" not in attributes:
        yield "a link that has lost its address"
    for name, value in attributes.items():
        if name.startswith("on") or name in ("style", "srcdoc"):
            yield f"the attribute {name}"
        scheme = _SCHEME.match(unescape(value)) if name in _URLS else None
        if scheme and scheme[1].lower() not in ("https", "mailto"):
            yield f"a link that begins with {scheme[1]}:"


def _is_ours(tag: str, attributes: dict[str, str]) -> bool:
    """Whether our templates write this tag, which could run something."""
    if tag == "script":
        return (
            bool(_OWN_SCRIPT.fullmatch(attributes.get("src", "")))
            or attributes.get("type") == "application/json"
        )
    return tag == "form" and (
        attributes.get("role") == "search" or attributes.get("class") in ("setup", "review-settings")
    )
