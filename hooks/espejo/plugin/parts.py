"""Site assets: scripts, styles, and files made before the pages, whose links contain their hashes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from espejo.exports.pdf_files import MadePdfs, find_pdfs
from espejo.exports.practice_map import write_practice_map
from espejo.files import write_file
from espejo.messages.message import MessageError, message
from espejo.model.addresses import PRACTICE_MAP
from espejo.rendering.site import Site
from espejo.site.appearance import Look
from espejo.site.assets import make_assets, read_live_style, take_version
from espejo.site.offline_list import WORKER, finish_worker, list_built_files, make_offline_list
from espejo.site.page import Page
from espejo.site.pages import list_pages
from espejo.site.redirect_pages import list_redirect_pages
from espejo.site.scripts import Bundle
from espejo.site.search_index import SEARCH_SCRIPT, name_version


class SitePartsError(MessageError):
    """The site could not be finished; the message says why."""


@dataclass(frozen=True)
class SiteParts:
    """Parts of one site in a project, and whether it is served locally."""

    site: Site
    look: Look
    node_modules: Path
    scripts: Bundle
    assets: Mapping[str, bytes]
    practice_map: bytes
    pdfs: MadePdfs
    pages: Mapping[tuple[str, str], Page]  # by path and locale
    serving: bool

    @classmethod
    def make(
        cls, site: Site, look: Look, project: Path, node_modules: Path, scripts: Bundle, *, serving: bool
    ) -> SiteParts:
        """Make the parts of a site.

        When serving, only font addresses have hashes, as in style sheets: browsers cache nothing else there,
        and otherwise each changed file would change every page.
        """
        assets, practice_map = make_assets(site, node_modules, look), write_practice_map(site)
        hashes = {address: take_version(content) for address, content in assets.items()}
        if serving:
            assets.update(read_live_style())
            site.versions = {address: hashes[address] for address in hashes if address.endswith(".woff2")}
        else:
            named = {PRACTICE_MAP: take_version(practice_map), SEARCH_SCRIPT: name_version()}
            site.versions = {**hashes, **scripts.versions, **named}
        site.favicon = look.images.favicon.address, look.images.favicon.media_type
        site.logo = look.images.logo.address, look.images.logo.lines
        pages = (page for locale in site.bank.locales for page in list_pages(site, locale))
        return cls(
            site=site,
            look=look,
            node_modules=node_modules,
            scripts=scripts,
            assets=assets,
            practice_map=practice_map,
            pdfs=find_pdfs(site.bank, project),
            pages={(page.path, page.locale): page for page in pages},
            serving=serving,
        )

    @property
    def has_worker(self) -> bool:
        """Whether pages start a service worker, which they don't when served locally."""
        return self.site.offline and not self.serving

    @property
    def loaded_version(self) -> str:
        """Digest of the styles and scripts, so that open pages reload when they change while serving."""
        loaded = {**self.assets, **self.scripts.files}
        return take_version(repr(sorted(loaded.items())).encode())

    def write(self, folder: Path) -> None:
        """Write the assets and the PDFs."""
        loaded = {**self.assets, **self.scripts.files, **self.pdfs.contents, PRACTICE_MAP: self.practice_map}
        for path, content in loaded.items():
            write_file(folder / path, content)

    def write_redirects(self, folder: Path) -> None:
        """Write the redirect pages, without overwriting existing pages."""
        for redirect in list_redirect_pages(self.site):
            if not (folder / redirect.path).exists():
                write_file(folder / redirect.path, redirect.html.encode())
            elif redirect.by_hand:
                fact = message("data/redirects.yaml: there is already a page at {path}.", path=redirect.path)
                raise SitePartsError(fact)

    def write_worker(self, folder: Path, downloads: set[str]) -> None:
        """Write the service worker, after all files it may cache, or one that removes it.

        The latter is also used while serving: a browser may have cached a site served earlier at the same
        address.
        """
        workers = self.scripts.workers
        if not self.has_worker:
            return write_file(folder / WORKER, workers["remove_worker.js"])
        name, lists = make_offline_list(self.site, list_built_files(folder), downloads)
        for path, content in lists.items():
            write_file(folder / path, content)
        return write_file(folder / WORKER, finish_worker(workers["service_worker.js"], name))
