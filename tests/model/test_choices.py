"""Choices: labels, reasons, and the balance of correct positions and lengths."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from edits import find_record, replace_once
from espejo.check.key_balance import find_imbalance
from espejo.check.project import inspect_project
from espejo.editing.schema import make_schemas
from espejo.exports.bank_json import write_bank, write_schema
from espejo.exports.notes import Notes
from espejo.model.bank import Variant
from espejo.model.collection import Placed
from espejo.model.quiz import Labels, list_labels
from espejo.proofs.run import _list_values
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from small_bank import SITE_URL, make_word

QUIZ = "study-guide/quiz-01-division"
ID = "pt-01-03"
RIGHT = (2, 10)


def write_ten_choices(data: Path, labels: Labels, *, reasons: bool = True) -> Site:
    """Gives a question ten choices, two of them correct, and each with a reason if `reasons`."""
    quiz = data / f"{QUIZ}.yaml"
    record = find_record(quiz.read_text(encoding="utf-8"), ID)
    choices = "".join(
        f'      - text: "`{number}`"\n        correct: {str(number in RIGHT).lower()}\n'
        + (f"        why: {{en: Reason-{number}., es: Motivo-{number}.}}\n" if reasons else "")
        for number in range(1, 11)
    )
    edited = re.sub(r"(    choices:\n)(?:      .*\n)+", rf"\g<1>{choices}", record)
    replace_once(quiz, record, edited)
    replace_once(quiz, "questions:\n", f"labels: {labels}\nquestions:\n")
    (data / "ledger.yaml").unlink()  # its proof results use the old labels
    loaded = inspect_project(data)
    assert [str(fault) for fault in loaded.faults] == []
    return Site(loaded.bank, home=SITE_URL)


def find_placed(site: Site) -> Placed:
    return next(placed for placed in site.bank.items() if placed.item.id == ID)


def render(site: Site, path: str, anchor: str, end: str, locale: str = "en") -> str:
    """The HTML of a page from the element with this id up to `end`."""
    page = next(page for page in list_pages(site, locale) if page.path == path)
    sizes = {f"anki/espejo-{locale}-study-guide.apkg": 1, f"anki/{locale}/{QUIZ}.tsv": 1}
    html = render_page(site, page, Downloads(sizes))
    return html[html.index(f'id="{anchor}"') :].partition(end)[0]


def split_reasons(html: str, heading: str) -> tuple[list[str], list[str]]:
    """The numbers of the reasons under each heading, whose markup is `heading`."""
    right, wrong = (heading.format(make_word(name, "en")) for name in ("why_right", "why_not"))
    assert html.count(right) == html.count(wrong) == 1
    _, after = html.split(right)
    under_right, under_wrong = after.split(wrong)
    return re.findall(r"Reason-(\d+)", under_right), re.findall(r"Reason-(\d+)", under_wrong)


EXPECTED = (["2", "10"], [str(number) for number in range(1, 11) if number not in RIGHT])


@pytest.mark.parametrize("labels", ["numbers", "letters"])
def test_ten_choices_have_labels_and_sorted_reasons(data: Path, labels: Labels) -> None:
    """This holds for the page, the book, the note, JSON, and editors."""
    site = write_ten_choices(data, labels)
    names = list_labels(labels, 10)
    html = render(site, QUIZ, ID, "</section>")
    offered = html[html.index("<ol") : html.index("</ol>")]
    assert re.findall(r">(\w+)\.</span>", offered) == names
    assert split_reasons(html, "<h3>{}</h3>") == EXPECTED
    assert f'<span class="label">{names[9]}.</span> <div>Reason-10.</div>' in html

    asked = render(site, "study-guide/print", ID, "</article>")
    assert re.findall(r">(\w+)\.</span>", asked) == names
    assert "Reason" not in asked
    answered = render(site, "study-guide/print", f"{ID}-answer", "</article>")
    assert split_reasons(answered, '<p class="label-line">{}</p>') == EXPECTED

    note = Notes(site).make(Variant("en", ("en",)), find_placed(site))
    assert f'<ol class="choices" type="{names[0]}">' in note.front
    assert note.front.count("<li>") == 10
    assert split_reasons(note.back, "<p><strong>{}</strong></p>") == EXPECTED
    assert '<li value="10">Reason-10.</li>' in note.back

    bank = json.loads(b"".join(write_bank(site, ("en",))))
    Draft202012Validator(json.loads(write_schema(site))).validate(bank)
    choices = next(item for item in bank["items"] if item["id"] == ID)["choices"]
    assert [choice["why"]["en"]["markdown"] for choice in choices] == [f"Reason-{n}." for n in range(1, 11)]

    schema = make_schemas(site.bank)["quiz"]["$defs"]["Question"]["properties"]["choices"]
    assert (schema["minItems"], schema["maxItems"]) == (2, 10)
    values = {label: f"value {label}" for label in reversed(names)}
    assert _list_values(values) == tuple(f"value {label}" for label in names), "10 comes after 9, not after 1"
    assert _list_values({**values, "?": "of no choice"}) == ()


def test_choices_without_reasons_have_no_heading_for_them(data: Path) -> None:
    html = render(write_ten_choices(data, "letters", reasons=False), QUIZ, ID, "</section>")
    assert make_word("why_right", "en") not in html
    assert make_word("why_not", "en") not in html


def notice_balance(data: Path, positions: list[int], right: str, count: int) -> list[str]:
    """Notices about questions with `count` choices and correct ones at these positions."""
    lines = ["title: {en: A, es: B}", "subject: {en: A, es: B}", "focus: {en: A., es: B.}", "questions:"]
    for number, position in enumerate(positions, 1):
        lines += [f"  - {{id: q-01-{number:02}, kind: single, title: {{en: A, es: B}}, choices: ["]
        for place in range(1, count + 1):
            text = right if place == position else f"{place:02}"
            lines += [f'      {{text: "`{text}`", correct: {str(place == position).lower()}}},']
        lines += ["    ]}"]
    (data / "quizzes" / "phase-01-arithmetic.yaml").write_text("\n".join(lines), encoding="utf-8")
    (data / "quizzes" / "phase-02-collections.yaml").unlink(missing_ok=True)
    bank = inspect_project(data).bank
    return [one.fact for one in find_imbalance(bank) if one.fact.startswith("quizzes: ")]


def test_an_imbalance_of_right_choices_is_a_notice(data: Path) -> None:
    """Position, length, and shared words must not give them away. Chance is accepted: five of thirty."""
    even, ten = [1 + n % 3 for n in range(30)], [1 + n % 10 for n in range(30)]
    for positions, right, count, said in (
        (even, "rr", 3, []),
        (even, "rrr", 3, ["the right choice is the longest in 30 of 30 questions"] * 2),
        (
            even,
            "01 02 03",
            3,
            ["is the longest", "shares the most words with the other choices in 30 of 30"] * 2,
        ),
        ([1, 2, 1] * 10, "rr", 3, ["choice 1 is right in 20 of 30 questions with 3 choices."]),
        ([4] * 2 + ten[:28], "rr", 10, []),
        ([4] * 12 + ten[:18], "rr", 10, ["choice 4 is right in 14 of 30 questions with 10 choices."]),
    ):
        facts = notice_balance(data, positions, right, count)
        assert len(facts) == len(said), facts
        assert all(one in fact for one, fact in zip(said, facts, strict=True)), facts
