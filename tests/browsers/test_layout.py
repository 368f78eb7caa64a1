"""Layout in every browser: formulas, both languages side by side, focus, and widths."""

from __future__ import annotations

import pytest

from verbs import Reader

PAGES = [
    *("/", "/quizzes/phase-01-arithmetic/", "/quizzes/phase-01-arithmetic/side-by-side/", "/study-guide/"),
    *(
        "/es/reference/formulas/",
        "/reference/patterns/",
        "/es/glossary/",
        "/es/practice/",
        "/review/",
        "/downloads/",
    ),
]

# How far formulas in sentences are from where they would be without a style of ours.
FLOATS = """() => [...document.querySelectorAll("article :not(.formula) > math")]
  .filter((one) => one.checkVisibility()).map((math) => {
    const mark = document.createElement("span");
    mark.style.display = "inline-block";
    math.before(mark);
    const [inner] = math.querySelectorAll("mi, mn, mo, mtext");
    const measure = () => inner.getBoundingClientRect().top - mark.getBoundingClientRect().bottom;
    const styled = measure();
    const before = math.style.cssText;
    math.style.cssText = "margin: 0; padding: 0; overflow: visible";
    const off = styled - measure();
    math.style.cssText = before;
    mark.remove();
    return off;
  })"""


@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_wider_than_the_window(reader: Reader, path: str) -> None:
    reader.open(path, width=max(320, reader.narrowest))
    reader.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    reader.expect("() => document.documentElement.scrollWidth <= innerWidth")


def test_formulas_in_sentences_are_on_the_line(reader: Reader) -> None:
    reader.open("/quizzes/phase-01-arithmetic/")
    reader.click("[data-answers=open]")
    reader.see("#q-01-05 .why math")
    found = reader.evaluate(FLOATS)
    assert len(found) > 5
    assert max(map(abs, found)) < 1


def test_formulas_have_their_typeface_and_stretch(reader: Reader) -> None:
    reader.open("/reference/formulas/")
    reader.see("#f-03 math mfrac")
    assert "STIX Two Math" in reader.style("#f-03 math", "fontFamily")
    reader.expect(
        "() => document.fonts.ready.then(() => document.fonts.check('16px \"STIX Two Math\"', '∑'))"
    )
    fraction, sign = reader.box("#f-03 math mfrac"), reader.box("#f-03 math mi")
    assert fraction["height"] > 1.5 * sign["height"]


def test_a_wide_formula_and_wide_code_scroll_by_themselves(reader: Reader) -> None:
    reader.open("/study-guide/quiz-02-averages/", width=500)
    reader.see("#pt-02-02 .formula")
    assert reader.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert reader.style("#pt-02-02 .formula", "overflowX") in ("auto", "scroll")


def test_side_by_side_both_languages_are_level(reader: Reader) -> None:
    reader.open("/quizzes/phase-01-arithmetic/side-by-side/", width=1200)
    reader.see(".twin .pair .side[lang=es]")
    uneven = """() => [...document.querySelectorAll(".twin .pair")].filter((one) => one.checkVisibility())
      .map((one) => [...one.querySelectorAll(":scope > .side")].map((side) => side.getBoundingClientRect()))
      .filter(([, second]) => second)
      .filter(([one, two]) => Math.abs(one.top - two.top) > 1 || one.right > two.left + 1).length"""
    assert reader.evaluate(uneven) == 0


def test_the_key_b_leads_to_both_languages_and_back(reader: Reader) -> None:
    reader.open("/quizzes/phase-01-arithmetic/#q-01-03")
    reader.see("#q-01-03 .practice")
    reader.press("b")
    reader.expect("() => location.pathname.endsWith('/side-by-side/')")
    reader.see("#q-01-03.twin .practice")
    reader.press("b")
    reader.expect("() => location.pathname === '/quizzes/phase-01-arithmetic/'")


def test_the_focus_is_visible(reader: Reader) -> None:
    reader.open("/quizzes/phase-01-arithmetic/")
    reader.see("#q-01-01 .practice")
    for _ in range(3):
        reader.press("Tab")
    assert reader.evaluate(
        """() => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
          return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
        }"""
    )


def test_a_screenshot_shows_the_page(reader: Reader) -> None:
    """A formula's letters are drawn, not only laid out."""
    from io import BytesIO

    from PIL import Image

    reader.open("/reference/formulas/")
    reader.see("#f-01 math")
    image = Image.open(BytesIO(reader.screenshot())).convert("L")
    assert len(image.getcolors(256) or []) > 20
