"""Grades of a review in a real Chromium: four with their next dates, given or changed by the reader."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from conftest import PATIENCE, BuildOnce, Open
from practicing import choose, find, press, read_log, say, wait_for_log
from review_site import make_trial
from site_server import Server, serve
from test_browser import run_axe
from test_keys import open_list

ONE = "/quizzes/phase-01-arithmetic/"
TWO = "/quizzes/phase-02-collections/"
DECK = "/drills/chapter-01-facts/"
LOCALES = {"en": "", "es": "/es"}
GRADES = ("forgot", "hard", "good", "easy")
DATES = {
    "en": ("tomorrow", "in 4 days", "in 3 months", "in 2.5 years"),
    "es": ("mañana", "dentro de 4 días", "dentro de 3 meses", "dentro de 2,5 años"),
}
"""What the trial's days are called."""

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"color-contrast-enhanced": {"enabled": True}},
}


@pytest.fixture(scope="module")
def trial(build_once: BuildOnce) -> Iterator[Server]:
    with serve(build_once("review-trial", make_trial) / "site") as running:
        yield running


@pytest.fixture
def review(visit: Open, trial: Server) -> Open:
    """Opens the review of the questions of a page, at the one that its address names."""

    def open_review(path: str, **options: object) -> Page:
        page = visit(path, at=trial.address, **options)
        expect(page.locator(".grade-bar")).to_be_attached()
        return page

    return open_review


def find_grade(question: Locator | Page, grade: str, locale: str = "en") -> Locator:
    """The button of a grade, by its name and its date."""
    date = DATES[locale][GRADES.index(grade)]
    return question.get_by_role("button", name=f"{say(f'grade_{grade}', locale)} {date}", exact=True)


def expect_grade(question: Locator, grade: str) -> None:
    """This grade is pressed, and no other."""
    for one in GRADES:
        expect(find_grade(question, one)).to_have_attribute("aria-pressed", str(one == grade).lower())


def wait_for_fonts(page: Page) -> None:
    """Waits for the fonts of what was just opened: they decide where the rest stands."""
    page.evaluate("document.fonts.ready.then(() => {})")


def undo(page: Page) -> None:
    page.evaluate("dispatchEvent(new Event('trial:undo'))")


@pytest.mark.parametrize("locale", LOCALES)
def test_one_tap_grades_a_card_and_goes_on(review: Open, locale: str) -> None:
    """Four grades, each with its date in the language of the page, once the card is turned over."""
    page = review(LOCALES[locale] + DECK)
    card = find(page, "d-01-01")
    expect(card.locator(".grade-bar")).to_be_hidden()
    card.locator(".answer > summary").click()
    for grade in GRADES:
        expect(find_grade(card, grade, locale)).to_be_visible()
    expect(card.get_by_role("group", name=say("how_it_went", locale))).to_be_visible()
    find_grade(card, "easy", locale).click()
    expect(find(page, "d-01-02")).to_be_visible()
    expect(card).to_have_count(0)
    (event,) = wait_for_log(page, 1)
    assert (event["id"], event["grade"], event["right"]) == ("d-01-01", "easy", True)
    assert (event["where"], event["lang"]) == ("review", locale)


def test_the_points_of_a_free_answer_suggest_one_of_four(review: Open) -> None:
    """What is ticked marks a grade; the reader may take another, by its date as well as by its word."""
    page = review(f"{ONE}#q-01-04")
    question = find(page, "q-01-04")
    press(question, "show_answer")
    for number, grade in enumerate(("forgot", "hard", "good"), 1):
        question.locator(f'[data-point="{number}"] label').click()
        expect(question.locator(".grading .primary")).to_have_attribute("data-grade", grade)
    find_grade(question, "hard").locator("small").click()
    (event,) = wait_for_log(page, 1)
    assert (event["grade"], event["answer"]) == ("hard", [1, 2, 3])


@pytest.mark.parametrize("width", [320, 1440])
def test_dates_that_come_late_move_nothing(review: Open, width: int) -> None:
    """Every button keeps its place and its size."""
    page = review(f"{DECK}?late", width=width)
    page.locator(".answer > summary").click()
    bar = page.locator(".grade-bar")
    measure = """bar => [bar, ...bar.querySelectorAll("button")]
      .map((one) => one.getBoundingClientRect().toJSON())"""
    wait_for_fonts(page)
    before = bar.evaluate(measure)
    expect(bar.locator("small").first).to_be_empty()
    page.evaluate("dispatchEvent(new Event('trial:dates'))")
    expect(find_grade(page, "easy")).to_be_visible()
    wait_for_fonts(page)
    assert bar.evaluate(measure) == before


def test_grades_work_without_dates(review: Open) -> None:
    """Before they come, and if they never do."""
    for search in ("?late", "?failing"):
        page = review(DECK + search)
        page.locator(".answer > summary").click()
        press(page, "grade_good")
        expect(find(page, "d-01-02")).to_be_visible()


def test_a_grade_follows_from_a_judged_answer(review: Open) -> None:
    """A wrong answer is forgotten, a right guess was hard, a right answer is good; the next one waits."""
    page = review(f"{TWO}#q-02-02")
    question = find(page, "q-02-02")
    expect(question.locator(".grading")).to_be_hidden()
    choose(question, 1)
    press(question, "check")
    expect_grade(question, "forgot")
    press(question, "next_question")
    question = find(page, "q-02-03")
    question.get_by_role("button", name=f"{say('false')}: {say('guess')}").click()
    expect_grade(question, "hard")
    page = review(f"{TWO}#q-02-07")
    question = find(page, "q-02-07")
    question.locator("input").fill("4")
    press(question, "check")
    expect_grade(question, "good")
    assert "grade" not in wait_for_log(page, 1)[0]


@pytest.mark.parametrize("locale", LOCALES)
def test_one_tap_changes_the_grade_of_a_judged_answer(review: Open, locale: str) -> None:
    """At once, in the log too, and a screen reader hears it; what was right stays right."""
    page = review(f"{LOCALES[locale]}{TWO}#q-02-02")
    question = find(page, "q-02-02")
    choose(question, 2)
    press(question, "check", locale)
    row = question.get_by_role("group", name=say("review_grade_auto", locale))
    for grade in ("easy", "forgot"):
        find_grade(row, grade, locale).click()
        expect(row.locator("[aria-pressed=true]")).to_have_attribute("data-grade", grade)
        said = say("graded", locale, grade=say(f"grade_{grade}", locale))
        expect(row.get_by_role("status")).to_have_text(said)
        expect(question.locator(".said")).to_have_text(say("right_answer", locale))
        wait_for_grade(page, grade)
    (event,) = read_log(page)
    assert (event["right"], event["answer"]) == (True, [2])
    expect(question.get_by_role("button", name=say("try_again", locale))).to_have_count(0)


def wait_for_grade(page: Page, grade: str) -> None:
    """Reads the log until its only answer has this grade: both are stored after they are shown."""
    end = time.monotonic() + PATIENCE / 1000
    while (stored := [one.get("grade") for one in read_log(page)]) != [grade] and time.monotonic() < end:
        pass
    assert stored == [grade]


def test_digits_choose_then_grade(review: Open) -> None:
    """While a question is asked they choose; then they change its grade, and a card's they give."""
    page = review(f"{TWO}#q-02-02")
    question = find(page, "q-02-02")
    page.keyboard.press("2")
    expect(question.locator("[data-choice='2'] input")).to_be_checked()
    page.keyboard.press("Enter")
    expect_grade(question, "good")
    page.keyboard.press("4")
    expect_grade(question, "easy")
    page.keyboard.press("2")
    expect_grade(question, "hard")
    page.keyboard.press("n")
    expect(find(page, "q-02-03")).to_be_visible()
    page = review(DECK)
    page.keyboard.press("s")
    expect(page.locator(".grading")).to_be_visible()
    page.keyboard.press("4")
    expect(find(page, "d-01-02")).to_be_visible()
    assert wait_for_log(page, 1)[0]["grade"] == "easy"


def test_the_list_of_keys_has_four_grades(review: Open) -> None:
    """And neither a key to try again, nor one to go back: a review has no such button."""
    page = review(f"{ONE}#q-01-01")
    keys = open_list(page).locator("kbd").all_inner_texts()
    assert keys == ["1–9", "key_enter", "g", "h", "s", "1–4", "n", "b", "/", "?"]


def test_an_answer_that_was_only_looked_at_has_no_grade(review: Open) -> None:
    """The reader goes on, or closes it and answers after all."""
    page = review(f"{TWO}#q-02-02")
    question = find(page, "q-02-02")
    question.locator(".answer > summary").click()
    expect(question.get_by_role("button", name=say("next_question"))).to_be_visible()
    expect(question.locator(".grading")).to_be_hidden()
    question.locator(".answer > summary").click()
    expect(question.locator(".grade-bar")).to_be_hidden()
    choose(question, 2)
    press(question, "check")
    expect_grade(question, "forgot")


@pytest.mark.parametrize("id_", ["q-02-01", "q-02-02", "q-02-03", "q-02-07"])
def test_whoever_looks_and_goes_on_did_not_know(review: Open, id_: str) -> None:
    """Every kind that is judged: no answer, and the grade of what was forgotten."""
    page = review(f"{TWO}#{id_}")
    question = find(page, id_)
    question.locator(".answer > summary").click()
    press(question, "next_question")
    expect(question).to_have_count(0)
    (event,) = wait_for_log(page, 1)
    assert (event["answer"], event["right"], event["grade"], event["seen"]) == (None, False, "forgot", True)


def test_a_click_beside_the_button_is_none(review: Open) -> None:
    """Who looks at an answer has not gone on by touching the row in which the button stands."""
    page = review(f"{TWO}#q-02-02")
    question = find(page, "q-02-02")
    question.locator(".answer > summary").click()
    expect(question).to_have_attribute("data-state", "shown")
    question.locator(".grade-bar .buttons").dispatch_event("click")
    expect(question).to_have_attribute("data-state", "shown")
    assert read_log(page) == []


def test_what_is_taken_back_is_asked_again(review: Open) -> None:
    """As if it had never been answered: a judged answer whose grade was changed, and a card."""
    page = review(f"{TWO}#q-02-02")
    question = find(page, "q-02-02")
    choose(question, 1)
    press(question, "check")
    find_grade(question, "easy").click()
    wait_for_grade(page, "easy")
    undo(page)
    expect(question.locator(".grade-bar")).to_be_hidden()
    expect(question.locator("input:checked")).to_have_count(0)
    assert read_log(page) == []
    choose(question, 2)
    press(question, "check")
    expect_grade(question, "good")
    expect(question.locator(".grading [role=status]")).to_be_empty()
    page = review(DECK)
    page.locator(".answer > summary").click()
    find_grade(page, "hard").click()
    expect(find(page, "d-01-02")).to_be_visible()
    undo(page)
    expect(find(page, "d-01-01").locator(".grade-bar")).to_be_hidden()
    expect(find(page, "d-01-01").locator(".answer")).not_to_have_attribute("open", "")
    assert read_log(page) == []


def test_a_question_in_another_language_says_so_in_the_log(review: Open) -> None:
    """Its language and that of its answer are recorded; the buttons are marked as the page's language."""
    page = review(f"{TWO}?across#q-02-02")
    question = find(page, "q-02-02")
    choose(question, 2)
    press(question, "check")
    (event,) = wait_for_log(page, 1)
    assert (event["lang"], event["answer_lang"]) == ("es", "en")
    for part in (".grade-bar", ".act", "legend"):
        expect(question.locator(part)).to_have_attribute("lang", "en")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("path", [f"{TWO}#q-02-02", f"{DECK}#d-01-04"])
def test_a_thumb_reaches_the_grades(review: Open, locale: str, path: str) -> None:
    """On the smallest phone they stand in one row at the lower edge, each at least 44 pixels high."""
    page = review(LOCALES[locale] + path, width=320, height=568)
    if "quizzes" in path:
        page.locator("[data-choice]").first.click()
        press(page, "check", locale)
    else:
        page.locator(".answer > summary").click()
    expect(page.locator(".grading button").last).to_be_visible()
    wait_for_fonts(page)
    boxes = [button.bounding_box() for button in page.locator(".grading button").all()]
    assert len({box and box["y"] for box in boxes}) == 1
    assert all(box and box["height"] >= 44 and box["x"] >= 0 for box in boxes)
    assert all(box and box["x"] + box["width"] <= 320 for box in boxes)
    bar = page.locator(".grade-bar").bounding_box()
    assert bar
    assert 568 / 2 < bar["y"] + bar["height"] <= 568
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize(("width", "theme"), [(320, "dark"), (1440, "light")])
def test_axe_finds_nothing_where_grades_are_given(review: Open, width: int, theme: str) -> None:
    """A card that is turned over; a judged answer, and one whose grade was changed."""
    page = review(DECK, width=width, color_scheme=theme)
    page.locator(".answer > summary").click()
    assert run_axe(page, RULES) == []
    page = review(f"/es{TWO}#q-02-02", width=width, color_scheme=theme)
    choose(find(page, "q-02-02"), 1)
    press(page, "check", "es")
    assert run_axe(page, RULES) == []
    find_grade(page, "hard", "es").click()
    assert run_axe(page, RULES) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_page_of_review_asks_for_grades(visit: Open, locale: str) -> None:
    """Whatever it asks first has four grades with dates from the schedule; the last one counts."""
    page = visit(f"{LOCALES[locale]}/review/")
    press(page, "review_start", locale)
    expect(page.locator(".grade-bar")).to_be_attached()
    dialog = open_list(page)
    for word in ("how_it_went", "key_next"):
        expect(dialog.get_by_text(say(word, locale), exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    for count in range(1, 5):
        question = page.locator(".question")
        expect(question.locator(".grade-bar")).to_be_attached()
        asked = question.get_attribute("id") or ""
        question.locator(".answer > summary").click()
        if question.get_attribute("data-kind") in ("free", "recall", "card"):
            expect(question.locator(".grading small")).to_have_text([re.compile(r"\w")] * 4)
            question.locator("[data-grade=easy]").click()
        else:
            press(question, "next_question", locale)
        expect(find(page, asked)).to_have_count(0)
        wait_for_log(page, count)
    assert {event["grade"] for event in read_log(page)} <= {"forgot", "easy"}


def test_grades_are_not_printed(review: Open) -> None:
    page = review(DECK)
    page.locator(".answer > summary").click()
    page.emulate_media(media="print")
    expect(page.locator(".grade-bar")).to_be_hidden()
