"""MkDocs hook: gives MkDocs the pages of the bank, and its templates the frame of each page.

This is the only file that imports MkDocs. It relies on two facts about mkdocs-static-i18n: the plugin builds
the site once per language, inside its own `on_post_build`, and it creates every `File` again from its path.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

import click
from markupsafe import Markup
from mkdocs.exceptions import Abort
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.toc import get_toc

from espejo.book.made_pdfs import MadePdfs, find_pdfs
from espejo.check.project import inspect_project
from espejo.exports.files import list_exports
from espejo.files import write_file
from espejo.load.data_files import LINK, list_tree
from espejo.messages.catalog import choose_language, speak_in
from espejo.messages.message import Message, comma_separated, message
from espejo.model.addresses import (
    CONTRIBUTING,
    PAGES,
    PRACTICE_MAP,
    STATUS,
    STATUS_JSON,
    list_data_pages,
    list_further_pages,
    list_views,
)
from espejo.model.bank import Bank
from espejo.model.problems import Place, Problem, printable, report_notices, report_problems
from espejo.rendering.downloads import Downloads
from espejo.rendering.forge_links import ForgeLinks
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.assets import AssetsError, make_assets, take_version
from espejo.site.build_folder import BuildFolder, BuildFolderError
from espejo.site.frame import Frame, HandWritten
from espejo.site.handbook import finish_html, name_file, rewrite_links
from espejo.site.offline_list import WORKER, finish_worker, make_offline_list
from espejo.site.page import Page
from espejo.site.pages import list_pages
from espejo.site.pages.titles import find_trail
from espejo.site.pictures import make_pictures
from espejo.site.redirect_pages import list_redirect_pages
from espejo.site.scripts import LIVE_RELOAD, Bundle, ScriptsError, bundle_scripts
from espejo.site.search.search_index import SEARCH_SCRIPT, SearchIndexError, make_search_index, name_version
from espejo.site.search.search_records import list_search_records
from espejo.site.settings import read_settings

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure import pages

log = logging.getLogger("mkdocs.hooks.espejo")

_OTHER_FORM = ("assets/javascripts/", "assets/stylesheets/", "assets/js/", "assets/css/")

_PLAIN_NAME = re.compile(r"[\w./-]+", re.ASCII)
_VERSION = 'data-version=""'
"""Where a page says which version of it this is. The value is known when the page is finished."""
_NOTHING_BUILT = message("Nothing was built. The previous site was not changed.")


class _State:
    """State that is shared by the events of a build and, while serving, by one build and the next."""

    serving = False
    build: BuildFolder | None = None
    complete = False
    site: Site
    downloads: Downloads
    pdfs: MadePdfs
    scripts: Bundle
    assets: dict[str, bytes]
    pages: dict[str, Page]
    handbook: dict[str, Path]


state = _State()


def _say(text: str) -> str:
    """A message in the language of the environment."""
    return speak_in(choose_language(os.environ))(text)


def on_startup(*, command: str, dirty: bool) -> None:
    context = click.get_current_context(silent=True)  # `serve --clean` calls its command "build"
    state.serving = "serve" in (command, context.info_name if context else "")


def on_config(config: MkDocsConfig) -> None:
    """Load the bank, once for all languages, and build into a folder that nobody reads yet."""
    if _i18n(config).building:
        return
    if not state.serving:
        config.site_dir = str(_open_build(Path(config.site_dir)))
    inspection = inspect_project(_project(config) / "data")
    if inspection.gap:
        log.info(_say(inspection.gap.summary()))
    if inspection.notices:
        report = report_notices(inspection.notices, _show, _say)
        log.info("%s\n%s", _say(message("Notices about the data:")), report)
    problems = [*inspection.faults, *_check_settings(config, inspection.bank)]
    problems += [] if problems else _check_docs(config, inspection.bank)
    if problems:
        report = report_problems(problems, _show, _say)
        log.error("%s\n%s", _say(message("The data has problems:")), report)
        if not (state.serving and hasattr(state, "site")):
            raise _abort(_NOTHING_BUILT)
        log.error(_say(message("Serving the last good pages until the data is fixed.")))
        return
    state.scripts = _bundle_scripts(_project(config))
    state.assets = _make_assets(config, inspection.bank)
    site = Site(
        inspection.bank,
        home=str(config.site_url),
        forge=_forge_links(config),
        stale=inspection.stale,
        offline=bool(config.extra.get("offline", True)),
    )
    state.site, state.pdfs = site, find_pdfs(site.bank, _project(config))
    if notice := state.pdfs.notice():
        log.info(_say(notice))
    state.pages = {
        _source(page.path, locale): page for locale in site.bank.locales for page in list_pages(site, locale)
    }
    texts = {locale: _project(config) / name_file(locale, site.root) for locale in site.bank.locales}
    state.handbook = {_source(CONTRIBUTING, locale): path for locale, path in texts.items() if path.is_file()}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the bank, which are not on disk.

    The downloads are made now: MkDocs has emptied the folder, and the pages will show their sizes.
    """
    if not _i18n(config).building:
        sizes = _write_exports(state.site, Path(config.site_dir)) | state.pdfs.sizes
        state.downloads = Downloads(sizes, state.pdfs.dates)
        state.site.versions = _list_versions(Path(config.site_dir))
    for src_uri in (*state.pages, *state.handbook):
        files.append(File(src_uri, config.docs_dir, config.site_dir, config.use_directory_urls))
    for file in list(files):
        # No page loads the scripts and styles of Material; our own are published in another form.
        if file.src_uri.startswith(_OTHER_FORM):
            files.remove(file)
    return files


def on_page_read_source(page: pages.Page, config: MkDocsConfig) -> str | None:
    if text := state.handbook.get(page.file.src_uri):
        published = read_settings(_project(config)).home
        return rewrite_links(text.read_text(encoding="utf-8"), state.site, published)
    return "" if page.file.src_uri in state.pages else None


def on_page_markdown(markdown: str, page: pages.Page, config: MkDocsConfig, files: Files) -> str:
    page.update_date = "1970-01-01"  # MkDocs would stamp sitemap.xml.gz with today's date; this means none
    if bank_page := state.pages.get(page.file.src_uri):
        page.meta.update(title=bank_page.title, description=bank_page.description)
        page.meta["original"] = bank_page.original
        if bank_page.standalone:
            page.meta["template"] = "standalone.html"
    if page.file.src_uri in state.handbook:
        words = state.site.words[_i18n(config).current_language]
        page.meta.update(description=words("contributing_about"))
    return markdown


def on_page_content(html: str, page: pages.Page, config: MkDocsConfig, files: Files) -> str:
    bank_page = state.pages.get(page.file.src_uri)
    if not bank_page:
        return finish_html(html, state.site.home, "../" * page.file.url.count("/"))
    # The HTML is rendered later, by the template: MkDocs would hold that of all pages in memory at once.
    outline = bank_page.outline
    children: Any = [{"level": 2, "id": head.id, "name": head.title, "children": []} for head in outline]
    page.toc = get_toc([{"level": 1, "id": "content", "name": bank_page.title, "children": children}])
    return ""


def on_page_context(context: Any, page: pages.Page, config: MkDocsConfig, nav: Any) -> Any:
    locale = _i18n(config).current_language
    prefix = state.site.address("", locale)
    path = page.file.url.removeprefix("./").removeprefix(prefix).strip("/")
    bank_page = state.pages.get(page.file.src_uri)
    context["frame"] = Frame(
        View(state.site, path, locale, downloads=state.downloads),
        page=bank_page,
        hand_written=None if bank_page else _hand_written(page, path, locale),
        modules=state.scripts.modules,
        worker=_has_worker(),
    )
    return context


def on_post_page(output: str, page: pages.Page, config: MkDocsConfig) -> str:
    """Have a page say which version of it this is: a hash of all the rest of it."""
    return output.replace(_VERSION, f'data-version="{take_version(output.encode())}"', 1)


def on_template_context(context: Any, template_name: str, config: MkDocsConfig) -> Any:
    """Frame 404.html, which is served at any address and therefore links from the root of the host."""
    base = urlsplit(config.site_url or "/").path
    view = View(state.site, "", state.site.root, base=base)
    description = config.site_description or ""
    context["frame"] = Frame(view, description=description, modules=state.scripts.modules)
    return context


@event_priority(-200)
def on_post_build(config: MkDocsConfig) -> None:
    """Finish the site after the last language has been built: styles, scripts, fonts, pictures and so on."""
    if _i18n(config).building:
        return
    folder = Path(config.site_dir)
    mark = Path(config.docs_dir, "assets", "mark.svg")
    for path, content in make_pictures(state.site, mark=mark, node_modules=_node_modules()):
        write_file(folder / path, content)
    for path, content in {**state.assets, **state.scripts.files, **state.pdfs.contents}.items():
        write_file(folder / path, content)
    _write_redirects(folder)
    _write_search_index(folder)
    _write_worker(folder)
    state.complete = True


def on_build_error(error: Exception) -> None:
    state.complete = False


def on_shutdown() -> None:
    """Put a complete site into its place: only now does MkDocs know that a strict build had no warnings."""
    if not state.build:
        return
    try:
        if state.complete:
            state.build.publish()
            log.info(_say(message("The site is complete and in its place.")))
    except BuildFolderError as error:
        raise _abort(error.text) from error
    finally:
        state.build.discard()


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
    """Reload pages by a script of ours: MkDocs would write one into each page, which the policy stops."""

    def add_script(html: bytes, epoch: int) -> bytes:
        source = f"{server.mount_path}{LIVE_RELOAD}"
        script = f'<script type="module" src="{source}" data-epoch="{epoch}"></script>'
        return html.replace(b"</body>", script.encode() + b"</body>")

    server._inject_js_into_html = add_script  # type: ignore[method-assign]
    return server


def _show(problem: Problem) -> str:
    return problem.show(_say)


def _abort(text: Message) -> Abort:
    return Abort(printable(_say(text)))


def _open_build(target: Path) -> Path:
    """Make the folder to build into. It takes the place of the target when the build is complete."""
    if state.build:  # of an earlier build in this process, which would wait for itself
        state.build.discard()
    try:
        state.build = BuildFolder(target, on_wait=lambda text: log.info(_say(text)))
    except BuildFolderError as error:
        raise _abort(error.text) from error
    state.complete = False
    return state.build.path


def _bundle_scripts(project: Path) -> Bundle:
    """Bundle the scripts. While serving, those of the last build stay until the new ones have no problem."""
    try:
        return bundle_scripts(project, live_reload=state.serving)
    except ScriptsError as error:
        report = map(printable, error.report.splitlines())
        log.error("\n".join([_say(error.text), *report]))
        if not (state.serving and hasattr(state, "scripts")):
            raise _abort(_NOTHING_BUILT) from error
        log.error(_say(message("Serving the last good scripts until they are fixed.")))
        return state.scripts


def _make_assets(config: MkDocsConfig, bank: Bank) -> dict[str, bytes]:
    try:
        return make_assets(bank, _project(config), _node_modules())
    except AssetsError as error:
        raise _abort(error.text) from error


def _write_exports(site: Site, folder: Path) -> dict[str, int]:
    """Write the downloads into the site. Returns their sizes by path."""
    sizes = {}
    for export in list_exports(site, _node_modules()):
        content = export.make()
        sizes[export.path] = len(content)
        write_file(folder / export.path, content)
    return sizes


def _list_versions(folder: Path) -> dict[str, str]:
    """The hash of each file that pages name with one, and that has none in its name."""
    practice_map = take_version((folder / PRACTICE_MAP).read_bytes())
    return {
        **{address: take_version(content) for address, content in state.assets.items()},
        **state.scripts.versions,
        **{PRACTICE_MAP: practice_map, SEARCH_SCRIPT: name_version()},
    }


def _has_worker() -> bool:
    """Whether pages start a service worker: what is served locally is not kept."""
    return state.site.offline and not state.serving


def _write_worker(folder: Path) -> None:
    """Write the service worker, after everything that it may keep, or the one that removes it.

    While serving, the one that removes it is right too: a browser may have kept a site that was served at the
    same address before.
    """
    if not _has_worker():
        return write_file(folder / WORKER, state.scripts.workers["remove_worker.js"])
    downloads = set(state.downloads.sizes) - {PRACTICE_MAP, STATUS_JSON}
    build, files = make_offline_list(state.site, folder, downloads)
    for path, content in files.items():
        write_file(folder / path, content)
    return write_file(folder / WORKER, finish_worker(state.scripts.workers["service_worker.js"], build))


def _write_redirects(folder: Path) -> None:
    """Write the redirect pages, but never over an existing page."""
    for redirect in list_redirect_pages(state.site):
        if not (folder / redirect.path).exists():
            write_file(folder / redirect.path, redirect.html.encode())
        elif redirect.by_hand:
            raise _abort(
                message("data/redirects.yaml: there is already a page at {path}.", path=redirect.path)
            )


def _write_search_index(folder: Path) -> None:
    try:
        index = make_search_index(list_search_records(state.site))
    except SearchIndexError as error:
        raise _abort(error.text) from error
    for path, content in index.items():
        write_file(folder / "pagefind" / path, content)


def _check_settings(config: MkDocsConfig, bank: Bank) -> Iterator[Problem]:
    """Check that mkdocs.yml has the address of the site, and the same languages as the bank."""
    place, i18n = Place("mkdocs.yml", 1, 1), _i18n(config)
    if not config.site_url:
        fact = message("missing key 'site_url'. Expected the site's address: https://…/")
        yield Problem(place, "", fact)
    if set(bank.locales) != set(i18n.build_languages):
        expected = comma_separated(bank.locales)
        fact = message("the languages differ from data/locales. Expected: {languages}.", languages=expected)
        yield Problem(place, "", fact)
    elif bank.root != i18n.default_language:
        fact = message(
            "'default: true' must be on '{code}', the language with 'root: true' in data/locales.",
            code=bank.root,
        )
        yield Problem(place, "", fact)


def _check_docs(config: MkDocsConfig, bank: Bank) -> Iterator[Problem]:
    """Check that the pages written by hand are files with plain names, and have addresses of their own.

    MkDocs prints the names, publishes whatever a link leads to, and follows links to folders in circles.
    """
    docs = Path(config.docs_dir)
    for page in (name_file(locale, bank.root) for locale in bank.locales):
        if (_project(config) / page).is_symlink():
            yield Problem(Place(page, 1, 1), "", LINK)
    for file, unreadable in list_tree(docs):
        name = file.relative_to(docs.parent).as_posix()
        if unreadable:
            yield Problem(Place(name, 1, 1), "", unreadable)
        if not _PLAIN_NAME.fullmatch(name):
            fact = message("rename the file: use only letters, digits, '-', '_' and '.'")
            yield Problem(Place(name, 1, 1), "", fact)
        if file.is_relative_to(docs / STATUS) and file.name.partition(".")[0] not in ("index", "README"):
            yield Problem(Place(name, 1, 1), "", _page_of_bank(STATUS))  # it may have any number of pages
    generated = (*PAGES, *list_data_pages(bank), *list_further_pages(bank))
    for path in (*generated, *(view.path for view in list_views(bank))):
        for suffix in ("", *(f".{locale}" for locale in bank.locales)):
            for name in (f"{path}{suffix}.md", f"{path}/index{suffix}.md", f"{path}/README{suffix}.md"):
                if (docs / name).exists():
                    yield Problem(Place(f"{docs.name}/{name}", 1, 1), "", _page_of_bank(path))


def _page_of_bank(path: str) -> Message:
    return message("'{path}' is a page of the bank. Rename the file.", path=path)


def _hand_written(page: pages.Page, path: str, locale: str) -> HandWritten:
    headings = page.toc.items[0].children if page.toc.items else []
    return HandWritten(
        title=Markup(page.title or "").striptags(),
        description=page.meta.get("description", ""),
        html=page.content or "",
        locale=getattr(page.file, "locale", locale),
        outline=tuple((heading.url, Markup(heading.title).striptags()) for heading in headings),
        trail=find_trail(state.site, path, locale),
    )


def _source(path: str, locale: str) -> str:
    """The path that MkDocs takes for the source file of a page."""
    return f"{path}.md" if locale == state.site.root else f"{path}.{locale}.md"


def _i18n(config: MkDocsConfig) -> Any:
    return config.plugins["i18n"]


def _project(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _forge_links(config: MkDocsConfig) -> ForgeLinks:
    if not config.repo_url:
        return ForgeLinks()
    repository = config.repo_url.rstrip("/")
    return ForgeLinks(repository=repository, edit=urljoin(f"{repository}/", config.edit_uri))


def _node_modules() -> Path:
    return Path(__file__).parent.parent / "node_modules"
