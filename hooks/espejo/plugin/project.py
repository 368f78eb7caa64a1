"""Project: loads the inputs of a build, and reports problems before anything is written.

While serving, the last good bank and scripts are used until the new ones have no problems.
"""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urljoin

from mkdocs.config.defaults import MkDocsConfig

from espejo.check.project import Inspection, inspect_project
from espejo.messages.message import MessageError, message
from espejo.model.problems import printable
from espejo.packages import find_packages
from espejo.plugin.docs_folder import check_docs
from espejo.plugin.hand_written import list_handbook, list_written
from espejo.plugin.log import abort, log
from espejo.plugin.look import find_look_notices, read_look
from espejo.plugin.parts import SiteParts
from espejo.plugin.settings import check_settings
from espejo.plugin.trouble import Trouble
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.site import Site
from espejo.site.scripts import SCRIPTS, Bundle, ScriptsError, load_scripts

_PACKAGES = find_packages(Path(__file__).parents[3])

NOTHING_BUILT = message("Nothing was built. The previous site was not changed.")


class Project:
    """The last good state of a project, and the trouble with the current one, if any."""

    def __init__(self, *, serving: bool) -> None:
        self._serving = serving
        self._parts: SiteParts | None = None
        self._scripts: Bundle | None = None
        self._script_times: dict[Path, int] = {}  # modification times of their sources
        self.digests: dict[str, bytes] = {}
        self.trouble: Trouble | None = None

    def load(self, config: MkDocsConfig) -> SiteParts:
        self.trouble = None
        folder = find_folder(config)
        inspection = self._inspect(folder, config)
        scripts = self._bundle_scripts(folder)
        if inspection or not self._parts:
            assert inspection  # noqa: S101
            self._parts = self._make_parts(config, inspection, scripts)
        return self._parts

    def _inspect(self, folder: Path, config: MkDocsConfig) -> Inspection | None:
        """Load the bank and report its problems; None to keep the last good one."""
        inspection = inspect_project(folder / "data")
        problems = [*inspection.faults, *check_settings(config, inspection.bank)]
        if not problems:
            beside = list_handbook(inspection.bank, folder).values()
            problems += check_docs(Path(config.docs_dir), beside, inspection.bank)
        log.tell_notices(inspection)
        if not problems:
            return inspection
        heading = message("The data has problems:")
        log.tell_problems(heading, problems)
        if not self._parts:
            raise abort(NOTHING_BUILT)
        log.tell_error(message("Serving the last good pages until the data is fixed."))
        self.trouble = Trouble(heading, tuple(problems))
        return None

    def _bundle_scripts(self, folder: Path) -> Bundle:
        """Bundle the scripts; while serving, reuse the last bundle if no source was edited."""
        times = {path: path.stat().st_mtime_ns for path in SCRIPTS.rglob("*.js")}
        if self._scripts and times == self._script_times:
            return self._scripts
        try:
            self._scripts = load_scripts(folder, live_reload=self._serving)
            self._script_times = times
        except ScriptsError as error:
            report = "\n".join(map(printable, error.report.splitlines()))
            log.tell_error(error.text, report)
            if not self._scripts:
                raise abort(NOTHING_BUILT) from error
            log.tell_error(message("Serving the last good scripts until they are fixed."))
            self.trouble = self.trouble or Trouble(error.text, report=report)
        return self._scripts

    def _make_parts(self, config: MkDocsConfig, inspection: Inspection, scripts: Bundle) -> SiteParts:
        site = Site(
            inspection.bank,
            home=str(config.site_url),
            repository=_make_repository_links(config),
            stale=inspection.stale,
            offline=bool(config.extra.get("offline", True)),
            directory_urls=config.use_directory_urls,
            written=frozenset(list_written(config, inspection.bank, find_folder(config))),
        )
        try:
            parts = SiteParts.make(
                site, read_look(config), find_folder(config), _PACKAGES, scripts, serving=self._serving
            )
        except MessageError as error:
            raise abort(error.text) from error
        log.tell_settings(find_look_notices(parts.look, config))
        if notice := parts.pdfs.notice():
            log.tell(notice)
        self.digests = dict(inspection.digests)
        return parts


def find_folder(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).absolute().parent


def _make_repository_links(config: MkDocsConfig) -> RepositoryLinks:
    if not config.repo_url:
        return RepositoryLinks()
    repository = config.repo_url.rstrip("/")
    project = find_folder(config)
    docs = Path(os.path.relpath(config.docs_dir, project)).as_posix()
    edit = urljoin(f"{repository}/", config.edit_uri or "")
    return RepositoryLinks(address=repository, edit=edit.removesuffix(f"{docs}/"), project=project)
