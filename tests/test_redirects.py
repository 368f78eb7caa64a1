"""Pages that moved: what may be written about them, and that readers arrive, in both languages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from espejo.bank import load_bank

from conftest import Open, build
from project import ROOT, copy_project
from site_server import Server, serve

OLD, NEW = "quizzes/phase-07-autograd", "quizzes/phase-07-scalar-autograd"


def problems(tmp_path: Path, *redirects: str) -> list[str]:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    lines = "".join(f"  - {one}\n" for one in redirects)
    (tmp_path / "data" / "redirects.yaml").write_text(f"redirects:\n{lines}", encoding="utf-8")
    return [str(one) for one in load_bank(tmp_path / "data").problems]


def test_a_redirect_from_nowhere_to_a_page_is_sound(tmp_path: Path) -> None:
    sound = [f"{{old: {OLD}, new: {NEW}}}", "{old: topics/autodiff, new: topics/autograd}"]
    assert problems(tmp_path, *sound, "{old: trials, new: drills}") == []


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (f"{{old: /{OLD}/, new: quizzes}}", f"2:11: not an address: '/{OLD}/'."),
        ("{old: ../../etc, new: quizzes}", "2:11: not an address: '../../etc'."),
        ("{old: 'https://evil.test', new: quizzes}", "2:11: not an address: 'https://evil.test'."),
        (f"{{old: {NEW}, new: quizzes}}", f"2:11: '{NEW}' is a page that exists."),
        (f"{{old: es/{OLD}, new: quizzes}}", "2:11: 'es' is a part of the site itself."),
        ("{old: search, new: quizzes}", "2:11: 'search' is a part of the site itself."),
        ("{old: topics, new: quizzes}", "2:11: 'topics' is a part of the site itself."),
        (f"{{old: {OLD}, new: {NEW}s}}", f"no page has the address '{NEW}s'. Did you mean '{NEW}'?"),
        (f"{{old: {OLD}, new: 'javascript:alert(1)'}}", "no page has the address 'javascript:alert(1)'."),
        (f"{{old: {OLD}}}", "2:5: missing key 'new'. Expected: new: …"),
        (f"{{new: {NEW}}}", "2:5: missing key 'old'. Expected: old: …"),
    ],
)
def test_what_leads_nowhere_is_a_problem_with_its_place(tmp_path: Path, written: str, said: str) -> None:
    (found,) = problems(tmp_path, written)
    assert found.startswith("data/redirects.yaml:2:")
    assert said in found


def test_an_old_address_stands_once_and_leads_to_the_end(tmp_path: Path) -> None:
    """Two that begin alike, and one that leads to a page that moved on itself."""
    twice, chain = problems(
        tmp_path,
        f"{{old: {OLD}, new: {NEW}}}",
        f"{{old: {OLD}, new: quizzes}}",
        f"{{old: quizzes/first, new: {OLD}}}",
    )
    assert f"3:11: '{OLD}' stands twice, also in line 2." in twice
    assert f"no page has the address '{OLD}'. Did you mean '{NEW}'?" in chain


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    project = copy_project(tmp_path_factory.mktemp("moved") / "project")
    for folder in ("study-guide", "drills"):
        shutil.rmtree(project / "data" / folder)
    redirects = f"redirects:\n  - {{old: {OLD}, new: {NEW}}}\n"
    (project / "data" / "redirects.yaml").write_text(redirects, encoding="utf-8")
    done = build(project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert OLD not in (project / "site" / "sitemap.xml").read_text(encoding="utf-8")
    with serve(project / "site") as running:
        yield running


@pytest.mark.parametrize(("prefix", "script"), [("", True), ("", False), ("es/", True), ("es/", False)])
def test_a_reader_arrives(moved: Server, visit: Open, prefix: str, script: bool) -> None:
    """In her language, under a strict policy, with and without a script."""
    page = visit(f"/{prefix}{OLD}/", at=moved.address, java_script_enabled=script)
    page.wait_for_url(f"{moved.address}/{prefix}{NEW}/")
    assert page.locator("html").get_attribute("lang") == (prefix.strip("/") or "en")


def test_the_question_asked_for_is_kept(moved: Server, visit: Open) -> None:
    page = visit(f"/es/{OLD}/#q-07-03", at=moved.address)
    page.wait_for_url(f"{moved.address}/es/{NEW}/#q-07-03")
    assert page.locator("#q-07-03").is_visible()


def test_the_page_left_behind_says_where_to_go(moved: Server, visit: Open) -> None:
    """For whoever is not sent on: words, a link that can be hit, and the new address for search engines."""
    page = visit("/", at=moved.address, width=320)
    html = page.request.get(f"{moved.address}/es/{OLD}/").text()
    assert f'<link rel="canonical" href="https://espejo-quiz.github.io/es/{NEW}/">' in html
    page.route("**/moved.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"{moved.address}/es/{OLD}/")
    assert page.get_by_role("heading", name="Esta página cambió de sitio").is_visible()
    link = page.get_by_role("link", name="Ir a la página")
    box = link.bounding_box()
    assert box
    assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    link.click()
    page.wait_for_url(f"{moved.address}/es/{NEW}/")


def test_no_redirect_is_written_over_a_page_of_somebodys(project: Path) -> None:
    (project / "docs" / "about.md").write_text("# About\n", encoding="utf-8")
    redirects = f"redirects:\n  - {{old: about, new: {NEW}}}\n"
    (project / "data" / "redirects.yaml").write_text(redirects, encoding="utf-8")
    done = build(project)
    assert done.returncode
    assert "there is a page at about/index.html already" in done.stdout + done.stderr
