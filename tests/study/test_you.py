"""What is kept, on the review page, in Chromium: figures, files, erasing, and failing storage."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from playwright.sync_api import Locator, Page, expect

from conftest import Open
from espejo.study.additions import LOG_SCHEMA
from espejo.study.log_file import MAX_SIZE
from practicing import LOCALES, TROUBLES, check_axe, press, say, wait_for_fields
from small_bank import make_word

YOU = "/review/"
QUIZ = "/quizzes/phase-01-arithmetic/"
SCHEMA = json.loads(LOG_SCHEMA.read_text(encoding="utf-8"))
HTML = "<img src=x onerror=alert(1)>"


def answers(count: int, locale: str = "en") -> str:
    return say("you_answer_one" if count == 1 else "you_answer_many", locale, count=count)


@pytest.fixture(scope="module")
def keys(site: Path) -> Mapping[str, str]:
    """Return the key of each question and card of the small bank."""
    items: Mapping[str, str] = json.loads((site / "practice.json").read_bytes())["items"]
    return items


def make_event(keys: Mapping[str, str], id_: str, n: int, **different: Any) -> dict[str, Any]:
    """A correct, confident answer from one device, on the n-th of November."""
    event = {
        **{"id": id_, "at": f"2026-11-{n:02}T12:00:00.000Z", "device": "aaaaaaaaaaaa", "n": n},
        **{"kind": "single", "answer": [1], "right": True, "guess": False, "ms": 1000},
        **{"lang": "en", "where": "quiz", "key": keys.get(id_, "00000000")},
    }
    return event | different


def make_file(*events: Any, **different: Any) -> str:
    return json.dumps({"espejo_log": 1, "bank": "espejo", "events": events} | different)


def make_history(keys: Mapping[str, str]) -> list[dict[str, Any]]:
    """Make ten confident answers, two guesses, a self-graded answer, and one to a retired question."""
    ids = ["q-01-01"] * 8 + ["q-01-02", "pt-01-01"]
    sure = [make_event(keys, id_, n, right=n != 3) for n, id_ in enumerate(ids, start=1)]
    guesses = [make_event(keys, "q-01-02", n, guess=True, right=n == 11) for n in (11, 12)]
    graded = make_event(keys, "d-01-01", 13, kind="card", answer=[], grade="good", device="bbbbbbbbbbbb")
    return [*sure, *guesses, graded, make_event(keys, "q-99-99", 13)]


def offer_file(page: Page, text: str | Path) -> None:
    """Choose a file to load."""
    given = text if isinstance(text, Path) else {"name": "a.json", "mimeType": "", "buffer": text.encode()}
    page.locator(".you input[type=file]").set_input_files(given)  # type: ignore[arg-type]


def load_file(page: Page, text: str, locale: str = "en") -> None:
    """Load a file, and wait until its answers count."""
    offer_file(page, text)
    press(page, "you_add", locale)
    expect(told(page)).to_contain_text(make_word("you_added", locale).split(" ")[0])


def told(page: Page) -> Locator:
    return page.locator(".told")


def totals(page: Page) -> Locator:
    return page.locator(".you .totals")


def download(page: Page, locale: str = "en") -> str:
    """Return the content of the file that the page downloads."""
    with page.expect_download() as waiting:
        press(page, "you_download", locale)
    name = waiting.value.suggested_filename
    assert name.startswith("espejo-log-20") and name.endswith(".json") and len(name) == 26
    expect(told(page)).to_contain_text(name)  # otherwise it may replace the next message
    return Path(waiting.value.path()).read_text(encoding="utf-8")


def rows(page: Page) -> list[list[str]]:
    """Return the rows of the table of collections."""
    found = page.locator(".you section:has(#by_collection) tbody tr")
    return [row.locator("th, td").all_inner_texts() for row in found.all()]


def test_a_page_without_answers_has_nothing_to_keep(visit: Open) -> None:
    """It offers to load a file, and has nothing to download or erase. Its former address leads to it."""
    page = visit("/es/you/")
    page.wait_for_url(re.compile(r"/es/review/$"))
    expect(page.get_by_label(say("you_load", "es"))).to_be_attached()
    expect(page.locator(".you button[type=button]:visible:not(.pick), .you h3:visible")).to_have_count(0)
    expect(page.locator(".kept .without-script")).to_have_count(0)


def test_without_a_script_the_page_explains_what_is_kept(visit: Open) -> None:
    """It explains where data is kept, which data, and in which format."""
    page = visit(f"/es{YOU}", java_script_enabled=False)
    expect(page.get_by_text(say("you_where", "es"))).to_be_visible()
    page.get_by_text(say("you_what_title", "es"), exact=True).click()
    page.get_by_role("link", name=say("you_format", "es")).click()
    fields = page.locator("table").nth(1).locator("td:first-child").all_inner_texts()
    assert set(fields) == set(SCHEMA["$defs"]["event"]["properties"])
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.get_by_role("link", name="JSON Schema").click()
    expect(page.locator("body")).to_contain_text("espejo_log")


@pytest.mark.parametrize(("locale", "width", "theme"), [("es", 320, "dark"), ("en", 1280, "light")])
def test_figures_come_from_the_log(
    visit: Open, locale: str, width: int, theme: str, keys: Mapping[str, str]
) -> None:
    """The page shows items, answers, days, groups, and calibration, and says that retired items are left out.

    axe reports no violations, even with a pending file or an open dialog.
    """
    options = {"locale": "en-US", "timezone_id": "UTC", "width": width, "color_scheme": theme}
    page = visit(LOCALES[locale] + YOU, **options)
    offer_file(page, make_file(*make_history(keys)))
    devices = say("you_device_many", locale, count=2)
    expect(told(page)).to_have_text(
        say("you_adds", locale, answers=answers(14, locale), devices=devices, known=0)
    )
    expect(totals(page)).to_have_count(0)
    press(page, "you_add", locale)
    expect(told(page)).to_have_text(say("you_added", locale, count=14))
    expect(totals(page).locator("strong")).to_have_text(["4", "3", "13"])
    expect(totals(page)).to_contain_text(say("you_answered", locale, total=len(keys)))
    expect(totals(page)).to_contain_text(say("you_in_all", locale, answers=answers(13, locale)))
    days = {"en": ("November 1, 2026", "November 13, 2026"), "es": ("1 de noviembre de 2026", "13 de nov")}
    expect(totals(page)).to_contain_text(say("you_days", locale, first=days[locale][0], last=days[locale][1]))
    expect(page.locator(".you")).to_contain_text(say("you_retired", locale, count=1))
    assert [row[1:] for row in rows(page)] == [
        [say("status_of", locale, done=done, count=count_prefix(keys, prefix)), right]
        for prefix, done, right in (("q", 2, "1"), ("pt", 1, "1"), ("d", 1, "1"))
    ]
    sentences = [
        say("you_sure_said", locale, right=10, count=11),
        say("you_guess_said", locale, right=1, count=2),
    ]
    expect(page.locator(".you figcaption")).to_have_text(" ".join(sentences))
    expect(page.locator(".chart .meter .of")).to_have_text(
        [say("status_of", locale, done=10, count=11), say("status_of", locale, done=1, count=2)]
    )
    expect(page.locator(".you")).to_contain_text(say("you_backup_never", locale))
    offer_file(page, make_file(make_event(keys, "q-01-03", 20)))
    expect(page.locator(".offer button")).to_have_count(2)
    check_axe(page)
    page.locator(".you section:has(select) button").click()
    expect(page.locator("dialog.ask")).to_be_visible()
    check_axe(page)
    page.keyboard.press("Escape")
    page.locator(".you tbody a").first.click()
    expect(page.locator("h1")).to_have_text({"en": "Phase quizzes", "es": "Quizzes por fase"}[locale])


def count_prefix(keys: Mapping[str, str], prefix: str) -> int:
    return sum(id_.startswith(f"{prefix}-") for id_ in keys)


def test_a_download_follows_the_schema_and_two_devices_become_one(
    visit: Open, keys: Mapping[str, str]
) -> None:
    """Loading a download on another device gives the union of both. Loading it again adds nothing."""
    first = visit(YOU)
    load_file(first, make_file(*make_history(keys)))
    expect(totals(first)).to_be_visible()
    text = download(first)
    expect(told(first)).to_have_text(re.compile(r"^you_downloaded 14 espejo-log-20[\d-]+\.json$"))
    expect(first.locator(".you")).not_to_contain_text(say("you_backup_never"))
    Draft202012Validator(SCHEMA).validate(json.loads(text))
    assert sorted(json.loads(text)["events"], key=str) == sorted(make_history(keys), key=str)

    other = visit(f"/es{YOU}")
    own = [make_event(keys, "q-01-02", n, device="cccccccccccc") for n in (1, 2)]
    load_file(other, make_file(*own, *make_history(keys)[:5]), "es")
    offer_file(other, text)
    devices = say("you_device_many", "es", count=2)
    expect(told(other)).to_have_text(
        say("you_adds", "es", answers=answers(9, "es"), devices=devices, known=5)
    )
    press(other, "you_add", "es")
    expect(told(other)).to_have_text(say("you_added", "es", count=9))
    assert len(json.loads(download(other, "es"))["events"]) == 16
    offer_file(other, text)
    expect(told(other)).to_have_text(say("you_adds_nothing", "es"))


def test_a_file_that_is_refused_changes_nothing(visit: Open, keys: Mapping[str, str], tmp_path: Path) -> None:
    """Damaged, foreign, future, and oversized files, or HTML in any field, get one sentence of plain text."""
    page = visit(YOU)
    event = make_event(keys, "q-01-01", 1)
    load_file(page, make_file(event))
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(MAX_SIZE + 1)
    refused: dict[str, list[str | Path]] = {
        "damaged": ["", make_file(event)[:-20]],
        "foreign": ["[]", make_file(event, bank=HTML)],
        "future": [make_file(event, espejo_log=3, bank=HTML, events=HTML)],
        "large": [large],
    }
    refused["damaged"] += [make_file(event | {name: HTML}) for name in event]
    for why, files in refused.items():
        for text in files:
            told(page).evaluate("element => element.replaceChildren()")
            offer_file(page, text)
            expect(told(page)).to_have_text(say(f"you_refused_{why}"))
            expect(page.locator(".offer button")).to_have_count(0)
    offer_file(page, make_file(make_event(keys, "q-01-02", 2, kind="numeric", answer=HTML)))
    press(page, "you_cancel")
    expect(told(page)).to_be_empty()
    expect(page.locator(".page img")).to_have_count(0)
    assert json.loads(download(page))["events"] == [event]


def test_erasing_asks_first_and_works_with_the_keyboard(visit: Open, keys: Mapping[str, str]) -> None:
    """Erasing one collection or all shows how many answers and offers a download. Other tabs update.

    Keyboard focus is never lost.
    """
    page = visit(f"/es{YOU}")
    offer_file(page, make_file(*make_history(keys)))
    expect(page.get_by_role("button", name=say("you_add", "es"), exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".you input[type=file]")).to_be_focused()
    expect(totals(page)).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    expect(totals(other)).to_be_visible()
    page.bring_to_front()
    dialog, name = page.locator("dialog.ask"), "Quizzes por fase"
    page.keyboard.press("Tab")
    expect(page.locator(".you select")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".you select")).to_have_value("quizzes")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    asked = say("you_erase_ask", "es", answers=answers(11, "es"), what=name)
    expect(dialog).to_contain_text(asked)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=say("you_cancel", "es"), exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    with page.expect_download():
        page.keyboard.press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("espejo-log-")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(told(page)).to_have_text(say("you_erased", "es", count=11, what=name))
    expect(told(page)).to_be_focused()
    for tab in (page, other):
        expect(totals(tab).locator("strong").first).to_have_text("2")
    page.locator(".you section:has(select) button").click()
    press(dialog, "you_erase_now", "es", answers=answers(3, "es"))
    everything = make_word("you_everything", "es")
    expect(told(page)).to_have_text(say("you_erased", "es", count=3, what=everything))
    for tab in (page, other):
        expect(totals(tab)).to_have_count(0)
        expect(tab.locator(".you button[type=button]:visible:not(.pick)")).to_have_count(0)


@pytest.mark.parametrize(("trouble", "locale"), [("blocked", "en"), ("full", "es")])
def test_failing_storage_is_reported_once(visit: Open, locale: str, trouble: str) -> None:
    """This happens after the first answer of a visit, without a shift; “Your practice” reports it too."""
    page = visit("/404.html")
    page.add_init_script(TROUBLES[trouble])
    page.goto(page.url.replace("/404.html", LOCALES[locale] + QUIZ))
    wait_for_fields(page)
    line = page.locator(".trouble")
    question = page.locator("[id='q-01-01']")
    question.locator('[data-choice="2"]').click()
    expect(line).to_have_count(0)
    press(question, "check", locale)
    expect(line).to_contain_text(say(f"trouble_{trouble}", locale))
    expect(line).to_be_in_viewport()
    press(line, "trouble_close", locale)
    press(question, "try_again", locale)
    question.locator('[data-choice="1"]').click()
    press(question, "check", locale)
    expect(line).to_have_count(0)
    page.goto(page.url.replace(QUIZ, YOU))
    if trouble == "full":  # a full disk shows only when something is stored
        load_file(page, make_file(make_event({}, "q-01-01", 1)), locale)
    expect(page.locator(".you")).to_contain_text(say(f"trouble_{trouble}", locale))


def test_old_backups_short_storage_and_a_missing_list_of_questions_are_named(
    visit: Open, keys: Mapping[str, str]
) -> None:
    """Safari erases after seven days. Without the list, figures are missing but the download is complete."""
    page = visit(YOU)
    load_file(page, make_file(*(make_event(keys, "q-01-01", 1) | {"n": n} for n in range(1, 61))))
    page.add_init_script("Object.defineProperty(navigator, 'vendor', {value: 'Apple Computer, Inc.'})")
    page.reload()
    expect(page.locator(".you")).to_contain_text(say("you_seven_days"))
    expect(page.locator(".you")).to_contain_text(f"{say('you_backup_never')} {say('you_backup_due')}")
    page.route("**/practice.json*", lambda route: route.fulfill(json={"version": 2}))
    page.reload()
    expect(page.locator(".you")).to_contain_text(say("you_no_map", count=60))
    assert len(json.loads(download(page))["events"]) == 60
