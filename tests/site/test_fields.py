"""Field reference and contributing guide on the site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conftest import BuildOnce
from espejo.check.project import inspect_project
from espejo.editing.schema_files import write_schemas
from espejo.load.file_kinds import FIELDS, FILE_KINDS
from espejo.model.bank import Bank
from espejo.model.keys import list_keys, list_records
from espejo.model.quiz import Quiz
from espejo.rendering.downloads import Downloads
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.handbook import finish_html, rewrite_links
from espejo.site.pages import list_pages
from site_builds import GUIDES, build_elsewhere
from small_bank import NAMES, REPO_URL, SITE_URL, load_small_bank, make_field, make_word


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


def render_fields(bank: Bank, locale: str) -> list[str]:
    """The HTML of each kind of file on the page."""
    site = Site(bank, home=SITE_URL)
    page = next(page for page in list_pages(site, locale) if page.path == "contributing/fields")
    html = render_page(site, page, Downloads()).replace('<code class="long">', "<code>")
    return html.split("<section")[1:]


@pytest.mark.parametrize("locale", ["en", "es"])
def test_every_key_of_every_file_is_documented(bank: Bank, locale: str) -> None:
    """Lists each kind of file, each record once, and each key in model order, in the page's language."""
    known: list[type] = []
    sections = render_fields(bank, locale)
    for kind, section in zip(FILE_KINDS, sections, strict=True):
        shapes = [shape for shape in list_records(FILE_KINDS[kind]) if shape not in known]
        known += shapes
        records = section.split('<dl class="fields">')[1:]
        assert [re.findall('<dt><code>(.*?)</code> <span class="form">', one) for one in records] == [
            [key.name for key in list_keys(shape)] for shape in shapes
        ]
        assert f'schema/{kind}.json"' in section
        assert '<p class="source"><span><code>data/' in section
    html = "".join(sections)
    assert [name for name in FIELDS if make_field(name, locale) not in html] == []
    anchors = re.findall(' id="([a-z_]+)"', html)
    assert len(anchors) == len(set(anchors)) == len(known)


def test_a_key_is_documented_with_its_format(bank: Bank) -> None:
    """Shows a key's files, whether it is required, its linked type, and what each question kind needs."""
    quiz = render_fields(bank, "es")[0]
    assert "<code>data/quizzes/*.yaml</code>, <code>data/study-guide/*.yaml</code>" in quiz
    row = re.compile(r'<dt><code>(\w+)</code> <span class="form">(.*?)\n</dd></div>', re.DOTALL)
    rows = dict(row.findall(quiz.split('<h3 id="question">')[1].split("<h3")[0]))
    needed = f'<strong class="needed">{make_word("field_needed", "es")}</strong></dt>'
    assert rows["kind"].split("\n")[0].endswith(needed)
    assert needed not in rows["prompt"]
    assert rows["choices"].startswith('field_list-es <a href="#choice">choice</a></span>')
    assert rows["correct"].startswith("field_truth-es <code>true</code> <code>false</code></span>")
    assert (
        "Question.kind.free-es field_needs-es <code>answer</code> field_may-es <code>points</code>"
        in (rows["kind"])
    )
    assert "field_default-es <code>numbers</code></span>" in dict(row.findall(quiz))["labels"]


def test_documented_fields_match_the_model() -> None:
    """Every record, key, and value has a description, except fields that only the loader sets."""
    assert {"Quiz", "Unit.title", "Question.kind.single", "Choice.why", "Ledger.retired"} <= FIELDS
    assert not [name for name in FIELDS if name.endswith((".place", ".last_line"))]
    names = "title subject focus topics prerequisites allow labels shuffle questions"
    assert [key.name for key in list_keys(Quiz)] == names.split()


@pytest.mark.parametrize(
    ("right", "wrong", "fact"),
    [
        ("  Card.front:", "  Card.fronte:", "unknown field 'Card.fronte'. Did you mean 'Card.front'?"),
        ('"Card.front-es"', '"Card\\n\\nfront"', "field 'Card.front': expected a single paragraph."),
        (
            '"Card.front-es"',
            "Lo que <b>se</b> pregunta.",
            "field 'Card.front': raw HTML '<b>' is not allowed.",
        ),
    ],
)
def test_an_unknown_or_unsafe_description_is_a_problem(data: Path, right: str, wrong: str, fact: str) -> None:
    """Descriptions in language files are checked against the model, and like any Markdown text."""
    words = data / "locales" / "es.yaml"
    text = words.read_text(encoding="utf-8")
    assert text.count(right) == 1
    words.write_text(text.replace(right, wrong), encoding="utf-8")
    assert any(problem.fact.startswith(fact) for problem in inspect_project(data).faults)


def test_links_of_the_guide_are_rewritten(bank: Bank) -> None:
    """Links to files go to GitHub, links to pages stay on the site; links to a translation are dropped."""
    published = "https://published.test/"
    repository = RepositoryLinks(address="https://forge.test/mine")
    site = Site(bank, home="http://127.0.0.1:8000/", repository=repository)
    written = (
        "# A\n\n[En español](CONTRIBUTING.es.md)\n\n[data](data/glossary.yaml), [es](CONTRIBUTING.es.md) "
        f"[page]({published}glossary/) [else](https://else.test/x)\n\n"
        "````yaml\n```\n[a](b)\n```\n````\n[c](data)\n"
    )
    assert rewrite_links(written, site, published) == (
        "# A\n\n[data](https://forge.test/mine/blob/HEAD/data/glossary.yaml), "
        "[es](http://127.0.0.1:8000/es/contributing/) [page](http://127.0.0.1:8000/glossary/) "
        "[else](https://else.test/x)\n\n````yaml\n```\n[a](b)\n```\n````\n"
        "[c](https://forge.test/mine/blob/HEAD/data)\n"
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", "index.html"),
        ("glossary/#set", "glossary.html#set"),
        ("es/", "es/index.html"),
        ("es/contributing/fields/", "es/contributing/fields.html"),
        ("schema/quiz.json", "schema/quiz.json"),
        ("glossary.html", "glossary.html"),
    ],
)
def test_links_of_the_guide_follow_the_address_style(bank: Bank, written: str, expected: str) -> None:
    """With `use_directory_urls: false`, links name files even if the guide names folders."""
    site = Site(bank, home="https://h.test/", directory_urls=False)
    link = f"[a](https://h.test/{written})"
    assert rewrite_links(link, site, "https://h.test/") == f"[a](https://h.test/{expected})"


def test_listings_and_tables_of_the_guide_can_be_focused() -> None:
    """Links within the site are relative."""
    html = '<a href="http://h/es/"><pre><span></span><code>x</code></pre><table></table>'
    assert finish_html(html, "http://h/", "../") == (
        '<a href="../es/"><pre><span></span><code tabindex="0">x</code></pre>'
        '<div class="table prose" tabindex="0"><table></table></div>'
    )


def test_the_guide_is_published_in_both_languages(build_once: BuildOnce) -> None:
    """CONTRIBUTING.md and its translation become pages with their own headings and links."""
    site = build_elsewhere(build_once)
    for locale, (title, first, other) in GUIDES.items():
        prefix = "" if locale == "en" else f"{locale}/"
        html = (site / prefix / "contributing" / "index.html").read_text(encoding="utf-8")
        assert f">{title}</h1>" in html
        assert f"<title>{title} · {NAMES[locale]}</title>" in html
        assert re.findall("<h2 id=[^>]+>(.*?)</h2>", html) == [first, "Second"]
        assert other not in html
        assert f'href="{REPO_URL}/blob/HEAD/data/glossary.yaml"' in html
        assert f'href="{"../../" if prefix else "../"}{prefix}contributing/fields/"' in html
        assert '<div class="table prose" tabindex="0"><table>' in html


@pytest.mark.parametrize("prefix", ["", "es/"])
def test_every_page_links_to_the_guide(site: Path, prefix: str) -> None:
    """The link is in the footer, and the field reference exists."""
    foot = (site / prefix / "index.html").read_text(encoding="utf-8").partition("<footer")[2]
    assert f'{prefix}contributing/"' in foot
    assert (site / prefix / "contributing" / "index.html").is_file()
    fields = (site / prefix / "contributing" / "fields" / "index.html").read_text(encoding="utf-8")
    assert make_field("Question.kind.single", "es" if prefix else "en") in fields


def test_the_schemas_are_published(site: Path) -> None:
    """Editors load them from the site, from the address in each file's first line."""
    made = write_schemas(load_small_bank().bank)
    assert {f"schema/{path.name}" for path in (site / "schema").iterdir()} == {*made, "schema/log.json"}
    for address, content in made.items():
        assert (site / address).read_bytes() == content
