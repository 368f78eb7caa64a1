"""Page layout settings of one language: the menu, the appearance, and the footer from mkdocs.yml."""

from __future__ import annotations

from jinja2 import Environment
from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation

from espejo.plugin.navigation import list_entries
from espejo.plugin.parts import SiteParts
from espejo.plugin.settings import find_i18n
from espejo.rendering.view import View
from espejo.site.frame import Around
from espejo.site.menu import Menu, list_bank_entries


def make_around(env: Environment, config: MkDocsConfig, nav: Navigation, parts: SiteParts) -> Around:
    """Make the settings. Without a `nav`, the menu has the collections, then the pages MkDocs found."""
    view = View(parts.site, "", find_i18n(config).current_language)
    entries = tuple(list_entries(nav))
    own = () if config.nav else tuple(list_bank_entries(view))
    return Around(
        modules=parts.scripts.modules,
        worker=parts.has_worker,
        menu=Menu((*own, *entries), tabs="navigation.tabs" in (config.theme.get("features") or ())),
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
