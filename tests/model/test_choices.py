"""Choices: two to ten with their labels, and the reasons of right and wrong ones, wherever they are shown."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from edits import find_record, replace_once
from espejo.check.balance import find_imbalance
from espejo.check.project import inspect_project
from espejo.editing.schema import make_schemas
from espejo.exports.bank_json import write_bank, write_schema
from espejo.exports.notes import Notes
from espejo.model.collection import Placed
from espejo.model.quiz import Labels, list_labels
from espejo.proofs.prove import _list_values
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.rendering.variants import Variant
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from small_bank import SITE_URL, make_word

QUIZ = "study-guide/quiz-01-division"
ID = "pt-01-03"
RIGHT = (2, 10)

styles = pytest.mark.parametrize("labels", ["numbers", "letters"])


def write_ten_choices(data: Path, labels: Labels, *, reasons: bool = True) -> Site:
    """Gives a question ten choices, of which two are right and, with `reasons`, each says why."""
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
    (data / "ledger.yaml").unlink()  # it remembers what proofs found with the other labels
    loaded = inspect_project(data)
    assert [str(fault) for fault in loaded.faults] == []
    return Site(loaded.bank, home=SITE_URL)


def find_placed(site: Site) -> Placed:
    return next(placed for placed in site.bank.items() if placed.item.id == ID)


def render(site: Site, path: str, anchor: str, end: str, locale: str = "en") -> str:
    """The HTML of one element of a page, from its id to the end."""
    page = next(page for page in list_pages(site, locale) if page.path == path)
    sizes = {f"anki/espejo-{locale}-study-guide.apkg": 1, f"anki/{locale}/{QUIZ}.tsv": 1}
    html = render_page(site, page, Downloads(sizes))
    return html[html.index(f'id="{anchor}"') :].partition(end)[0]


def split_reasons(html: str, heading: str) -> tuple[list[str], list[str]]:
    """The numbers of the reasons under the two headings, `heading` being how one is written."""
    right, wrong = (heading.format(make_word(name, "en")) for name in ("why_right", "why_not"))
    assert html.count(right) == html.count(wrong) == 1
    _, after = html.split(right)
    under_right, under_wrong = after.split(wrong)
    return re.findall(r"Reason-(\d+)", under_right), re.findall(r"Reason-(\d+)", under_wrong)


EXPECTED = (["2", "10"], [str(number) for number in range(1, 11) if number not in RIGHT])


@styles
def test_the_page_labels_ten_choices_and_sorts_their_reasons(data: Path, labels: Labels) -> None:
    html = render(write_ten_choices(data, labels), QUIZ, ID, "</section>")
    offered = html[html.index("<ol") : html.index("</ol>")]
    assert re.findall(r">(\w+)\.</span>", offered) == list_labels(labels, 10)
    assert split_reasons(html, "<h3>{}</h3>") == EXPECTED
    label = list_labels(labels, 10)[9]
    assert f'<span class="label">{label}.</span> <div>Reason-10.</div>' in html


@styles
def test_the_book_labels_ten_choices_and_sorts_their_reasons(data: Path, labels: Labels) -> None:
    site = write_ten_choices(data, labels)
    asked = render(site, "study-guide/print", ID, "</article>")
    assert re.findall(r">(\w+)\.</span>", asked) == list_labels(labels, 10)
    assert "Reason" not in asked
    answered = render(site, "study-guide/print", f"{ID}-answer", "</article>")
    assert split_reasons(answered, '<p class="label-line">{}</p>') == EXPECTED


@styles
def test_the_note_labels_ten_choices_and_sorts_their_reasons(data: Path, labels: Labels) -> None:
    site = write_ten_choices(data, labels)
    note = Notes(site).make(Variant("en", ("en",)), find_placed(site))
    assert f'<ol class="choices" type="{list_labels(labels, 1)[0]}">' in note.front
    assert note.front.count("<li>") == 10
    assert split_reasons(note.back, "<p><strong>{}</strong></p>") == EXPECTED
    assert '<li value="10">Reason-10.</li>' in note.back


def test_the_json_has_the_reason_of_each_choice(data: Path) -> None:
    site = write_ten_choices(data, "letters")
    bank = json.loads(b"".join(write_bank(site, ("en",))))
    Draft202012Validator(json.loads(write_schema(site))).validate(bank)
    choices = next(item for item in bank["items"] if item["id"] == ID)["choices"]
    assert [choice["why"]["en"]["markdown"] for choice in choices] == [f"Reason-{n}." for n in range(1, 11)]


def test_no_heading_stands_over_nothing(data: Path) -> None:
    """Neither heading is there without a reason, so that nothing that has none has changed."""
    html = render(write_ten_choices(data, "letters", reasons=False), QUIZ, ID, "</section>")
    assert make_word("why_right", "en") not in html
    assert make_word("why_not", "en") not in html


def test_an_editor_accepts_ten_choices_and_no_more(data: Path) -> None:
    bank = write_ten_choices(data, "letters").bank
    choices = make_schemas(bank)["quiz"]["$defs"]["Question"]["properties"]["choices"]
    assert (choices["minItems"], choices["maxItems"]) == (2, 10)


@styles
def test_a_proof_may_show_the_values_of_ten_choices(labels: Labels) -> None:
    """In the order of the choices: 10 comes after 9, and not after 1."""
    values = {label: f"value {label}" for label in reversed(list_labels(labels, 10))}
    assert _list_values(values) == tuple(f"value {label}" for label in list_labels(labels, 10))
    assert _list_values({**values, "?": "of no choice"}) == ()


def notice_balance(data: Path, count: int, positions: list[int]) -> list[str]:
    """What is noticed about questions with `count` equally long choices, right at these positions."""
    lines = ["title: {en: A, es: B}", "subject: {en: A, es: B}", "focus: {en: A., es: B.}", "questions:"]
    for number, position in enumerate(positions, 1):
        lines += [f"  - {{id: q-01-{number:02}, kind: single, title: {{en: A, es: B}}, choices: ["]
        lines += [
            f'      {{text: "`{place:02}`", correct: {str(place == position).lower()}}},'
            for place in range(1, count + 1)
        ]
        lines += ["    ]}"]
    (data / "quizzes" / "phase-01-arithmetic.yaml").write_text("\n".join(lines), encoding="utf-8")
    (data / "quizzes" / "phase-02-collections.yaml").unlink()
    bank = inspect_project(data).bank
    return [one.fact for one in find_imbalance(bank) if one.fact.startswith("quizzes: ")]


def test_chance_is_not_an_imbalance_of_ten_choices(data: Path) -> None:
    """Five of thirty are more than one and a half times three, and nothing to remark on."""
    assert notice_balance(data, 10, [4] * 2 + [1 + n % 10 for n in range(28)]) == []


def test_a_position_that_is_often_right_is_noticed_among_ten(data: Path) -> None:
    (fact,) = notice_balance(data, 10, [4] * 12 + [1 + n % 10 for n in range(18)])
    assert "choice 4 is right in 14 of 30 questions with 10 choices." in fact
