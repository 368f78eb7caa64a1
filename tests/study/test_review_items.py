"""Review items in Chromium: extracted from their pages, in one language or across two."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from conftest import PATIENCE, Open
from practicing import DRAW_THE_FIRST, change_page, check_axe, choose, find, press, say
from project import ROOT
from site_server import Server

ARITHMETIC, COLLECTIONS = "quizzes/phase-01-arithmetic", "quizzes/phase-02-collections"
UNITS = {
    **dict.fromkeys(
        ("q-01-01", "q-01-02", "q-01-03", "q-01-04", "q-01-05", "q-01-06", "q-01-07"), ARITHMETIC
    ),
    **dict.fromkeys(("q-02-04", "q-02-07"), COLLECTIONS),
    "pt-01-01": "study-guide/quiz-01-division",
    "d-01-01": "drills/chapter-01-facts",
}
OF_EACH_KIND = ["q-01-01", "q-01-02", "q-01-03", "q-01-04", "q-01-05", "q-02-07", "pt-01-01", "d-01-01"]
PAIRS = [("en", "en"), ("es", "es"), ("en", "es"), ("es", "en")]
SCRIPT = "/assets/js/items_of_a_review.js"
PRACTICE = "/practice/?collection=quizzes"
"""The page of practice. With something chosen, its script says how much there is, once it is ready."""

_ENTRY = """
export { makeFetcher } from "./hooks/espejo/site/js/study/review/fetch_item.js";
export { Answering } from "./hooks/espejo/site/js/study/practice/answering.js";
export { readWords } from "./hooks/espejo/site/js/words.js";
"""

_START = """async ({ script, pages, further }) => {
  const { makeFetcher, Answering, readWords } = await import(script);
  const words = { ...readWords(), ...further };
  const { items } = await (await fetch("/practice.json")).json();
  const stage = document.querySelector(".run");
  document.querySelector("form.setup").hidden = true;
  stage.hidden = false;
  window.fetchItem = makeFetcher(pages, words, items["d-01-01"]);
  window.recorded = [];
  window.show = (question) => {
    stage.replaceChildren(question.element);
    const session = { words, where: "review", record: (event) => recorded.push(event), next: () => {} };
    window.answering = new Answering(question, session);
  };
}"""

_TAKE = """async ({ item, languages }) => {
  const question = await fetchItem(item, languages);
  if (!question) return null;
  window.question = question;
  const said = (selector) => question.element.querySelector(selector)?.textContent.trim() ?? "";
  const { id, kind, key, lang, answerLang } = question;
  return {
    ...{ id, kind, key, lang, answerLang, asked: said(".asked") },
    ...{ hint: said(".hint-body"), answer: said(".answer-body"), opener: said(".answer > summary") },
  };
}"""

_READ_PAGE = """async ({ address, id }) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const said = (selector) => page.getElementById(id).querySelector(selector)?.textContent.trim() ?? "";
  return { asked: said(".asked"), hint: said(".hint-body"), answer: said(".answer-body") };
}"""

_LANGUAGE = "one => one.closest('[lang]').lang"


class Stage(NamedTuple):
    """A page on which items are shown one at a time."""

    page: Page
    home: str  # the address of the site

    def take(self, id_: str, ask: str, answer: str) -> Any:
        """What a fetched item says, or nothing if it is not on its page."""
        item = {"id": id_, "unit": UNITS.get(id_, "glossary")}
        return self.page.evaluate(_TAKE, {"item": item, "languages": {"ask": ask, "answer": answer}})

    def show(self, id_: str, ask: str, answer: str) -> Locator:
        """Shows an item that can be answered."""
        assert self.take(id_, ask, answer)
        self.page.evaluate("show(question)")
        return find(self.page, id_)

    def read(self, id_: str, locale: str) -> Any:
        """What the page of an item says."""
        address = f"{self.home}{'/es' if locale == 'es' else ''}/{UNITS[id_]}/"
        return self.page.evaluate(_READ_PAGE, {"address": address, "id": id_})


@pytest.fixture(scope="module")
def script() -> str:
    """What a page of reviews would load: the modules in one file."""
    (program,) = (ROOT / "node_modules" / "@esbuild").glob("*/bin/esbuild")
    done = subprocess.run(
        [program, "--bundle", "--format=esm", "--target=es2022"],
        input=_ENTRY,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def prepare(page: Page, home: str, script: str, locale: str) -> Stage:
    """Loads the modules into the page of practice, which has all the words and styles of a question.

    Only after its own script has done its work: nothing of it may be on its way when the network fails.
    """
    expect(page.locator(".setup-pool")).not_to_be_empty()
    page.route(f"**{SCRIPT}", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    pages = {"en": "/{path}/", "es": "/es/{path}/"}
    further = {word: say(word, locale) for word in ("answer", "turn_over")}
    page.evaluate(_START, {"script": home + SCRIPT, "pages": pages, "further": further})
    return Stage(page, home)


Begin = Callable[[str], Stage]


@pytest.fixture
def begin(visit: Open, server: Server, script: str) -> Begin:
    """A stage in a language, on which nothing may fail."""

    def begin(locale: str) -> Stage:
        page = visit(PRACTICE if locale == "en" else f"/es{PRACTICE}")
        return prepare(page, server.address, script, locale)

    return begin


@pytest.fixture
def shaky(browser: Browser, server: Server, script: str) -> Iterator[Stage]:
    """A stage on which pages may be missing."""
    page = browser.new_page(service_workers="block")
    page.set_default_timeout(PATIENCE)
    page.goto(server.address + PRACTICE)
    yield prepare(page, server.address, script, "en")
    page.close()


@pytest.mark.parametrize("locale", ["en", "es"])
def test_an_item_has_the_content_of_its_pages(begin: Begin, locale: str) -> None:
    """Of each kind: question and hint in one language, the answer in the other one."""
    stage = begin(locale)
    for ask, answer in PAIRS:
        for id_ in OF_EACH_KIND:
            taken = stage.take(id_, ask, answer)
            own, other = stage.read(id_, ask), stage.read(id_, answer)
            found = taken["asked"], taken["hint"], taken["answer"]
            assert found == (own["asked"], own["hint"], other["answer"])
            assert taken["id"] == id_
            assert taken["opener"] == say("turn_over" if taken["kind"] == "card" else "answer", locale)
            assert (taken["lang"], taken["answerLang"]) == (ask, answer if answer != ask else None)


def test_choices_and_points_are_explained_in_the_other_language(begin: Begin) -> None:
    """With the labels on the screen, the own reason first, and each part marked with its language."""
    stage = begin("en")
    question = stage.show("q-01-01", "en", "es")
    stage.page.evaluate(DRAW_THE_FIRST)
    stage.page.evaluate("answering.again()")
    choose(question, 1)
    press(question, "check")
    expect(question).to_have_attribute("data-state", "wrong")
    expect(question.locator(".act > .said")).to_have_text(say("wrong_choice", label=3))
    expect(question.locator(".verdict")).to_have_text(say("one_choice", "es", labels=1))
    own = question.locator(".own-reasons [data-reason='1']")
    expect(own).to_contain_text("Ese es el cociente")
    expect(own.locator(".label")).to_have_text("3.")
    assert own.evaluate(_LANGUAGE) == "es"
    assert question.locator(".others [data-reason='3']").evaluate(_LANGUAGE) == "es"
    assert question.locator(".others > summary").evaluate(_LANGUAGE) == "en"

    question = stage.show("q-01-04", "en", "es")
    press(question, "show_answer")
    points = question.locator("[data-point]")
    assert [point.evaluate(_LANGUAGE) for point in points.all()] == ["es"] * points.count()
    for box in points.locator("input").all():
        box.check()
    grade = question.locator(".grading .primary")
    expect(grade).to_have_attribute("data-grade", "good")
    assert grade.evaluate(_LANGUAGE) == "en"
    ticked = list(range(1, points.count() + 1))
    grade.click()
    first, second = stage.page.evaluate("recorded")
    assert (first["id"], first["answer"], first["right"]) == ("q-01-01", [1], False)
    assert (second["answer"], second["grade"]) == (ticked, "good")

    question = stage.show("q-01-02", "es", "es")
    choose(question, 2)
    press(question, "check")
    expect(question.locator(".own-reasons")).to_be_visible()
    open_all(question)
    spanish = [
        "h2 .name",
        ".choices .label",
        ".verdict",
        ".why p",
        "[data-reason] div",
        ".proof p",
        ".foot p",
    ]
    english = ["legend", "[data-act=again]", ".act > .said", ".answer > summary", ".others > summary"]
    for locale, selectors in (("es", spanish), ("en", english)):
        found = {selector: question.locator(selector).first.evaluate(_LANGUAGE) for selector in selectors}
        assert found == dict.fromkeys(selectors, locale)
    assert question.locator(".foot a[hreflang=en]").evaluate(_LANGUAGE) == "en"
    check_axe(stage.page)


def open_all(question: Locator) -> None:
    question.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")


def test_statements_and_numbers_are_judged_across(begin: Begin) -> None:
    """By what is right on their page, and with the verdict of the page in the other language."""
    stage = begin("es")
    question = stage.show("q-01-03", "es", "en")
    right = question.locator(".choices .right").get_attribute("data-choice") or ""
    question.locator(f"button.row[value={right}]").click()
    expect(question).to_have_attribute("data-state", "right")
    expect(question.locator(".verdict")).to_have_text(f"{say(right)}.")
    assert question.locator(".verdict").evaluate(_LANGUAGE) == "en"
    question = stage.show("q-02-07", "es", "en")
    question.locator(".field input").fill("999")
    press(question, "check", "es")
    expect(question).to_have_attribute("data-state", "wrong")
    expect(question.locator(".verdict")).to_contain_text("letters")
    assert [event["right"] for event in stage.page.evaluate("recorded")] == [True, False]
    question = stage.show("q-01-01", "es", "es")  # in the page's own language, nothing is marked
    languages = question.locator("[lang]").evaluate_all("all => all.map(one => one.tagName + one.lang)")
    assert set(languages) <= {"Aen", "svgundefined"}


def test_links_and_figures_still_work(begin: Begin) -> None:
    """Links lead to pages of their own language, a figure finds its arrowheads, and no id comes twice."""
    stage = begin("en")
    homes = {"en": "/", "es": "/es/"}
    for ask, answer in (("en", "es"), ("es", "en")):
        question = stage.show("q-01-01", ask, answer)
        open_all(question)
        assert question.locator("h2 .id").get_attribute("href") == f"{homes[ask]}{ARITHMETIC}/#q-01-01"
        term = question.locator(".why .term").first
        assert term.get_attribute("href") == f"{homes[answer]}glossary/#remainder"
        arrow = question.locator(".answer svg [marker-end]").get_attribute("marker-end")
        assert arrow == f"url(#q-01-01-{answer}-arrow-accent)"
        expect(find(stage.page, f"q-01-01-{answer}-arrow-accent")).to_have_count(1)
        expect(question.locator(".answer svg")).to_have_attribute("lang", answer)
        links = stage.page.locator(".run a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
        assert [link for link in links if not link.startswith(("/", "https://"))] == []
        for link in {link.partition("#")[0] for link in links if link.startswith("/")}:
            assert stage.page.request.get(stage.home + link).ok, link
        ids = stage.page.locator("[id]").evaluate_all("all => all.map(one => one.id)")
        assert len(ids) == len(set(ids))


def test_copies_are_new_and_untranslated_answers_keep_their_language(begin: Begin) -> None:
    """An item that comes back has no trace of the last time. Stale translations aren't used either."""
    stage = begin("en")
    for id_ in ("q-01-02", "d-01-01", "term/average"):
        stage.show(id_, "en", "es").evaluate("one => { one.dataset.state = 'wrong'; window.first = one; }")
        again = stage.show(id_, "en", "es")
        assert again.evaluate("one => one !== first && !('state' in one.dataset)")
        expect(again.locator("form.practice")).to_have_count(1)
        labels = again.locator("label")
        fields = labels.evaluate_all("all => all.map(one => one.control.closest('section').id)")
        assert set(fields) <= {id_}
    cases = [
        ("q-01-06", "en", "es"),
        ("q-01-07", "en", "es"),
        ("q-01-07", "es", "en"),
        ("q-02-04", "es", "en"),
    ]
    for id_, ask, answer in cases:
        taken = stage.take(id_, ask, answer)
        assert (taken["lang"], taken["answerLang"]) == (ask, None)
        assert taken["answer"] == stage.read(id_, ask)["answer"]
    no_glossary = """async (script) => {
      const fetchItem = (await import(script)).makeFetcher({ en: "/{path}/" }, {});
      return fetchItem({ id: "term/set", unit: "glossary" }, { ask: "en", answer: "en" });
    }"""
    assert stage.page.evaluate(no_glossary, stage.home + SCRIPT) is None


def test_scripts_are_removed_and_images_loaded_from_their_page(begin: Begin) -> None:
    """A picture is asked for where it is, and only there."""
    stage = begin("en")
    added = '<script>window.ran = true</script><img src="../../assets/picture.svg" alt="a picture">'
    change_page(
        stage.page,
        f"/{ARITHMETIC}/",
        lambda html: html.replace('<ol class="choices"', f'{added}<ol class="choices"', 1),
    )
    asked: list[str] = []

    def paint(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body='<svg xmlns="http://www.w3.org/2000/svg"/>', content_type="image/svg+xml")

    stage.page.route("**/picture.svg", paint)
    question = stage.show("q-01-01", "en", "en")
    expect(question.locator("script")).to_have_count(0)
    picture = question.get_by_role("img", name="a picture")
    picture.evaluate("one => one.decode().catch(() => {})")
    assert asked == [f"{stage.home}/assets/picture.svg"]
    assert not stage.page.evaluate("'ran' in window")


@pytest.mark.parametrize("start", ['id="gone" ', 'id="q-01-01" data-key="00000000" '])
def test_an_answer_from_another_build_is_not_used(begin: Begin, start: str) -> None:
    """A page that lacks the item, or where something else is right, as from a cache, gives no answer."""
    stage = begin("en")
    change_page(stage.page, f"/es/{ARITHMETIC}/", lambda html: html.replace('id="q-01-01" ', start))
    taken = stage.take("q-01-01", "en", "es")
    assert taken["answerLang"] is None
    assert taken["answer"] == stage.read("q-01-01", "en")["answer"]
    assert stage.take("q-01-02", "en", "es")["answerLang"] == "es"


def test_an_item_missing_from_its_page_is_left_out(shaky: Stage) -> None:
    """The item, its page, or the term; other parts of the glossary page; a kind of a newer build."""

    def edit(html: str) -> str:
        return html.replace('id="q-01-01"', 'id="gone"').replace('data-kind="truefalse"', 'data-kind="order"')

    change_page(shaky.page, f"/{ARITHMETIC}/", edit)
    shaky.page.route(f"**/{COLLECTIONS}/", lambda route: route.fulfill(status=404, body="<p>Not here.</p>"))
    for id_ in (
        "q-01-01",
        "q-02-07",
        "term/gone",
        "meaning/gone",
        "term/content",
        "term/",
        "term/H",
        "q-01-03",
    ):
        assert shaky.take(id_, "en", "en") is None, id_
        assert shaky.take(id_, "en", "es") is None, id_
    assert shaky.take("q-01-02", "en", "en")["id"] == "q-01-02"


def test_the_next_item_is_prefetched_and_each_page_once(shaky: Stage) -> None:
    """What was fetched ahead is there offline; what could not be is asked for again, and nothing is said."""
    errors: list[str] = []
    shaky.page.on("pageerror", lambda error: errors.append(str(error)))
    prefetch = "([unit, ask, answer]) => fetchItem.prefetch({ id: 'x', unit }, { ask, answer })"
    with shaky.page.expect_response(f"**/es/{ARITHMETIC}/"):
        shaky.page.evaluate(prefetch, [ARITHMETIC, "en", "es"])
    assert shaky.take("q-01-01", "en", "es")
    shaky.page.context.set_offline(True)
    for id_ in ("q-01-01", "q-01-02", "q-01-05"):
        assert shaky.take(id_, "es", "en")["answerLang"] == "en"
    with shaky.page.expect_event("requestfailed"):
        shaky.page.evaluate(prefetch, [COLLECTIONS, "en", "en"])
    shaky.page.context.set_offline(False)
    assert shaky.take("q-02-07", "en", "en")["id"] == "q-02-07"
    assert errors == []


def test_the_glossary_is_cards_both_ways(begin: Begin) -> None:
    """The front in one language and the whole entry in the other one, graded like any card."""
    stage = begin("en")
    key = json.loads(stage.page.request.get(f"{stage.home}/practice.json").text())["items"]["d-01-01"]
    homes = {"en": "/", "es": "/es/"}
    other = {"en": "es", "es": "en"}
    meaning = "La suma de unos números"
    for id_, ask, answer, front, back in (
        ("term/average", "en", "en", "average", ["average", "promedio", "The sum of some numbers"]),
        ("term/average", "en", "es", "average", ["promedio", "average", meaning]),
        ("meaning/average", "es", "es", meaning, ["promedio", "average", "La suma"]),
        ("meaning/average", "es", "en", meaning, ["average", "promedio", "The sum"]),
        ("meaning/hash", "en", "es", "A number computed", ["hash", "Un número calculado"]),
        ("term/hash", "es", "es", "hash", ["hash", "Un número calculado"]),
    ):
        card = stage.show(id_, ask, answer)
        expect(card.locator(".front")).to_contain_text(front)
        assert card.locator(".front").evaluate(_LANGUAGE) == ask
        expect(card.locator("h2 .id")).to_have_text(say("glossary_title", ask))
        for word in back:
            expect(card.locator(".answer")).not_to_contain_text(word, use_inner_text=True)
        card.locator(".answer > summary").click()
        shown = card.locator(".answer-body > p:not(.used)")
        assert [line[: len(word)] for line, word in zip(shown.all_inner_texts(), back, strict=True)] == back
        link = shown.first.locator("a").get_attribute("href")
        assert link == f"{homes[answer]}glossary/#{id_.partition('/')[2]}"
        languages = [line.evaluate(_LANGUAGE) for line in shown.all()]
        assert languages == ([answer, other[answer], answer] if len(back) == 3 else [answer, answer])
        card.locator("[data-grade=hard]").click()
        check_axe(stage.page)
        event = stage.page.evaluate("recorded.at(-1)")
        assert (event["id"], event["kind"], event["key"], event["grade"]) == (id_, "card", key, "hard")


def test_a_meaning_does_not_give_its_term_away(begin: Begin) -> None:
    """Neither in its text nor by a link or a name that a screen reader would say."""
    stage = begin("en")
    meaning = "Text between quotation marks in a program."
    own = '<span class="own-term">string</span>'
    named = f'A {own} or {own}s, see <a href="https://docs.test/#string">the docs</a>.'
    change_page(stage.page, "/glossary/", lambda html: html.replace(meaning, named))
    card = stage.show("meaning/string", "en", "es")
    asked = card.locator(".asked")
    expect(asked.locator(".front")).to_have_text("A … or …s, see the docs.")
    assert "#string" not in asked.inner_html()
    expect(asked.locator("h2 .id")).to_have_attribute("href", "/glossary/")
    expect(card.locator(".answer-body strong")).to_have_text("cadena")
