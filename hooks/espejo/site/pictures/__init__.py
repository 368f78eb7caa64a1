"""Generated images: social cards and app icons, with the web manifests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from espejo.model.addresses import picture_path
from espejo.rendering.site import Site
from espejo.site.pictures.canvas import Canvas
from espejo.site.pictures.icons import draw_icons
from espejo.site.pictures.manifest import write_manifests
from espejo.site.pictures.mark import read_mark
from espejo.site.pictures.palette import LIGHT
from espejo.site.pictures.social import draw_social_picture, write_side


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


def describe_pictures(site: Site) -> Iterator[str]:
    """Yield everything the images and manifests show, for their cache key."""
    for locale in site.bank.locales:
        for folder in ("", *(collection.folder for collection in site.bank.collections)):
            yield repr((picture_path(locale, folder), write_side(site, locale, folder)))
    yield from (repr(one) for one in write_manifests(site))
