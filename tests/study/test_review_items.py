"""Review items in Chromium: fetched from their pages, asked in one language and answered in the other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from conftest import Open
from practicing import change_page, check_axe, choose, press, read_log, say, wait_for_log
from reviewing import answered, go_on, grade, is_open, name_shown, open_review, reply, shown, start, turn_over

ARITHMETIC, COLLECTIONS = "quizzes/phase-01-arithmetic", "quizzes/phase-02-collections"
UNITS = {
    "q-01": ARITHMETIC,
    "q-02": COLLECTIONS,
    "pt-0": "study-guide/quiz-01-division",
    "d-01": "drills/chapter-01-facts",
}
OF_EACH_KIND = ["q-01-01", "q-01-02", "q-01-03", "q-01-04", "q-01-05", "q-02-07", "pt-01-01", "d-01-01"]
HOMES = {"en": "/", "es": "/es/"}
OTHER = {"en": "es", "es": "en"}
ACROSS = {"fresh": 0, "mirror": "across"}

_READ_PAGE = """async ([address, id]) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const item = page.getElementById(id);
  const read = (part) => item.querySelectorAll(`${part} :is(p:not(.verdict), .name)`).values()
    .map((one) => one.textContent).toArray();
  return [[...read(".asked"), ...read(".hint-body")], read(".answer-body")];
}"""
_LANGUAGE = "one => one.closest('[lang]').lang"


def open_across(visit: Open, locale: str, *ids: str) -> Page:
    """Start a session with these items."""
    page = open_review(visit, locale, answered(*ids), settings=ACROSS)
    start(page, locale)
    return page


def read_page(page: Page, id_: str, locale: str) -> tuple[list[str], list[str]]:
    """Return an item's paragraphs on its page: question and hint, then answer."""
    asked, answer = page.evaluate(_READ_PAGE, [f"{HOMES[locale]}{UNITS[id_[:4]]}/", id_])
    return asked, answer


def open_all(question: Locator) -> None:
    question.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")


def reply_and_go_on(page: Page) -> None:
    if not is_open(reply(page)):
        go_on(page)


@pytest.mark.parametrize("locale", ["en", "es"])
def test_an_item_has_the_content_of_its_pages(visit: Open, locale: str) -> None:
    """Each kind has its question and hint in one language and its answer in the other."""
    page = open_across(visit, locale, *OF_EACH_KIND)
    seen = set()
    for _ in OF_EACH_KIND:
        id_, question = name_shown(page), shown(page)
        (asked, _), (_, answer) = read_page(page, id_, locale), read_page(page, id_, OTHER[locale])
        said, explained = question.text_content() or "", question.locator(".answer-body").text_content() or ""
        assert asked and [text for text in asked if text not in said] == []
        assert explained and [text for text in answer if text not in explained] == []
        opener = "turn_over" if question.get_attribute("data-kind") == "card" else "answer"
        expect(question.locator(".answer > summary")).to_have_text(say(opener, locale))
        seen.add(id_)
        reply_and_go_on(page)
    assert seen == set(OF_EACH_KIND)
    events = wait_for_log(page, 2 * len(OF_EACH_KIND))[len(OF_EACH_KIND) :]
    assert {(one["lang"], one["answer_lang"]) for one in events} == {(locale, OTHER[locale])}


def test_answers_are_judged_and_explained_in_the_other_language(visit: Open) -> None:
    """Labels match the screen, the reason for the reader's choice is first, and each part has its `lang`."""
    checks = {
        "q-01-01": check_choices,
        "q-01-03": check_statement,
        "q-01-04": check_points,
        "q-02-07": check_number,
    }
    page = open_across(visit, "en", *checks)
    for _ in range(4):
        question, id_ = shown(page), name_shown(page)
        checks.pop(id_)(question)
        expect(question.locator(".grade-bar .buttons, .grading").first).to_have_js_property(
            "isConnected", True
        )
        if id_ == "q-01-04":
            grade(page, "good")
        else:
            assert question.locator(".verdict").evaluate(_LANGUAGE) == "es"
            grade(page, "hard")  # otherwise it comes back
            go_on(page)
    rights = {one["id"]: one["right"] for one in wait_for_log(page, 8)[4:]}
    assert rights == {"q-01-01": False, "q-01-03": True, "q-01-04": True, "q-02-07": False}


def check_choices(question: Locator) -> None:
    choose(question, 1)
    press(question, "check")
    own, right = (
        question.locator(f'[data-choice="{number}"] .label').inner_text().rstrip(".") for number in (1, 2)
    )
    expect(question.locator(".said")).to_have_text(say("wrong_choice", label=own))
    expect(question.locator(".verdict")).to_have_text(say("one_choice", "es", labels=right))
    reason = question.locator(".own-reasons [data-reason='1']")
    expect(reason).to_contain_text("Ese es el cociente")
    expect(reason.locator(".label")).to_have_text(f"{own}.")
    open_all(question)
    for part, language in {
        "h2 .name": "en",
        ".choices .label": "en",
        "legend": "en",
        ".answer > summary": "en",
        ".others > summary": "en",
        ".own-reasons [data-reason]": "es",
        ".others [data-reason='3']": "es",
        ".why p": "es",
    }.items():
        assert question.locator(part).first.evaluate(_LANGUAGE) == language, part
    check_axe(question.page)


def check_statement(question: Locator) -> None:
    right = question.locator(".choices .right").get_attribute("data-choice") or ""
    question.locator(f"[data-choice={right}] input").check()
    press(question, "check")
    expect(question.locator(".verdict")).to_have_text(f"{say(right, 'es')}.")


def check_points(question: Locator) -> None:
    press(question, "show_answer")
    points = question.locator("[data-point]")
    assert [point.evaluate(_LANGUAGE) for point in points.all()] == ["es"] * points.count()
    for box in points.locator("input").all():
        box.check()
    suggested = question.locator(".grading .primary")
    expect(suggested).to_have_attribute("data-grade", "good")
    assert suggested.evaluate(_LANGUAGE) == "en"


def check_number(question: Locator) -> None:
    question.locator(".field input").fill("999")
    press(question, "check")
    expect(question.locator(".verdict")).to_contain_text("letras")


@pytest.mark.parametrize("locale", ["en", "es"])
def test_links_and_figures_still_work(visit: Open, locale: str) -> None:
    """Links lead to pages in their own language, figures find their arrowheads, and ids are unique."""
    page = open_across(visit, locale, "q-01-01")
    question, other = shown(page), OTHER[locale]
    open_all(question)
    href = f"{HOMES[locale]}{ARITHMETIC}/#q-01-01"
    expect(question.locator("h2 .id")).to_have_attribute("href", href)
    term = question.locator(".why .term").first
    expect(term).to_have_attribute("href", f"{HOMES[other]}glossary/#remainder")
    arrow = question.locator(".answer svg [marker-end]").get_attribute("marker-end")
    assert arrow == f"url(#q-01-01-{other}-arrow-accent)"
    expect(page.locator(f"[id='q-01-01-{other}-arrow-accent']")).to_have_count(1)
    expect(question.locator(".answer svg[role=img]")).to_have_attribute("lang", other)
    links = question.locator("a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert [link for link in links if not link.startswith(("/", "https://"))] == []
    for link in {link.partition("#")[0] for link in links if link.startswith("/")}:
        assert page.evaluate("link => fetch(link).then(({ ok }) => ok)", link), link
    ids = page.locator("[id]").evaluate_all("all => all.map(one => one.id)")
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("locale", "ids"), [("en", ["q-01-06", "q-01-07"]), ("es", ["q-01-07", "q-02-04"])])
def test_untranslated_answers_keep_their_language(visit: Open, locale: str, ids: list[str]) -> None:
    """Outdated translations aren't used either."""
    page = open_across(visit, locale, *ids)
    for _ in ids:
        _, answer = read_page(page, name_shown(page), locale)
        explained = shown(page).locator(".answer-body").text_content() or ""
        assert answer and [text for text in answer if text not in explained] == []
        reply_and_go_on(page)
    assert not any("answer_lang" in one for one in wait_for_log(page, 4))


def test_scripts_are_removed_and_images_loaded_from_their_page(visit: Open) -> None:
    """A picture is requested from its own page's folder only."""
    page = open_review(visit, "en", answered("q-01-01"), settings={"fresh": 0})
    added = '<script>window.ran = true</script><img src="../../assets/picture.svg" alt="a picture">'
    list_ = '<ol class="choices"'
    change_page(page, f"/{ARITHMETIC}/", lambda html: html.replace(list_, f"{added}{list_}", 1))
    asked: list[str] = []

    def paint(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body='<svg xmlns="http://www.w3.org/2000/svg"/>', content_type="image/svg+xml")

    page.route("**/picture.svg", paint)
    start(page)
    expect(shown(page).locator("script")).to_have_count(0)
    picture = shown(page).get_by_role("img", name="a picture")
    picture.evaluate("one => one.decode().catch(() => {})")
    assert asked == [page.url.replace("/review/", "/assets/picture.svg")]
    assert not page.evaluate("'ran' in window")


@pytest.mark.parametrize("start_tag", ['id="gone" ', 'id="q-01-01" data-key="00000000" '])
def test_an_answer_from_another_build_is_not_used(visit: Open, start_tag: str) -> None:
    """If the page lacks the item or has another key, as from a stale cache, its answer is not used."""
    page = open_review(visit, "en", answered("q-01-01", "q-01-02"), settings=ACROSS)
    change_page(page, f"/es/{ARITHMETIC}/", lambda html: html.replace('id="q-01-01" ', start_tag))
    start(page)
    for _ in range(2):
        language = "en" if name_shown(page) == "q-01-01" else "es"
        assert shown(page).locator(".answer-body > *").first.evaluate(_LANGUAGE) == language
        reply_and_go_on(page)
    logged = {one["id"]: one.get("answer_lang") for one in wait_for_log(page, 4)[2:]}
    assert logged == {"q-01-01": None, "q-01-02": "es"}


MEANINGS = {"en": "The sum of some numbers", "es": "La suma de unos números"}
TERMS = {"en": "average", "es": "promedio"}


@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_glossary_is_cards_both_ways(visit: Open, locale: str) -> None:
    """The front is in one language, the whole entry in the other; it is graded like any card."""
    other = OTHER[locale]
    for side, front in (("term", TERMS), ("meaning", MEANINGS)):
        past = answered(f"{side}/average")
        page = open_review(visit, locale, past, settings={**ACROSS, "parts": ["glossary"]})
        start(page, locale)
        card = shown(page)
        expect(card.locator(".front")).to_contain_text(front[locale])
        assert card.locator(".front").evaluate(_LANGUAGE) == locale
        expect(card.locator("h2 .id")).to_have_text(say("glossary_title", locale))
        turn_over(page)
        lines = card.locator(".answer-body > p:not(.used)")
        back = [TERMS[other], TERMS[locale], MEANINGS[other]]
        expect(lines).to_have_text([re.compile(f"^{text}") for text in back])
        expect(lines.first.locator("a")).to_have_attribute("href", f"{HOMES[other]}glossary/#average")
        assert [line.evaluate(_LANGUAGE) for line in lines.all()] == [other, locale, other]
        check_axe(page)
        grade(page, "hard")
        event = wait_for_log(page, 2)[1]
        assert (event["id"], event["kind"], event["grade"]) == (f"{side}/average", "card", "hard")
        assert event["key"] == read_log(page)[0]["key"]


def test_a_meaning_does_not_give_its_term_away(visit: Open) -> None:
    """The text, links, and accessible names don't contain the term."""
    settings = {**ACROSS, "parts": ["glossary"]}
    page = open_review(visit, "en", answered("meaning/string"), settings=settings)
    own = '<span class="own-term">string</span>'
    named = f'A {own} or {own}s, see <a href="https://docs.test/#string">the docs</a>.'
    meaning = "Text between quotation marks in a program."
    change_page(page, "/glossary/", lambda html: html.replace(meaning, named))
    start(page)
    asked = shown(page).locator(".asked")
    expect(asked.locator(".front")).to_have_text("A … or …s, see the docs.")
    assert "#string" not in asked.inner_html()
    expect(asked.locator("h2 .id")).to_have_attribute("href", "/glossary/")
    expect(shown(page).locator(".answer-body strong")).to_have_text("cadena")
