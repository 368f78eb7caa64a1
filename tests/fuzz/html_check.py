"""HTML checker: whether a page is well formed and holds nothing that can run, as our templates write HTML.

It is stricter than a browser, which repairs whatever it meets: every tag is closed in order, every attribute
is quoted, and a paragraph holds no blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

_TOKEN = re.compile(
    r"<!doctype html>|<!--(?!>).*?-->"
    r"|<(?P<close>/?)(?P<tag>[a-z][a-z0-9-]*)(?P<attributes>(?:\s+[a-z][\w:-]*(?:=\"[^\"]*\")?)*)\s*(?P<empty>/?)>"
    r"|(?P<stray><)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([a-z][\w:-]*)(?:=\"([^\"]*)\")?", re.DOTALL)
_VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "wbr", "col", "path", "circle", "rect", "use"))
_BLOCKS = frozenset(
    ("p", "div", "ul", "ol", "li", "table", "pre", "blockquote", "hr", "section", "article", "h1", "h2", "h3", "dl")
)
_RISKY = frozenset(("script", "style", "iframe", "object", "embed", "base", "form", "frame", "applet", "animate", "set"))
_OWN_SCRIPT = re.compile(r"(?:\.\./|\./)*assets/js/[\w-]+\.js")
_URLS = frozenset(("href", "src", "action", "formaction", "data", "xlink:href", "srcset", "poster", "cite", "ping"))
_SCHEME = re.compile(r"[\x00-\x20]*([a-z][a-z0-9+.-]*):", re.IGNORECASE)


def find_html_faults(html: str, *, styles: bool = False) -> Iterator[str]:
    """Everything that is wrong with a page or a part of one; `styles` allows style attributes."""
    stack: list[str] = []
    ids: set[str] = set()
    for token in _TOKEN.finditer(html):
        if token["stray"]:
            yield f"a < that is not a tag: {html[token.start() : token.start() + 40]!r}"
        if not (tag := token["tag"]):
            continue
        if token["close"]:
            if not stack or stack.pop() != tag:
                yield f"</{tag}> closes nothing, before {html[token.end() : token.end() + 40]!r}"
                return
            continue
        attributes = dict(_ATTRIBUTE.findall(token["attributes"]))
        yield from _check_tag(tag, attributes, styles)
        if (id_ := attributes.get("id")) is not None:
            if id_ in ids:
                yield f"the id {id_!r} is not unique"
            ids.add(id_)
        if tag in _BLOCKS and "p" in stack[-1:]:
            yield f"<{tag}> in a paragraph"
        if tag not in _VOID and not token["empty"]:
            stack.append(tag)
    if stack:
        yield f"never closed: {' '.join(stack)}"


def _check_tag(tag: str, attributes: dict[str, str], styles: bool) -> Iterator[str]:
    if tag in _RISKY and not _is_ours(tag, attributes):
        yield f"<{tag}> from the data: {attributes}"
    for name, value in attributes.items():
        if name.startswith("on") or (name == "style" and not styles) or name == "srcdoc":
            yield f"the attribute {name} of <{tag}>"
        scheme = _SCHEME.match(unescape(value)) if name in _URLS else None
        if scheme and scheme[1].lower() not in ("https", "mailto"):
            yield f"a link to {scheme[1]!r}"


def _is_ours(tag: str, attributes: dict[str, str]) -> bool:
    """Whether a tag that could run something is one that our templates write."""
    if tag == "script":
        return bool(_OWN_SCRIPT.fullmatch(attributes.get("src", ""))) or attributes.get("type") == "application/json"
    return tag == "form" and attributes.get("role") == "search"
