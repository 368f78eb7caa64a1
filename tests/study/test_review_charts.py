"""Review charts in Chromium: what they draw and say, in both languages, themes, and sizes.

The source modules run on a page of the site, under its policy, with the worker's answers.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from conftest import Open
from espejo.load.languages import list_words
from practicing import check_axe, say
from project import ROOT
from small_bank import make_word

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
    """Replace the content of a page with the charts."""

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
    """The sentence is visible, and names the one visible drawing."""
    expect(chart.locator("figcaption")).to_have_text(sentence)
    expect(chart.get_by_role("img", name=sentence, exact=True)).to_have_count(1)


@pytest.mark.parametrize(("locale", "width", "theme"), [("en", 1440, "light"), ("es", 320, "dark")])
def test_charts_draw_and_say_what_is_due_and_was_answered(
    visit: Open, locale: str, width: int, theme: str
) -> None:
    """Axe finds nothing with the tables open, nothing is cut off, and contrasts are at least seven."""
    page = show_charts(visit(PAGES[locale], width=width, color_scheme=theme), locale)
    check_forecast(page.locator(".forecast"), locale)
    check_heat_map(page.locator(".heat-map"), locale)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    check_axe(page)
    outside = page.evaluate(
        "[...document.querySelectorAll('figure :is(text, circle, rect, td)')].map((one) =>"
        " one.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth).length"
    )
    assert outside == 0
    contrasts = page.evaluate(_CONTRASTS)
    assert len(contrasts) > 50 and min(contrasts) >= 7
    page.emulate_media(media="print")
    for chart in (".forecast", ".heat-map"):
        expect(page.locator(f"{chart} svg:visible")).to_have_count(1)
        expect(page.locator(f"{chart} svg:visible text").first).to_have_css("fill", "rgb(0, 0, 0)")
    expect(page.locator("figure :is(summary, table):visible, article button:visible")).to_have_count(0)


def check_forecast(chart: Locator, locale: str) -> None:
    """A bar for each day with something due, in four groups of seven; the table has the same numbers."""
    days = {"en": ("Thursday, December 3", "Dec 8"), "es": ("jueves, 3 de diciembre", "8 dic")}[locale]
    week = say("forecast_week", locale, reviews=count("forecast_review", "52", locale))
    expect_named(chart, f"{week} {say('forecast_busiest', locale, day=days[0], count=41)}")
    due = [number for number in FORECAST if number]
    heights = read_numbers(chart.locator("rect"), "height")
    assert heights == pytest.approx([max(0.2, 7 * number / 41) for number in due])
    expect(chart.locator("rect.today")).to_have_count(1)
    texts = chart.locator("svg text").all_text_contents()
    assert texts[0] == {"en": "today", "es": "hoy"}[locale]
    assert texts[3:] == [days[1], "41"]
    rows = read_rows(chart)
    assert [row[1] for row in rows] == [str(number) for number in due]
    assert [days[0], "41"] in rows


def check_heat_map(chart: Locator, locale: str) -> None:
    """A dot for each day. English weeks begin on Sunday; the narrow screen has half a year."""
    is_english = locale == "en"
    counted = {"answers": count("you_answer", "79", locale), "days": count("heat_day", "5", locale)}
    since = say("heat_since", locale, **counted, day="May 1, 2026" if is_english else "1 de mayo de 2026")
    expect_named(chart, f"{since} {say('heat_streak', locale, count=3)}")
    drawing = chart.locator("svg:visible")
    days = drawing.locator(".days circle")
    today = "Tuesday, November 17, 2026" if is_english else "martes, 17 de noviembre de 2026"
    expect(days.last).to_have_text(f"{today}: 4")
    sizes = read_numbers(drawing.locator(".days circle:not(.empty)"), "r")
    assert sizes == [5, 3, 4, 5, 2][0 if is_english else 1 :]
    expect(drawing.locator(".weekdays text")).to_have_text(list("MWF" if is_english else "LXV"))
    months = "Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov" if is_english else "jun jul ago sept oct nov"
    expect(drawing.locator(".months text")).to_have_text(months.split())
    expect(drawing.locator(".key text")).to_have_text(["1–5", "6–10", "11–15", "16+"])
    names = ["May", "October", "November"] if is_english else ["mayo de", "octubre de", "noviembre de"]
    numbers = [["1", "16"], ["1", "7"], ["3", "56"]]
    rows = [[f"{name} 2026", *row] for name, row in zip(names, numbers, strict=True)]
    assert read_rows(chart) == rows


def test_charts_of_nothing_and_of_one_answer(visit: Open) -> None:
    """One answer is no streak."""
    page = show_charts(visit(PAGES["en"], width=320), "en", forecast=[0] * 28, past=[])
    nothing = [say("forecast_none"), say("heat_none")]
    expect(page.locator("article p:visible")).to_have_text(nothing)
    expect(page.locator("article :is(svg, table)")).to_have_count(0)
    expect(page.locator("article button:visible")).to_have_count(0)

    show_charts(page, "en", forecast=[1, *[0] * 27], past=[(TODAY, 1)])
    week = say("forecast_week", reviews=say("forecast_review_one"))
    expect_named(page.locator(".forecast"), f"{week} {say('forecast_busiest', day='today', count=1)}")
    counted = {"answers": say("you_answer_one"), "days": say("heat_day_one")}
    expect_named(page.locator(".heat-map"), say("heat_since", **counted, day="November 17, 2026"))
