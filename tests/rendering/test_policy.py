"""Content-Security-Policy: every page has it, nothing that readers use needs more, browsers enforce it."""

from __future__ import annotations

import re
import shutil
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from conftest import PATIENCE, Open, report_violations
from espejo.rendering.policy import HEADERS, POLICY
from project import ROOT
from site_server import serve
from small_bank import make_word
from test_browser import LETTERS, PAGES

START = f"""<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
"""
OLD = "quizzes/phase-02-sets"
MATERIAL = ("anywhere/index.html", "contributing/index.html", "you/log/index.html")
"""The pages that are written by hand."""


def test_a_published_page_does_not_reload_itself(site: Path) -> None:
    """The script of the local server is not part of the site."""
    assert (ROOT / "hooks/espejo/site/js/live_reload.js").is_file()
    assert (site / "assets/js/main.js").is_file()
    assert not (site / "assets/js/live_reload.js").exists()
    assert "live_reload" not in (site / "index.html").read_text(encoding="utf-8")


class Inline(HTMLParser):
    """Whatever of a page a strict policy stops: inline scripts, styles and handlers, and javascript links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        data = values.get("type", "") == "application/json"
        stopped = tag == "style" or (tag == "script" and "src" not in values and not data)
        for name, value in values.items():
            stopped |= name == "style" or name.startswith("on")
            stopped |= value.lower().lstrip().startswith(("javascript:", "data:"))
        if stopped:
            self.found.append(self.get_starttag_text() or tag)


def test_every_page_starts_with_the_policy_and_has_nothing_inline(site: Path) -> None:
    """Pages of the bank, home, print views, redirects and the page for lost readers."""
    pages = {path.relative_to(site).as_posix(): path.read_text("utf-8") for path in site.rglob("*.html")}
    kinds = {"index.html", "404.html", *MATERIAL, "study-guide/print/index.html"}
    assert kinds | {f"{OLD}/index.html", f"es/{OLD}/index.html"} <= pages.keys()
    for name, html in pages.items():
        assert html.count("http-equiv") == 1 + html.count("<noscript><meta http-equiv"), name
        if name.removeprefix("es/") not in MATERIAL:
            _, _, head = html.partition("<head>")
            assert head.lstrip().startswith(START), name
            assert Inline(html).found == [], name


def test_a_page_of_material_may_run_its_own_inline_scripts_and_no_others(site: Path) -> None:
    """By their hashes; its icons are data. Nothing else is wider, and no element has a style or a handler."""
    for name in (*MATERIAL, *(f"es/{name}" for name in MATERIAL)):
        html = (site / name).read_text(encoding="utf-8")
        assert re.search(r'<head>\s*<meta charset="utf-8">\s*<meta http-equiv', html), name
        (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', html)
        hashes = re.findall(r" 'sha256-([^']+)'", policy)
        scripts = re.findall(r"<script(?![^>]* (?:src|type)=)[^>]*>(.*?)</script>", html, re.DOTALL)
        hashed = {b64encode(sha256(script.encode()).digest()).decode() for script in scripts}
        assert set(hashes) == hashed, name
        assert scripts, name
        plain = re.sub(r" 'sha256-[^']+'", "", policy)
        assert plain == POLICY.replace("img-src 'self'", "img-src 'self' data:"), name
        assert {found.split()[0].rstrip(">") for found in Inline(html).found} == {"<script"}, name


def test_no_other_file_can_run_a_script_without_the_policy(site: Path) -> None:
    """A browser opens these kinds of files as text or not at all; a picture of ours has no script."""
    files = [path for path in site.rglob("*") if path.is_file()]
    harmless = {
        ".apkg",
        ".css",
        ".gz",
        ".js",
        ".json",
        ".map",
        ".pdf",
        ".png",
        ".tsv",
        ".txt",
        ".webmanifest",
        ".woff2",
    }
    index = {".pagefind", ".pf_fragment", ".pf_index", ".pf_meta"}
    others = {path for path in files if path.suffix not in harmless | index | {".html"}}
    assert others == {site / "assets/mark.svg", site / "sitemap.xml"}
    assert "script" not in (site / "assets/mark.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<style>p {}</style>",
        "<p style='color: red'>",
        "<img src=x onerror=alert(1)>",
        "<a href=' JavaScript:alert(1)'>",
    ],
)
def test_what_is_inline_is_noticed(html: str) -> None:
    assert len(Inline(html).found) == 1
    assert Inline('<script src="a.js"></script><script type="application/json">{}</script>').found == []


SETTLE = "new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))"
"""Until the page has heard what opened or closed, which may hide buttons: browsers tell it a moment later."""


def name_button(button: Locator) -> str:
    """What a button does: its words, or its accessible name."""
    name: str = button.evaluate("one => one.getAttribute('aria-label') ?? one.textContent.trim()")
    return name


def use_everything(page: Page, locale: str) -> None:
    """Use whatever a page has: themes, answers, listings, details, the keyboard, paper."""
    used = set()
    for button in page.locator("button:not([data-keys])").all():  # what that opens, it opens late
        if button.is_visible() and button.is_enabled() and (name := name_button(button)) not in used:
            used.add(name)  # one of each: a page has many to check an answer, and they are alike
            button.click()
            page.keyboard.press("Escape")  # what it opened may cover the next one
            page.evaluate(SETTLE)
    open_all = page.get_by_role("button", name=make_word("open_all", locale), exact=True)
    if open_all.count():
        open_all.click()
    for summary in page.locator("summary").all():
        if summary.is_visible():
            summary.press("Enter")
    for key in ("Tab", "Shift+Tab", "End", "Home", "Escape"):
        page.keyboard.press(key)
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme, media="print")
    assert page.pdf().startswith(b"%PDF")
    page.emulate_media(media="screen")


MOST_LOOKS = 1_000

ALIKE = (LETTERS, "/study-guide/quiz-02-averages/")
"""Pages with nothing to use that another quiz does not have."""


@pytest.mark.parametrize("path", [*(path for path in PAGES if path not in ALIKE), "/404.html"])
def test_everything_on_a_page_can_be_used(visit: Open, path: str) -> None:
    """A page of every kind loads in its language, can be used, and leads to the other language and back.

    Pages take turns: one is used in English, the next one in Spanish. The fixture `visit` fails a test if the
    policy stops anything, or if anything fails to load or comes from another host.
    """
    here, other = ("es", "en") if path in PAGES and PAGES.index(path) % 2 else ("en", "es")
    prefix = "/es" if here == "es" else ""
    page = visit(prefix + path, permissions=["clipboard-read", "clipboard-write"])
    expect(page.locator("h1").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", here)
    use_everything(page, here)
    for language in (other, here):
        page.locator(f"a[hreflang={language}]:visible").first.click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.wait_for_load_state()


@pytest.mark.parametrize(("prefix", "query"), [("", "repeated"), ("/es", "primos")])
def test_the_search_runs_and_its_results_open(visit: Open, prefix: str, query: str) -> None:
    """Its WebAssembly, its index and its scripts are all that it needs."""
    page = visit(f"{prefix}/search/")
    page.get_by_role("searchbox").press_sequentially(query)
    expect(page.locator(".found")).to_contain_text(query)  # and not only its first letters
    page.locator(".results a").first.click()
    expect(page.locator(".question:target")).to_be_visible()


def test_enter_before_the_script_is_there_still_searches(visit: Open) -> None:
    """The form is sent to its own page, which is why the policy lets forms go to the site."""
    page = visit("/search/")
    pressed: list[str] = []

    def press(route: Route) -> None:
        if not pressed:
            pressed.append(page.url)
            page.get_by_role("searchbox").fill("repeated")
            page.get_by_role("searchbox").press("Enter", no_wait_after=True)
        route.continue_()

    page.route("**/main.js?v=*", press)
    page.reload(wait_until="commit")
    page.wait_for_url("**/search/?q=repeated")
    expect(page.locator(".results a")).to_have_count(1)


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_an_old_address_leads_on(visit: Open, script: bool) -> None:
    page = visit(f"/es/{OLD}/", java_script_enabled=script)
    page.wait_for_url("**/es/quizzes/phase-02-collections/")
    page.wait_for_load_state("networkidle")


HOSTILE = {
    "an inline script": ("<script>document.title = 'ran'</script>", "script-src-elem stops inline"),
    "an inline handler": ("<img src=x onerror=\"document.title = 'ran'\">", "script-src-attr stops inline"),
    "an inline style": ("<p style='color: red'>", "style-src-attr stops inline"),
    "a style sheet": ("<style>p { color: red }</style>", "style-src-elem stops inline"),
    "a foreign image": (
        "<img src='https://elsewhere.test/x.png'>",
        "img-src stops https://elsewhere.test/x.png",
    ),
    "a foreign script": (
        "<script src='https://elsewhere.test/x.js'></script>",
        "script-src-elem stops https://elsewhere.test/x.js",
    ),
    "a frame": ("<iframe src='https://elsewhere.test/'></iframe>", "frame-src stops https://elsewhere.test"),
    "an object": ("<object data='/index.html'></object>", "object-src stops "),
    "a base": ("<base href='https://elsewhere.test/'>", "base-uri stops https://elsewhere.test/"),
}


@pytest.mark.parametrize("page_of", ["index.html", "study-guide/print/index.html", f"{OLD}/index.html"])
def test_a_browser_enforces_the_policy(site: Path, browser: Browser, tmp_path: Path, page_of: str) -> None:
    """Each thing that a page must not do, written into a copy of a page, is stopped and reported."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    (copy / "assets/js/moved.js").write_text("", encoding="utf-8")
    path = copy / page_of
    hostile = "".join(html for html, _ in HOSTILE.values())
    text = path.read_text(encoding="utf-8")
    assert text.count("</body>") == 1
    path.write_text(text.replace("</body>", f"{hostile}</body>"), encoding="utf-8")
    found: list[str] = []
    with serve(copy) as server:
        context = browser.new_context(service_workers="block")
        context.set_default_timeout(PATIENCE)
        report_violations(context, found)
        page = context.new_page()
        page.goto(f"{server.address}/{page_of}")
        page.wait_for_load_state("networkidle")
        for _ in range(MOST_LOOKS):  # a browser reports what it stops a moment later
            if not list_not_stopped(found):
                break
            page.evaluate(SETTLE)
        assert page.title() != "ran"
        context.close()
    assert list_not_stopped(found) == [], found


def list_not_stopped(found: list[str]) -> list[str]:
    """What a page must not do and no report says was stopped."""
    return [
        name for name, (_, stopped) in HOSTILE.items() if not any(one.startswith(stopped) for one in found)
    ]


@pytest.fixture
def framed(site: Path, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The addresses of the site with the headers that we advise, and of a page elsewhere that frames it."""
    with serve(site, HEADERS) as ours, serve(tmp_path) as elsewhere:
        frame = f"<!doctype html><title>frame</title><iframe src='{ours.address}/'></iframe>"
        (tmp_path / "frame.html").write_text(frame, encoding="utf-8")
        yield ours.address, f"{elsewhere.address}/frame.html"


def test_the_headers_that_we_advise_change_nothing_but_frames(
    visit: Open, browser: Browser, framed: tuple[str, str]
) -> None:
    """Everything works under both policies, and another site cannot show ours in a frame."""
    ours, elsewhere = framed
    page = visit("/search/", at=ours)
    page.get_by_role("searchbox").press_sequentially("repeated")
    expect(page.locator(".found")).to_contain_text("repeated")
    page.locator(".results a").first.click()
    expect(page.locator(".question:target")).to_be_visible()
    page.goto(f"{ours}/contributing/")  # a page of Material, whose inline scripts run by their hashes
    page.wait_for_load_state("networkidle")
    other = browser.new_page(service_workers="block")
    other.set_default_timeout(PATIENCE)
    with other.expect_console_message(lambda message: "frame-ancestors" in message.text):
        other.goto(elsewhere)
    other.close()


def test_the_headers_are_written_down_for_hosts() -> None:
    """ARCHITECTURE.md gives them word for word, on one line each."""
    text = re.sub(r"\s+", " ", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    for name, value in HEADERS.items():
        assert f"{name}: {value}" in text
