"""MkDocs hook: gives MkDocs the pages of the bank, and its templates the frame of each page.

This is the only file that imports MkDocs. It relies on two facts about mkdocs-static-i18n: the plugin builds
the site once per language, inside its own `on_post_build`, and it creates every `File` again from its path.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

import click
from markupsafe import Markup
from mkdocs.commands.build import get_context
from mkdocs.exceptions import Abort
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.toc import get_toc

from espejo.build.build_folder import BuildFolder, BuildFolderError
from espejo.build.build_log import BuildLog
from espejo.build.docs_folder import check_docs
from espejo.build.inputs import take_inputs
from espejo.build.live_page import LivePages, Trouble
from espejo.build.live_server import LiveServer
from espejo.build.live_site import LiveSite
from espejo.build.outputs import Manifest
from espejo.build.site_build import SiteBuild
from espejo.build.site_parts import SiteParts
from espejo.build.site_work import HandWrittenPage
from espejo.cache.store import MADE, Store
from espejo.check.project import Inspection, inspect_project
from espejo.garbage import never_collect, paused_gc
from espejo.messages.catalog import choose_language
from espejo.messages.message import Message, MessageError, comma_separated, message, sentences
from espejo.model.addresses import CONTRIBUTING
from espejo.model.bank import Bank
from espejo.model.problems import Place, Problem, printable
from espejo.rendering.environment import CompiledTemplates
from espejo.rendering.forge_links import ForgeLinks
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.assets import take_version
from espejo.site.frame import Frame, HandWritten
from espejo.site.handbook import finish_html, name_file, rewrite_links
from espejo.site.page import Page
from espejo.site.pages.titles import find_trail
from espejo.site.scripts import Bundle, ScriptsError, bundle_scripts
from espejo.site.settings import read_settings
from espejo.site.shell import Shell, ShellFrame, encode_page, finish_page

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure import pages

told = BuildLog(logging.getLogger("mkdocs.hooks.espejo"))

_OTHER_FORM = ("assets/javascripts/", "assets/stylesheets/", "assets/js/", "assets/css/")

_NOTHING_BUILT = message("Nothing was built. The previous site was not changed.")


class _State:
    """State that is shared by the events of a build and, while serving, by one build and the next."""

    command = ""
    serving = False
    build: BuildFolder | None = None
    complete = False
    live: LiveSite | None = None
    live_pages = LivePages()
    live_server: LiveServer
    staged: TemporaryDirectory[str]
    config: MkDocsConfig
    store: Store
    inspection: Inspection
    parts: SiteParts
    shells: dict[tuple[str, bool], Shell]
    handbook: dict[str, Path]
    hand_written: dict[str, HandWrittenPage]
    bank_build: SiteBuild


state = _State()


def on_startup(*, command: str, dirty: bool) -> None:
    context = click.get_current_context(silent=True)  # `serve --clean` calls its command "build"
    state.command = context.info_name if context and context.info_name else command
    state.serving = "serve" in (command, state.command)
    if not state.serving:
        never_collect()
    told.note_warnings(logging.getLogger("mkdocs"))


def on_config(config: MkDocsConfig) -> None:
    """Load the bank, once for all languages, and build into a folder that nobody reads yet."""
    if _i18n(config).building:
        return
    state.config = config
    _prepare_theme(config)
    if state.serving:
        config.site_dir = str(_open_live(Path(config.site_dir)))
    else:
        config.site_dir = str(_open_build(Path(config.site_dir)))
        _stop_if_nothing_changed(config)
    inspection = _inspect(config)
    if not inspection:
        return
    state.parts = _make_parts(inspection, _bundle_scripts(_project(config)))
    if notice := state.parts.pdfs.notice():
        told.tell_about_data(told.speak(notice))
    state.inspection, state.hand_written, state.shells = inspection, {}, _render_shells(config)
    texts = _list_handbook(inspection.bank)
    state.handbook = {_source(CONTRIBUTING, locale): path for locale, path in texts.items() if path.is_file()}


def _prepare_theme(config: MkDocsConfig) -> None:
    """Have MkDocs keep the theme's templates compiled, and find none of its files to publish.

    Pages use none of them, and it has ten thousand icons.
    """
    make_env = config.theme.get_env

    def get_env() -> Any:
        env = make_env()
        env.bytecode_cache = CompiledTemplates()
        env.list_templates = lambda *_arguments, **_options: []  # type: ignore[method-assign]
        return env

    config.theme.get_env = get_env  # type: ignore[method-assign]


def _inspect(config: MkDocsConfig) -> Inspection | None:
    """Load the bank and say what is wrong with it. None if the last good one is to stay, while serving."""
    told.said = []
    state.store = Store(_project(config) / MADE)
    inspection = inspect_project(_project(config) / "data", store=state.store)
    problems = [*inspection.faults, *_check_settings(config, inspection.bank)]
    if not problems:
        beside = _list_handbook(inspection.bank).values()
        problems += check_docs(Path(config.docs_dir), beside, inspection.bank)
    if not problems:
        return inspection
    told.tell_notices(inspection)
    heading = message("The data has problems:")
    told.tell_problems(heading, problems)
    if not (state.serving and hasattr(state, "parts")):
        raise _abort(_NOTHING_BUILT)
    told.tell_error(message("Serving the last good pages until the data is fixed."))
    state.live_pages.trouble = Trouble(heading, tuple(problems))
    return None


def _make_parts(inspection: Inspection, scripts: Bundle) -> SiteParts:
    config = state.config
    site = Site(
        inspection.bank,
        home=str(config.site_url),
        forge=_forge_links(config),
        stale=inspection.stale,
        offline=bool(config.extra.get("offline", True)),
        digests=inspection.digests,
        store=state.store,
    )
    try:
        return SiteParts.make(site, _project(config), _node_modules(), scripts, serving=state.serving)
    except MessageError as error:
        raise _abort(error.text) from error


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Begin with the pages of the bank, and add the contributing pages, whose text is not in docs/.

    MkDocs has emptied the folder by now. It builds its own pages while processes make those of the bank.
    """
    if not _i18n(config).building:
        state.bank_build = _plan_build(Path(config.site_dir))
        state.bank_build.start()
        told.tell_notices(state.inspection)
    for src_uri in state.handbook:
        files.append(File(src_uri, config.docs_dir, config.site_dir, config.use_directory_urls))
    for file in list(files):
        # No page loads the scripts and styles of Material; our own are published in another form.
        if file.src_uri.startswith(_OTHER_FORM):
            files.remove(file)
    return files


@event_priority(-200)
def on_nav(nav: Any, config: MkDocsConfig, files: Files) -> Any:
    """Add what pages written by hand may link to, after the i18n plugin has made its own files."""
    locale = _i18n(config).current_language
    for page in state.parts.pages.values():
        if page.locale == locale:
            files.append(_BankFile(page, config))
    return nav


class _BankFile(File):
    """A page of the bank as something to link to: MkDocs does not build it."""

    def __init__(self, page: Page, config: MkDocsConfig) -> None:
        address = state.parts.site.address(page.path, page.locale)
        super().__init__(
            _source(page.path, page.locale),
            None,
            config.site_dir,
            config.use_directory_urls,
            dest_uri=f"{address}index.html",
            inclusion=InclusionLevel.INCLUDED,
        )

    def is_documentation_page(self) -> bool:
        return False

    def copy_file(self, dirty: bool = False) -> None:
        """There is nothing to copy."""


def on_page_read_source(page: pages.Page, config: MkDocsConfig) -> str | None:
    if text := state.handbook.get(page.file.src_uri):
        published = read_settings(_project(config)).home
        return rewrite_links(text.read_text(encoding="utf-8"), state.parts.site, published)
    return None


def on_page_markdown(markdown: str, page: pages.Page, config: MkDocsConfig, files: Files) -> str:
    page.update_date = "1970-01-01"  # MkDocs would stamp sitemap.xml.gz with today's date; this means none
    if page.file.src_uri in state.handbook:
        words = state.parts.site.words[_i18n(config).current_language]
        page.meta.update(description=words("contributing_about"))
    return markdown


def on_page_content(html: str, page: pages.Page, config: MkDocsConfig, files: Files) -> str:
    return finish_html(html, state.parts.site.home, "../" * page.file.url.count("/"))


def on_page_context(context: Any, page: pages.Page, config: MkDocsConfig, nav: Any) -> Any:
    locale = _i18n(config).current_language
    prefix = state.parts.site.address("", locale)
    path = page.file.url.removeprefix("./").removeprefix(prefix).strip("/")
    written = _hand_written(page, path, locale)
    state.hand_written[f"{state.parts.site.address(path, locale)}index.html"] = HandWrittenPage(
        path, locale, written
    )
    context["frame"] = Frame(
        View(state.parts.site, path, locale),
        hand_written=written,
        modules=state.parts.scripts.modules,
        worker=state.parts.has_worker,
    )
    return context


def on_post_page(output: str, page: pages.Page, config: MkDocsConfig) -> str:
    return finish_page(encode_page(output), {}).decode()


def on_template_context(context: Any, template_name: str, config: MkDocsConfig) -> Any:
    """Frame 404.html, which is served at any address and therefore links from the root of the host."""
    base = urlsplit(config.site_url or "/").path
    view = View(state.parts.site, "", state.parts.site.root, base=base)
    description = config.site_description or ""
    context["frame"] = Frame(view, description=description, modules=state.parts.scripts.modules)
    context["bank_pages"] = [page for page in state.parts.pages.values() if not page.original]
    return context


@event_priority(-200)
def on_post_build(config: MkDocsConfig) -> None:
    """Finish the site after the last language has been built: styles, scripts, fonts, pictures and so on."""
    if _i18n(config).building:
        return
    folder, build = Path(config.site_dir), state.bank_build
    state.parts.write(folder)
    try:
        build.finish()
        state.parts.write_redirects(folder)
    except MessageError as error:
        raise _abort(sentences(error.text, _NOTHING_BUILT)) from error
    state.parts.write_worker(folder, build)
    state.parts.site.store.close()
    if state.live:
        state.live.move_in(folder, build.outputs)
        _note_loaded()
    elif state.build:
        state.build.made.outputs, state.build.made.said = build.outputs, told.said
        if state.build.made.inputs != _take_inputs(config):  # somebody has edited a file meanwhile
            state.build.made.inputs = ""
    state.complete = True


def _render_shells(config: MkDocsConfig) -> dict[tuple[str, bool], Shell]:
    """Render the theme's template once for each language, before MkDocs renders it for its own pages."""
    env = config.theme.get_env()
    page = {"toc": get_toc([{"level": 1, "id": "content", "name": "", "children": []}]), "meta": {}}
    context = {**get_context([], [], config, base_url="."), "page": page}  # type: ignore[arg-type]
    shells = {}
    for locale in state.parts.site.bank.locales:
        context["frame"] = ShellFrame(View(state.parts.site, "", locale))
        for standalone, template in ((False, "main.html"), (True, "standalone.html")):
            shells[locale, standalone] = Shell.parse(env.get_template(template).render(context))
    return shells


def _plan_build(folder: Path) -> SiteBuild:
    """A build of the bank into a folder or, while serving, in place."""
    last = state.live.last if state.live else state.build.last if state.build else Manifest(folder)
    target = state.live.folder if state.live else folder
    return state.parts.plan(target, last, state.shells, state.hand_written)


def on_build_error(error: Exception) -> None:
    state.complete = False
    if hasattr(state, "bank_build"):
        state.bank_build.stop()


def on_shutdown() -> None:
    """Put a complete site into its place: only now does MkDocs know that a strict build had no warnings."""
    if not state.build:
        return
    try:
        if state.complete:
            if told.warned:
                state.build.made.inputs = ""
            state.build.publish()
            told.tell(message("The site is complete and in its place."))
    except BuildFolderError as error:
        raise _abort(error.text) from error
    finally:
        state.build.discard()


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
    """Build what an edit has touched, and reload pages by a script of ours, as the policy allows."""
    assert state.live  # noqa: S101
    state.live_server = LiveServer(server, state.live, state.live_pages, _project(config))
    state.live_server.start(paused_gc()(_update_pages), builder, told.tell_failure)
    state.live_server.watch([config.docs_dir, *config.watch])
    return server


def _update_pages() -> bool:
    """Make the pages that an edit of the data has touched; False if the whole site has to be built."""
    inspection, before = _inspect(state.config), state.parts
    if not inspection or not state.live:
        return True
    state.parts = _make_parts(inspection, before.scripts)
    if state.parts.pages.keys() != before.pages.keys():
        return False
    state.parts.write_changed(state.live.folder, before)
    _note_loaded()
    state.live_server.show(_plan_build(state.live.folder), partial(told.tell_notices, inspection))
    return True


def _note_loaded() -> None:
    """Have open pages follow the styles and scripts, whose addresses do not change while serving."""
    state.live_pages.assets = take_version(repr(sorted(state.parts.loaded.items())).encode())


def _stop_if_nothing_changed(config: MkDocsConfig) -> None:
    """End the build if it would make the site that is there, after saying what that build has said."""
    build = state.build
    if not build or state.command != "build":
        return
    build.made.inputs = _take_inputs(config)
    if build.made.inputs == build.last.inputs and build.last.is_whole():
        told.repeat(build.last.said)
        told.tell(message("Nothing has changed since the last build. The site is in its place."))
        raise SystemExit(0)


def _take_inputs(config: MkDocsConfig) -> str:
    """A digest of all that a build is made of."""
    return take_inputs(_project(config), repr(config.user_configs), choose_language(os.environ))


def _abort(text: Message) -> Abort:
    return Abort(printable(told.speak(text)))


def _open_live(root: Path) -> Path:
    """Make the folder that MkDocs writes to while serving: it empties its folder at the start of a build."""
    state.live = state.live or LiveSite(root)
    state.staged = TemporaryDirectory(prefix="espejo-", dir=root.parent)
    return Path(state.staged.name)


def _open_build(target: Path) -> Path:
    """Make the folder to build into. It takes the place of the target when the build is complete."""
    if state.build:  # of an earlier build in this process, which would wait for itself
        state.build.discard()
    try:
        state.build = BuildFolder(target, on_wait=told.tell)
    except BuildFolderError as error:
        raise _abort(error.text) from error
    state.complete = False
    return state.build.path


def _bundle_scripts(project: Path) -> Bundle:
    """Bundle the scripts. While serving, those of the last build stay until the new ones have no problem."""
    try:
        return bundle_scripts(project, live_reload=state.serving)
    except ScriptsError as error:
        report = list(map(printable, error.report.splitlines()))
        told.tell_error(error.text, "\n".join(report))
        if not (state.serving and hasattr(state, "parts")):
            raise _abort(_NOTHING_BUILT) from error
        told.tell_error(message("Serving the last good scripts until they are fixed."))
        state.live_pages.trouble = Trouble(error.text, report="\n".join(report))
        return state.parts.scripts


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


def _list_handbook(bank: Bank) -> dict[str, Path]:
    """The file of the contributing page in each language, whether there is one or not."""
    return {locale: _project(state.config) / name_file(locale, bank.root) for locale in bank.locales}


def _hand_written(page: pages.Page, path: str, locale: str) -> HandWritten:
    headings = page.toc.items[0].children if page.toc.items else []
    return HandWritten(
        title=Markup(page.title or "").striptags(),
        description=page.meta.get("description", ""),
        html=page.content or "",
        locale=getattr(page.file, "locale", locale),
        outline=tuple((heading.url, Markup(heading.title).striptags()) for heading in headings),
        trail=find_trail(state.parts.site, path, locale),
    )


def _source(path: str, locale: str) -> str:
    """The path that MkDocs takes for the source file of a page."""
    return f"{path}.md" if locale == state.parts.site.root else f"{path}.{locale}.md"


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
