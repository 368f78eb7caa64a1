"""Built pages: their visible content, broken links, and resources blocked by their policy."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from newcomer_projects import HOME

_INLINE = frozenset(
    (
        *("a", "abbr", "b", "bdi", "button", "code", "em", "i", "kbd", "label", "mark", "small", "span"),
        *("strong", "sub", "sup", "time"),
    )
)
_UNSEEN = frozenset(("script", "style", "template", "noscript"))


class BuiltPage(NamedTuple):
    """A page of a built site: its file, and the site's folder."""

    site: Path
    path: Path

    @property
    def html(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def tree(self) -> LexborHTMLParser:
        return parse(self.path)

    @property
    def address(self) -> str:
        """The page's address relative to the site's, as readers see it."""
        return self.path.relative_to(self.site).as_posix().removesuffix("index.html")

    def all(self, selector: str) -> list[LexborNode]:
        return self.tree.css(selector)

    def shown(self, selector: str) -> list[LexborNode]:
        """The elements that are neither hidden nor inside something hidden."""
        return [node for node in self.all(selector) if not is_hidden(node)]

    def one(self, selector: str) -> LexborNode:
        (found,) = self.all(selector)
        return found

    def targets(self, selector: str) -> dict[str, str]:
        """The targets of visible links that match a selector, by link text."""
        nodes = self.shown(selector)
        return {text_of(node): self.target(read(node, "href")) for node in nodes if read(node, "href")}

    def target(self, link: str) -> str:
        """The target of a link on this page: relative to the site, or a full URL elsewhere."""
        return urljoin(HOME + self.address, link).removeprefix(HOME)

    def text(self, selector: str = "main") -> str:
        """The visible text of an element, with spaces collapsed."""
        return " ".join("".join(_list_texts(self.one(selector))).split())

    def styles(self) -> list[str]:
        """The addresses of the screen style sheets, in order, without versions."""
        links = [one for one in self.all("link[rel~=stylesheet]") if read(one, "media") != "print"]
        return [self.target(read(one, "href")).partition("?")[0] for one in links]

    def scripts(self) -> list[str]:
        return [self.target(read(one, "src")).partition("?")[0] for one in self.all("script[src]")]


def read_page(site: Path, address: str) -> BuiltPage:
    """The page at an address, whether or not it has its own folder."""
    folder, file = site / address / "index.html", site / f"{address.rstrip('/')}.html"
    return BuiltPage(site, file if file.is_file() else folder)


def list_pages(site: Path) -> list[BuiltPage]:
    return [BuiltPage(site, path) for path in sorted(site.rglob("*.html"))]


@cache
def parse(path: Path) -> LexborHTMLParser:
    """The parsed tree of a file, cached for all tests."""
    return LexborHTMLParser(path.read_text(encoding="utf-8"))


def read(node: LexborNode, name: str) -> str:
    """An attribute's value, or an empty string."""
    return node.attributes.get(name) or ""


def text_of(node: LexborNode) -> str:
    return " ".join("".join(_list_texts(node)).split())


def _list_texts(node: LexborNode) -> Iterator[str]:
    """The texts of an element. Spaces between two texts only matter within a line."""
    for child in node.iter(include_text=True, skip_empty=False):
        if child.is_text_node:
            yield child.text(deep=False)
        elif child.tag not in _UNSEEN:
            edge = "" if child.tag in _INLINE else "\n"
            yield edge
            yield from _list_texts(child)
            yield edge


def is_hidden(node: LexborNode) -> bool:
    while node.parent:
        if "hidden" in node.attributes:
            return True
        node = node.parent
    return False


def is_redirect(page: BuiltPage) -> bool:
    return bool(page.all('meta[http-equiv="refresh" i]'))


# Links


def list_links(page: BuiltPage) -> list[str]:
    """Every URL that a page links to, loads, or submits to, as written."""
    links = [read(node, name) for name in ("href", "src", "action") for node in page.all(f"[{name}]")]
    refreshes = page.all('meta[http-equiv="refresh" i]')
    return [*links, *(read(node, "content").partition("url=")[2] for node in refreshes)]


def find_broken_links(site: Path, home: str = HOME, *, folders: bool = True) -> list[str]:
    """Links on any page to a file or id that the site doesn't have.

    `folders` says whether links may name a folder, whose index a web server finds, but a disk doesn't.
    """
    broken = []
    for page in list_pages(site):
        url = home + (page.address if folders else page.path.relative_to(site).as_posix())
        for link in list_links(page):
            full = urljoin(url, link)
            same_host = urlsplit(full)[:2] == urlsplit(home)[:2]
            is_absolute = link.startswith(("/", "http"))
            if same_host and not is_there(site, home, full, folders=folders or is_absolute):
                broken.append(f"{page.address or 'index.html'}: {link}")
    return broken


def is_there(site: Path, home: str, full: str, *, folders: bool) -> bool:
    """Whether a full URL leads to a file of the site, and to an id in it."""
    address, _, fragment = full.partition("#")
    if not address.startswith(home):
        return False
    path = site / unquote(urlsplit(address).path.removeprefix(urlsplit(home).path))
    if folders and (path == site or address.partition("?")[0].endswith("/")):
        path /= "index.html"
    if not path.is_file():
        return False
    return not fragment or path.suffix != ".html" or unquote(fragment) in _list_ids(path)


@cache
def _list_ids(path: Path) -> frozenset[str]:
    return frozenset(read(node, "id") for node in parse(path).css("[id]"))


# Browser behavior


def list_stopped(page: BuiltPage) -> list[str]:
    """Everything a page's policy blocks: inline scripts and styles, and files from other hosts."""
    policy = " ".join(
        read(one, "content") for one in page.all('meta[http-equiv="Content-Security-Policy" i]')
    )
    assert policy, f"{page.address} has no policy"
    inline = [one for one in page.all("style, script:not([src])") if "json" not in read(one, "type")]
    stopped = [f"<{one.tag}> {text}" for one in inline if _hash(text := one.text()) not in policy]
    for node in page.all("html *"):
        for name, value in node.attributes.items():
            if re.fullmatch(r"style|on[a-z]+", name):
                stopped.append(f'{name}="{value}"')
    files = page.all("link[rel~=stylesheet], link[rel~=preload], link[rel~=icon]")
    loaded = [*(read(one, "src") for one in page.all("[src]")), *(read(one, "href") for one in files)]
    hosts = {urlsplit(link).netloc for link in loaded if link.startswith(("http", "//"))}
    return stopped + sorted(host for host in hosts - {urlsplit(HOME).netloc} if host not in policy)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def read_search_records(site: Path) -> list[dict[str, Any]]:
    """The records of the search index."""
    files = [path.read_bytes() for path in (site / "pagefind" / "fragment").iterdir()]
    texts = [gzip.decompress(one) if one.startswith(b"\x1f\x8b") else one for one in files]
    return [json.loads(text.removeprefix(b"pagefind_dcd")) for text in texts]
