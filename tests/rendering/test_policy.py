"""Content-Security-Policy: every page has it, it blocks nothing that readers need, browsers enforce it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from conftest import PATIENCE, Open, report_violations
from espejo.rendering.policy import POLICY
from project import ROOT
from site_server import Server, serve
from test_every_page import SETTLE

START = f"""<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
"""
OLD = "quizzes/phase-02-sets"
MATERIAL = ("contributing/index.html", "contributing/own-bank/index.html", "you/log/index.html")
"""Hand-written pages."""


def test_a_published_page_does_not_reload_itself(site: Path) -> None:
    """The local server's script isn't part of the site."""
    assert (ROOT / "hooks/espejo/site/js/live_reload.js").is_file()
    assert (site / "assets/js/main.js").is_file()
    assert not (site / "assets/js/live_reload.js").exists()
    assert "live_reload" not in (site / "index.html").read_text(encoding="utf-8")


class Inline(HTMLParser):
    """Finds what a strict policy blocks: inline scripts, styles, and handlers, and javascript links."""

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
    """Covers pages of the bank, home, print views, redirects, and the 404 page."""
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
    """Scripts are allowed by hash, and icons as data URLs. No element has a style or a handler."""
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
    """Browsers open these file types as text or not at all, and our SVG has no script."""
    files = [path for path in site.rglob("*") if path.is_file()]
    harmless = {
        *(".apkg", ".css", ".gz", ".js", ".json", ".map", ".pdf", ".png"),
        *(".tsv", ".txt", ".webmanifest", ".woff2"),
    }
    index = {".pagefind", ".pf_fragment", ".pf_index", ".pf_meta"}
    others = {path for path in files if path.suffix not in harmless | index | {".html"}}
    assert others == {site / "assets/mark.svg", site / "sitemap.xml"}
    assert "script" not in (site / "assets/mark.svg").read_text(encoding="utf-8")


def test_enter_searches_even_before_the_script_has_loaded(visit: Open) -> None:
    """The form is sent to its own page, so the policy allows forms to be sent to the site."""
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


MOST_LOOKS = 1_000

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


def test_a_browser_enforces_the_policy(browser: Browser, server: Server) -> None:
    """Each forbidden element is added to a page; the browser must block and report it."""
    hostile = "".join(html for html, _ in HOSTILE.values())
    assert len(Inline(hostile).found) == 4

    def add_hostile(route: Route) -> None:
        text = route.fetch().text()
        assert text.count("</body>") == 1
        route.fulfill(body=text.replace("</body>", f"{hostile}</body>"), content_type="text/html")

    for path in ("/", "/study-guide/print/", f"/{OLD}/"):
        found: list[str] = []
        context = browser.new_context(service_workers="block")
        context.set_default_timeout(PATIENCE)
        report_violations(context, found)
        page = context.new_page()
        page.route(f"{server.address}{path}", add_hostile)
        page.route("**/moved.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
        page.goto(f"{server.address}{path}")
        page.wait_for_load_state("networkidle")
        for _ in range(MOST_LOOKS):  # browsers report violations with a delay
            if not list_not_stopped(found):
                break
            page.evaluate(SETTLE)
        assert page.title() != "ran"
        context.close()
        assert list_not_stopped(found) == [], (path, found)


def list_not_stopped(found: list[str]) -> list[str]:
    """List the forbidden elements that no report mentions."""
    return [
        name for name, (_, stopped) in HOSTILE.items() if not any(one.startswith(stopped) for one in found)
    ]


def read_headers() -> dict[str, str]:
    """Return the headers that ARCHITECTURE.md recommends to hosts."""
    section = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("\n## Hosting\n")[2]
    return dict(line.split(": ") for line in section.split("```")[1].strip().splitlines())


@pytest.fixture
def framed(site: Path, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Return the addresses of the site with these headers and of a page on another site that frames it."""
    with serve(site, read_headers()) as ours, serve(tmp_path) as elsewhere:
        frame = f"<!doctype html><title>frame</title><iframe src='{ours.address}/'></iframe>"
        (tmp_path / "frame.html").write_text(frame, encoding="utf-8")
        yield ours.address, f"{elsewhere.address}/frame.html"


def test_the_recommended_headers_only_forbid_frames(
    visit: Open, browser: Browser, framed: tuple[str, str]
) -> None:
    """Everything works under both policies, and other sites can't show ours in a frame."""
    ours, elsewhere = framed
    page = visit("/search/", at=ours)
    page.get_by_role("searchbox").press_sequentially("repeated")
    expect(page.locator(".found")).to_contain_text("repeated")
    page.locator(".results a").first.click()
    expect(page.locator(".question:target")).to_be_visible()
    page.goto(f"{ours}/contributing/")  # a Material page, whose inline scripts are allowed by hash
    page.wait_for_load_state("networkidle")
    other = browser.new_page(service_workers="block")
    other.set_default_timeout(PATIENCE)
    with other.expect_console_message(lambda message: "frame-ancestors" in message.text):
        other.goto(elsewhere)
    other.close()
