"""Studying in every browser: drawn questions, exams, the review, the log, offline use, and print."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest

from browsers.test_answering import check, choose, expect_state, wait_for_events
from offline_host import host_site
from practicing import WRITE_LOG
from printed import squeeze
from verbs import Reader

QUIZ = "/quizzes/phase-01-arithmetic/"

ANSWER_ANY = """() => {
  const question = [...document.querySelectorAll(".run .question")].find((one) => one.checkVisibility());
  const field = question.querySelector("[data-choice] input, textarea, input");
  if (field.matches("[data-choice] *")) field.click();
  return question.id;
}"""


def start(reader: Reader, mode: str, count: int = 2) -> None:
    """Starts a run with some questions of the first collection."""
    reader.open(f"/practice/?collection=quizzes&count={count}")
    reader.see(".setup [type=submit]")
    reader.click(".setup [data-count='5']")
    reader.click(f".setup label:has([name=mode][value={mode}])")
    reader.click(".setup [type=submit]")
    reader.see(".run .question")


def test_drawn_questions_are_asked_one_by_one(reader: Reader) -> None:
    start(reader, "feedback")
    reader.see(".run .question form.practice fieldset")
    assert reader.evaluate(
        "() => [...document.querySelectorAll('.run .question')].filter((one) => one.checkVisibility()).length"
    )


def test_an_exam_is_handed_in(reader: Reader) -> None:
    """It asks before it takes empty answers, and shows a score with every question."""
    start(reader, "exam")
    first = reader.evaluate(ANSWER_ANY)
    reader.click(".exam-foot button.primary, .exam-foot button")
    for _ in range(6):
        reader.press("Tab")
    reader.evaluate(
        "() => [...document.querySelectorAll('.exam-foot button:not([popovertarget])')].at(-1).click()"
    )
    reader.evaluate(
        "() => [...document.querySelectorAll('.exam-foot button:not([popovertarget])')].at(-1)?.click()"
    )
    reader.see(".exam-result h2")
    reader.see(f"[id='{first}']")


def test_a_reload_keeps_the_exam(reader: Reader) -> None:
    start(reader, "exam")
    first = reader.evaluate(ANSWER_ANY)
    reader.go(reader.origin + "/practice/")
    reader.see(f".run [id='{first}'] form.practice fieldset")


def test_an_exam_has_a_clock(reader: Reader) -> None:
    reader.open("/practice/?collection=quizzes")
    reader.see(".setup [type=submit]")
    reader.click(".setup label:has([name=mode][value=exam])")
    reader.click(".setup label:has([name=clock])")
    reader.click(".setup [type=submit]")
    reader.see(".exam-bar")
    reader.expect("() => /\\d+:\\d\\d/.test(document.querySelector('.exam-bar').textContent)")


def answer_before(reader: Reader, *ids: str) -> None:
    """Stores answers that were given a hundred days ago."""
    keys = reader.evaluate("async () => (await (await fetch('/practice.json')).json()).items")
    events = [
        {
            **{
                "device": "abcdefgh0123",
                "n": number,
                "key": keys[id_],
                "id": id_,
                "kind": "single",
                "answer": [2],
            },
            **{
                "at": f"2026-01-0{number}T12:00:00.000Z",
                "right": True,
                "guess": False,
                "ms": 1000,
                "lang": "en",
            },
            "where": "quiz",
        }
        for number, id_ in enumerate(ids, 1)
    ]
    reader.evaluate(WRITE_LOG, [events, {"review": {"fresh": 0}}])


def test_the_review_asks_what_is_due(reader: Reader) -> None:
    """An answer to it is logged, with the day on which it comes back."""
    reader.open("/glossary/")
    answer_before(reader, "q-01-01")
    reader.open("/review/")
    reader.click(".review .act .primary")
    choose(reader, "q-01-01", 2)
    check(reader, "q-01-01")
    expect_state(reader, "q-01-01", "right")
    assert wait_for_events(reader, 2)[1]["where"] == "review"


def test_the_review_shows_its_charts(reader: Reader) -> None:
    reader.open("/glossary/")
    answer_before(reader, "q-01-01", "q-01-06")
    reader.open("/es/review/")
    reader.see(".review-outlook svg")


def test_progress_is_shown_where_quizzes_are_listed(reader: Reader) -> None:
    reader.open(QUIZ)
    choose(reader, "q-01-01", 2)
    check(reader, "q-01-01")
    wait_for_events(reader, 1)
    reader.open("/es/quizzes/")
    reader.expect(
        "() => [...document.querySelectorAll('[data-progress]')].some((one) => one.textContent.trim())"
    )


def test_a_log_of_another_browser_is_added(reader: Reader) -> None:
    """A file is read in the browser, and added when the reader agrees."""
    reader.open(QUIZ)
    choose(reader, "q-01-01", 2)
    check(reader, "q-01-01")
    (event,) = wait_for_events(reader, 1)
    reader.open("/review/")
    reader.see("input[type=file]")
    file = {
        "espejo_log": 1,
        "bank": reader.evaluate("() => document.querySelector('[data-bank]').dataset.bank"),
    }
    reader.evaluate(
        """(file) => {
          const field = document.querySelector("input[type=file]");
          const data = new DataTransfer();
          data.items.add(new File([JSON.stringify(file)], "log.json", { type: "application/json" }));
          field.files = data.files;
          field.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        {**file, "events": [event | {"device": "zyxwvuts9876", "id": "q-01-06"}]},
    )
    reader.click(".offer .primary")
    wait_for_events(reader, 2)


def test_everything_can_be_erased(reader: Reader) -> None:
    reader.open(QUIZ)
    choose(reader, "q-01-01", 2)
    check(reader, "q-01-01")
    wait_for_events(reader, 1)
    reader.open("/review/")
    reader.click("section:has(> .act select) > .act button")
    reader.see("dialog[open].ask")
    reader.evaluate("() => [...document.querySelectorAll('dialog.ask .buttons button')].at(-1).click()")
    wait_for_events(reader, 0)


@pytest.mark.parametrize("prefix", ["", "es/"])
def test_a_visited_page_opens_offline(reader: Reader, site: Path, prefix: str) -> None:
    """With its styles and scripts: its questions can be answered."""
    path = f"{prefix}quizzes/phase-01-arithmetic/"
    with host_site(site) as host:
        reader.go(host.address + path)
        reader.expect(
            "async (url) => Boolean((await navigator.serviceWorker.ready) && (await caches.match(url)))",
            host.address + path,
        )
        with host.offline():
            reader.go(host.address + path)
            choose(reader, "q-01-01", 2)
            check(reader, "q-01-01")
            expect_state(reader, "q-01-01", "right")


def test_a_quiz_prints_its_questions_and_then_the_answers(reader: Reader) -> None:
    """WebKit can't be told to print. From what Firefox prints, bold text can't be read."""
    reader.open("/quizzes/phase-02-collections/")
    reader.see("form.practice fieldset")
    blank = reader.print()
    choose(reader, "q-02-02", 1)
    check(reader, "q-02-02")
    expect_state(reader, "q-02-02", "wrong")
    if not blank or not (printed := reader.print()):
        return
    assert read_pdf(printed) == read_pdf(blank)
    sheets = read_pdf(printed)
    last = next(number for number, sheet in enumerate(sheets) if squeeze("The words are") in sheet)
    assert squeeze("each element once, and so does a union") not in "".join(sheets[: last + 1])
    assert squeeze("each element once, and so does a union") in sheets[last + 1]


def test_print_asks_what_to_print(reader: Reader) -> None:
    reader.open("/quizzes/phase-02-collections/")
    reader.see("form.practice fieldset")
    reader.evaluate("() => { window.print = () => {}; }")
    reader.click("[popovertarget=print_sheet]")
    reader.click("#print_sheet [value=key]")
    reader.miss("#print_sheet")
    assert reader.evaluate("() => document.documentElement.dataset.print") == "key"


def read_pdf(printed: bytes) -> list[str]:
    """The squeezed text of each sheet."""
    document = pypdfium2.PdfDocument(io.BytesIO(printed))
    return [squeeze(sheet.get_textpage().get_text_bounded()) for sheet in document]
