"""Review sessions in Chromium: from due items to the end, with grades and undo."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from conftest import Open
from practicing import check_axe, press, read_log, say, wait_for_log
from reviewing import (
    GRADES,
    NOW,
    answered,
    expect_due,
    go_on,
    grade,
    is_open,
    name_shown,
    open_review,
    reply,
    shown,
    start,
    turn_over,
)
from test_keys import open_list

JUDGED = ("q-01-01", "q-01-02", "q-01-03", "q-02-02", "q-02-07", "pt-02-02", "pt-03-01")
ONLY_DUE = {"fresh": 0}
"""Settings under which no new items are asked."""


def expect_left(page: Page, count: int, locale: str = "en") -> None:
    expect(page.locator(".round-left")).to_contain_text(say("review_left", locale, count=count))


def write_day(ahead: int, locale: str) -> str:
    """Write a date, in days from now, as pages do."""
    day = NOW.date() + timedelta(ahead)
    months = {"en": ("November", "December"), "es": ("noviembre", "diciembre")}
    month = months[locale][day.month - 11]
    return f"{month} {day.day}, {day.year}" if locale == "en" else f"{day.day} de {month} de {day.year}"


def check_layout(page: Page) -> None:
    """Expect no axe violations, touch targets of at least 44 pixels, and grades in one row."""
    check_axe(page)
    targets = page.locator(".review :is(button, summary, .choices label):visible").all()
    rows = page.locator(".grading button:visible").evaluate_all(_TOPS)
    assert len(set(rows)) <= 1
    small = [one.inner_text() for one in targets if (one.bounding_box() or {"height": 0})["height"] < 44]
    assert small == []


_TOPS = "all => all.map(one => one.getBoundingClientRect().top)"


@pytest.mark.parametrize(("locale", "width", "theme"), [("en", 1440, "light"), ("es", 320, "dark")])
def test_a_session_goes_on_until_each_was_known(visit: Open, locale: str, width: int, theme: str) -> None:
    """A confident wrong answer comes back after three others, a wrong guess at the end of a short session.

    The end shows the first-try score and the date of the next review; the log has every answer.
    """
    past = answered(*JUDGED)
    page = open_review(visit, locale, past, settings=ONLY_DUE, width=width, color_scheme=theme)
    expect_due(page, 7, locale)
    expect(page.locator(".review-outlook .heat-map")).to_be_visible()
    page.locator(".review details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    check_layout(page)
    start(page, locale)
    check_layout(page)
    expect_left(page, 7, locale)
    asked = []
    for number in range(9):
        id_ = reply(page, right=number > 1, guess=number == 1)
        asked.append(id_)
        expect_left(page, 7 if number < 2 else 8 - number, locale)
        if number < 3:
            check_layout(page)
        go_on(page)
    assert sorted(asked[:4] + asked[5:8]) == sorted(JUDGED)
    assert (asked[4], asked[8]) == (asked[0], asked[1])
    result = page.locator(".review-result")
    expect(result).to_be_focused()
    expect(result.locator("h2")).to_have_text(say("review_done", locale))
    expect(result).to_contain_text(say("review_result", locale, right=5, count=7))
    expect(page.locator(".review-today")).to_have_text(say("review_none", locale, day=write_day(1, locale)))
    events = wait_for_log(page, len(JUDGED) + 9)[len(JUDGED) :]
    home = page.url.partition("/es/review" if locale == "es" else "/review")[0]
    keys = page.request.get(f"{home}/practice.json").json()["items"]
    assert [(one["id"], one["right"], one["guess"]) for one in events] == [
        (id_, number > 1, number == 1) for number, id_ in enumerate(asked)
    ]
    assert {(one["where"], one["lang"], "grade" in one) for one in events} == {("review", locale, False)}
    assert [one["key"] for one in events] == [keys[id_] for id_ in asked]
    assert [one["n"] for one in events] == list(range(1, 10))
    expect(page.locator(".review-outlook .heat-map")).to_be_visible()
    check_layout(page)


@pytest.mark.parametrize(("id_", "locale"), [("d-01-01", "es"), ("q-01-04", "en")])
def test_the_date_of_a_grade_is_when_it_comes_back(visit: Open, id_: str, locale: str) -> None:
    """For cards and free answers. Undo at the end restores the item, its dates, and its schedule.

    An item that comes back at once has dates based on the answer just given, even in a new session.
    """
    page = open_review(visit, locale, answered(id_, days=3), settings=ONLY_DUE)
    before = read_log(page)
    start(page, locale)
    dates = read_dates(page, locale)
    assert 0 < dates["forgot"] < dates["hard"] < dates["good"] < dates["easy"]
    for name in GRADES[1:]:
        grade(page, name)
        day = write_day(dates[name], locale)
        expect(page.locator(".review-today")).to_have_text(say("review_none", locale, day=day))
        assert [one["grade"] for one in wait_for_log(page, 2)[1:]] == [name]
        press(page, "review_undo", locale)
        expect(page.locator(".round-left")).to_contain_text(say("review_undone", locale))
        assert read_log(page) == before
        assert read_dates(page, locale) == dates
    grade(page, "forgot")
    expect(shown(page)).to_have_attribute("id", id_)
    expect_left(page, 1, locale)
    back = read_dates(page, locale)
    check_layout(page)
    bar = page.locator(".grade-bar")
    box = bar.bounding_box()
    bar.evaluate("bar => bar.querySelectorAll('small').forEach((date) => { date.textContent = ''; })")
    assert bar.bounding_box() == box, "a date that comes late moves nothing"
    page.emulate_media(media="print")
    expect(bar).to_be_hidden()
    page.emulate_media(media="screen")
    assert back != dates
    press(page, "review_stop", locale)
    expect_due(page, 1, locale)
    start(page, locale)
    assert read_dates(page, locale) == back


def read_dates(page: Page, locale: str) -> dict[str, int]:
    """Read the days until the item comes back, by grade."""
    turn_over(page)
    said = shown(page).locator(".grading small")
    expect(said).to_have_text([re.compile(r"\w")] * 4)
    tomorrow = {"en": "tomorrow", "es": "mañana"}[locale]
    texts = ["1" if text == tomorrow else re.sub(r"\D", "", text) for text in said.all_inner_texts()]
    return dict(zip(GRADES, map(int, texts), strict=True))


def pressed(page: Page) -> Locator:
    return shown(page).locator("[data-grade][aria-pressed=true]")


def test_grades_can_be_changed_and_answers_undone(visit: Open) -> None:
    """One tap replaces the grade derived from an answer; a regraded wrong answer needn't come back.

    Undo steps back to the first answer, even if it's still shown or was regraded.
    """
    page = open_review(visit, "es", answered(*JUDGED[:3]), settings=ONLY_DUE)
    before = read_log(page)
    start(page, "es")
    undo = page.get_by_role("button", name=say("review_undo", "es"), exact=True)
    expect(undo).to_be_disabled()
    first = reply(page)
    expect(pressed(page)).to_have_attribute("data-grade", "good")
    grade(page, "easy")
    expect(shown(page).locator(".back").get_by_role("status")).to_have_text(re.compile("^review_back-es .*d"))
    expect(shown(page).locator(".said")).to_have_text(say("right_answer", "es"))
    go_on(page)
    reply(page, right=False)
    expect(pressed(page)).to_have_attribute("data-grade", "forgot")
    expect_left(page, 2, "es")
    grade(page, "hard")
    expect_left(page, 1, "es")
    go_on(page)
    reply(page, guess=True)
    expect(pressed(page)).to_have_attribute("data-grade", "hard")
    events = wait_for_log(page, 6)[3:]
    assert [(one["right"], one.get("grade")) for one in events] == [
        (True, "easy"),
        (False, "hard"),
        (True, None),
    ]
    for left in (1, 2, 3):
        undo.evaluate("button => { button.click(); button.click(); }")  # a double click undoes only once
        expect_left(page, left, "es")
        expect(shown(page)).not_to_have_attribute("data-state", re.compile("."))
    expect(undo).to_be_disabled()
    assert name_shown(page) == first
    assert read_log(page) == before
    press(page, "review_stop", "es")
    expect_due(page, 3, "es")
    expect(page.locator(".review-result p")).to_have_count(0)


def test_a_session_can_be_stopped_and_continued_later(visit: Open) -> None:
    """All answers count, including the one still on screen. The rest stays due, even after a reload."""
    page = open_review(visit, "en", answered(*JUDGED[:4]), settings=ONLY_DUE)
    start(page)
    done = [reply(page, right=False)]
    go_on(page)
    done.append(reply(page))
    press(page, "review_stop")
    expect(page.locator(".review-result")).to_contain_text(say("review_result", right=1, count=2))
    expect_due(page, 3)
    page.reload()
    expect_due(page, 3)
    expect(page.locator(".review-result")).to_have_count(0)
    start(page)
    expect(page.locator(".review-marks")).to_have_text(say("review_missed_mark"))
    assert name_shown(page) == done[0]
    for _ in range(3):
        assert reply(page) != done[1]
        go_on(page)
    expect(page.locator(".review-result")).to_contain_text(say("review_result", right=3, count=3))
    assert len({(one["device"], one["n"]) for one in wait_for_log(page, 9)}) == 9


def test_a_session_by_keyboard_alone(visit: Open) -> None:
    """Digits choose and grade, Enter checks, n continues. Undo and Stop are reachable; focus isn't lost."""
    page = open_review(visit, "en", answered("q-01-01", "q-02-02", "d-01-01"), settings=ONLY_DUE)
    stage = page.locator(".review-stage")
    page.get_by_role("button", name=say("review_start"), exact=True).focus()
    page.keyboard.press("Enter")
    for _ in range(3):
        expect(shown(page)).to_be_focused()
        id_ = name_shown(page)
        if is_open(id_):
            page.keyboard.press("s")
            count = len(read_log(page))
            stage.evaluate("stage => { stage.inert = true }")
            page.keyboard.press("1")  # ignored while the next item is fetched
            stage.evaluate("stage => { stage.inert = false }")
            assert len(read_log(page)) == count
            shown(page).focus()
            page.keyboard.press("3")
        else:
            page.keyboard.press("2")
            page.keyboard.press("Enter")
            expect(pressed(page)).to_have_count(1)
            page.keyboard.press("4")
            expect(pressed(page)).to_have_attribute("data-grade", "easy")
            page.keyboard.press("n")
        expect(page.locator(f"[id='{id_}']")).to_have_count(0)
    expect(page.locator(".review-result")).to_be_focused()
    for word in ("review_more_new", "review_undo"):
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name=say(word, count=10), exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(shown(page)).to_be_focused()
    for word in ("review_stop", "review_undo"):
        page.keyboard.press("Shift+Tab")
        expect(page.get_by_role("button", name=say(word), exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect_left(page, 2)
    expect(shown(page)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".review-result")).to_be_focused()
    (event,) = wait_for_log(page, 4)[3:]
    assert event["grade"] == ("good" if is_open(event["id"]) else "easy")


def test_looking_and_going_on_counts_as_forgotten(visit: Open) -> None:
    """Just looking isn't an answer. Reviews have no key to try again."""
    page = open_review(visit, "en", answered("q-01-01", "q-02-07"), settings=ONLY_DUE)
    start(page)
    keys = open_list(page).locator("kbd").all_inner_texts()
    assert keys == ["1–9", "key_enter", "g", "h", "s", "1–4", "n", "/", "?"]
    page.keyboard.press("Escape")
    question = shown(page)
    turn_over(page)
    expect(question.get_by_role("button", name=say("next_question"))).to_be_visible()
    expect(question.locator(".grading")).to_be_hidden()
    question.locator(".grade-bar .buttons").dispatch_event("click")
    assert len(read_log(page)) == 2
    question.locator(".answer > summary").click()
    expect(question.locator(".grade-bar")).to_be_hidden()
    turn_over(page)
    go_on(page)
    event = wait_for_log(page, 3)[2]
    found = (event["answer"], event["right"], event["grade"], event["seen"])
    assert found == (None, False, "forgot", True)
