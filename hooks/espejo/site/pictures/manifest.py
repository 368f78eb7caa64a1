"""Web manifests: make the site installable as an app, one manifest per language.

Addresses are relative, so that a site works under any path of its host. The app starts with the review, and
its scope includes all languages, so that switching the language doesn't leave the app. Browsers that support
it show `minimal-ui`, with a back button; `standalone` is for those that only keep stored data for such sites.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from espejo.ledger.deck_names import name_bank
from espejo.model.addresses import MANIFEST, REVIEW, icon_path
from espejo.rendering.site import Site
from espejo.site.pictures.icons import ICON_SIZES
from espejo.site.pictures.palette import LIGHT


def write_manifests(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of the manifest of each language."""
    for locale in site.bank.locales:
        folder = site.folder(locale)
        manifest = _make_manifest(site, locale, "../" * folder.count("/") or "./")
        yield folder + MANIFEST, f"{json.dumps(manifest, ensure_ascii=False, indent=2)}\n".encode()


def _find_start(site: Site, locale: str) -> str:
    """Return the address of the app's start page, relative to the folder of its language."""
    return site.address(REVIEW if REVIEW in site.pages else "", locale).removeprefix(site.folder(locale))


def _make_manifest(site: Site, locale: str, up: str) -> dict[str, Any]:
    name = name_bank(site.bank, locale)
    return {
        "name": name,
        "short_name": name,
        "lang": locale,
        "dir": "auto",
        "id": urlsplit(site.home).path + site.folder(locale),
        "start_url": f"./{_find_start(site, locale)}",
        "scope": up,
        "display": "standalone",
        "display_override": ["minimal-ui", "standalone"],
        "background_color": LIGHT.paper,
        "theme_color": LIGHT.paper,
        "icons": [
            {
                "src": up + icon_path(size, maskable=maskable),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "maskable" if maskable else "any",
            }
            for maskable in (False, True)
            for size in ICON_SIZES
        ],
    }
