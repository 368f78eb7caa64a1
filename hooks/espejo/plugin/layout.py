"""Page layout of one language: the menu, the appearance, and the footer from mkdocs.yml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment
from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from espejo.plugin.parts import SiteParts
from espejo.plugin.settings import find_i18n
from espejo.rendering.page_view import View
from espejo.site.frame import Around
from espejo.site.menu import MenuEntry, make_menu


def make_around(env: Environment, config: MkDocsConfig, nav: Navigation, parts: SiteParts) -> Around:
    """Make the settings. The menu has the `nav`, or else the pages MkDocs found at its end."""
    view = View(parts.site, "", find_i18n(config).current_language)
    entries = tuple(list_entries(nav))
    listed = {"nav" if config.nav else "others": entries}
    return Around(
        modules=parts.scripts.modules,
        worker=parts.has_worker,
        menu=make_menu(view, tabs="navigation.tabs" in (config.theme.get("features") or ()), **listed),
        has_sidebar=bool(entries),
        look=parts.look,
        icon=_render_icon(env, config),
        social=_render_social(env, config),
        copyright=Markup(config.copyright or ""),
        loaded=parts.loaded_version if parts.serving else "",
    )


def _render_icon(env: Environment, config: MkDocsConfig) -> Markup:
    """Render the icon set in `theme.icon.logo`."""
    name = (config.theme.get("icon") or {}).get("logo")
    return Markup(env.get_template(f".icons/{name}.svg").render()) if name else Markup("")


def _render_social(env: Environment, config: MkDocsConfig) -> Markup:
    """Render the links in `extra.social` with Material's own template."""
    if not config.extra.get("social"):
        return Markup("")
    return Markup(env.get_template("partials/social.html").render(config=config))


def list_entries(nav: Navigation) -> Iterator[MenuEntry]:
    """List the entries of a navigation, without the home page, which the site's name links to."""
    return (entry for item in nav.items if item is not nav.homepage if (entry := make_entry(item)))


def make_entry(item: Any) -> MenuEntry | None:
    """Make an entry from a page, a link, or a section with its contents; None for an empty section."""
    if isinstance(item, Section):
        children = tuple(entry for child in item.children if (entry := make_entry(child)))
        return MenuEntry(item.title, children[0].address, children=children) if children else None
    if isinstance(item, Page):
        title = Markup(item.title or item.file.name).striptags()
        return MenuEntry(title, item.url)
    url = urlsplit(item.url)
    return MenuEntry(item.title or item.url, item.url, is_external=bool(url.scheme or url.path[:1] == "/"))
