"""Practice page in Chromium: questions drawn from many quizzes, with feedback or as an exam."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import Open
from practicing import OPEN, QUESTIONS, change_page, check_axe, fill_in, press, say, wait_for_log
from site_server import Server
from small_bank import make_word

QUIZZES = "/practice/?collection=quizzes"
IN_QUIZZES = sorted(id_ for id_ in QUESTIONS if id_.startswith("q-"))
CLOSED = [id_ for id_ in IN_QUIZZES if QUESTIONS[id_].kind not in OPEN]


def wait_for_form(page: Page) -> None:
    """Wait until the script has counted the questions; until then the form does nothing."""
    expect(page.locator(".setup-pool")).not_to_be_empty()


def start(page: Page, *, mode: str = "exam", count: str = "all", minutes: int = 0) -> None:
    """Fill in the rest of the setup form and start. Each draw only moves the first item to the end."""
    wait_for_form(page)
    page.evaluate("Math.random = () => 0")
    page.locator(f"[name=mode][value={mode}]").check()
    if minutes:
        page.locator("[name=clock]").check()
        page.locator("[name=minutes]").fill(str(minutes))
    page.locator(f"button[data-count='{count}']").click()
    page.locator(".setup button[type=submit]").click()
    expect(page.locator(".run .question").first).to_be_attached()


def shown(page: Page) -> Locator:
    """Find the visible question of the exam."""
    return page.locator(".run .question:visible")


def take_exam(page: Page, locale: str = "en", *, wrong: str = "", skipped: str = "") -> None:
    """Answer every question of an exam, all correctly except these two."""
    for _ in IN_QUIZZES:
        id_ = shown(page).get_attribute("id")
        if id_ != skipped:
            fill_in(shown(page), right=id_ != wrong)
        if page.get_by_role("button", name=make_word("exam_next", locale), exact=True).is_enabled():
            press(page, "exam_next", locale)


def check_layout(page: Page, width: int) -> None:
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": width, "height": height})  # so tall that no bar covers anything
    check_axe(page)


@pytest.mark.parametrize(
    ("prefix", "locale", "width", "theme"), [("", "en", 1200, "light"), ("/es", "es", 320, "dark")]
)
def test_an_exam_says_nothing_until_it_is_handed_in(
    visit: Open, prefix: str, locale: str, width: int, theme: str
) -> None:
    """Then it shows the score and missed questions, and logs the answers; open answers count once graded."""
    page = visit(prefix + QUIZZES, width=width, height=4000, color_scheme=theme)
    wait_for_form(page)
    page.locator("[name=mode][value=exam]").check()
    expect(page.locator(".setup-clock")).to_be_visible()
    page.locator(".setup .fold").evaluate_all("all => all.forEach(one => { one.open = true })")
    check_layout(page, width)
    start(page, minutes=10)
    check_layout(page, width)
    take_exam(page, locale, wrong="q-01-06", skipped="q-02-03")
    assert "undefined" not in page.locator(".run").inner_text()
    expect(page.locator("[data-state]")).to_have_count(0)
    expect(page.locator(".run .answer:visible, .run .hint:visible")).to_have_count(0)
    press(page, "exam_hand_in", locale)
    expect(page.locator(".exam-said")).to_have_text(make_word("exam_left_one", locale))
    press(page, "exam_anyway", locale)
    result = page.locator(".exam-result")
    expect(result).to_be_focused()
    score = make_word("exam_result", locale)
    expect(result.locator("h2")).to_have_text(score.format(right=len(CLOSED) - 2, count=len(CLOSED)))
    expect(result).to_contain_text(make_word("exam_not_answered_one", locale))
    check_layout(page, width)
    assert result.locator("p + ul a").evaluate_all("all => all.map(one => one.hash).sort()") == [
        "#q-01-06",
        "#q-02-03",
    ]
    expect(page.locator("#q-02-03 .said")).to_have_text(make_word("not_answered", locale))
    expect(page.locator("#q-01-06 .own-reasons, #q-01-06 [data-own]").first).to_be_visible()
    expect(result.locator(".weak-topics a")).to_have_attribute(
        "href", re.compile(f"{prefix}/topics/division/$")
    )
    page.locator("#q-01-04 [data-grade=good]").click()
    expect(result.locator("h2")).to_have_text(score.format(right=len(CLOSED) - 1, count=len(CLOSED) + 1))
    events = wait_for_log(page, len(CLOSED))
    assert sorted(event["id"] for event in events) == sorted({*CLOSED, "q-01-04"} - {"q-02-03"})
    assert {(event["where"], event["lang"]) for event in events} == {("exam", locale)}
    assert [event["id"] for event in events if not event["right"]] == ["q-01-06"]
    page.reload()
    expect(result.locator("h2")).to_have_text(score.format(right=len(CLOSED) - 1, count=len(CLOSED) + 1))
    wait_for_log(page, len(CLOSED))
    page.emulate_media(media="print")
    expect(page.locator("#q-01-06 .verdict")).to_be_visible()
    for part in (".exam-result h2", "#q-01-06 .said", "#q-02-07 .field input"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator(".page button:not(.row):visible, .strip:visible")).to_have_count(0)


def test_answers_can_be_changed_and_guesses_marked_in_any_order(visit: Open) -> None:
    """Answers, guesses, and order survive a reload and a switch to the other language."""
    page = visit(QUIZZES)
    start(page, count="5")
    links = page.locator(".run .strip a")
    order = links.evaluate_all("all => all.map(one => one.hash.slice(1))")
    place = next(number for number, id_ in enumerate(order) if id_ in CLOSED)
    links.nth(place).click()
    fill_in(shown(page), right=False)
    shown(page).locator(".guess input").check()
    rows = shown(page).locator("[data-choice]").evaluate_all("all => all.map(one => one.dataset.choice)")
    expect(links.nth(place)).to_have_attribute("aria-label", f"exam_answered {place + 1}")
    page.reload()
    expect(links.nth(place)).to_have_attribute("aria-current", "true")
    page.locator("header .languages a[hreflang=es]").click()
    expect(links.nth(place)).to_have_attribute("aria-label", f"exam_answered-es {place + 1}")
    assert links.evaluate_all("all => all.map(one => one.hash.slice(1))") == order
    assert shown(page).get_attribute("id") == order[place]
    assert (
        shown(page).locator("[data-choice]").evaluate_all("all => all.map(one => one.dataset.choice)") == rows
    )
    expect(shown(page).locator(".guess input")).to_be_checked()
    press(page, "exam_hand_in", "es")
    press(page, "exam_anyway", "es")
    (event,) = wait_for_log(page, 1)
    assert (event["id"], event["right"], event["guess"]) == (order[place], False, True)


def test_the_clock_hands_the_exam_in(visit: Open) -> None:
    """Time runs from the start, even through a reload. The last minute and the end are announced."""
    page = visit(QUIZZES)
    page.clock.set_fixed_time("2026-11-17T10:00:00")  # even if starting the exam takes long
    page.reload()
    start(page, minutes=10)
    expect(page.get_by_role("timer")).to_have_text("10:00")
    page.clock.set_fixed_time("2026-11-17T10:05:30")
    expect(page.get_by_role("timer")).to_have_text("4:30")
    while shown(page).get_attribute("id") not in CLOSED:
        press(page, "exam_next")
    answered = shown(page).get_attribute("id")
    fill_in(shown(page))
    press(page, "exam_hide_clock")
    expect(page.get_by_role("timer")).to_be_hidden()
    page.reload()
    expect(page.get_by_role("timer")).to_be_hidden()
    press(page, "exam_show_clock")
    expect(page.get_by_role("timer")).to_have_text("4:30")
    page.clock.set_fixed_time("2026-11-17T10:09:15")
    expect(page.locator(".exam-clock [role=status]")).to_have_text(make_word("exam_last_minute", "en"))
    expect(page.locator(".exam-result")).to_have_count(0)
    page.clock.set_fixed_time("2026-11-17T10:10:15")
    expect(page.locator(".exam-result")).to_contain_text(make_word("exam_time_up", "en"))
    assert [event["id"] for event in wait_for_log(page, 1)] == [answered]


def test_a_topic_is_practiced_until_each_answer_was_right(visit: Open) -> None:
    """A topic's link preselects it; score, missed questions, and retry round work as on a quiz page."""
    page = visit("/practice/?topic=strings")
    expect(page.locator(".fold .chosen").last).not_to_be_empty()
    start(page, mode="feedback")
    expect(page).to_have_url(re.compile("/practice/$"))
    ids = page.locator(".run .question").evaluate_all("all => all.map(one => one.id)")
    closed = [id_ for id_ in ids if QUESTIONS[id_].kind not in OPEN]
    for id_ in ids:
        section = page.locator(f"#{id_}")
        fill_in(section, right=id_ != closed[0])
        section.locator("button[type=submit]").first.click()
        if id_ not in closed:
            section.locator("[data-grade=good]").click()
        expect(section).to_have_attribute("data-state", "wrong" if id_ == closed[0] else "right")
        if id_ in closed:
            section.locator("[data-act=next]").click()
    card = page.locator(".end-card")
    expect(card.locator(".weak-topics a")).to_have_attribute("href", re.compile("/topics/strings/$"))
    wait_for_log(page, len(ids))
    page.reload()
    expect(card.locator("ul").first.locator("a")).to_have_count(1)
    card.locator("button.primary").click()
    fill_in(page.locator(f"#{closed[0]}"))
    page.locator(f"#{closed[0]} button[type=submit]").first.click()
    page.locator(f"#{closed[0]} [data-act=next]").click()
    expect(card).to_contain_text(make_word("end_all_right", "en"))
    assert {event["where"] for event in wait_for_log(page, len(ids) + 1)} == {"topic"}
    press(page, "start_over")
    expect(page.locator(".setup button[type=submit]")).to_be_focused()


def test_choices_are_shuffled_unless_their_order_is_fixed(visit: Open) -> None:
    """Labels follow the new order, and links lead to the same pages as on the quiz page."""
    page = visit(QUIZZES)
    start(page, mode="feedback")

    def order(id_: str) -> list[str]:
        rows = page.locator(f"#{id_} [data-choice]")
        return rows.evaluate_all("all => all.map(one => one.dataset.choice)")  # type: ignore[no-any-return]

    assert order("q-01-01") == ["2", "3", "1"]
    assert order("q-01-07") == ["1", "2", "3"]
    assert page.locator("#q-01-01 [data-choice] .label").all_inner_texts() == ["1.", "2.", "3."]
    links = page.locator(".run .question a[href]").evaluate_all(
        "all => all.map(one => one.getAttribute('href'))"
    )
    assert [link for link in links if not link.startswith(("/", "https://", "mailto:"))] == []
    assert "/quizzes/phase-01-arithmetic/#q-01-01" in links
    ids = page.locator("[id]").evaluate_all("all => all.map(one => one.id)")
    assert len(ids) == len(set(ids))


def test_a_failed_page_can_be_retried(browser: Browser, server: Server) -> None:
    """After an error the reader can try again; a question missing from its page is left out."""
    page = browser.new_page(service_workers="block")
    page.goto(server.address + QUIZZES)
    wait_for_form(page)
    page.route("**/quizzes/phase-01-arithmetic/", lambda route: route.abort())
    page.locator("button[data-count=all]").click()
    page.locator(".setup button[type=submit]").click()
    expect(page.get_by_role("alert")).to_have_text(make_word("run_failed", "en"))

    page.unroute("**/quizzes/phase-01-arithmetic/")
    change_page(
        page, "/quizzes/phase-01-arithmetic/", lambda html: html.replace('id="q-01-01"', 'id="other"')
    )
    press(page, "try_again")
    expect(page.locator(".run-note")).to_have_text(make_word("run_missing_one", "en"))
    expect(page.locator(".run .strip a")).to_have_count(len(IN_QUIZZES) - 1)
    page.close()


def test_an_exam_by_keyboard_alone(visit: Open) -> None:
    """From the first checkbox of the form to the result, with Tab, Space, arrows, and Enter."""
    page = visit("/practice/")
    page.evaluate("Math.random = () => 0")
    page.locator("[name=collection][value=quizzes]").focus()
    page.keyboard.press("Space")
    wait_for_form(page)
    page.locator("[name=mode][value=feedback]").focus()
    page.keyboard.press("ArrowDown")
    page.locator("[name=count]").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator(".run .question").first).to_be_attached()
    expect(shown(page)).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == make_word("exam_next", "en"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".exam-place")).to_have_text(say("exam_question", number=2, count=2))
    expect(shown(page)).to_be_focused()
    page.get_by_role("button", name=make_word("exam_hand_in", "en")).focus()
    page.keyboard.press("Enter")
    if page.locator(".exam-result").count() == 0:
        page.keyboard.press("Enter")
    expect(page.locator(".exam-result")).to_be_focused()


def test_without_a_script_the_page_says_so(visit: Open) -> None:
    """The unusable form is hidden."""
    page = visit("/practice/", java_script_enabled=False)
    expect(page.get_by_text(make_word("practice_needs_script", "en"), exact=True)).to_be_visible()
    expect(page.locator("form.setup")).to_be_hidden()
