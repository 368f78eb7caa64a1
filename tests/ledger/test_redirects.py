"""Redirects: rules for data/redirects.yaml, and where readers arrive, in both languages."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from conftest import Open, build
from edits import cut_record
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from page_checks import box, measure_width
from site_server import Server
from small_bank import SITE_URL, make_word

# The small bank's redirect, which is in the shared site.
OLD, NEW = "quizzes/phase-02-sets", "quizzes/phase-02-collections"


def problems(data: Path, *redirects: str) -> list[str]:
    """The small bank's problems with these redirects instead of its own."""
    lines = "".join(f"  - {one}\n" for one in redirects)
    (data / "redirects.yaml").write_text(f"redirects:\n{lines}", encoding="utf-8")
    return [str(one) for one in inspect_project(data).faults]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (f"{{old: /{OLD}/, new: quizzes}}", f"2:11: invalid address '/{OLD}/'."),
        ("{old: ../../etc, new: quizzes}", "2:11: invalid address '../../etc'."),
        ("{old: too/deep/for/us, new: quizzes}", "2:11: invalid address 'too/deep/for/us'."),
        ("{old: 'https://evil.test', new: quizzes}", "2:11: invalid address 'https://evil.test'."),
        (f"{{old: {NEW}, new: quizzes}}", f"2:11: '{NEW}' is an existing page."),
        (f"{{old: es/{OLD}, new: quizzes}}", "2:11: 'es' is part of the site itself."),
        ("{old: search, new: quizzes}", "2:11: 'search' is part of the site itself."),
        ("{old: topics, new: quizzes}", "2:11: 'topics' is part of the site itself."),
        (f"{{old: {OLD}, new: {NEW}s}}", f"no page has the address '{NEW}s'. Did you mean '{NEW}'?"),
        (f"{{old: {OLD}, new: topics/fractions}}", "no page has the address 'topics/fractions'."),
        (f"{{old: {OLD}, new: 'javascript:alert(1)'}}", "no page has the address 'javascript:alert(1)'."),
        (f"{{old: {OLD}}}", "2:5: 'new' is missing. Add it before the }: , new: …"),
        (f"{{new: {NEW}}}", "2:5: 'old' is missing. Add it before the }: , old: …"),
    ],
)
def test_a_redirect_to_nowhere_is_a_problem_with_its_place(data: Path, written: str, said: str) -> None:
    """One problem, with the line and the reason."""
    (found,) = problems(data, written)
    assert found.startswith("data/redirects.yaml:2:")
    assert said in found


def test_an_old_address_is_listed_once_and_leads_to_a_page(data: Path) -> None:
    """Its target may be a quiz, a topic, or a collection, but not another redirect."""
    sound = [f"{{old: {OLD}, new: {NEW}}}", "{old: topics/quotients, new: topics/division}"]
    assert problems(data, *sound, "{old: trials, new: drills}") == []
    twice, chain = problems(
        data, sound[0], f"{{old: {OLD}, new: quizzes}}", f"{{old: quizzes/first, new: {OLD}}}"
    )
    assert f"3:11: '{OLD}' is listed twice, also on line 2." in twice
    assert f"4:31: no page has the address '{OLD}'. Did you mean '" in chain


@pytest.mark.parametrize(
    ("prefix", "anchor", "script"),
    [("", "#%", True), ("es/", "#q-02-03", True), ("", "", False), ("es/", "", False)],
)
def test_a_reader_arrives(server: Server, visit: Open, prefix: str, anchor: str, script: bool) -> None:
    """Redirects keep the language and the question, under a strict policy, with and without scripts.

    An anchor that was cut off in the middle of an escape is kept as it is.
    """
    page = visit(f"/{prefix}{OLD}/{anchor}", java_script_enabled=script)
    page.wait_for_url(f"{server.address}/{prefix}{NEW}/{anchor}")
    assert page.locator("html").get_attribute("lang") == (prefix.strip("/") or "en")
    if anchor.startswith("#q"):
        assert page.locator(anchor).is_visible()


def test_the_page_at_an_old_address_links_to_the_new_one(server: Server, visit: Open) -> None:
    """Readers who aren't redirected get text and a large enough link; search engines, a canonical address."""
    page = visit("/", width=320)
    html = page.request.get(f"{server.address}/es/{OLD}/").text()
    assert f'<link rel="canonical" href="{SITE_URL}es/{NEW}/">' in html
    page.route("**/moved.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"{server.address}/es/{OLD}/")
    assert page.get_by_role("heading", name=make_word("moved_title", "es"), exact=True).is_visible()
    link = page.get_by_role("link", name=make_word("moved_link", "es"), exact=True)
    assert box(link)["height"] >= 44
    assert measure_width(page) == 320
    link.click()
    page.wait_for_url(f"{server.address}/es/{NEW}/")


def test_old_addresses_are_not_in_the_sitemap(site: Path) -> None:
    """Search engines get only the new address."""
    sitemap = (site / "sitemap.xml").read_text(encoding="utf-8")
    assert f"{SITE_URL}{NEW}/" in sitemap
    assert OLD not in sitemap


def test_no_redirect_overwrites_a_page_written_by_hand(project: Path) -> None:
    """The build stops and names the file."""
    (project / "docs" / "about.md").write_text("# About\n", encoding="utf-8")
    redirects = f"redirects:\n  - {{old: about, new: {NEW}}}\n"
    (project / "data" / "redirects.yaml").write_text(redirects, encoding="utf-8")
    done = build(project)
    assert done.returncode
    assert "there is already a page at about/index.html" in done.stdout + done.stderr


def move_question(data: Path, id_: str, target: str) -> None:
    """Moves a question of the first quiz to the end of another file."""
    record = cut_record(data / "quizzes" / "phase-01-arithmetic.yaml", id_)
    path = data / f"{target}.yaml"
    path.write_text(path.read_text(encoding="utf-8").rstrip("\n") + "\n" + record, encoding="utf-8")


def test_a_question_that_moves_leaves_a_link_at_its_old_anchor(data: Path) -> None:
    """Its id stays, even before the ledger records the move, in both languages and without scripts."""
    move_question(data, "q-01-06", NEW)
    assert inspect_project(data).faults == []
    for _ in range(2):
        site = Site(inspect_project(data).bank, home=SITE_URL)
        for locale in site.bank.locales:
            (page,) = [
                page for page in list_pages(site, locale) if page.path == "quizzes/phase-01-arithmetic"
            ]
            html = render_page(site, page, Downloads(defaultdict(int)))
            (note,) = re.findall(r'<p class="left" id="q-01-06".*?</p>', html)
            assert '/quizzes/phase-02-collections/#q-01-06"' in note
            assert make_word("moved_item", locale) in note
            assert html.count('id="q-01-06"') == 1
        assert main(["accept", "--data", str(data)]) == 0
