"""Social cards: a question in two languages, left and right of the axis, for home and each collection."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple
from urllib.parse import urlsplit

from espejo.ledger.deck_names import name_bank
from espejo.markdown.fragments import inline, is_block, plain
from espejo.model.bank import Bank
from espejo.model.quiz import Item, Question
from espejo.model.text import Text
from espejo.rendering.page_view import View
from espejo.rendering.site import Site
from espejo.site.canvas import ELLIPSIS, Canvas, Mark, wrap_text
from espejo.site.home import find_home_question
from espejo.site.palette import LIGHT, ThemeColors

WIDTH, HEIGHT = 1200, 630
"""Size recommended by social networks."""

_COLUMN, _WHOLE = 464, 1056
"""Width of a side, and of the only one in a bank of one language."""

_TITLE_SIZES = (60, 50, 42)
_PROMPT_SIZE, _PROMPT_LEADING, _PROMPT_GAP = 28, 1.36, 21
_EYEBROW_SIZE = 27
_LEADING, _TOP, _BOTTOM = 1.22, 150, 490
_SHORT = 60
_CHOSEN_FROM = 50
"""Number of questions or cards to choose from."""


class Line(NamedTuple):
    """A line of text: its position, its size, and whether it is a heading."""

    text: str
    y: float
    size: int
    heading: bool


class Side(NamedTuple):
    """One half of the image: its text in one language."""

    locale: str
    eyebrow: str
    title: str
    prompt: str


@lru_cache(maxsize=32)  # called for every page of a collection
def choose_item(site: Site, folder: str = "") -> Item | None:
    """Choose the question or card to show: the one on home, or a collection's first short one."""
    home = find_home_question(site)
    if not folder and home:
        return home.item
    placed = (one for one in site.bank.collections if not folder or one.folder == folder)
    items = [one.item for one in islice(chain.from_iterable(one.placed() for one in placed), _CHOSEN_FROM)]
    short = [item for item in items if _is_short(site.bank, get_title(item))] or items[:1]
    asking = (item for item in short if show_plain(get_title(item), site.root).endswith("?"))
    return next(chain(asking, short), None)


def get_title(item: Item) -> Text:
    return item.title if isinstance(item, Question) else item.front


def show_plain(text: Text, locale: str) -> str:
    """Return a text as one line, without markup or unprintable characters."""
    return "".join(filter(str.isprintable, plain(text.show(locale).markdown)))


def _is_short(bank: Bank, text: Text) -> bool:
    passages = [text.show(locale).markdown for locale in bank.locales]
    is_plain = not any("<math" in inline(one) or is_block(inline(one)) for one in passages)
    return is_plain and max(map(len, passages)) <= _SHORT and all(map(text.has, bank.locales))


def describe_picture(view: View, folder: str = "") -> str:
    """Return the alternative text of a social card."""
    item = choose_item(view.site, folder)
    title = show_plain(get_title(item), view.locale) if item else view.name
    return view.words("picture_about", title=title).striptags() if view.mirrors() else title


def draw_social_picture(
    canvas: Canvas, site: Site, mark: Mark, locale: str, folder: str = "", *, colors: ThemeColors = LIGHT
) -> bytes:
    """Draw the image of home or of a collection, for readers of this language."""
    others = [one for one in site.bank.locales if one != locale]
    sides = [write_side(site, one, folder) for one in (locale, *others[:1])]
    return canvas.draw(
        "social",
        WIDTH,
        HEIGHT,
        mark=mark,
        colors=colors,
        sides=list(zip(sides, _set_lines(canvas, sides), strict=True)),
        eyebrow_size=_EYEBROW_SIZE,
        name=name_bank(site.bank, locale),
        host=urlsplit(site.home).netloc,
    )


def write_side(site: Site, locale: str, folder: str) -> Side:
    bank, item = site.bank, choose_item(site, folder)
    collection = next((one for one in bank.collections if one.folder == folder), None)
    eyebrow = show_plain(collection.title, locale) if collection else bank.locales[locale].name
    if not item:
        return Side(locale, eyebrow, name_bank(bank, locale), "")
    return Side(locale, eyebrow, show_plain(get_title(item), locale), _find_prompt(item, locale))


def _find_prompt(item: Item, locale: str) -> str:
    """Return the prompt of a question if it is a single plain paragraph."""
    if not isinstance(item, Question) or not item.prompt:
        return ""
    html = inline(item.prompt.show(locale).markdown)
    return "" if is_block(html) or "<math" in html else show_plain(item.prompt, locale)


def _set_lines(canvas: Canvas, sides: Sequence[Side]) -> list[list[Line]]:
    """Lay out both sides: all titles in one size, and the prompts if they all fit."""
    width = _COLUMN if len(sides) > 1 else _WHOLE
    fitting = (
        size for size in _TITLE_SIZES if all(_is_whole(_set_title(canvas, s, size, width)) for s in sides)
    )
    size = next(fitting, _TITLE_SIZES[-1])
    titles = [_set_title(canvas, side, size, width) for side in sides]
    ends = [title[-1].y if title else _TOP for title in titles]
    prompts = [_set_prompt(canvas, side, end, width) for side, end in zip(sides, ends, strict=True)]
    is_room = all(map(_is_whole, prompts))
    return [title + (prompt if is_room else []) for title, prompt in zip(titles, prompts, strict=True)]


def _set_title(canvas: Canvas, side: Side, size: int, width: int) -> list[Line]:
    lines = int((_BOTTOM - _TOP) / (size * _LEADING))
    wrapped = wrap_text(side.title, canvas.bold, width / size, lines)
    return [Line(text, _TOP + number * size * _LEADING, size, True) for number, text in enumerate(wrapped, 1)]


def _set_prompt(canvas: Canvas, side: Side, y: float, width: int) -> list[Line]:
    leading, y = _PROMPT_SIZE * _PROMPT_LEADING, y + _PROMPT_GAP
    wrapped = wrap_text(side.prompt, canvas.text, width / _PROMPT_SIZE, int((_BOTTOM - y) / leading))
    return [Line(text, y + number * leading, _PROMPT_SIZE, False) for number, text in enumerate(wrapped, 1)]


def _is_whole(lines: Sequence[Line]) -> bool:
    return not lines or not lines[-1].text.endswith(ELLIPSIS)
