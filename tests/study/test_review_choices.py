"""Review settings, languages, and charts, in Chromium."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from icalendar import Calendar
from playwright.sync_api import Locator, Page, expect

from conftest import Open
from practicing import check_axe, press, read_log, say, wait_for_about, wait_for_log
from reviewing import (
    NOW,
    answered,
    expect_due,
    go_on,
    is_open,
    name_shown,
    open_review,
    reply,
    set_clock,
    shown,
    start,
    turn_over,
)


def find_counts(page: Page) -> Locator:
    return page.locator(".review p.today")


def answer_all(page: Page, count: int) -> list[str]:
    """Answer some items correctly, and return their ids."""
    asked = []
    for _ in range(count):
        asked.append(reply(page))
        if not is_open(asked[-1]):
            go_on(page)
    return asked


def test_new_items_are_limited_per_day(visit: Open) -> None:
    """New items in today's reviews count; those in quizzes don't. More are available on request."""
    past = answered("q-01-01", days=0.1) + answered("q-01-02", days=0.1, where="review")
    page = open_review(visit, "es", past, settings={"fresh": 3})
    expect(find_counts(page)).to_contain_text(say("review_new_many", "es", count=2))
    more = page.get_by_role("button", name=re.compile(f"^{say('review_more_new', 'es', count='')}"))
    expect(more).to_have_count(0)
    start(page, "es")
    assert sorted(answer_all(page, 2)) == ["q-02-01", "q-02-06"]
    expect(find_counts(page)).to_have_count(0)
    expect(more).to_have_text(say("review_more_new", "es", count=10))
    more.click()
    answer_all(page, 1)
    press(page, "review_stop", "es")
    expect(more).to_be_visible()
    expect(find_counts(page)).to_have_count(0)
    page.reload()
    expect(more).to_be_visible()
    expect(find_counts(page)).to_have_count(0)


def test_settings_apply_immediately_in_both_languages(visit: Open) -> None:
    """Covers daily limits and parts. The glossary asks one side of a term, and the other a day later."""
    page = open_review(visit)
    expect(find_counts(page)).to_contain_text(say("review_new_many", count=10))
    page.get_by_text(say("review_settings"), exact=True).click()
    for name in ("quizzes", "study-guide", "drills"):
        page.locator(f"[name=part][value={name}]").set_checked(name == "drills")
    fresh = page.get_by_label(say("review_fresh"), exact=True)
    for typed, number in (("-3", "0"), ("", "10"), ("999", "200")):
        fresh.fill(typed)
        fresh.press("Enter")
        expect(fresh).to_have_value(number)
    expect(find_counts(page)).to_contain_text(say("review_new_many", count=4))
    page.locator("[name=part][value=glossary]").check()
    expect(find_counts(page)).to_contain_text(say("review_new_many", count=13))
    page.locator("[name=part][value=drills]").uncheck()
    expect(find_counts(page)).to_contain_text(say("review_new_many", count=9))
    page.locator("header .languages a[hreflang=es]").click()
    expect(find_counts(page)).to_contain_text(say("review_new_many", "es", count=9))
    expect(page.locator("[name=fresh]")).to_have_value("200")
    start(page, "es")
    assert {id_.partition("/")[0] for id_ in answer_all(page, 9)} == {"term"}
    expect(page.locator(".review-result ~ .act button")).to_have_text([say("review_undo", "es")])
    event = wait_for_log(page, 9)[0]
    assert (event["kind"], event["lang"], event["where"]) == ("card", "es", "review")
    set_clock(page, NOW + timedelta(1))
    page.reload()
    start(page, "es")
    assert reply(page).startswith("meaning/")


def test_settings_of_another_tab_apply_here(visit: Open) -> None:
    """They apply immediately, even in the form, so that a later change here doesn't restore old settings."""
    page = open_review(visit, "en")
    expect(find_counts(page)).to_contain_text(say("review_new_many", count=10))
    other = page.context.new_page()
    set_clock(other, NOW)
    other.goto(page.url)
    expect(find_counts(other)).to_contain_text(say("review_new_many", count=10))  # the form is ready now
    other.get_by_text(say("review_settings"), exact=True).click()
    other.locator("[name=fresh]").fill("3")
    other.locator("[name=fresh]").press("Enter")
    expect(find_counts(other)).to_contain_text(say("review_new_many", count=3))
    page.bring_to_front()
    expect(find_counts(page)).to_contain_text(say("review_new_many", count=3))
    expect(page.locator("[name=fresh]")).to_have_value("3")


def test_higher_retention_asks_sooner(visit: Open) -> None:
    """Due items and grade dates change at once. The default parts aren't stored: more may be added later."""
    page = open_review(visit, "en", answered("d-01-01", days=3), settings={"fresh": 0})
    expect_due(page, 1)  # the form is ready now
    page.get_by_text(say("review_settings"), exact=True).click()
    dates = []
    for retention in ("90", "95"):
        page.locator("[name=retention]").fill("80")
        expect(page.locator(".review-today")).to_contain_text(say("review_none", day="").strip())
        page.locator("[name=retention]").fill(retention)
        expect_due(page, 1)
        start(page)
        turn_over(page)
        date = shown(page).locator("[data-grade=good] small")
        expect(date).to_have_text(re.compile(r"^in\s\d+\sdays$"))
        dates.append(int(re.sub(r"\D", "", date.inner_text())))
        press(page, "review_stop")
        expect_due(page, 1)
    assert dates[0] > dates[1]
    assert wait_for_about(page, "review") == {"fresh": 0, "retention": 0.95, "mirror": "same"}
    page.reload()
    slider = page.get_by_role("slider", name=say("review_retention"), exact=True, include_hidden=True)
    expect(slider).to_have_attribute("aria-valuetext", say("review_of_hundred", count=95))


def test_the_other_language_may_answer(visit: Open) -> None:
    """The log has both languages, and the setting is kept."""
    page = open_review(visit, "es", answered("q-01-02"), settings={"fresh": 0})
    page.get_by_text(say("review_settings", "es"), exact=True).click()
    across = page.get_by_label(say("review_across", "es", here="español", other="inglés"))
    across.check()
    start(page, "es")
    reply(page)
    event = wait_for_log(page, 2)[1]
    assert (event["lang"], event["answer_lang"]) == ("es", "en")
    page.reload()
    expect(across).to_be_checked()


_LANGUAGE = "one => one.closest('[lang]').lang"


def test_mixed_asks_in_the_weaker_language(visit: Open) -> None:
    """Page and log show the language. The page also lists topics known in only one language."""
    known = answered("q-01-01", "q-01-02", "q-01-06", lang="en")
    page = open_review(
        visit,
        "en",
        [*known, *answered("q-01-01", days=99, lang="es")],
        settings={"fresh": 0, "mirror": "mixed"},
    )
    topics = say("memory_topic_one")
    line = say("review_other_language", count=topics, known="English", open="Spanish", topics="Division")
    section = page.get_by_text(line, exact=True)
    expect(section).to_be_visible()
    ask = page.get_by_role("link", name=say("review_other_language_ask", open="Spanish"))
    expect(ask).to_have_attribute("href", re.compile(r"/es/practice/\?topic=division$"))
    start(page)
    marks = {}
    for _ in range(3):
        marks[name_shown(page)] = page.locator(".review-marks").all_inner_texts()
        for part, language in (("h2 .name", "es"), ("legend", "en")) if name_shown(page) == "q-01-02" else ():
            assert shown(page).locator(part).first.evaluate(_LANGUAGE) == language
        reply(page)
        go_on(page)
    mark = [say("review_asked_in", language="Spanish")]
    assert [marks[id_] for id_ in ("q-01-02", "q-01-06")] == [mark, mark]
    events = wait_for_log(page, 7)[4:]
    asked = {one["id"]: one["lang"] for one in events}
    assert (asked["q-01-02"], asked["q-01-06"]) == ("es", "es")
    assert not any("answer_lang" in one for one in events)
    expect(page.locator(".review-outlook .heat-map")).to_be_visible()  # the outlook is complete
    expect(section).to_have_count(0)


def read_table(page: Page, chart: str) -> list[list[str]]:
    """Read the table behind a chart."""
    page.locator(f".{chart} summary").click()
    return [row.locator("th, td").all_inner_texts() for row in page.locator(f".{chart} tbody tr").all()]


def test_charts_and_calendar_match_the_log(visit: Open) -> None:
    """The heat map counts every answer in its month; forecast and calendar list each item on its day."""
    past = [
        *(answered("q-01-01", "q-01-02", "d-01-01", days=40) + answered("q-01-03", right=False, days=20)),
        *(answered("q-02-02", "q-02-07", "d-01-02", days=1) + answered("q-02-01", "q-02-03", days=0)),
    ]
    page = open_review(visit, "es", past, settings={"fresh": 0})
    expect_due(page, 4, "es")
    months = ("octubre de 2026", "noviembre de 2026")
    counts = Counter(one["at"][:7] for one in read_log(page))
    days = Counter(at[:7] for at in {one["at"][:10] for one in read_log(page)})
    assert read_table(page, "heat-map") == [
        [name, str(days[month]), str(counts[month])]
        for name, month in zip(months, ("2026-10", "2026-11"), strict=True)
    ]
    rows = read_table(page, "forecast")
    assert sum(int(row[1]) for row in rows) == len(past)
    assert rows[0] == ["martes, 17 de noviembre", "4"]
    with page.expect_download() as waiting:
        press(page, "calendar_download", "es")
    name = "espejo-review-2026-11-17.ics"
    assert waiting.value.suggested_filename == name
    status = page.locator(".review-calendar").get_by_role("status")
    expect(status).to_have_text(say("calendar_downloaded", "es", name=name))
    events = Calendar.from_ical(Path(waiting.value.path()).read_bytes()).walk("VEVENT")
    due = {(event.decoded("DTSTART") - NOW.date()).days: str(event["SUMMARY"]) for event in events}
    assert [re.findall(r"\d+", said) or ["1"] for said in due.values()] == [[row[1]] for row in rows]
    for ahead, (day, _) in zip(due, rows, strict=True):
        assert str((NOW + timedelta(ahead)).day) in re.findall(r"\d+", day)
    start(page, "es")
    answer_all(page, 4)
    assert [row[1:] for row in read_table(page, "heat-map")] == [["2", "4"], ["2", "9"]]


_CONTRASTS = """() => {
  const read = (color) => color.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (color) => read(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const shapes = [...document.querySelectorAll("figure svg :is(rect, text, circle:not(.empty))")];
  return shapes.map((shape) => {
    const ink = light(getComputedStyle(shape).fill);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  });
}"""


@pytest.mark.parametrize(("locale", "width", "theme"), [("en", 1440, "light"), ("es", 320, "dark")])
def test_charts_can_be_read(visit: Open, locale: str, width: int, theme: str) -> None:
    """Contrast is at least 7:1, nothing is cut off, and weeks start on the language's first day."""
    past = [*answered("q-01-01", "q-01-02", days=2), *answered("q-01-03", "q-01-06", days=1)]
    past += [*answered("q-02-02", days=0), *answered("d-01-01", days=100)]
    page = open_review(visit, locale, past, settings={"fresh": 0}, width=width, color_scheme=theme)
    for chart in (page.locator(".forecast"), page.locator(".heat-map")):
        sentence = chart.locator("figcaption").inner_text()
        expect(chart.get_by_role("img", name=sentence, exact=True)).to_have_count(1)
    expect(page.locator(".heat-map figcaption")).to_contain_text(say("heat_streak", locale, count=3))
    drawing = page.locator(".heat-map svg:visible")
    expect(drawing.locator(".weekdays text")).to_have_text(list({"en": "MWF", "es": "LXV"}[locale]))
    expect(drawing.locator(".months text").last).to_have_text({"en": "Nov", "es": "nov"}[locale])
    today = {"en": "Tuesday, November 17, 2026", "es": "martes, 17 de noviembre de 2026"}[locale]
    expect(drawing.locator(".days circle").last).to_have_text(f"{today}: 1")
    page.locator(".review details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    check_axe(page)
    outside = page.evaluate(
        "[...document.querySelectorAll('figure :is(text, circle, rect, td)')].map((one) =>"
        " one.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth).length"
    )
    assert outside == 0
    contrasts = page.evaluate(_CONTRASTS)
    assert len(contrasts) > 20 and min(contrasts) >= 7
    page.emulate_media(media="print")
    for name in (".forecast", ".heat-map"):
        expect(page.locator(f"{name} svg:visible")).to_have_count(1)
        expect(page.locator(f"{name} svg:visible text").first).to_have_css("fill", "rgb(0, 0, 0)")
    expect(page.locator("figure :is(summary, table):visible")).to_have_count(0)
