"""Page layout: head, header, outline, content, and footer, for the base template to assemble."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from espejo.model.addresses import picture_path
from espejo.model.collection import Placed
from espejo.rendering.downloads import Downloads
from espejo.rendering.environment import get_template
from espejo.rendering.page_view import View
from espejo.rendering.policy import POLICY, widen_for_material
from espejo.rendering.site import Site
from espejo.site.appearance import OUR_LOOK, Look
from espejo.site.assets import take_version
from espejo.site.home import HomePage
from espejo.site.menu import Menu, MenuEntry, make_menu
from espejo.site.page import PRACTICE_WORDS, PROGRESS_WORDS, SCRIPT_WORDS, Crumb, Page
from espejo.site.palette import DARK, LIGHT
from espejo.site.scripts import MAIN, MODULES, PROGRESS_MODULE
from espejo.site.social_card import HEIGHT, WIDTH, describe_picture
from espejo.site.styles import FOLDER, WRITTEN, list_sheets

_VERSION = 'data-version=""'
"""Placeholder for the version of a page, which is known only when the page is finished."""

_MARKED_UP = re.compile(r'<(?:pre|table|input|details)|\sclass=(?!"long")')
"""Markup that needs Material's style sheet; plain text, headings, lists, and images don't."""

_INLINE = re.compile(r"<(script|style)(?![^>]* src=)[^>]*>(.*?)</\1>", re.DOTALL)

# Inline code that may be longer than a line on a phone. Marked only on pages, not in Anki notes or JSON.
# The lookbehinds come last, because a pattern that begins with literal text is much faster.
_LONG_CODE = re.compile(r"<code>(?<!<pre><code>)(?<!tabindex=\"0\"><code>)(?=[^<]{23})")


class HandWritten(NamedTuple):
    """A page written by hand in docs/, and its outline."""

    title: str
    description: str
    html: str
    outline: tuple[tuple[str, str], ...] = ()  # link and title of each heading
    trail: tuple[Crumb, ...] = ()  # the pages above it, except home
    edit: str = ""  # link to edit it
    previous: MenuEntry | None = None  # its neighbors in `nav`, if they are shown
    next: MenuEntry | None = None


class Around(NamedTuple):
    """Layout settings of a site's pages that don't come from the bank."""

    modules: Mapping[str, str] = {}  # addresses of the scripts by module name
    worker: bool = False  # whether pages start the service worker
    menu: Menu | None = None  # in this language; None: made from the bank
    has_sidebar: bool = False  # whether pages written by hand show the `nav` tree
    look: Look = OUR_LOOK
    icon: Markup = Markup("")  # instead of the logo
    social: Markup = Markup("")  # links for the footer
    copyright: Markup = Markup("")
    policy: str = POLICY
    loaded: str = ""  # digest of the styles and scripts, whose addresses have no hash while serving
    is_served: bool = False  # by the local server, which adds a script and a style sheet
    trouble: Markup = Markup("")  # why the local server can't build the current version


def render_page(site: Site, page: Page, downloads: Downloads) -> str:
    """Render the content of a page, without its layout."""
    view = View(site, page.path, page.locale, downloads=downloads)
    html = get_template(page.template).render(view=view, page=page, **page.subject)
    return html if page.standalone else mark_long_code(html)


class Frame:
    """Layout around a page's content; without a page, that of 404.html, which has no address of its own."""

    def __init__(
        self,
        view: View,
        *,
        page: Page | None = None,
        body: str = "",
        hand_written: HandWritten | None = None,
        description: str = "",
        around: Around = Around(),  # noqa: B008 (it is frozen)
    ) -> None:
        """`body` is the HTML of a page generated from the bank."""
        self.view = view
        self.page = page
        self.body = Markup(body)
        self.hand_written = hand_written
        self.content = page or hand_written
        self.around = around
        self._description = description
        self._finished = ""
        self._allowed: list[tuple[str, str]] = []  # elements and their content

    @property
    def title(self) -> str:
        return self.content.title if self.content else self.view.words("not_found_title")

    @property
    def description(self) -> str:
        return self.content.description if self.content else self._description

    @property
    def trail(self) -> tuple[Crumb, ...]:
        """Breadcrumbs: home and the pages between it and this one; none on home and 404.html."""
        if not self.view.path:
            return ()
        home = Crumb("", self.view.words("home"), self.view.locale)
        return (home, *(self.content.trail if self.content else ()))

    @property
    def first_question(self) -> str:
        """Id of the first question or card on the page; "" if there is none."""
        items = self.page.subject.get("items", ()) if self.page else ()
        return items[0].item.id if isinstance(items, tuple) and items and isinstance(items[0], Placed) else ""

    @cached_property
    def menu(self) -> Menu:
        return self.around.menu or make_menu(self.view)

    @property
    def is_material(self) -> bool:
        """Whether this page uses Material's styles, as do all pages written by hand except a plain home."""
        if not (written := self.hand_written):
            return False
        return bool(self.view.path) or bool(_MARKED_UP.search(written.html))

    def mark_current(self, entry: MenuEntry) -> Markup:
        """Return `aria-current` for a menu entry that leads to this page or one above it."""
        here = self.view.site.address(self.view.path, self.view.locale)
        if entry.is_external or not self.content:
            return Markup("")
        if any(self.mark_current(child) for child in entry.children):
            return Markup(' aria-current="true"')
        if here == entry.address:
            return Markup(' aria-current="page"')
        above = entry.address.removesuffix(".html").rstrip("/") + "/"
        is_above = bool(entry.address) and here.startswith(above)
        return Markup(' aria-current="true"') if is_above else Markup("")

    def allow(self, html: str) -> Markup:
        """Allow the inline scripts and styles of this theme HTML in the page's CSP."""
        self._allowed += _INLINE.findall(html)
        return Markup(html)

    def finish(self, html: str) -> str:
        """Complete the page: set its CSP, and a hash of the rest as its version."""
        if self.is_material:
            html = html.replace(self.around.policy, widen_for_material(self.around.policy, self._allowed), 1)
        html = html.lstrip()
        version = take_version(html.encode(errors="xmlcharrefreplace"))
        self._finished = html.replace(_VERSION, f'data-version="{version}"', 1)
        return self._finished

    def allow_added(self, html: str) -> str:
        """Allow the inline scripts that other plugins have added in the page's CSP.

        Not if the page's own text has one: a plugin may have changed it, and nobody would notice.
        """
        written = self.hand_written.html if self.hand_written else ""
        if html == self._finished or not self.is_material or _INLINE.search(written):
            return html
        known = set(_INLINE.findall(self._finished))
        added = [one for one in _INLINE.findall(html) if one not in known]
        before = widen_for_material(self.around.policy, self._allowed)
        return html.replace(before, widen_for_material(self.around.policy, [*self._allowed, *added]), 1)

    @property
    def edition(self) -> str:
        """Date of the last change to anything learners see, in words; "" if none is recorded."""
        changed = self.view.site.last_change
        return self.view.date(f"{datetime.fromtimestamp(changed, UTC):%Y-%m-%d}") if changed else ""

    @property
    def is_home(self) -> bool:
        return bool(self.hand_written) and not self.view.path

    @cached_property
    def home(self) -> HomePage:
        """Content of the home page, apart from its text written by hand."""
        return HomePage(self.view)

    @property
    def picture(self) -> dict[str, object]:
        """Metadata of this page's social card, that of its collection or of home, for its `og:image`."""
        site, locale = self.view.site, self.view.locale
        folders = {collection.folder for collection in site.bank.collections}
        folder = self.view.path.partition("/")[0]
        folder = folder if folder in folders else ""
        alt = describe_picture(self.view, folder)
        return {"": site.home + picture_path(locale, folder), ":width": WIDTH, ":height": HEIGHT, ":alt": alt}

    @property
    def theme_colors(self) -> dict[str, str]:
        """Paper color in each color scheme, which some browsers use for their toolbar."""
        papers = {"light": LIGHT.paper, "dark": DARK.paper}
        palette = self.around.look.palette
        return papers if palette.choosable else dict.fromkeys(papers, papers[palette.theme])

    @property
    def fonts(self) -> list[str]:
        """Fonts to preload on this page."""
        fonts = ["serif"]
        fonts += ["code"] if "<code" in self._shown else []
        return fonts + (["stix-two-math"] if "<math" in self._shown else [])

    @property
    def styles(self) -> list[str]:
        """Addresses of this page's screen style sheets, in order."""
        template = "home.html" if self.is_home else self.page.template if self.page else ""
        sheets = list_sheets(template, progress=self.shows_progress)
        return [*sheets, *([f"{FOLDER}/{WRITTEN}"] if self.is_material else [])]

    @cached_property
    def scripts(self) -> list[str]:
        """Addresses of this page's scripts: main.js, then the modules it imports here."""
        needed = [MAIN, *(name for name, element in MODULES.items() if element in self._shown)]
        needed += [PROGRESS_MODULE] if self.shows_progress else []
        modules = self.around.modules
        return [modules[name] for name in needed if name in modules]

    @cached_property
    def shows_progress(self) -> bool:
        """Whether scripts show the reader's progress on this page."""
        return self.is_home or "data-progress" in self.body

    @property
    def _shown(self) -> Markup:
        """The HTML generated from the bank."""
        return self.home.question if self.is_home else self.body

    @property
    def script_words(self) -> dict[str, str]:
        """Words for this page's scripts, by name, with their placeholders."""
        further = self.page.script_words if self.page else ()
        if self.is_home:
            further = (*(PRACTICE_WORDS if self.home.placed else ()), *PROGRESS_WORDS)
        return {name: self.view.words.raw[name] for name in (*SCRIPT_WORDS, *further)}

    def part(self, name: str) -> Markup:
        """Render one part of the layout, by template name."""
        template = get_template(f"frame/{name}.html")
        return Markup(template.render(frame=self, view=self.view, t=self.view.words).strip())


def mark_long_code(html: str) -> str:
    """Mark inline code that may be longer than a line on a phone, so that only such code wraps anywhere."""
    return _LONG_CODE.sub('<code class="long">', html)
