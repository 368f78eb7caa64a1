"""Generated images: the app icons, with the web manifests that list them, and social cards.

Manifests make the site installable as an app, one per language. Their addresses are relative, so that a site
works under any path of its host. The app starts with the review, and its scope includes all languages, so
that switching the language doesn't leave the app. Browsers that support it show `minimal-ui`, with a back
button; `standalone` is for those that only keep stored data for such sites.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from espejo.ledger.deck_names import name_bank
from espejo.model.addresses import MANIFEST, REVIEW, TOUCH_ICON, icon_path, picture_path
from espejo.rendering.site import Site
from espejo.site.canvas import MARK_SIZE, Canvas, Mark, read_mark
from espejo.site.palette import LIGHT, ThemeColors
from espejo.site.social_card import draw_social_picture

ICON_SIZES = (192, 512)
TOUCH_SIZE = 180

_SHARE = 0.8
"""Width of the logo relative to the icon."""

_SAFE_SHARE, _SAFE_SQUARE = 0.62, 0.56
"""The same on a maskable icon, which may be cropped to a circle. Our logo has empty corners."""


def draw_icons(canvas: Canvas, mark: Mark, colors: ThemeColors) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of each icon."""
    safe = _SAFE_SQUARE if mark.image else _SAFE_SHARE
    yield TOUCH_ICON, _draw(canvas, mark, colors, TOUCH_SIZE, _SHARE)
    for size in ICON_SIZES:
        yield icon_path(size), _draw(canvas, mark, colors, size, _SHARE)
        yield icon_path(size, maskable=True), _draw(canvas, mark, colors, size, safe)


def _draw(canvas: Canvas, mark: Mark, colors: ThemeColors, size: int, share: float) -> bytes:
    scale = size * share / MARK_SIZE
    margin = size * (1 - share) / 2
    return canvas.draw("icon", size, size, mark=mark, scale=scale, margin=margin, colors=colors)


def write_manifests(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of the manifest of each language."""
    for locale in site.bank.locales:
        folder = site.folder(locale)
        manifest = _make_manifest(site, locale, "../" * folder.count("/") or "./")
        yield folder + MANIFEST, f"{json.dumps(manifest, ensure_ascii=False, indent=2)}\n".encode()


def _make_manifest(site: Site, locale: str, up: str) -> dict[str, Any]:
    name = name_bank(site.bank, locale)
    start = site.address(REVIEW if REVIEW in site.pages else "", locale).removeprefix(site.folder(locale))
    return {
        "name": name,
        "short_name": name,
        "lang": locale,
        "dir": "auto",
        "id": urlsplit(site.home).path + site.folder(locale),
        "start_url": f"./{start}",
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


def make_pictures(
    site: Site, *, mark: Path, node_modules: Path, accent: str = LIGHT.accent
) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of each image and manifest; `mark` is the SVG or PNG file of the logo."""
    logo, colors = read_mark(mark), LIGHT._replace(accent=accent)
    with Canvas(node_modules) as canvas:
        yield from draw_icons(canvas, logo, colors)
        for locale in site.bank.locales:
            for folder in ("", *(collection.folder for collection in site.bank.collections)):
                picture = draw_social_picture(canvas, site, logo, locale, folder, colors=colors)
                yield picture_path(locale, folder), picture
    yield from write_manifests(site)
