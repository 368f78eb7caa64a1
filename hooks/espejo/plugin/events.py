"""MkDocs event handlers: build the site when MkDocs calls the plugin.

mkdocs-static-i18n builds the site once per language, inside its own `on_post_build`, and recreates every
`File` from its path. So the bank loads before the first language, and our pages are added after its files.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
from jinja2 import Environment
from markupsafe import Markup
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from espejo.check.additions import list_additions
from espejo.files import write_file
from espejo.messages.message import MessageError, sentences
from espejo.model.addresses import STATUS_JSON
from espejo.plugin.bank_build import BankBuild, BankWork
from espejo.plugin.bank_pages import (
    BankPage,
    add_bank_pages,
    announce_bank_pages,
    withdraw_bank_pages,
)
from espejo.plugin.hand_written import HandWrittenPages, find_blocked
from espejo.plugin.languages import add_languages
from espejo.plugin.layout import make_around
from espejo.plugin.log import abort, log
from espejo.plugin.output import BuildOutput, LiveOutput, Output
from espejo.plugin.project import NOTHING_BUILT, Project, find_folder
from espejo.plugin.serving import drop_inline_script, survive, watch_folders
from espejo.plugin.settings import (
    check_foundation,
    drop_unsupported,
    find_i18n,
    find_unsupported,
    read_policy,
)
from espejo.plugin.sitemap import write_sitemap
from espejo.plugin.templates import find_language, use_templates
from espejo.plugin.touched import TEMPLATE, FinishedPages, Rendered, keep_untouched
from espejo.rendering.page_view import View
from espejo.rendering.policy import write_policy
from espejo.site.frame import Frame
from espejo.site.page import Page as PageOfBank
from espejo.site.scripts import SCRIPTS
from espejo.site.search_index import FOLDER as SEARCH
from espejo.site.search_index import SearchIndexing
from espejo.site.search_records import list_language_records
from espejo.site.settings import read_settings
from espejo.site.styles import STYLES

_NEEDLESS = re.compile(
    r"assets/(?:js/|css/|javascripts/(?:lunr|workers)/|images/favicon\.png)|.*\.(?:js|css)\.map$"
)
"""Files not loaded by any page: the sources of our scripts and styles, and parts of Material."""


class Options(Config):  # type: ignore[no-untyped-call]
    """Options of the plugin in mkdocs.yml: none, because the bank has its own settings."""


class EspejoPlugin(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """State of a build and, while serving, what the next build reuses."""

    def on_startup(self, *, command: str, dirty: bool) -> None:  # noqa: ARG002 (the parameters of MkDocs)
        context = click.get_current_context(silent=True)  # `serve --clean` calls its command "build"
        self._serving = "serve" in (command, context.info_name if context else "")
        self._output: Output = LiveOutput() if self._serving else BuildOutput()
        if not self._serving:  # builds leave little garbage; looking for it took 0.7 of 15 s at 400 quizzes
            gc.set_threshold(20_000, 50, 50)
        self._project = Project(serving=self._serving)
        self._last: Rendered | None = None
        self._build: BankBuild | None = None
        self._frame: Frame | None = None  # around the page that MkDocs renders now

    @event_priority(100)
    def _redirect_output(self, config: MkDocsConfig) -> None:
        """Build into a separate folder, set before other plugins read the output path."""
        add_languages(config, find_folder(config) / "data")
        check_foundation(config)
        if not _is_further_language(config):
            self._output.redirect(config)

    @event_priority(-200)
    def _load(self, config: MkDocsConfig) -> None:
        """Load the bank, once for all languages, and report problems before MkDocs writes anything."""
        if not _is_further_language(config):
            log.tell_settings(find_unsupported(config))
            self._parts = self._project.load(config)
            published = read_settings(find_folder(config)).home
            self._written = HandWrittenPages(self._parts.site, find_folder(config), published)
            added = (room.publish(self._parts.site.bank) for room in list_additions())
            self._published = {address: content for one in added for address, content in one.items()}
            self._policy = write_policy(read_policy(config.extra))
        _use_theme(config)
        drop_unsupported(config)

    on_config = CombinedEvent(_redirect_output, _load)

    @event_priority(100)
    def _prepare_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add and remove files before the i18n plugin processes them."""
        named = {*config.extra_css, *map(str, config.extra_javascript)}
        for file in list(files):
            if _NEEDLESS.match(file.src_uri) and file.src_uri not in named:
                files.remove(file)
        self._written.announce_handbook(files, config)
        announce_bank_pages(files, config, self._parts.pages.values(), self._parts.site.root)
        return files

    @event_priority(-99)
    def _withdraw_bank(self, files: Files, config: MkDocsConfig) -> Files:
        self._written.add_handbook(files, config)
        withdraw_bank_pages(files, self._parts.pages.values(), self._parts.site.root)
        return files

    @event_priority(-200)
    def _add_bank(self, files: Files, config: MkDocsConfig) -> Files:
        """Add the bank's pages. Before the first language, start rendering them in the background."""
        if not _is_further_language(config):
            self._start_build(config)
        self._written.fill_handbook(files)
        locale = find_i18n(config).current_language
        pages = [page for page in self._parts.pages.values() if page.locale == locale]
        add_bank_pages(files, config, self._parts.site, pages, self._render)
        for address, content in self._published.items():
            files.append(File.generated(config, address, content=content))
        return files

    on_files = CombinedEvent(_prepare_files, _withdraw_bank, _add_bank)

    def _start_build(self, config: MkDocsConfig) -> None:
        self._build = BankBuild(BankWork(self._parts, Path(config.site_dir)))
        if last := self._last:
            untouched = keep_untouched(last, self._parts, self._project.digests)
            self._build.follow(last.build, untouched)
            self._finished = FinishedPages(last.finished, untouched)
        else:
            self._build.start()
            self._finished = FinishedPages(None, ())
            self._search = SearchIndexing()
            for locale in self._parts.site.bank.locales:
                self._search.add(locale, list(list_language_records(self._parts.site, locale)))

    def _render(self, page: PageOfBank) -> str:
        assert self._build  # noqa: S101
        return self._build.body((page.path, page.locale))

    @event_priority(-200)
    def on_nav(self, nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:  # noqa: ARG002
        self._nav = nav
        return nav

    def on_page_markdown(self, markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        self._written.describe(page, find_i18n(config).current_language)
        return markdown

    @event_priority(-200)
    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        if isinstance(page, BankPage):
            return html
        html = self._written.finish(html, page, find_i18n(config).current_language, self._policy)
        log.tell_settings(find_blocked(html, page, self._policy))
        return html

    @event_priority(-200)
    def on_env(self, env: Environment, config: MkDocsConfig, files: Files) -> Environment:
        """Make the menu, and index the pages written by hand, which now have titles and texts."""
        locale, written = find_i18n(config).current_language, self._written.records
        if not self._last:
            self._search.add(locale, [record for record in written if record.language == locale])
            self._search.end(locale)
        trouble = self._project.trouble
        self._around = make_around(env, config, self._nav, self._parts)._replace(
            policy=self._policy,
            is_served=self._serving,
            trouble=trouble.show(locale) if trouble else Markup(""),
        )
        self._finished.use_layout(config, self._around, View(self._parts.site, "", locale))
        for file in files:
            if isinstance(file.page, BankPage) and self._finished.find(file.page):
                file.page.meta["template"] = TEMPLATE
        return env

    def on_page_context(self, context: Any, page: Page, config: MkDocsConfig, nav: Navigation) -> Any:  # noqa: ARG002
        locale, site = find_i18n(config).current_language, self._parts.site
        self._frame = None
        if isinstance(page, BankPage):
            if page.meta.get("template") == TEMPLATE:
                context["finished"] = self._finished.find(page)
                return context
            view = View(site, page.bank_page.path, locale)
            frame = Frame(view, page=page.bank_page, body=page.content or "", around=self._around)
        else:
            assert self._build  # noqa: S101
            view = View(site, self._written.find_path(page, locale), locale, downloads=self._build.downloads)
            written = self._written.frame(page, config, locale)
            frame = Frame(view, hand_written=written, around=self._around)
        context["frame"] = self._frame = frame
        return context

    @event_priority(100)
    def _finish_page(self, output: str, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG002
        if not self._frame:
            return output
        html = self._frame.finish(output)
        if self._serving and isinstance(page, BankPage):
            self._finished.add(page, html)
        return html

    @event_priority(-300)
    def _allow_added(self, output: str, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG002
        """Allow inline scripts that other plugins have added since: the author chose these plugins."""
        return self._frame.allow_added(output) if self._frame else output

    on_post_page = CombinedEvent(_finish_page, _allow_added)

    def on_template_context(self, context: Any, template_name: str, config: MkDocsConfig) -> Any:  # noqa: ARG002
        """Add the layout to 404.html. It's served at any address, so its links start at the host's root."""
        view = View(self._parts.site, "", self._parts.site.root, base=urlsplit(config.site_url or "/").path)
        context["frame"] = self._frame = Frame(
            view,
            description=config.site_description or "",
            around=self._around._replace(menu=None, worker=False),
        )
        return context

    def on_post_template(self, output: str, template_name: str, config: MkDocsConfig) -> str:  # noqa: ARG002
        return self._frame.finish(output) if self._frame and template_name == "404.html" else output

    @event_priority(-200)
    def on_post_build(self, config: MkDocsConfig) -> None:
        """Finish the site after the last language: scripts, search, downloads, redirects, service worker."""
        if _is_further_language(config):
            return
        assert self._build  # noqa: S101
        folder, parts = Path(config.site_dir), self._parts
        try:
            parts.write(folder)
            self._build.finish()
            if not self._last:
                for path, content in self._search.finish().items():
                    write_file(folder / SEARCH / path, content)
            (folder / "search" / "search_index.json").unlink(missing_ok=True)  # from MkDocs' own search
            write_sitemap(parts, self._written.addresses, folder)
            parts.write_redirects(folder)
        except MessageError as error:
            raise abort(sentences(error.text, NOTHING_BUILT)) from error
        parts.write_worker(folder, set(self._build.downloads.sizes) - {STATUS_JSON})
        if self._serving:
            self._last = Rendered(parts, self._project.digests, self._build, self._finished)
        self._output.complete(config)

    def on_build_error(self, error: Exception) -> None:
        self._output.fail()
        if self._build:
            self._build.stop()
        if isinstance(error, MessageError):
            raise abort(sentences(error.text, NOTHING_BUILT)) from error

    def on_shutdown(self) -> None:
        self._output.close()

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, builder: Callable[[], None]) -> Any:
        """Watch the data for edits, and keep the last good pages when a build fails."""
        if app := server.get_app():
            server.set_app(drop_inline_script(app))
        folders = find_folder(config) / "data", Path(config.docs_dir), SCRIPTS, STYLES
        watch_folders(server, [str(folder) for folder in folders if folder.is_dir()])
        server.builder = survive(builder)
        return server


def _is_further_language(config: MkDocsConfig) -> bool:
    """Whether the i18n plugin is building a language after the first."""
    return bool(find_i18n(config).building)


def _use_theme(config: MkDocsConfig) -> None:
    use_templates(config)
    config.theme["language"] = find_language(find_i18n(config).current_language)
    config.theme.static_templates -= {"sitemap.xml"}  # ours has full links to every language
