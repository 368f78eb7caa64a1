"""Frame of a page: head, header, outline, footer and content, for the theme's templates to put in place."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from espejo.rendering.downloads import Downloads
from espejo.rendering.environment import get_template
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.page import Crumb, Page

SCRIPT_WORDS = (
    *("copy", "copied", "copy_failed"),
    *("search_none", "search_one", "search_some", "search_first", "search_failed", "more"),
)
"""The words that the scripts in the browser show."""

# Code in a sentence that may be longer than a line on a phone. Marked on pages alone: notes and JSON stay.
_LONG_CODE = re.compile(r"(?<!<pre>)(?<!tabindex=\"0\">)<code>(?=[^<]{23})")


class HandWritten(NamedTuple):
    """A page written by hand in docs/: its HTML, the locale it is written in, and its outline."""

    title: str
    description: str
    html: str
    locale: str
    outline: tuple[tuple[str, str], ...] = ()  # link and title of each heading


def render_page(site: Site, page: Page, downloads: Downloads) -> Markup:
    """The HTML of a page without its frame."""
    return _render_body(View(site, page.path, page.locale, downloads=downloads), page)


def _render_body(view: View, page: Page) -> Markup:
    return Markup(get_template(page.template).render(view=view, page=page, **page.subject))


class Frame:
    """The parts around a page's content. Without a page it frames 404.html, which belongs to no address."""

    def __init__(
        self,
        view: View,
        *,
        page: Page | None = None,
        hand_written: HandWritten | None = None,
        description: str = "",
    ) -> None:
        self.view = view
        self.page = page
        self.hand_written = hand_written
        self._description = description

    @cached_property
    def body(self) -> Markup:
        """The HTML of the page from our templates; rendered once, though several parts use it."""
        return _render_body(self.view, self.page) if self.page else Markup("")

    @property
    def title(self) -> str:
        if self.page:
            return self.page.title
        return self.hand_written.title if self.hand_written else self.view.words("not_found_title")

    @property
    def description(self) -> str:
        content = self.page or self.hand_written
        return content.description if content else self._description

    @property
    def trail(self) -> tuple[Crumb, ...]:
        """The breadcrumbs: home and the pages between it and this one; none on home and on 404.html."""
        if not self.view.path:
            return ()
        home = Crumb("", self.view.words("home"), self.view.locale)
        return (home, *(self.page.trail if self.page else ()))

    @property
    def fonts(self) -> list[str]:
        """The fonts to preload for this page."""
        fonts = ["source-serif-4-latin-wght-normal"]
        fonts += ["source-code-pro-latin-wght-normal"] if "<code" in self.body else []
        return fonts + (["stix-two-math"] if "<math" in self.body else [])

    @property
    def script_words(self) -> dict[str, str]:
        return {name: self.view.words.raw[name] for name in SCRIPT_WORDS}

    def part(self, name: str) -> Markup:
        """One part of the page, by the name of its template."""
        template = get_template(f"frame/{name}.html")
        html = template.render(frame=self, view=self.view, t=self.view.words).strip()
        return Markup(_LONG_CODE.sub('<code class="long">', html))
