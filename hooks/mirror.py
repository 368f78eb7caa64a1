"""The MkDocs hook: hands the pages of the bank to MkDocs and puts what they need into its templates.

Of all our code only this file knows MkDocs; what it knows of mkdocs-static-i18n is that the plugin builds
the site once per language, inside its own `on_post_build`, and rebuilds every `File` from its path.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from mkdocs.exceptions import Abort
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.toc import get_toc

from espejo.bank import load_bank
from espejo.exports import list_exports
from espejo.files import replace_file
from espejo.handbook import PATH as HANDBOOK
from espejo.handbook import finish, name_file, turn_links
from espejo.model import Bank
from espejo.moved import list_moved
from espejo.pages import Page, Site
from espejo.pdfs import Pdfs, find_pdfs
from espejo.problems import Place, Problem, report_notices, report_problems
from espejo.settings import read_settings
from espejo.sheets import CUT_FONT, MATH_FONT, join_sheets, list_fonts
from espejo.typeface import cut_font, find_characters
from espejo.view import Forge, View

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure import pages

log = logging.getLogger("mkdocs.hooks.espejo")


class _State:
    """What lasts from one event to the next, and while serving from one build to the next."""

    serving = False
    site: Site
    books: Pdfs
    pages: dict[str, Page]
    handbook: dict[str, Path]
    not_found = ""
    exports = TemporaryDirectory(prefix="espejo-exports-")  # two builds at a time do not meet there


state = _State()


def on_startup(*, command: str, dirty: bool) -> None:
    state.serving = command == "serve"


def on_config(config: MkDocsConfig) -> None:
    """Loads the bank, once for all languages. Bad data stops a build before the last site is emptied."""
    if _i18n(config).building:
        return
    state.not_found = ""
    loaded = load_bank(_project(config) / "data")
    if loaded.notices:
        log.info("Worth knowing about the data:\n%s", report_notices(loaded.notices))
    problems = [*loaded.problems, *_check_settings(config, loaded.bank)]
    if problems:
        log.error("The data has problems:\n%s", report_problems(problems))
        if not (state.serving and hasattr(state, "site")):
            raise Abort("Nothing was built. The last good site is left as it was.")
        log.error("Serving the last good pages until the data is mended.")
        return
    root = _i18n(config).default_language
    if not (_node_modules() / MATH_FONT).is_file():
        raise Abort("The fonts are missing. Set up with: make setup")
    site = Site(loaded.bank, root=root, home=str(config.site_url), forge=_forge(config))
    books = find_pdfs(loaded.bank, _project(config))
    site.sizes = _make_exports(site, Path(state.exports.name)) | books.sizes
    site.dates = books.dates
    if notice := books.notice():
        log.info(notice)
    state.site, state.books = site, books
    state.pages = {
        _source(page.path, locale): page for locale in loaded.bank.locales for page in site.pages(locale)
    }
    texts = {locale: _project(config) / name_file(locale, root) for locale in loaded.bank.locales}
    state.handbook = {_source(HANDBOOK, locale): path for locale, path in texts.items() if path.is_file()}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the bank's pages, which are on no disk, and the fonts, which come with the set-up."""
    for src_uri in (*state.pages, *state.handbook):
        files.append(File(src_uri, config.docs_dir, config.site_dir, config.use_directory_urls))
    for font in _fonts(config):
        files.append(font)
    for file in list(files):
        if file.src_uri.startswith("assets/javascripts/"):  # Material's scripts: no page loads them
            files.remove(file)
    return files


def on_page_read_source(page: pages.Page, config: MkDocsConfig) -> str | None:
    if text := state.handbook.get(page.file.src_uri):
        return turn_links(text.read_text(encoding="utf-8"), state.site, read_settings(_project(config)).home)
    return "" if page.file.src_uri in state.pages else None


def on_page_markdown(markdown: str, page: pages.Page, config: MkDocsConfig, files: Files) -> str:
    if ours := state.pages.get(page.file.src_uri):
        page.meta.update(title=ours.title, description=ours.description)
        if ours.whole:
            page.meta["template"] = "whole.html"
    if page.file.src_uri in state.handbook:
        words = state.site.words[_i18n(config).current_language]
        page.meta.update(description=words("contributing_about"))
    return markdown


def on_page_content(html: str, page: pages.Page, config: MkDocsConfig, files: Files) -> str:
    ours = state.pages.get(page.file.src_uri)
    if page.file.src_uri in state.handbook:
        return finish(html, state.site.home, "../" * page.file.url.count("/"))
    if not ours:
        return html
    # The page's HTML is made when its template asks for it: MkDocs would keep that of all pages at once.
    children: Any = [{"level": 2, "id": one.id, "name": one.title, "children": []} for one in ours.outline]
    page.toc = get_toc([{"level": 1, "id": "content", "name": ours.title, "children": children}])
    return ""


def on_page_context(context: Any, page: pages.Page, config: MkDocsConfig, nav: Any) -> Any:
    locale = _i18n(config).current_language
    prefix = state.site.address("", locale)
    path = page.file.url.removeprefix("./").removeprefix(prefix).strip("/")
    context["view"] = View(state.site, path, locale)
    context["ours"] = state.pages.get(page.file.src_uri)
    context["written_in"] = getattr(page.file, "locale", locale)
    return context


def on_template_context(context: Any, template_name: str, config: MkDocsConfig) -> Any:
    """For 404.html, which is served at any address and so links from the root of the host."""
    base = urlsplit(config.site_url or "/").path
    context["view"] = View(state.site, "", state.site.root, base=base)
    return context


def on_post_template(output: str, template_name: str, config: MkDocsConfig) -> str:
    """404.html speaks every language; keep it as the root language's build wrote it."""
    if template_name != "404.html":
        return output
    state.not_found = state.not_found or output
    return state.not_found


@event_priority(-200)
def on_post_build(config: MkDocsConfig) -> None:
    """Finishes the site, after the last language has been built: its styles, its math font, its search."""
    if _i18n(config).building:
        return
    _join_sheets(Path(config.site_dir, "assets", "css"))
    if characters := find_characters(state.site.bank):
        font = Path(config.site_dir, CUT_FONT)
        font.write_bytes(cut_font(_node_modules() / MATH_FONT, characters))
    shutil.copytree(state.exports.name, config.site_dir, dirs_exist_ok=True)
    for path, content in state.books.contents.items():
        Path(config.site_dir, path).write_bytes(content)
    _leave_redirects(Path(config.site_dir))
    from pagefind.service import get_executable

    command = [str(get_executable()), "--site", config.site_dir, "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Abort(f"Pagefind could not index the site: {done.stderr.strip()}")


def _make_exports(site: Site, folder: Path) -> dict[str, int]:
    """Makes what readers take away before the pages, which say how large it is: the sizes, by path."""
    shutil.rmtree(folder, ignore_errors=True)
    sizes = {}
    for export in list_exports(site, _node_modules()):
        content = export.make()
        sizes[export.path] = len(content)
        replace_file(folder / export.path, content)
    return sizes


def _leave_redirects(folder: Path) -> None:
    """Writes what stays where pages were, and never over a page of somebody's."""
    for moved in list_moved(state.site):
        if (folder / moved.path).exists():
            raise Abort(f"data/redirects.yaml: there is a page at {moved.path} already.")
        replace_file(folder / moved.path, moved.html.encode())


def _join_sheets(folder: Path) -> None:
    """Makes one file of several style sheets, so that a page asks for one."""
    joined = join_sheets(folder)
    for part in folder.glob("*.css"):
        part.unlink()
    for name, sheet in joined.items():
        (folder / name).write_text(sheet, encoding="utf-8")


def _check_settings(config: MkDocsConfig, bank: Bank) -> Iterator[Problem]:
    """What mkdocs.yml must say for the bank to be shown: its own address, and the bank's languages."""
    place = Place("mkdocs.yml", 1, 1)
    if not config.site_url:
        yield Problem(place, "", "missing key 'site_url'. Expected the site's address: https://…/")
    if set(bank.locales) != set(_i18n(config).build_languages):
        yield Problem(place, "", f"not the languages of data/locales. Expected: {', '.join(bank.locales)}.")


def _source(path: str, locale: str) -> str:
    """What MkDocs takes for the source of a page."""
    return f"{path}.md" if locale == state.site.root else f"{path}.{locale}.md"


def _i18n(config: MkDocsConfig) -> Any:
    return config.plugins["i18n"]


def _project(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _forge(config: MkDocsConfig) -> Forge:
    if not config.repo_url:
        return Forge()
    repository = config.repo_url.rstrip("/")
    return Forge(repository=repository, edit=urljoin(f"{repository}/", config.edit_uri))


def _node_modules() -> Path:
    return Path(__file__).parent.parent / "node_modules"


def _fonts(config: MkDocsConfig) -> Iterator[File]:
    for address, path in list_fonts(_node_modules()):
        if not path.is_file():
            raise Abort("The fonts are missing. Set up with: make setup")
        font = File(path.name, str(path.parent), config.site_dir, use_directory_urls=False)
        font.dest_uri = address
        yield font
