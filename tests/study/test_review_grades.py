"""Review grades in Chromium: four with their next dates, given or changed by the reader."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from conftest import PATIENCE, BuildOnce, Open
from practicing import LOCALES, check_axe, choose, find, press, read_log, say, wait_for_log
from review_site import make_trial
from site_server import Server, serve
from test_keys import open_list

ONE = "/quizzes/phase-01-arithmetic/"
TWO = "/quizzes/phase-02-collections/"
DECK = "/drills/chapter-01-facts/"
GRADES = ("forgot", "hard", "good", "easy")
DATES = {
    "en": ("tomorrow", "in 4 days", "in 3 months", "in 2.5 years"),
    "es": ("mañana", "dentro de 4 días", "dentro de 3 meses", "dentro de 2,5 años"),
}
"""What the trial's days are called."""


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
    """Find the button of a grade by its name and its date."""
    date = DATES[locale][GRADES.index(grade)]
    return question.get_by_role("button", name=f"{say(f'grade_{grade}', locale)} {date}", exact=True)


def expect_grade(question: Locator, grade: str, locale: str = "en") -> None:
    """This grade is pressed, and no other."""
    for one in GRADES:
        button = find_grade(question, one, locale)
        expect(button).to_have_attribute("aria-pressed", str(one == grade).lower())


def wait_for_fonts(page: Page) -> None:
    """Wait for fonts, which move the layout."""
    page.evaluate("document.fonts.ready.then(() => {})")


def undo(page: Page) -> None:
    page.evaluate("dispatchEvent(new Event('trial:undo'))")


def wait_for_grade(page: Page, grade: str) -> None:
    """Reads the log until its only answer has this grade: both are stored after they are shown."""
    end = time.monotonic() + PATIENCE / 1000
    while (stored := [one.get("grade") for one in read_log(page)]) != [grade] and time.monotonic() < end:
        pass
    assert stored == [grade]


def check_layout(page: Page, width: int) -> None:
    """Axe finds nothing. On the smallest phone, the grades are in one row that a thumb can reach."""
    check_axe(page)
    if width > 320:
        return
    wait_for_fonts(page)
    boxes = [button.bounding_box() for button in page.locator(".grading button").all()]
    assert len({box and box["y"] for box in boxes}) == 1
    assert all(box and box["height"] >= 44 and 0 <= box["x"] <= 320 - box["width"] for box in boxes)
    bar = page.locator(".grade-bar").bounding_box()
    assert bar and 568 / 2 < bar["y"] + bar["height"] <= 568
    assert page.evaluate("document.documentElement.scrollWidth") == 320


LAYOUTS = pytest.mark.parametrize(
    ("locale", "width", "theme"), [("en", 320, "dark"), ("es", 320, "light"), ("es", 1440, "light")]
)


@LAYOUTS
def test_a_card_is_graded_in_one_tap(review: Open, locale: str, width: int, theme: str) -> None:
    """Four grades, each with its date, once the card is turned over; by key too; undo takes one back."""
    options = {"width": width, "height": 568, "color_scheme": theme}
    page = review(f"{LOCALES[locale]}{DECK}#d-01-04", **options)
    card = find(page, "d-01-04")
    expect(card.locator(".grade-bar")).to_be_hidden()
    card.locator(".answer > summary").click()
    for grade in GRADES:
        expect(find_grade(card, grade, locale)).to_be_visible()
    expect(card.get_by_role("group", name=say("how_it_went", locale))).to_be_visible()
    check_layout(page, width)
    page.emulate_media(media="print")
    expect(card.locator(".grade-bar")).to_be_hidden()
    page.emulate_media(media="screen")
    find_grade(card, "easy", locale).click()
    expect(find(page, "d-01-01")).to_be_visible()
    expect(card).to_have_count(0)
    (event,) = wait_for_log(page, 1)
    assert (event["id"], event["grade"], event["right"]) == ("d-01-04", "easy", True)
    assert (event["where"], event["lang"]) == ("review", locale)
    page.keyboard.press("s")
    expect(page.locator(".grading")).to_be_visible()
    page.keyboard.press("2")
    expect(find(page, "d-01-02")).to_be_visible()
    assert wait_for_log(page, 2)[1]["grade"] == "hard"
    undo(page)
    expect(find(page, "d-01-01").locator(".grade-bar")).to_be_hidden()
    expect(find(page, "d-01-01").locator(".answer")).not_to_have_attribute("open", "")
    assert len(read_log(page)) == 1


@LAYOUTS
def test_the_grade_of_a_judged_answer_can_be_changed(
    review: Open, locale: str, width: int, theme: str
) -> None:
    """It follows from the answer, and one tap or key changes it, also in the log. Undo removes the answer."""
    options = {"width": width, "height": 568, "color_scheme": theme}
    page = review(f"{LOCALES[locale]}{TWO}#q-02-02", **options)
    question = find(page, "q-02-02")
    expect(question.locator(".grading")).to_be_hidden()
    choose(question, 1)
    press(question, "check", locale)
    expect_grade(question, "forgot", locale)
    expect(question.get_by_role("button", name=say("try_again", locale))).to_have_count(0)
    assert "grade" not in wait_for_log(page, 1)[0]
    check_layout(page, width)
    find_grade(question, "easy", locale).click()
    wait_for_grade(page, "easy")
    check_axe(page)
    undo(page)
    expect(question.locator(".grade-bar")).to_be_hidden()
    expect(question.locator("input:checked")).to_have_count(0)
    assert read_log(page) == []
    page.keyboard.press("2")
    expect(question.locator("[data-choice='2'] input")).to_be_checked()
    page.keyboard.press("Enter")
    expect_grade(question, "good", locale)
    row = question.get_by_role("group", name=say("review_grade_auto", locale))
    status = row.get_by_role("status")
    expect(status).to_be_empty()
    for number, grade in ((4, "easy"), (1, "forgot")):
        page.keyboard.press(str(number))
        expect(row.locator("[aria-pressed=true]")).to_have_attribute("data-grade", grade)
        expect(status).to_have_text(say("graded", locale, grade=say(f"grade_{grade}", locale)))
        expect(question.locator(".said")).to_have_text(say("right_answer", locale))
        wait_for_grade(page, grade)
    (event,) = read_log(page)
    assert (event["right"], event["answer"]) == (True, [2])
    page.keyboard.press("n")
    question = find(page, "q-02-03")
    question.get_by_role("button", name=f"{say('false', locale)}: {say('guess', locale)}").click()
    expect_grade(question, "hard", locale)


def test_the_points_of_a_free_answer_suggest_a_grade(review: Open) -> None:
    """The reader may give another one."""
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
def test_late_dates_move_nothing_and_grades_work_without_them(review: Open, width: int) -> None:
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
    for search in ("?late", "?failing"):
        page = review(DECK + search)
        page.locator(".answer > summary").click()
        press(page, "grade_good")
        expect(find(page, "d-01-02")).to_be_visible()


def test_looking_and_going_on_counts_as_forgotten(review: Open) -> None:
    """Looking alone is no answer, nor is a click next to the button; the reader can still answer.

    A review has no key to try again or go back.
    """
    page = review(f"{ONE}#q-01-01")
    keys = open_list(page).locator("kbd").all_inner_texts()
    assert keys == ["1–9", "key_enter", "g", "h", "s", "1–4", "n", "b", "/", "?"]
    page.keyboard.press("Escape")
    question = find(page, "q-01-01")
    question.locator(".answer > summary").click()
    expect(question.get_by_role("button", name=say("next_question"))).to_be_visible()
    expect(question.locator(".grading")).to_be_hidden()
    question.locator(".grade-bar .buttons").dispatch_event("click")
    expect(question).to_have_attribute("data-state", "shown")
    assert read_log(page) == []
    question.locator(".answer > summary").click()
    expect(question.locator(".grade-bar")).to_be_hidden()
    choose(question, 2)
    press(question, "check")
    expect_grade(question, "forgot")
    wait_for_log(page, 1)
    page = review(f"{TWO}#q-02-07")
    for id_ in ("q-02-07", "q-02-01", "q-02-02", "q-02-03"):
        question = find(page, id_)
        question.locator(".answer > summary").click()
        press(question, "next_question")
        expect(question).to_have_count(0)
    for event in wait_for_log(page, 4):
        found = (event["answer"], event["right"], event["grade"], event["seen"])
        assert found == (None, False, "forgot", True)


def test_a_question_in_another_language_is_logged_as_such(review: Open) -> None:
    """The buttons are marked as the page's language."""
    page = review(f"{TWO}?across#q-02-02")
    question = find(page, "q-02-02")
    choose(question, 2)
    press(question, "check")
    (event,) = wait_for_log(page, 1)
    assert (event["lang"], event["answer_lang"]) == ("es", "en")
    for part in (".grade-bar", ".act", "legend"):
        expect(question.locator(part)).to_have_attribute("lang", "en")
