"""Checks of a page in a browser: accessibility, widths, styles, and print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page

from espejo.site.styles import PRINT, SHEETS
from project import ROOT
from small_bank import make_word

WIDTHS = (320, 768, 1440)

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ACCESSIBLE: Mapping[str, object] = {
    "runOnly": LEVELS,
    "rules": {"color-contrast": {"enabled": False}, "color-contrast-enhanced": {"enabled": True}},
}
"""All rules of axe, with a contrast of 7:1 instead of 4.5:1."""

LOOKS: Mapping[str, object] = {
    "runOnly": ["color-contrast-enhanced", "link-in-text-block", "scrollable-region-focusable", "target-size"]
}
"""Rules whose results depend on the theme or the window's width."""

# All rules run. Passing elements aren't reported, because describing each takes longer than the check.
_RUN_AXE = """
rules => axe.run(document, { ...rules, resultTypes: ["violations"], preload: false })
    .then(found => found.violations.map(one => [one.id, one.nodes.map(node => node.html)]))
"""

_FIND_WIDE = """() => [...document.querySelectorAll("article *, header *")]
  .filter((one) => !one.matches("math *") && !one.closest("pre, .table, .formula, .unseen")
    && one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 80))"""

_FIND_RULES = r"""async (files) => {
  const links = [...document.querySelectorAll("link[rel=stylesheet]")].map(({ href }) => new URL(href));
  const ours = links.find(({ pathname }) => pathname.includes("/assets/css/")); // not one of Material's
  const isLoaded = (file) => links.some(({ pathname }) => pathname.endsWith(`/${file}`));
  const parts = /::[\w-]+(\([^)]*\))?/g;
  const states = /:(hover|focus-visible|focus-within|focus|active|target|checked|disabled)\b/g;
  const listRules = (rules) =>
    [...rules].flatMap((rule) => [...(rule.selectorText ? [rule] : []), ...listRules(rule.cssRules ?? [])]);
  const applies = ({ selectorText }) => {
    const always = selectorText.replace(parts, "").replace(states, "").replace(/:not\([,\s]*\)/g, "");
    return document.querySelector(`:is(${always})`);
  };
  const found = [];
  for (const file of files.filter((one) => !isLoaded(one))) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(await (await fetch(new URL(file, ours))).text());
    const missed = listRules(sheet.cssRules).filter(applies);
    found.push(...missed.map(({ selectorText }) => `${file}: ${selectorText}`));
  }
  return found;
}"""

_FINISH = "Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => {})"
"""Waits until colors stop changing, because Material fades between themes."""

_CONTROLS = "header.top, nav, .tools, .foot, .copy, .neighbors, footer, .md-skip, .skip, form, button"

_COLORS = """() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const owner = node.parentElement;
    if (node.data.trim() && owner.checkVisibility({ visibilityProperty: true })) {
      found.add(getComputedStyle(owner).color);
    }
  }
  const seen = [...document.querySelectorAll("*")].filter((one) => one.checkVisibility());
  const grounds = seen.map((one) => getComputedStyle(one).backgroundColor);
  return { texts: [...found], grounds: [...new Set(grounds)] };
}"""


def box(part: Locator) -> FloatRect:
    """The bounding box of an element, which must be visible."""
    found = part.bounding_box()
    assert found
    return found


def bottom(part: Locator) -> float:
    return box(part)["y"] + box(part)["height"]


def resize(page: Page, width: int, height: int = 800) -> None:
    page.set_viewport_size({"width": width, "height": height})


def measure_width(page: Page) -> int:
    """The width of the whole page, which may be wider than its window."""
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width


def find_switch(page: Page, locale: str) -> Locator:
    """The links to other languages on a page in this language."""
    return page.get_by_role("navigation", name=make_word("languages", locale), exact=True)


def find_button(page: Page | Locator, word: str) -> Locator:
    """The button labeled with this word, on an English page."""
    return page.get_by_role("button", name=make_word(word, "en"), exact=True)


def open_answers(page: Page) -> None:
    page.evaluate("document.querySelectorAll('.answer, .hint').forEach(one => { one.open = true })")


def open_all(page: Page) -> None:
    """Opens everything on a page that can be expanded: answers, proofs, links, and lists."""
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")


@cache
def _read_axe() -> str:
    return (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def run_axe(page: Page, rules: Mapping[str, object]) -> list[tuple[str, list[str]]]:
    """The axe violations on a page: each rule with its failing elements."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_read_axe())
    return [(id_, elements) for id_, elements in page.evaluate(_RUN_AXE, rules)]


def find_faults(page: Page) -> dict[str, Any]:
    """Faults of a page in its current state: widths, accessibility in both themes, and print."""
    found: dict[str, Any] = {"wider than the window": list(find_wide(page))}
    for width, theme, rules in ((320, "dark", ACCESSIBLE), (1200, "light", LOOKS)):
        resize(page, width, 1600)
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.evaluate(_FINISH)
        found[f"axe, {theme}, {width}"] = run_axe(page, rules)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, media="print")  # type: ignore[arg-type]
        found[f"colors on paper, {theme}"] = find_wrong_colors(page)
    found["controls on paper"] = list_controls(page)
    page.emulate_media(media="screen")
    return {what: wrong for what, wrong in found.items() if wrong}


def find_wide(page: Page, widths: Iterable[int] = WIDTHS) -> Iterator[tuple[int, Any]]:
    """Yields widths at which something is cut off; listings, tables, and formulas may scroll."""
    for width in widths:
        resize(page, width)
        if measure_width(page) > width:
            yield width, "the page"
        if wide := page.evaluate(_FIND_WIDE):
            yield width, wide


def find_missed_rules(page: Page) -> list[str]:
    """CSS rules that apply to the page, but come from style sheets that it doesn't load."""
    found: list[str] = page.evaluate(
        _FIND_RULES, [name for name in SHEETS if name not in (PRINT, "book.css")]
    )
    return found


def find_wrong_colors(page: Page) -> list[str]:
    """Printed colors other than dark text on white."""
    colors = page.evaluate(_COLORS)
    bright = [one for one in colors["texts"] if max(map(float, re.findall(r"[\d.]+", one)[:3])) > 0x33]
    return bright + sorted(set(colors["grounds"]) - {"rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"})


def list_controls(page: Page) -> list[str]:
    """Controls shown in print. Questions are in forms, whose fields aren't printed."""
    shown = page.locator(_CONTROLS).locator("visible=true")
    names = shown.evaluate_all("all => all.map(one => one.className)")
    return sorted(set(names) - {"contents", "practice", "row"})
