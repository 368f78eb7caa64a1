"""The page of the fields and the guide for contributors, as the site shows them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from espejo.bank import load_bank
from espejo.fields import explain_files
from espejo.handbook import finish, turn_links
from espejo.keys import list_keys, list_records
from espejo.pages import Site
from espejo.shapes import FIELDS, SHAPES
from espejo.view import Forge
from espejo.words import Words

from espejo.model import Bank, Quiz
from project import ROOT, copy_shelf

HOME = "https://espejo-quiz.github.io/"


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank(ROOT / "data").bank


@pytest.mark.parametrize("locale", ["en", "es"])
def test_every_key_of_every_file_is_explained(bank: Bank, locale: str) -> None:
    kinds = explain_files(bank, locale, Words(bank.locales[locale].words))
    assert [kind.name for kind in kinds] == list(SHAPES)
    known: list[type] = []
    for kind in kinds:
        shapes = [shape for shape in list_records(SHAPES[kind.name]) if shape not in known]
        known += shapes
        assert [[row.name for row in one.rows] for one in kind.records] == [
            [key.name for key in list_keys(shape)] for shape in shapes
        ]
        assert all(row.about for record in kind.records for row in record.rows)
        assert kind.files
    anchors = [record.anchor for kind in kinds for record in kind.records]
    assert len(anchors) == len(set(anchors))


def test_a_key_says_what_it_takes(bank: Bank) -> None:
    quiz = explain_files(bank, "es", Words(bank.locales["es"].words))[0]
    assert quiz.files == ("data/quizzes/*.yaml", "data/study-guide/*.yaml")
    rows = {row.name: row for row in quiz.records[1].rows}
    assert rows["title"].needed
    assert not rows["prompt"].needed
    assert rows["choices"].form == 'lista: <a href="#choice">choice</a>'
    assert rows["correct"].form == "<code>true</code> o <code>false</code>"
    free = next(option for option in rows["kind"].options if option.value == "free")
    assert free.needs == "Necesita <code>answer</code>. Puede llevar <code>points</code>."
    labels = next(row for row in quiz.records[0].rows if row.name == "labels")
    assert labels.form.endswith("<code>numbers</code> si no se pone")


def test_the_fields_are_those_of_the_model() -> None:
    assert {"Quiz", "Unit.title", "Question.kind.single", "Choice.why", "Ledger.retired"} <= FIELDS
    assert not [name for name in FIELDS if name.endswith((".place", ".last_line"))]
    assert [key.name for key in list_keys(Quiz)] == [
        "title",
        "subject",
        "focus",
        "topics",
        "accept",
        "labels",
        "questions",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "fact"),
    [
        (
            "  Card.front: Lo que se pregunta.\n",
            "",
            "missing field 'Card.front'. Say under",
        ),
        ("  Card.front:", "  Card.fronte:", "unknown field 'Card.fronte'. Did you mean 'Card.front'?"),
        ("Lo que se pregunta.", "Lo que <b>se</b> pregunta.", "field 'Card.front': raw HTML, '<b>'."),
    ],
)
def test_a_sentence_that_is_missing_unknown_or_unsafe_is_a_problem(
    tmp_path: Path, right: str, wrong: str, fact: str
) -> None:
    data = copy_shelf(tmp_path / "data")
    shutil.copy(ROOT / "data" / "collections.yaml", data)
    words = data / "locales" / "es.yaml"
    text = words.read_text(encoding="utf-8")
    assert right in text
    words.write_text(text.replace(right, wrong), encoding="utf-8")
    assert any(problem.fact.startswith(fact) for problem in load_bank(data).problems)


def test_the_links_of_the_guide_lead_from_the_site(bank: Bank) -> None:
    forge = Forge(repository="https://forge.test/mine")
    site = Site(bank, root="en", home="http://127.0.0.1:8000/", forge=forge)
    written = (
        "# A\n\n[En español](CONTRIBUTING.es.md)\n\n[data](data/glossary.yaml), [es](CONTRIBUTING.es.md) "
        f"[page]({HOME}glossary/) [else](https://else.test/x)\n\n````yaml\n```\n[a](b)\n```\n````\n[c](data)\n"
    )
    assert turn_links(written, site, HOME) == (
        "# A\n\n[data](https://forge.test/mine/blob/HEAD/data/glossary.yaml), "
        "[es](http://127.0.0.1:8000/es/contributing/) [page](http://127.0.0.1:8000/glossary/) "
        "[else](https://else.test/x)\n\n````yaml\n```\n[a](b)\n```\n````\n"
        "[c](https://forge.test/mine/blob/HEAD/data)\n"
    )


def test_a_keyboard_can_scroll_the_guide() -> None:
    html = '<a href="http://h/es/"><pre>x</pre><table></table>'
    assert finish(html, "http://h/", "../") == (
        '<a href="../es/"><pre tabindex="0">x</pre>'
        '<div class="table prose" tabindex="0"><table></table></div>'
    )


def test_the_pages_are_on_the_site_in_both_languages(site: Path) -> None:
    for prefix, title, name in (
        ("", "Contributing", "CONTRIBUTING.md"),
        ("es/", "Cómo colaborar", "CONTRIBUTING.es.md"),
    ):
        html = (site / prefix / "contributing" / "index.html").read_text(encoding="utf-8")
        assert f">{title}</h1>" in html
        assert f"<title>{title} · Espejo</title>" in html
        headings = re.findall("^## (.*)$", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
        assert re.findall("<h2 id=[^>]+>(.*?)</h2>", html) == headings
        assert '/blob/HEAD/data/glossary.yaml"' in html
        assert f'href="{"../" * (1 + bool(prefix))}{prefix}contributing/fields/"' in html
        foot = (site / prefix / "index.html").read_text(encoding="utf-8").partition("<footer")[2]
        assert f'{prefix}contributing/"' in foot
        assert (site / prefix / "contributing" / "fields" / "index.html").is_file()


def test_the_schemas_are_published_as_they_are(site: Path) -> None:
    for path in (ROOT / "docs" / "schema").iterdir():
        assert (site / "schema" / path.name).read_bytes() == path.read_bytes()
