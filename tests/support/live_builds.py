"""Live builds: repeated builds of a bank in one process, as in the local server."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from espejo.check.project import Inspection, inspect_project
from espejo.model.addresses import PDFS
from espejo.plugin.bank_build import Address, BankBuild, BankWork
from espejo.plugin.parts import SiteParts
from espejo.plugin.templates import MATERIAL
from espejo.plugin.touched import FinishedPages, Rendered, keep_untouched
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.site import Site
from espejo.site.appearance import Look, describe_font, read_images
from espejo.site.palette import read_palette
from espejo.site.scripts import Bundle
from project import ROOT

State = Mapping[Path, bytes]
"""Files by path."""

_WRITTEN = ("you/log",)
_EDITED: tuple[str, ...] = ("data", "mkdocs.yml", str(PDFS), *(f"docs/{path}.md" for path in _WRITTEN))
_NO_SCRIPTS = Bundle({}, {}, {}, {})  # page bodies don't depend on scripts


class LiveBuilds:
    """The builds of one project. Reads its settings from mkdocs.yml each time."""

    def __init__(self, project: Path, output: Path) -> None:
        """`output` is the folder for downloads, which the first build creates."""
        self.project = project
        self.output = output
        self._last: Rendered | None = None
        self.kept: Mapping[Address, str] = {}

    def build(self) -> dict[Address, str]:
        """Builds after an edit, and returns the bodies of all pages, as served."""
        inspection = self._inspect()
        parts = self._make_parts(inspection)
        build = BankBuild(BankWork(parts, self.output))
        if self._last:
            self.kept = keep_untouched(self._last, parts, inspection.digests)
            build.follow(self._last.build, self.kept)
        else:
            build.start()
        bodies = {address: build.body(address) for address in parts.pages}
        build.finish()
        self._last = Rendered(parts, inspection.digests, build, FinishedPages(None, ()))
        return bodies

    def build_from_nothing(self) -> dict[Address, str]:
        """The bodies of the same pages built without any cache, except for the sizes of downloads."""
        assert self._last
        parts = self._make_parts(self._inspect())
        bodies = BankWork(parts, self.output).render_pages(parts.pages)
        downloads = self._last.build.downloads
        return {address: downloads.fill_in(body) for address, body in bodies.items()}

    def _inspect(self) -> Inspection:
        inspection = inspect_project(self.project / "data")
        assert not inspection.faults, inspection.faults[0]
        return inspection

    def _make_parts(self, inspection: Inspection) -> SiteParts:
        settings = yaml.safe_load((self.project / "mkdocs.yml").read_text(encoding="utf-8"))
        repository = settings["repo_url"]
        site = Site(
            inspection.bank,
            home=settings["site_url"],
            repository=RepositoryLinks(address=repository, edit=f"{repository}/{settings['edit_uri']}"),
            stale=inspection.stale,
            offline=settings["extra"]["offline"],
            directory_urls=settings.get("use_directory_urls", True),
            written=[path for path in _WRITTEN if (self.project / "docs" / f"{path}.md").is_file()],
        )
        docs = self.project / "docs"
        images = read_images(settings["theme"].get("logo"), None, docs)
        look = Look(read_palette(None, MATERIAL), describe_font(None, False, ""), images)
        return SiteParts.make(site, look, self.project, ROOT / "node_modules", _NO_SCRIPTS, serving=True)


def find_differences(one: Mapping[Address, str], other: Mapping[Address, str]) -> list[Address]:
    """Pages that only one side has, or that differ."""
    return sorted(address for address in one.keys() | other.keys() if one.get(address) != other.get(address))


def read_state(project: Path) -> State:
    """The project's files that page bodies depend on, by path."""
    found = [path for name in _EDITED for path in [project / name, *(project / name).rglob("*")]]
    return {path.relative_to(project): path.read_bytes() for path in found if path.is_file()}


def write_state(project: Path, state: State) -> None:
    """Restores a project's files to an earlier state."""
    for path in read_state(project).keys() - state.keys():
        (project / path).unlink()
    for path, content in state.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_bytes(content)
