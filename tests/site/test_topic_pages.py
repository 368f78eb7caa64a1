"""Topic pages: 25 questions each, page numbers, neighbors, and addresses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import BuildOnce, Open
from edits import replace_once
from espejo.check.project import inspect_project
from espejo.model.addresses import (
    list_data_pages,
    list_further_pages,
    topic_path,
)
from espejo.plugin.docs_folder import check_docs
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.page import Page
from espejo.site.pages import list_pages
from espejo.site.pages.topics import list_topic_pages
from page_checks import box, find_faults, resize
from site_builds import build_large
from site_server import Server, serve
from small_bank import SITE_URL, load_small_bank, make_word

QUIZ = "quizzes/phase-02-collections.yaml"
ITEM = re.compile(r'<section class="question(?: card)?" id="([\w-]+)"')

QUESTION = """
  - id: q-02-{number:03}
    kind: free
    topics: [sets]
    title: {{en: Set {number}, es: Conjunto {number}}}
    answer: {{en: Yes., es: Sí.}}
"""


def add_questions(data: Path, count: int) -> None:
    """Adds questions to a quiz until the topic `sets` has this many across all files."""
    before = sum("sets" in placed.item.topics for placed in inspect_project(data).bank.items())
    with (data / QUIZ).open("a", encoding="utf-8") as written:
        numbers = range(100, 100 + count - before)
        written.writelines(QUESTION.format(number=number).lstrip("\n") for number in numbers)


def load_site(data: Path, count: int) -> Site:
    add_questions(data, count)
    inspection = inspect_project(data)
    assert inspection.faults == []
    return Site(inspection.bank, home=SITE_URL)


def pages_of(site: Site, topic: str, locale: str = "en") -> list[Page]:
    path = topic_path(topic)
    return [page for page in list_topic_pages(site, locale) if f"{page.path}/".startswith(f"{path}/")]


def show(site: Site, page: Page) -> str:
    return render_page(site, page, Downloads(defaultdict(int)))


@pytest.mark.parametrize(("count", "sizes"), [(25, [25]), (26, [25, 1]), (60, [25, 25, 10])])
def test_a_topic_is_split_in_the_order_of_its_questions(data: Path, count: int, sizes: list[int]) -> None:
    """The split is the same in both languages; each page's outline lists only its own questions."""
    site = load_site(data, count)
    expected = [placed.item.id for topic, items in site.topics if topic.id == "sets" for placed in items]
    for locale in site.bank.locales:
        pages = pages_of(site, "sets", locale)
        shown = [ITEM.findall(show(site, page)) for page in pages]
        assert [len(ids) for ids in shown] == sizes
        assert [id_ for ids in shown for id_ in ids] == expected
        assert [[heading.id for heading in page.outline] for page in pages] == shown
        assert len({page.title for page in pages}) == len(pages)
        assert [page.path for page in pages] == [
            topic_path("sets", number) for number in range(1, len(sizes) + 1)
        ]


def test_pagination_leaves_out_distant_pages(data: Path) -> None:
    """It shows the first, the last, and two on either side; a single page has no pagination."""
    site = load_site(data, 25 * 12)
    pages = pages_of(site, "sets")
    links = [(one.number, one.after_gap) for one in pages[5].subject["page_links"]]
    assert links == [(1, False), (4, True), (5, False), (6, False), (7, False), (8, False), (12, True)]
    assert [one.number for one in pages[0].subject["page_links"]] == [1, 2, 3, 12]
    assert '<nav class="pages"' in show(site, pages[5])
    assert '<nav class="pages"' not in show(site, pages_of(site, "division")[0])


def test_topics_lead_to_their_neighbors() -> None:
    """They follow the order in the file and skip `fractions`, which has no questions and thus no page."""
    site = Site(load_small_bank().bank, home=SITE_URL)
    pages = [page for page in list_topic_pages(site, "en") if "links" in page.subject]
    ids = [None, "strings", "division", "averages", "sets", None]
    assert [page.path for page in pages] == [f"topics/{id_}" for id_ in ids[1:-1]]
    links = [page.subject["links"] for page in pages]
    assert [one.previous and one.previous.id for one in links] == ids[:-2]
    assert [one.next and one.next.id for one in links] == ids[2:]


def test_the_head_counts_all_questions_of_the_topic(data: Path) -> None:
    """It also shows their minutes and the page number."""
    site = load_site(data, 30)
    first, second = (show(site, page).partition("</header>")[0] for page in pages_of(site, "sets"))
    assert site.topic_minutes["sets"] > site.topic_minutes["division"]
    for html, number in ((first, 1), (second, 2)):
        assert make_word("question_many", "en").format(count=30) in html
        assert make_word("minute_many", "en").format(count=site.topic_minutes["sets"]) in html
        assert make_word("page_of", "en").format(number=number, count=2) in html


def test_topic_page_numbers_are_reserved_but_cannot_be_redirect_targets(data: Path) -> None:
    """These pages come and go with their questions, so redirects there could break."""
    site = load_site(data, 60)
    further = ["topics/sets/2", "topics/sets/3"]
    assert list(list_further_pages(site.bank)) == further
    assert not set(further) & set(list_data_pages(site.bank))
    assert set(further) < {page.path for page in list_pages(site, "en")}
    file = data.parent / "docs" / "topics" / "sets" / "2.md"
    file.parent.mkdir(parents=True)
    file.write_text("# Two\n", encoding="utf-8")
    (taken,) = check_docs(data.parent / "docs", (), site.bank)
    assert taken.fact.startswith("'topics/sets/2' is a page of the bank")
    redirects = data / "redirects.yaml"
    redirects.write_text("redirects:\n  - {old: topics/gone, new: topics/sets/2}\n", encoding="utf-8")
    (problem,) = inspect_project(data).faults
    assert "no page has the address 'topics/sets/2'" in problem.fact


@pytest.mark.parametrize("old", ["topics/sets/2", "topics/sets/7"])
def test_addresses_of_topic_pages_cannot_redirect(data: Path, old: str) -> None:
    """Otherwise the 26th question would cause an error elsewhere. Deleted topics may redirect."""
    redirects = data / "redirects.yaml"
    redirects.write_text(f"redirects:\n  - {{old: {old}, new: topics/sets}}\n", encoding="utf-8")
    (problem,) = inspect_project(data).faults
    assert problem.fact == f"'{old}' is one of the pages of a topic. It cannot be redirected."
    replace_once(redirects, old, "topics/gone/2")
    assert inspect_project(data).faults == []


def test_a_topic_may_be_named_like_a_page_number(data: Path) -> None:
    """`topics/2` is the topic named 2, not the second page of a topic."""
    with (data / "topics.yaml").open("a", encoding="utf-8") as written:
        written.write('  - id: "2"\n    title: {en: Two, es: Dos}\n    about: {en: Two., es: Dos.}\n')
    with (data / QUIZ).open("a", encoding="utf-8") as written:
        written.write(QUESTION.format(number=99).lstrip("\n").replace("[sets]", '["2"]'))
    site = load_site(data, 26)
    paths = [page.path for page in list_pages(site, "es")]
    assert {"topics/2", "topics/sets/2"} < set(paths)
    assert len(paths) == len(set(paths))


@pytest.fixture(scope="module")
def large(build_once: BuildOnce) -> Path:
    """A site where the topic `sets` has three pages."""
    return build_large(build_once)


@pytest.fixture(scope="module")
def large_server(large: Path) -> Iterator[Server]:
    with serve(large) as running:
        yield running


def test_further_topic_pages_are_canonical_and_in_the_sitemap(large: Path) -> None:
    for prefix in ("", "es/"):
        for path in ("topics/sets/", "topics/sets/2/", "topics/sets/3/"):
            html = (large / prefix / path / "index.html").read_text(encoding="utf-8")
            assert f'<link rel="canonical" href="{SITE_URL}{prefix}{path}">' in html
            assert f'hreflang="es" href="{SITE_URL}es/{path}"' in html
            assert f"<loc>{SITE_URL}{prefix}{path}</loc>" in (large / "sitemap.xml").read_text()


def test_pagination_leads_through_a_topic(visit: Open, large_server: Server) -> None:
    """Each link has a name, the current page is marked, and its neighbors have rel links."""
    page, address = (
        visit("/es/topics/sets/", at=large_server.address),
        f"{large_server.address}/es/topics/sets/",
    )
    numbers = page.get_by_role("navigation", name=make_word("pages", "es"))
    assert numbers.get_by_role("link").all_inner_texts() == ["1", "2", "3"]
    expect(numbers.locator("[aria-current=page]")).to_have_text("1")
    numbers.get_by_role("link", name=make_word("page_number", "es").format(number=2)).click()
    expect(page).to_have_url(f"{address}2/")
    expect(numbers.locator("[aria-current=page]")).to_have_text("2")
    expect(numbers.locator("[rel=prev]")).to_have_text("1")
    expect(numbers.locator("[rel=next]")).to_have_text("3")
    expect(page.locator("section.question")).to_have_count(25)
    expect(page.locator(".outline li")).to_have_count(25)
    numbers.locator("[rel=prev]").click()
    expect(page).to_have_url(address)
    page.goto(f"{address}3/")
    page.locator(".crumbs a").last.click()
    expect(page).to_have_url(address)


def test_a_further_topic_page_passes_all_checks(visit: Open, large_server: Server) -> None:
    """Checks widths, accessibility, and contrast in both themes; page links are easy to tap."""
    page = visit("/es/topics/sets/3/", at=large_server.address)
    found = find_faults(page)
    assert {what: wrong for what, wrong in found.items() if "paper" not in what} == {}
    resize(page, 320)
    assert min(box(link)["height"] for link in page.locator(".pages a").all()) >= 44


def test_the_list_of_topics_uses_a_wide_screen(visit: Open) -> None:
    """It has one column on a phone and several on a desktop, in alphabetical order."""
    page = visit("/topics/", width=1280)
    lefts = "[...document.querySelectorAll('.topics li')].map(one => one.getBoundingClientRect().left)"
    assert len(set(page.evaluate(lefts))) > 1
    resize(page, 390)
    assert len(set(page.evaluate(lefts))) == 1
    assert min(box(link)["height"] for link in page.locator(".topics a").all()) >= 44
    names = [re.sub(r"\s+", " ", one) for one in page.locator(".topics a").all_inner_texts()]
    assert names == ["Averages", "Division", "Sets", "Strings"]


def test_topics_are_sorted_alphabetically_in_each_language(data: Path) -> None:
    """Accents don't affect the order, and question counts are in words for screen readers."""
    replace_once(data / "topics.yaml", "es: Promedios", "es: Índices")
    site = Site(inspect_project(data).bank, home=SITE_URL)
    html = show(site, next(iter(list_topic_pages(site, "es"))))
    count = r'<span[^>]*>(\d+)</span><span class="unseen">(.*?)</span>'
    rows = re.findall(rf'<a href="[^"]*">([^<]*)</a> <span[^>]*></span> {count}', html)
    names = [name for name, _, _ in rows]
    assert names == ["Cadenas", "Conjuntos", "División", "Índices"]
    assert all(said in (f"question_many-es {count}", "question_one-es") for _, count, said in rows)
