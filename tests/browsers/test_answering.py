"""Answering in every browser: each kind of question, by mouse and keyboard, and what is kept of it."""

from __future__ import annotations

import pytest

from practicing import READ
from verbs import Reader

QUIZ = "/quizzes/phase-01-arithmetic/"
LETTERS = "/quizzes/phase-02-collections/"
DECK = "/drills/chapter-01-facts/"


def wait_for_events(reader: Reader, count: int) -> list[dict[str, object]]:
    """Waits until the browser's log has this many answers."""
    reader.expect(
        f"async (argument) => ((await ({READ})(argument)) ?? []).length >= {count}", ["events", None]
    )
    events: list[dict[str, object]] = reader.evaluate(READ, ["events", None])
    assert len(events) == count
    return sorted(events, key=lambda event: str(event["at"]))


def check(reader: Reader, id_: str) -> None:
    reader.click(f"#{id_} .act .primary")


def expect_state(reader: Reader, id_: str, state: str) -> None:
    reader.see(f"#{id_}[data-state={state}]")


def choose(reader: Reader, id_: str, *choices: int) -> None:
    reader.see(f"#{id_} form.practice fieldset")
    for number in choices:
        reader.click(f"#{id_} [data-choice='{number}'] label")


@pytest.mark.parametrize(("choice", "state"), [(2, "right"), (1, "wrong")])
def test_a_single_choice(reader: Reader, choice: int, state: str) -> None:
    """The verdict comes with its reason, and the answer is logged."""
    reader.open(QUIZ)
    choose(reader, "q-01-01", choice)
    check(reader, "q-01-01")
    expect_state(reader, "q-01-01", state)
    assert reader.read("#q-01-01 .act > .said")
    reader.see("#q-01-01 .answer[open] .why")
    (event,) = wait_for_events(reader, 1)
    assert (event["id"], event["answer"], event["right"]) == ("q-01-01", [choice], state == "right")


def test_a_multiple_choice(reader: Reader) -> None:
    reader.open(QUIZ)
    choose(reader, "q-01-02", 1, 4)
    check(reader, "q-01-02")
    expect_state(reader, "q-01-02", "right")


@pytest.mark.parametrize(("value", "state"), [("false", "right"), ("true", "wrong")])
def test_true_or_false(reader: Reader, value: str, state: str) -> None:
    reader.open(QUIZ)
    reader.click(f"#q-01-03 [data-choice={value}] label")
    check(reader, "q-01-03")
    expect_state(reader, "q-01-03", state)


@pytest.mark.parametrize(("value", "state"), [("4.2", "right"), ("5", "wrong"), ("4,2", "right")])
def test_a_number(reader: Reader, value: str, state: str) -> None:
    reader.open(LETTERS)
    reader.click("#q-02-07 input[type=text]")
    reader.type(value)
    reader.press("Enter")
    expect_state(reader, "q-02-07", state)


@pytest.mark.parametrize("id_", ["q-01-04", "q-01-05"])
def test_an_answer_in_words_is_graded_by_the_reader(reader: Reader, id_: str) -> None:
    """A free answer and a recalled one: the points that she ticks suggest a grade."""
    reader.open(QUIZ)
    reader.click(f"#{id_} textarea")
    reader.type("add up")
    reader.click(f"#{id_} .act .primary")
    reader.see(f"#{id_} .answer[open] .model-answer")
    reader.click(f"#{id_} [data-point='1'] label")
    reader.click(f"#{id_} [data-grade=good]")
    expect_state(reader, id_, "right")
    (event,) = wait_for_events(reader, 1)
    assert (event["grade"], event["answer"]) == ("good", [1])


def test_nothing_chosen_is_no_answer(reader: Reader) -> None:
    reader.open(QUIZ)
    reader.see("#q-01-01 form.practice fieldset")
    check(reader, "q-01-01")
    assert reader.read("#q-01-01 .act > .said")
    assert reader.evaluate("() => !document.querySelector('#q-01-01').dataset.state")


def test_a_guess(reader: Reader) -> None:
    reader.open(QUIZ)
    choose(reader, "q-01-01", 2)
    reader.click("#q-01-01 .act [data-guess]")
    expect_state(reader, "q-01-01", "right")
    (event,) = wait_for_events(reader, 1)
    assert event["guess"] is True


def test_a_question_is_answered_from_the_keyboard(reader: Reader) -> None:
    """A digit chooses, Enter checks, and n leads to the next question."""
    reader.open(f"{QUIZ}#q-01-01")
    reader.see("#q-01-01 form.practice fieldset")
    reader.press("2")
    reader.expect("() => document.querySelector('#q-01-01 [data-choice=\"2\"] input').checked")
    reader.press("Enter")
    expect_state(reader, "q-01-01", "right")
    reader.press("n")
    reader.expect(
        "() => Math.abs(document.querySelector('#q-01-02').getBoundingClientRect().top) < innerHeight / 2"
    )


def test_the_keys_are_listed(reader: Reader) -> None:
    reader.open(QUIZ)
    reader.see("#q-01-01 form.practice fieldset")
    reader.press("?")
    reader.see("dialog[open].keys-dialog")
    reader.press("Escape")
    reader.miss("dialog[open]")


def test_a_reload_keeps_the_answer(reader: Reader) -> None:
    reader.open(QUIZ)
    choose(reader, "q-01-01", 1)
    check(reader, "q-01-01")
    expect_state(reader, "q-01-01", "wrong")
    wait_for_events(reader, 1)
    reader.open(QUIZ)
    expect_state(reader, "q-01-01", "wrong")


def test_a_question_is_asked_again(reader: Reader) -> None:
    reader.open(QUIZ)
    choose(reader, "q-01-01", 1)
    check(reader, "q-01-01")
    reader.click("#q-01-01 [data-act=again]")
    reader.expect("() => !document.querySelector('#q-01-01').dataset.state")
    choose(reader, "q-01-01", 2)
    check(reader, "q-01-01")
    expect_state(reader, "q-01-01", "right")
    assert [event["right"] for event in wait_for_events(reader, 2)] == [False, True]


def test_next_leads_to_the_next_question(reader: Reader) -> None:
    reader.open(QUIZ, width=500)
    choose(reader, "q-01-01", 2)
    check(reader, "q-01-01")
    reader.click("#q-01-01 [data-act=next]")
    reader.expect(
        """() => {
          const { top, bottom } = document.querySelector("#q-01-02 h2").getBoundingClientRect();
          return bottom > 0 && top < innerHeight / 2;
        }"""
    )


def test_the_strip_shows_what_was_answered(reader: Reader) -> None:
    reader.open(QUIZ)
    choose(reader, "q-01-01", 1)
    check(reader, "q-01-01")
    reader.expect("() => document.querySelector('.strip a[href=\"#q-01-01\"]').dataset.standing === 'wrong'")


def test_both_languages_side_by_side_take_an_answer(reader: Reader) -> None:
    reader.open(f"{QUIZ}side-by-side/")
    choose(reader, "q-01-01", 2)
    check(reader, "q-01-01")
    expect_state(reader, "q-01-01", "right")


def test_the_question_on_home_takes_an_answer(reader: Reader) -> None:
    reader.open("/")
    reader.click(".home-question form.practice [data-choice] label")
    reader.click(".home-question .act .primary")
    reader.see(".home-question .question[data-state]")


def open_deck(reader: Reader) -> None:
    """Opens the deck, which shows one card at a time, and scrolls to it."""
    reader.open(DECK)
    reader.see("#d-01-01 .front")
    reader.miss("#d-01-02 .front")
    reader.evaluate("() => document.querySelector('#d-01-01').scrollIntoView()")


def test_a_deck_turns_with_the_keyboard(reader: Reader) -> None:
    """Space turns a card over, a digit grades it, and the next card comes."""
    open_deck(reader)
    reader.press(" ")
    reader.see("#d-01-01 .answer-body")
    reader.see("[data-grade=good]")
    reader.press("3")
    reader.see("#d-01-02 .front")
    (event,) = wait_for_events(reader, 1)
    assert (event["id"], event["grade"]) == ("d-01-01", "good")


def test_a_deck_goes_back_and_forth(reader: Reader) -> None:
    open_deck(reader)
    reader.press("ArrowRight")
    reader.see("#d-01-02 .front")
    reader.press("ArrowLeft")
    reader.see("#d-01-01 .front")
    reader.click("[data-focus-on]")
    reader.see("#d-01-04 .front")


def test_a_topic_page_takes_an_answer(reader: Reader) -> None:
    reader.open("/es/topics/division/")
    choose(reader, "q-01-01", 2)
    check(reader, "q-01-01")
    expect_state(reader, "q-01-01", "right")


def test_without_storage_questions_can_still_be_answered(reader: Reader) -> None:
    """The page of a reader whose browser lost the log's database: it says so, or begins another one."""
    reader.open(QUIZ)
    choose(reader, "q-01-01", 2)
    check(reader, "q-01-01")
    wait_for_events(reader, 1)
    reader.evaluate("() => { indexedDB.deleteDatabase('espejo'); }")
    reader.open(QUIZ)
    choose(reader, "q-01-02", 1, 4)
    check(reader, "q-01-02")
    expect_state(reader, "q-01-02", "right")
