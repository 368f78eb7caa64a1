"""Pages written by hand: those in docs/, and CONTRIBUTING.md, which is also published."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from espejo.messages.message import Message, message
from espejo.model.addresses import CONTRIBUTING
from espejo.model.bank import Bank
from espejo.model.problems import Place, Problem
from espejo.plugin.bank_pages import name_source
from espejo.plugin.layout import make_entry
from espejo.rendering.site import Site
from espejo.site.frame import HandWritten
from espejo.site.handbook import finish_html, mark_language, name_file, rewrite_links
from espejo.site.page import Crumb
from espejo.site.pages.titles import find_trail
from espejo.site.search_records import SearchRecord, write_page_record

_STYLE = re.compile(r"<[^>]+\sstyle=|<style\b")
_SCRIPT = re.compile(r"<script(?![^>]*\ssrc=)|<[^>]+\son\w+=", re.IGNORECASE)
_ELSEWHERE = re.compile(r'<(?:img|script|iframe|video|audio|source|embed)\b[^>]*\ssrc="(https?://[^"]+)"')
_MERMAID = re.compile(r'class="diagram"')

_FACTS: tuple[tuple[str, re.Pattern[str], Message], ...] = (
    (
        "style-src",
        _STYLE,
        message("the policy of the site stops inline styles. Use a class and extra_css, or extra: policy."),
    ),
    (
        "script-src",
        _SCRIPT,
        message("the policy of the site stops inline scripts. Use a file and extra_javascript."),
    ),
    (
        "img-src",
        _ELSEWHERE,
        message(
            "the policy of the site stops files of other hosts. Put them into docs/, or use extra: policy."
        ),
    ),
)
_NO_MERMAID = message(
    "Mermaid is off, because it writes inline styles. To have it, put mermaid.min.js into docs/, name it in "
    "extra_javascript, and set extra: policy: style-src: \"'unsafe-inline'\"."
)


class HandWrittenPages:
    """Pages written by hand in one build, and their search records."""

    def __init__(self, site: Site, project: Path, published: str) -> None:
        """`published` is the site's address as written in CONTRIBUTING.md."""
        self._site = site
        self._published = published
        files = list_handbook(site.bank, project)
        self._handbook = {
            name_source(CONTRIBUTING, locale, site.root): path
            for locale, path in files.items()
            if path.is_file()
        }
        self.records: list[SearchRecord] = []
        self.addresses: list[tuple[str, str]] = []  # path and locale, for the sitemap

    def announce_handbook(self, files: Files, config: MkDocsConfig) -> None:
        """Show the contributing page to other plugins; its text isn't in docs/."""
        for source in self._handbook:
            files.append(File.generated(config, source, content="", inclusion=InclusionLevel.NOT_IN_NAV))

    def add_handbook(self, files: Files, config: MkDocsConfig) -> None:
        """Add the contributing page in the form the i18n plugin expects, like a file in docs/."""
        for source in self._handbook:
            files.remove(files.src_uris[source])
            file = File(source, config.docs_dir, config.site_dir, config.use_directory_urls)
            file.inclusion = InclusionLevel.NOT_IN_NAV
            files.append(file)

    def fill_handbook(self, files: Files) -> None:
        """Set the text of the contributing page again, because the i18n plugin has recreated its file."""
        for source, path in self._handbook.items():
            if file := files.src_uris.get(source):
                text = path.read_text(encoding="utf-8")
                file.content_string = rewrite_links(text, self._site, self._published)
                file.generated_by = "espejo"
                file.edit_uri = f"../{path.name}"

    def describe(self, page: Page, locale: str) -> None:
        """Set the description of the contributing page."""
        if page.file.src_uri in self._handbook:
            page.meta.setdefault("description", self._site.words[locale]("contributing_about"))

    def finish(self, html: str, page: Page, locale: str, policy: str) -> str:
        """Return the final HTML of a page."""
        path = self.find_path(page, locale)
        self.addresses.append((path, locale))
        title, address = Markup(page.title or "").striptags(), self._site.address(path, locale)
        if path:  # no need to find home
            self.records.append(write_page_record(path, address, locale, title, html))
        html = finish_html(html, self._site.home, "../" * page.file.url.count("/"))
        if not allows_mermaid(policy):
            html = html.replace(
                'class="mermaid"', 'class="diagram"'
            )  # Material would load Mermaid from a CDN
        written = getattr(page.file, "locale", locale)
        return html if written == locale else mark_language(html, self._site.bank.locales[written], written)

    def find_path(self, page: Page, locale: str) -> str:
        """Return the path of a page, which is the same in every language."""
        file = page.file.dest_uri.removeprefix(self._site.folder(locale))
        index = "(?:^|/)index" if self._site.directory_urls else "^index"
        return re.sub(rf"(?:{index})?\.html$", "", file)

    def frame(self, page: Page, config: MkDocsConfig, locale: str) -> HandWritten:
        path, features = self.find_path(page, locale), config.theme.get("features") or ()
        hidden = page.meta.get("hide") or ()
        headings = page.toc.items[0].children if page.toc.items and "toc" not in hidden else []
        shows_neighbors = "navigation.footer" in features and "footer" not in hidden
        return HandWritten(
            title=str(page.meta.get("title") or Markup(page.title or "").striptags()),
            description=str(page.meta.get("description") or config.site_description or ""),
            html=page.content or "",
            outline=tuple((one.url, Markup(one.title).striptags()) for one in headings),
            trail=() if "path" in hidden else self._find_trail(page, path, locale),
            edit=page.edit_url or "",
            previous=make_entry(page.previous_page) if shows_neighbors and page.previous_page else None,
            next=make_entry(page.next_page) if shows_neighbors and page.next_page else None,
        )

    def _find_trail(self, page: Page, path: str, locale: str) -> tuple[Crumb, ...]:
        """Find the `nav` sections above a page, or its parent page."""
        above = [entry for section in reversed(list(page.ancestors)) if (entry := make_entry(section))]
        if above:
            return tuple(Crumb("", entry.title, locale, address=entry.address) for entry in above)
        parent = path.rpartition("/")[0]
        return find_trail(self._site, path, locale) if parent in self._site.pages else ()


def list_written(config: MkDocsConfig, bank: Bank, project: Path) -> Iterator[str]:
    """List the paths of the pages written by hand, in any language."""
    docs = Path(config.docs_dir)
    for file in docs.rglob("*.md"):
        path = file.relative_to(docs).with_suffix("")
        path = path.with_suffix("") if path.suffix[1:] in bank.locales else path
        yield path.as_posix().removesuffix("index").removesuffix("README").rstrip("/")
    if any(one.is_file() for one in list_handbook(bank, project).values()):
        yield CONTRIBUTING


def list_handbook(bank: Bank, project: Path) -> dict[str, Path]:
    """List the file of the contributing page in each language, whether it exists or not."""
    return {locale: project / name_file(locale, bank.root) for locale in bank.locales}


def find_blocked(html: str, page: Page, policy: str) -> Iterator[Problem]:
    """Report what the site's policy blocks on a page."""
    place = Place(f"docs/{page.file.src_uri}", 1, 1)
    for directive, pattern, fact in _FACTS:
        found = pattern.search(html)
        sources = next((one for one in policy.split("; ") if one.startswith(directive)), "")
        if found and "'unsafe-inline'" not in sources and not _is_allowed(found, sources):
            yield Problem(place, "", fact)
    if _MERMAID.search(html):
        yield Problem(place, "", _NO_MERMAID)


def allows_mermaid(policy: str) -> bool:
    return "style-src 'self' 'unsafe-inline'" in policy


def _is_allowed(found: re.Match[str], sources: str) -> bool:
    """Whether the policy allows the host that an element loads from."""
    return bool(found.re.groups) and any(found[1].startswith(source) for source in sources.split()[1:])
