"""Calendar file of the upcoming review days, read by the parser `icalendar`."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from test_scripts import run_node

TODAY = date(2026, 11, 17)
NOW = datetime(2026, 11, 17, 21, 30, 5, tzinfo=UTC)
FORECAST = [12, 0, 1, *[0] * 24, 1234]
ADDRESS = "https://espejo.test/es/review/?language=español"

WORDS = {
    "forecast_review_one": "1 review",
    "forecast_review_many": "{count} reviews",
    "calendar_event": "{name}: {reviews}; después, ¿qué? \\ «sí»\nñandú 😀",
    "calendar_about": f"{'Long ' * 30}on {{day}}: {{address}}",
}

_WRITER = """
import { readFileSync } from "node:fs";
import { writeCalendar } from "./hooks/espejo/site/js/study/review/calendar.js";
const { language, zone, words, reviews, now } = JSON.parse(readFileSync(0, "utf-8"));
globalThis.document = { documentElement: { lang: language } };
process.env.TZ = zone;
console.log(JSON.stringify(writeCalendar(words, reviews, now)));
"""


def write_calendar(language: str = "en", *, zone: str = "UTC", now: datetime = NOW, **different: Any) -> str:
    """Make the file that the page offers."""
    reviews = {
        **{"forecast": FORECAST, "today": (now.date() - date(1970, 1, 1)).days},
        **{"bank": "espejo", "name": "Espejo", "address": ADDRESS},
    }
    given = {
        **{"language": language, "zone": zone, "words": WORDS, "reviews": reviews | different},
        "now": now.timestamp() * 1000,
    }
    done = run_node("--input-type=module", "--eval", _WRITER, text=json.dumps(given))
    assert done.returncode == 0, done.stdout
    text: str = json.loads(done.stdout)
    return text


def read_events(text: str) -> list[Any]:
    """Parse the events of a file, and expect no errors."""
    calendar = Calendar.from_ical(text)
    assert calendar["VERSION"] == "2.0" and calendar["PRODID"]
    assert [error for part in calendar.walk() for error in part.errors] == []
    return list(calendar.walk("VEVENT"))


def list_values(events: list[Any], name: str) -> list[Any]:
    return [event.decoded(name) for event in events]


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/Santiago"])
def test_each_day_with_something_due_is_an_event_of_that_day(zone: str) -> None:
    """All-day events in any time zone have no alarms, are marked as free, and have the page's address."""
    events = read_events(write_calendar(zone=zone))
    days = [TODAY, TODAY + timedelta(2), TODAY + timedelta(27)]
    assert list_values(events, "DTSTART") == days
    assert list_values(events, "DTEND") == [day + timedelta(1) for day in days]
    assert list_values(events, "DTSTAMP") == [NOW] * 3
    assert {str(event["TRANSP"]) for event in events} == {"TRANSPARENT"}
    assert {str(event["URL"]) for event in events} == {ADDRESS}
    assert not any(event.subcomponents for event in events)


@pytest.mark.parametrize(
    ("language", "many", "day"),
    [("en", "1,234", "November 17, 2026"), ("es", "1234", "17 de noviembre de 2026")],
)
def test_an_event_says_how_many_reviews_there_are(language: str, many: str, day: str) -> None:
    """Accents, commas, backslashes, and line ends survive the format."""
    events = read_events(write_calendar(language))
    said = [
        WORDS["calendar_event"].format(name="Espejo", reviews=reviews)
        for reviews in ("12 reviews", "1 review", f"{many} reviews")
    ]
    assert [str(event["SUMMARY"]) for event in events] == said
    about = WORDS["calendar_about"].format(day=day, address=ADDRESS)
    assert {str(event["DESCRIPTION"]) for event in events} == {about}


def test_a_later_file_replaces_the_events_of_an_earlier_one() -> None:
    """A day keeps its UID in every file and language, with a higher sequence number; other banks differ."""
    first = read_events(write_calendar())
    day = timedelta(1)
    later = read_events(write_calendar("es", now=NOW + day, forecast=[2, 5, 0, 7]))
    known = {event["UID"]: event for event in first}
    assert len(known) == 3
    (again,) = (event for event in later if event["UID"] in known)
    assert again.decoded("DTSTART") == TODAY + timedelta(2)
    assert again["SEQUENCE"] > known[again["UID"]]["SEQUENCE"]
    other = read_events(write_calendar(bank="other"))
    assert {event["UID"] for event in other}.isdisjoint(known)
    assert read_events(write_calendar(forecast=[0] * 28)) == []
