"""Charts of the review in a real Chromium: what they draw and say, in both languages, themes and sizes.

The modules are the sources, run on a page of the site under its policy, given what the worker would answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from icalendar import Calendar
from playwright.sync_api import Locator, Page, Route, expect

from conftest import Open
from espejo.load.languages import list_words
from practicing import press, say
from project import ROOT
from small_bank import make_word
from test_browser import run_axe

PAGES = {"en": "/practice/", "es": "/es/practice/"}
"""Pages with the styles of the review, on which nothing else has charts."""
SOURCES = "/assets/js/sources/"
TODAY = 20774
"""Tuesday, November 17, 2026."""

FORECAST = [34, *[3] * 12, 0, 0, 0, 41, *[0] * 10, 1]
PAST = [
    *((TODAY, 4), (TODAY - 1, 40), (TODAY - 2, 12), (TODAY - 200, 16)),
    *((TODAY - 30, 7), (TODAY - 371, 99), (TODAY - 372, 99)),
]

_BUILD = """async ([sources, words, forecast, past, today]) => {
  const load = (name) => import(`${sources}study/review/${name}.js`);
  const [{ buildForecast }, { buildHeatMap }, { offerCalendar }] =
    await Promise.all(["forecast", "heat_map", "calendar"].map(load));
  const reviews = { forecast, today, bank: "espejo", name: "site", address: "https://espejo.test/review/" };
  const parts = [
    buildForecast(words, forecast, today), offerCalendar(words, reviews), buildHeatMap(words, past, today),
  ];
  document.querySelector("article.page").replaceChildren(document.querySelector("h1"), ...parts);
  await document.fonts.ready;
}"""

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


def show_charts(
    page: Page, locale: str, forecast: Sequence[int] = FORECAST, past: Sequence[tuple[int, int]] = PAST
) -> Page:
    """Puts the charts on a page, in place of what it says."""

    def send_source(route: Route) -> None:
        path = ROOT / "hooks" / "espejo" / "site" / "js" / route.request.url.partition(SOURCES)[2]
        route.fulfill(path=path, content_type="text/javascript")

    page.route(f"**{SOURCES}**", send_source)
    words = {
        name: make_word(name, locale) for name in (*list_words("charts"), "you_answer_one", "you_answer_many")
    }
    page.evaluate(_BUILD, [SOURCES, words, forecast, past, TODAY])
    return page


def count(word: str, number: str, locale: str) -> str:
    """A counted thing."""
    return say(f"{word}_{'one' if number == '1' else 'many'}", locale, count=number)


def read_rows(chart: Locator) -> list[list[str]]:
    """The table behind a chart, opened as a reader would."""
    chart.locator("summary").click()
    return [row.locator("th, td").all_inner_texts() for row in chart.locator("tbody tr").all()]


def read_numbers(shapes: Locator, attribute: str) -> list[float]:
    found = [one.get_attribute(attribute) or "" for one in shapes.all()]
    return [float(value.rstrip("em%")) for value in found]


def expect_named(chart: Locator, sentence: str) -> None:
    """The sentence can be read, and is the name of the one drawing that can be seen."""
    expect(chart.locator("figcaption")).to_have_text(sentence)
    expect(chart.get_by_role("img", name=sentence, exact=True)).to_have_count(1)


@pytest.mark.parametrize("locale", PAGES)
def test_the_forecast_has_a_bar_for_each_day_with_something_due(visit: Open, locale: str) -> None:
    """As high as its count, in four groups of seven with their dates; the table has the same numbers."""
    page = show_charts(visit(PAGES[locale]), locale)
    chart = page.locator(".forecast")
    days = {"en": ("Thursday, December 3", "Dec 8"), "es": ("jueves, 3 de diciembre", "8 dic")}[locale]
    week = count("forecast_review", "52", locale)
    expect_named(
        chart,
        f"{say('forecast_week', locale, reviews=week)} "
        f"{say('forecast_busiest', locale, day=days[0], count=41)}",
    )
    due = [number for number in FORECAST if number]
    heights = read_numbers(chart.locator("rect"), "height")
    assert heights == pytest.approx([max(0.2, 7 * number / 41) for number in due])
    expect(chart.locator("rect.today")).to_have_count(1)
    expect(chart.locator("line")).to_have_count(4)
    texts = chart.locator("svg text").all_text_contents()
    assert texts[0] == {"en": "today", "es": "hoy"}[locale]
    assert texts[3:] == [days[1], "41"]
    rows = read_rows(chart)
    assert [row[1] for row in rows] == [str(number) for number in due]
    assert [days[0], "41"] in rows


def test_weeks_are_apart_and_all_bars_are_in_the_drawing(visit: Open) -> None:
    """On the narrowest screen too: bars do not touch, and between weeks there is more room."""
    page = show_charts(visit(PAGES["en"], width=320), "en", forecast=[5] * 28)
    bars = [bar.bounding_box() for bar in page.locator(".forecast rect").all()]
    boxes = [box for box in bars if box]
    drawing = page.locator(".forecast svg").bounding_box()
    assert len(boxes) == 28 and drawing
    gaps = [after["x"] - before["x"] - before["width"] for before, after in pairwise(boxes)]
    within = {gap for place, gap in enumerate(gaps) if place % 7 != 6}
    assert min(within) > 1 and min(gaps[6::7]) > 3 * max(within)
    assert boxes[0]["x"] == pytest.approx(drawing["x"], abs=0.5)
    assert boxes[-1]["x"] + boxes[-1]["width"] == pytest.approx(drawing["x"] + drawing["width"], abs=0.5)


@pytest.mark.parametrize(("locale", "width", "dots"), [("en", 1440, 52 * 7 + 3), ("es", 320, 25 * 7 + 2)])
def test_the_heat_map_has_a_dot_for_each_day(visit: Open, locale: str, width: int, dots: int) -> None:
    """Weeks begin on Sunday in English, on Monday in Spanish. A narrow screen shows half a year."""
    page = show_charts(visit(PAGES[locale], width=width), locale)
    chart = page.locator(".heat-map")
    counted = {"answers": count("you_answer", "79", locale), "days": count("heat_day", "5", locale)}
    since = {"en": "May 1, 2026", "es": "1 de mayo de 2026"}[locale]
    streak = say("heat_streak", locale, count=3)
    expect_named(chart, f"{say('heat_since', locale, **counted, day=since)} {streak}")
    drawing = chart.locator("svg:visible")
    days = drawing.locator(".days circle")
    expect(days).to_have_count(dots)
    assert days.last.get_attribute("cy") == {"en": "54", "es": "41"}[locale]
    expect(days.last).to_have_text(
        {"en": "Tuesday, November 17, 2026: 4", "es": "martes, 17 de noviembre de 2026: 4"}[locale]
    )
    sizes = read_numbers(drawing.locator(".days circle:not(.empty)"), "r")
    assert sizes == {"en": [5, 3, 4, 5, 2], "es": [3, 4, 5, 2]}[locale]
    expect(drawing.locator(".weekdays text")).to_have_text(
        {"en": ["M", "W", "F"], "es": ["L", "X", "V"]}[locale]
    )
    months = {"en": ["Dec", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov"]}
    months["es"] = ["jun", "jul", "ago", "sept", "oct", "nov"]
    expect(drawing.locator(".months text")).to_have_text(months[locale])
    expect(drawing.locator(".key text")).to_have_text(["1–5", "6–10", "11–15", "16+"])
    assert read_numbers(drawing.locator(".key circle"), "r") == [2, 3, 4, 5]
    assert (
        read_rows(chart)
        == {
            "en": [["May 2026", "1", "16"], ["October 2026", "1", "7"], ["November 2026", "3", "56"]],
            "es": [
                ["mayo de 2026", "1", "16"],
                ["octubre de 2026", "1", "7"],
                ["noviembre de 2026", "3", "56"],
            ],
        }[locale]
    )


@pytest.mark.parametrize("locale", PAGES)
def test_without_reviews_and_answers_nothing_is_drawn(visit: Open, locale: str) -> None:
    """A sentence each, and no calendar file to download."""
    page = show_charts(visit(PAGES[locale]), locale, forecast=[0] * 28, past=[])
    expect(page.locator("article p:visible")).to_have_text(
        [say("forecast_none", locale), say("heat_none", locale)]
    )
    expect(page.locator("article :is(svg, table)")).to_have_count(0)
    expect(page.locator("article button:visible")).to_have_count(0)


def test_one_answer_and_one_overdue_review(visit: Open) -> None:
    """Today is called today; one day is no streak."""
    page = show_charts(visit(PAGES["en"]), "en", forecast=[1, *[0] * 27], past=[(TODAY, 1)])
    week = say("forecast_week", reviews=say("forecast_review_one"))
    expect_named(page.locator(".forecast"), f"{week} {say('forecast_busiest', day='today', count=1)}")
    counted = {"answers": say("you_answer_one"), "days": say("heat_day_one")}
    expect_named(page.locator(".heat-map"), say("heat_since", **counted, day="November 17, 2026"))


@pytest.mark.parametrize("locale", PAGES)
def test_the_button_downloads_a_calendar(visit: Open, locale: str) -> None:
    """A parser of calendars reads an event for each day with something due; the page says what to do."""
    page = show_charts(visit(PAGES[locale]), locale)
    with page.expect_download() as waiting:
        press(page, "calendar_download", locale)
    name = waiting.value.suggested_filename
    assert name == "espejo-review-2026-11-17.ics"
    expect(page.get_by_role("status")).to_have_text(say("calendar_downloaded", locale, name=name))
    events = Calendar.from_ical(Path(waiting.value.path()).read_bytes()).walk("VEVENT")
    assert len(events) == sum(1 for number in FORECAST if number)
    reviews = count("forecast_review", "34", locale)
    assert str(events[0]["SUMMARY"]) == say("calendar_event", locale, name="site", reviews=reviews)


@pytest.mark.parametrize("width", [320, 1440])
@pytest.mark.parametrize(("theme", "locale"), [("light", "en"), ("dark", "es")])
def test_axe_finds_nothing_and_nothing_is_cut_off(visit: Open, theme: str, locale: str, width: int) -> None:
    """With the tables open; text has a contrast of seven, shapes as well, and all of it is on the screen."""
    page = show_charts(visit(PAGES[locale], width=width, color_scheme=theme), locale)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert run_axe(page, {"rules": {"color-contrast-enhanced": {"enabled": True}}}) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    outside = page.evaluate(
        "[...document.querySelectorAll('figure :is(text, circle, rect, td)')].map((one) =>"
        " one.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth).length"
    )
    assert outside == 0
    contrasts = page.evaluate(_CONTRASTS)
    assert len(contrasts) > 50 and min(contrasts) >= 7


def test_charts_are_printed_in_black(visit: Open) -> None:
    """From the dark theme too. The tables and the button stay off the paper."""
    page = show_charts(visit(PAGES["es"], color_scheme="dark"), "es")
    page.emulate_media(media="print")
    for chart in (".forecast", ".heat-map"):
        expect(page.locator(f"{chart} svg:visible")).to_have_count(1)
        expect(page.locator(f"{chart} svg:visible text").first).to_have_css("fill", "rgb(0, 0, 0)")
    expect(page.locator("figure :is(summary, table):visible, article button:visible")).to_have_count(0)
