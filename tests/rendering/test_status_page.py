"""Status pages: three totals first, files folded, and pages of limited size even for a large bank."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import expect

from conftest import BuildOnce, Open
from espejo.check.project import Inspection, inspect_project
from espejo.rendering.bank_status import gather_tasks
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from espejo.site.pages.status import FILES_PER_PAGE, WORK_PER_PAGE
from large_bank import add_quizzes
from page_checks import measure_width, open_all, resize, run_axe
from site_builds import build_large
from site_server import Server, serve
from small_bank import BANK, SITE_URL, load_small_bank, make_word

LOCALES = {"en", "es"}
LARGEST = 150_000
"""Maximum size of a page in bytes, without the page layout."""

TOTAL = re.compile(r"<li><strong>(\d+)</strong> ([^<]*)")
FILE = re.compile(r'<h[23]><a href="[^"]*/(many/[^"]*)/">')
TASK = re.compile(
    r'<li><span class="id">(m-[\d-]+)</span> task_missing Spanish: <code class="long">([^<]*)</code>'
)


def make_site(loaded: Inspection) -> Site:
    assert not loaded.faults, loaded.faults[:3]
    return Site(loaded.bank, home=SITE_URL, stale=loaded.stale)


def render_status(site: Site, locale: str = "en") -> dict[str, str]:
    """Render the HTML of each status page, by path."""
    return {
        page.path: str(render_page(site, page, Downloads({"status.json": 1})))
        for page in list_pages(site, locale)
        if page.path.split("/")[0] == "status"
    }


def lacks(record: Any, locale: str) -> bool:
    """Check whether a record of a YAML file has a text without a translation in this language."""
    if isinstance(record, list):
        return any(lacks(part, locale) for part in record)
    if not isinstance(record, dict):
        return False
    if record and record.keys() <= LOCALES:
        return locale not in record
    return any(lacks(part, locale) for part in record.values())


def test_the_figures_are_those_of_the_whole_bank() -> None:
    """They match a count in the YAML files: complete, current, and proven items, and programs not run."""
    files = [
        path for folder in ("quizzes", "study-guide", "drills") for path in (BANK / folder).glob("*.yaml")
    ]
    units = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in files if path.stem != "guide"]
    items = [item for unit in units for item in unit.get("questions") or unit["cards"]]
    complete = [item for item in items if not any(lacks(item, locale) for locale in LOCALES)]
    site = make_site(load_small_bank())
    stale = {one.id for one in site.stale}
    states = [state.name for state in site.proof_states.values()]
    html = render_status(site)["status"]
    totals = TOTAL.findall(html)
    assert [(int(number), words.strip()) for number, words in totals] == [
        (len(complete), make_word("status_complete", "en").format(count=len(items))),
        (len(items) - len(stale), make_word("status_current", "en").format(count=len(items))),
        (states.count("proven"), make_word("total_proven", "en").format(total=len(states))),
    ]
    assert 0 < len(complete) < len(items)
    assert stale
    assert 0 < states.count("proven") < len(states)
    proven = sum(placed.item.id in site.proof_states for placed in site.bank.items())
    explained = make_word("status_answers", "en").format(items=proven, entries=len(states) - proven)
    not_run = states.count("not_computable")
    word = "not_run_one" if not_run == 1 else "not_run_many"
    assert explained in html
    assert f'<a href="../proofs/#not_run">{make_word(word, "en").format(count=not_run)}</a>' in html


def test_a_collection_adds_up_to_its_files() -> None:
    """Each of its bars is the sum of its quizzes' bars."""
    html = render_status(make_site(load_small_bank()))["status"]
    for section in html.split('<section class="status">')[1:]:
        whole, *files = re.findall(r'<div class="bars">(.*?)</div>', section, re.DOTALL)
        for language in ("English", "Spanish"):
            bar = re.compile(rf'<span>{language}</span> <progress max="(\d+)" value="(\d+)">')
            sums = [
                sum(map(int, column))
                for column in zip(*(bar.findall(file)[0] for file in files), strict=True)
            ]
            assert sums == [*map(int, bar.findall(whole)[0])]


def test_the_tasks_of_a_record_are_gathered_in_one_line() -> None:
    """A line has every line number, and there is one per language and type of task."""
    for group in make_site(load_small_bank()).status:
        for row in group.rows:
            work = gather_tasks(row.tasks)
            heads = [(one.task.what, one.task.id, one.task.locale) for one in work]
            assert len(set(heads)) == len(heads)
            lines = {(*head, line) for head, one in zip(heads, work, strict=True) for line in one.lines}
            assert lines == {(task.what, task.id, task.locale, task.place.line) for task in row.tasks}


def test_no_page_of_a_large_bank_is_large(data: Path, tmp_path: Path) -> None:
    """Each file and task is listed once, and pages have a limited number of them.

    A collection takes equal space on the status page with 60 or 120 quizzes.
    """
    smaller = shutil.copytree(data, tmp_path / "smaller" / "data")
    sizes = []
    for bank, count in ((smaller, 60), (data, 120)):
        add_quizzes(bank, quizzes=count, questions=20)
        site = make_site(inspect_project(bank))
        sizes.append(len(render_status(site)["status"]))
    assert abs(sizes[1] - sizes[0]) <= 20, "only the digits of its numbers differ"
    for locale in LOCALES:
        pages = render_status(site, locale)
        assert {
            path: len(html.encode()) for path, html in pages.items() if len(html.encode()) > LARGEST
        } == {}
    pages = render_status(site)
    assert next(iter(pages)) == "status"
    assert "status/reference" in pages
    assert "<details" not in pages["status"]
    listed = [FILE.findall(html) for path, html in pages.items() if path.startswith("status/many")]
    assert all(0 < len(files) <= FILES_PER_PAGE for files in listed)
    quizzes = sorted(f"many/quiz-{number:02}-sums" for number in range(120))
    assert [file for files in listed for file in files] == quizzes
    tasks = [TASK.findall(html) for html in pages.values()]
    assert all(html.count('<li><span class="id">') <= WORK_PER_PAGE for html in pages.values())
    named = [id_ for on_page in tasks for id_, _ in on_page]
    assert len(named) == len(set(named)) == 120 * 10


def test_a_file_with_too_much_to_do_refers_to_the_json(data: Path) -> None:
    """It says how many tasks aren't listed. All questions lack a proof, every second one its Spanish text."""
    add_quizzes(data, quizzes=1, questions=WORK_PER_PAGE)
    html = render_status(make_site(inspect_project(data)))["status/many"]
    work = WORK_PER_PAGE + WORK_PER_PAGE // 2
    assert len(re.findall('<li><span class="id">m-', html)) == WORK_PER_PAGE
    assert make_word("status_more", "en").format(count=work - WORK_PER_PAGE) in html
    assert make_word("status_tasks", "en").format(count=work) in html
    assert 'href="../../status.json"' in html


@pytest.fixture(scope="module")
def large(build_once: BuildOnce) -> Iterator[Server]:
    """Serve a site with more files than fit on one status page."""
    with serve(build_large(build_once)) as running:
        yield running


def test_the_pages_of_a_collection_lead_to_each_other(visit: Open, large: Server) -> None:
    """Links go from the summary to the first page, the next, and back up; in Spanish, without a script."""
    page = visit("/es/status/", at=large.address, java_script_enabled=False)
    page.locator(".status", has=page.locator("#many")).get_by_role("link").click()
    page.wait_for_url("**/es/status/many/")
    assert page.title().startswith("status_group-es Muchos quizzes · page_of-es 1 2")
    expect(page.locator(".files-status > li")).to_have_count(FILES_PER_PAGE)
    page.get_by_role("navigation", name=make_word("pages", "es")).locator("[rel=next]").click()
    page.wait_for_url("**/es/status/many/2/")
    expect(page.locator(".files-status > li")).to_have_count(5)
    expect(page.locator(".pages [aria-current=page]")).to_have_text("2")
    page.locator(".crumbs").get_by_role("link").last.click()
    page.wait_for_url("**/es/status/")


@pytest.mark.parametrize(("path", "width"), [("/status/", 320), ("/status/many/2/", 1440)])
def test_a_large_status_is_accessible_at_any_width(visit: Open, large: Server, path: str, width: int) -> None:
    """This includes folded parts. Nothing is wider than the window, and status pages aren't indexed."""
    page = visit(path, at=large.address, width=width)
    open_all(page)
    assert run_axe(page, {}) == []
    assert measure_width(page) <= width
    expect(page.locator("[data-pagefind-body]")).to_have_count(0)


def test_files_are_folded_below_their_collection(visit: Open) -> None:
    """Works without scripts: a collection's bars are always visible; opening it shows its quizzes' bars."""
    page = visit("/status/", java_script_enabled=False)
    section = page.locator(".status", has=page.locator("#quizzes"))
    expect(section.locator("> .bars")).to_be_visible()
    quiz = section.locator(".files-status > li").first
    expect(quiz).to_be_hidden()
    section.locator("> .fold > summary").click()
    expect(quiz.locator(".bars")).to_be_visible()
    expect(quiz.locator(".tasks > ul")).to_be_hidden()


@pytest.mark.parametrize("path", ["/status/", "/es/status/"])
def test_bars_are_in_columns_and_labels_on_one_line(visit: Open, path: str) -> None:
    """Bars of all collections start in four columns. They are filled even in forced-colors mode."""
    page = visit(path)
    bars = page.locator(".status > .bars")
    assert bars.count() > 1
    bar = bars.first.locator(".meter").first
    label = bar.locator("span").first
    assert label.text_content() == ("inglés" if "/es/" in path else "English")
    if "/es/" in path:  # a common noun in Spanish, which a label capitalizes
        style = "one => getComputedStyle(one, '::first-letter').textTransform"
        assert label.evaluate(style) == "uppercase"
        expect(label).to_have_css("display", "block")  # otherwise there is no first letter
    bar.evaluate(
        "one => { one.querySelector('span').textContent = 'Illustrated';"
        "one.querySelector('.of').textContent = '20 of 119' }"
    )
    lefts = "all => all.flatMap(one => [...one.children].map(bar => bar.getBoundingClientRect().left))"
    tops = "one => [...one.querySelectorAll('span')].map(part => part.getBoundingClientRect().top)"
    for width in (768, 1024, 1440):
        resize(page, width)
        assert len(set(bars.evaluate_all(lefts))) == 4
        assert len(set(bar.evaluate(tops))) == 1
    page.emulate_media(forced_colors="active")
    expect(bar.locator("progress")).to_have_css("forced-color-adjust", "none")
