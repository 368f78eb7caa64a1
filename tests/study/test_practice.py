"""Practice in Chromium: answering, checking, logging, and repeating questions of each kind."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from conftest import Open
from practicing import (
    DRAW_THE_FIRST,
    LOCALES,
    change_page,
    check_axe,
    choose,
    fill_in,
    find,
    press,
    read_log,
    say,
    wait_for_about,
    wait_for_fields,
    wait_for_log,
)
from site_server import Server
from test_browser import find_switch

ONE = "/quizzes/phase-01-arithmetic/"
TWO = "/quizzes/phase-02-collections/"
GUIDE = "/study-guide/quiz-01-division/"


def test_choices_statements_and_open_answers(visit: Open) -> None:
    """Verdicts are in words, a guess is one tap, and points suggest a grade. Free text isn't logged."""
    locale = "es"
    page = visit(f"/es{ONE}")
    wait_for_fields(page)
    question = find(page, "q-01-01")
    question.locator(".hint > summary").click()
    press(question, "check", locale)
    expect(question.locator(".said")).to_have_text(say("choose_first", locale))
    question.locator('[data-choice="1"] input').focus()
    page.keyboard.press("ArrowDown")
    expect(question.locator('[data-choice="2"] input')).to_be_checked()
    expect(question.locator(".said")).to_be_empty()
    expect(question).not_to_have_attribute("data-state", re.compile("."))
    assert read_log(page) == []
    choose(question, 3)
    press(question, "check", locale)
    expect(question).to_have_attribute("data-state", "wrong")
    expect(question.locator(".said")).to_have_text(say("wrong_choice", locale, label=3))
    expect(question.locator('[data-choice="3"]')).to_have_attribute("data-own", say("your_choice", locale))
    parts = question.locator(".answer-body > :visible")
    expect(parts.nth(0).locator("[data-reason]")).to_have_attribute("data-reason", "3")
    expect(parts.nth(1)).to_have_class(re.compile("verdict"))
    expect(parts.nth(2).locator("summary")).to_have_text(say("other_reasons", locale))
    expect(question.locator('[data-reason="1"]')).to_be_hidden()
    following = question.get_by_role("button", name=say("next_question", locale))
    expect(following).to_be_focused()
    reason = question.locator(".own-reasons").inner_text().split()[-1]
    expect(following).to_have_accessible_description(re.compile(re.escape(reason)))
    expect(question.locator(".hint")).to_be_hidden()
    press(question, "try_again", locale)
    choose(question, 2)
    press(question, "guess", locale)
    expect(question.locator(".said")).to_have_text(say("right_guess", locale))
    first, second = wait_for_log(page, 2)
    known = {"id": "q-01-01", "kind": "single", "answer": [3], "right": False, "guess": False, "hint": True}
    assert first.items() >= {**known, "lang": locale, "where": "quiz", "n": 1}.items()
    assert first["key"] == question.get_attribute("data-key")
    assert (second["right"], second["guess"]) == (True, True)

    question = find(page, "q-01-03")
    question.get_by_label(say("true", locale), exact=True).check()
    press(question, "check", locale)
    expect(question.locator(".said")).to_have_text(say("wrong_statement", locale))
    press(question, "try_again", locale)
    question.get_by_label(say("false", locale), exact=True).check()
    press(question, "guess", locale)
    expect(question.locator(".said")).to_have_text(say("right_guess", locale))

    question = find(page, "q-01-04")
    question.get_by_label(say("your_words", locale)).fill("a secret")
    press(question, "show_answer", locale)
    primary = question.locator(".grading .primary")
    expect(primary).to_have_count(0)
    for number, grade in enumerate(("forgot", "hard", "good"), 1):
        question.locator(f'[data-point="{number}"] label').click()
        expect(primary).to_have_text(say(f"grade_{grade}", locale))
    press(question, "grade_hard", locale)
    expect(question.locator(".said")).to_have_text(say("graded", locale, grade=say("grade_hard", locale)))

    question = find(page, "q-01-06")
    question.locator(".answer > summary").click()
    expect(question).to_have_attribute("data-state", "shown")
    expect(question.locator("fieldset")).to_have_attribute("disabled", "")
    question.locator(".answer > summary").click()
    expect(question.locator("fieldset")).not_to_have_attribute("disabled", "")
    choose(question, 2)
    press(question, "check", locale)
    true, false, graded, seen = wait_for_log(page, 6)[2:]
    assert (true["answer"], true["right"], false["answer"], false["guess"]) == (True, False, False, True)
    assert (graded["answer"], graded["grade"], graded["right"]) == ([1, 2, 3], "hard", True)
    assert "secret" not in str(graded)
    assert seen["seen"] is True
    page.emulate_media(media="print")
    for selector in (".bar", ".act", ".field", ".grading", ".practice input"):
        expect(page.locator(f"{selector}:visible")).to_have_count(0)


@pytest.mark.parametrize("locale", LOCALES)
def test_several_choices_shuffled_choices_and_numbers(visit: Open, locale: str) -> None:
    """Verdicts use the labels shown and the page's number notation; axe reports no violations."""
    page = visit(LOCALES[locale] + TWO, width=390)
    page.evaluate(DRAW_THE_FIRST)
    question = find(page, "q-02-01")
    choose(question, 1, 2)
    press(question, "check", locale)
    missed = "C and D" if locale == "en" else "C y D"
    said = [say("wrong_several", locale), say("wrong_of_several", locale, labels="A")]
    said.append(say("missed_of_several", locale, labels=missed))
    expect(question.locator(".said")).to_have_text(" ".join(said))
    press(question, "try_again", locale)
    choose(question, 2, 3, 4)
    press(question, "check", locale)
    expect(question.locator(".said")).to_have_text(say("right_answer", locale))

    question = find(page, "q-02-02")
    choose(question, 1)
    press(question, "check", locale)
    press(question, "try_again", locale)
    rows = question.locator("[data-choice]")
    assert rows.evaluate_all("rows => rows.map(row => row.dataset.choice)") == ["2", "3", "1"]
    assert question.locator(".choices .label").all_inner_texts() == ["A.", "B.", "C."]
    expect(question.locator(".practice input:checked")).to_have_count(0)
    expect(question.locator(".answer")).not_to_have_attribute("open", "")
    choose(question, 3)
    press(question, "check", locale)
    expect(question.locator(".said")).to_have_text(say("wrong_choice", locale, label="B"))
    expect(question.locator(".verdict strong")).to_have_text(say("one_choice", locale, labels="A"))
    expect(question.locator(".own-reasons .label")).to_have_text("B.")
    question.locator(".proof > summary").click()
    pairs = say("file_labels", locale, pairs="A → B, B → C, C → A")
    expect(question.locator(".file-labels")).to_have_text(pairs)

    question = find(page, "q-02-07")
    field = question.get_by_label(say("your_number", locale))
    field.fill("four")
    field.press("Enter")
    expect(question.locator(".said")).to_have_text(say("number_first", locale))
    field.fill("4,6")
    field.press("Enter")
    away = "0.6 (15%)" if locale == "en" else "0,6 (15 %)"
    expect(question.locator(".said")).to_have_text(say("wrong_number", locale, distance=away))
    press(question, "try_again", locale)
    field.fill("4.5")
    press(question, "check", locale)
    expect(question.locator(".said")).to_have_text(say("right_answer", locale))
    answers = [event["answer"] for event in wait_for_log(page, 6)]
    assert answers == [[1, 2], [2, 3, 4], [1], [3], "4,6", "4.5"]

    question = find(page, "q-02-05")
    press(question, "show_answer", locale)
    question.locator("[data-point] label").first.click()
    press(question, "grade_good", locale)
    inspect(page)


@pytest.mark.parametrize(("locale", "width", "theme"), [("en", 320, "dark"), ("es", 1440, "light")])
def test_a_quiz_ends_with_a_score_and_repeats_what_was_missed(
    visit: Open, locale: str, width: int, theme: str
) -> None:
    """Missed questions repeat until each is right once, then the quiz restarts; axe reports no violations."""
    page = visit(LOCALES[locale] + GUIDE, width=width, color_scheme=theme)
    strip = page.get_by_role("navigation", name=say("strip", locale))
    wait_for_fields(page)
    inspect(page)
    for number, right in ((1, True), (2, False), (3, False)):
        answer(find(page, f"pt-01-0{number}"), right=right, locale=locale)
    inspect(page)
    for number, standing in enumerate(("right", "wrong", "wrong"), 1):
        name = say(f"dot_{standing}", locale, number=number)
        expect(strip.get_by_role("link", name=name, exact=True)).to_be_visible()
    card = page.get_by_role("region", name=say("end_score", locale, right=1, count=3))
    expect(card.get_by_role("listitem").get_by_role("link")).to_have_count(2)
    press(card, "retry_missed", locale, count=2)
    inspect(page)
    for left, right in ((2, False), (2, True), (1, True)):
        expect(page.locator(".round-left")).to_have_text(say("round_left", locale, count=left))
        question = page.locator(".question:visible")
        expect(question).to_have_count(1)
        answer(question, right=right, locale=locale)
        press(question, "next_question", locale)
    expect(page.locator(".question:visible")).to_have_count(3)
    expect(page.locator(".strip [data-standing=right]")).to_have_count(3)
    expect(card).to_contain_text(say("end_all_right", locale))
    expect(card).to_be_focused()
    press(card, "start_over", locale)
    expect(page.locator(".strip [data-standing=open]")).to_have_count(3)
    expect(page.locator("[data-state]")).to_have_count(0)
    expect(page.locator(".practice input:checked")).to_have_count(0)
    wait_for_about(page, "restarts")
    page.reload()
    expect(page.locator(".strip [data-standing=open]")).to_have_count(3)
    assert len(read_log(page)) == 6


def answer(question: Locator, *, right: bool, locale: str) -> None:
    fill_in(question, right=right)
    press(question, "check", locale)


def test_the_language_can_be_switched_in_the_middle_of_a_question(visit: Open) -> None:
    """Selections, typed text, and answers survive switching back and forth."""
    page = visit(TWO)
    choose(find(page, "q-02-01"), 2, 3)
    find(page, "q-02-05").locator("textarea").fill("half a thought")
    find(page, "q-02-07").locator("input").fill("3,9")
    choose(find(page, "q-02-02"), 1)
    press(find(page, "q-02-02"), "check")
    wait_for_log(page, 1)
    for locale, name in (("en", "Español"), ("es", "English")):
        find_switch(page, locale).get_by_role("link", name=name).click()
        expect(find(page, "q-02-02")).to_have_attribute("data-state", "wrong")
        expect(find(page, "q-02-02").locator(".own-reasons")).to_be_visible()
        expect(find(page, "q-02-01").locator(".practice input:checked")).to_have_count(2)
        expect(find(page, "q-02-05").locator("textarea")).to_have_value("half a thought")
        expect(find(page, "q-02-07").locator("input")).to_have_value("3,9")
        expect(page.locator(".strip [data-standing=wrong]")).to_have_count(1)
    assert len(read_log(page)) == 1


def test_another_tab_shows_marks_but_no_answers_and_none_is_lost(visit: Open) -> None:
    """This also holds in the other language, and every event has its own number."""
    page = visit(ONE)
    other = page.context.new_page()
    for tab in (page, other, page, other):
        if tab is other and other.url == "about:blank":
            wait_for_log(page, 1)
            other.goto(page.url.replace(ONE, f"/es{ONE}"))
            expect(other.locator(".strip [data-standing=wrong]")).to_have_count(1)
            expect(other.locator("[data-state], .practice input:checked")).to_have_count(0)
        locale = "es" if tab is other else "en"
        choose(find(tab, "q-01-01"), 1)
        press(find(tab, "q-01-01"), "check", locale)
        press(find(tab, "q-01-01"), "try_again", locale)
    events = wait_for_log(page, 4)
    assert [event["n"] for event in events] == [1, 2, 3, 4]
    assert len({event["device"] for event in events}) == 1


def test_a_changed_key_asks_that_question_again_and_says_why(visit: Open) -> None:
    """Other questions keep their marks, even if their text changed; the log keeps every event."""
    page = visit(ONE)
    for id_ in ("q-01-01", "q-01-06"):
        choose(find(page, id_), 2)
        press(find(page, id_), "check")
    wait_for_log(page, 2)
    key = re.compile(r'(?<=id="q-01-01" data-kind="single" data-key=)"\w{8}"')
    change_page(page, ONE, lambda html: key.sub('"00000000"', html))
    page.reload()
    expect(find(page, "q-01-01").get_by_text(say("changed_key"))).to_be_visible()
    expect(page.locator("[data-state]")).to_have_count(1)
    expect(page.locator(".strip [data-standing=open]")).to_have_count(6)
    assert len(read_log(page)) == 2


def test_markup_of_another_build_stays_readable(visit: Open, server: Server) -> None:
    """A question without a key or of an unknown kind looks as it does without a script."""
    page = visit(TWO)
    change_page(page, TWO, lambda html: re.sub(r' data-key="\w{8}"| data-kind="truefalse"', "", html))
    page.reload()
    expect(page.locator(".tools")).to_be_visible()  # the script has processed the questions
    question = find(page, "q-02-02")
    question.locator(".answer > summary").click()
    expect(question.locator(".verdict")).to_be_visible()
    expect(page.locator("form.practice")).to_have_count(0)
    assert server.address in page.url


def test_nothing_moves(visit: Open) -> None:
    """Nothing shifts while the page loads, or above the buttons when an answer is checked."""
    page = visit(TWO, fonts=False)  # late fonts would shift text, which is not tested here
    wait_for_fields(page)
    shifts = page.evaluate(
        """() => new Promise((resolve) => {
          let total = 0;
          const add = (entries) => entries.forEach((one) => { total += one.value; });
          const observer = new PerformanceObserver((list) => add(list.getEntries()));
          observer.observe({ type: "layout-shift", buffered: true });
          requestAnimationFrame(() => setTimeout(() => {
            add(observer.takeRecords());
            resolve(total);
          }));
        })"""
    )
    assert shifts < 0.001
    question = find(page, "q-02-02")
    choose(question, 1)
    before = question.locator(".act").bounding_box()
    press(question, "check")
    expect(question).to_have_attribute("data-state", "wrong")
    assert question.locator(".act").bounding_box() == before


def inspect(page: Page) -> None:
    """Run axe at the top of the page: targets half hidden by the header would count as too small."""
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    check_axe(page)
