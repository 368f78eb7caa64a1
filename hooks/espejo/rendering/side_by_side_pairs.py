"""Side-by-side HTML: the rows of a side-by-side view, each with a text in every language.

Written in Python because a page has hundreds of rows, and a template would take several times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from espejo.model.bank import Record
from espejo.model.collection import Placed
from espejo.rendering.environment import get_template
from espejo.rendering.page_view import View
from espejo.rendering.side_by_side_rows import Row

_PENCIL = '<svg aria-hidden="true"><use href="#pencil"/></svg>'


class Pairs:
    """Writes the rows of one page. Notes and links are in the page's language, that of the first side."""

    def __init__(self, sides: Sequence[View]) -> None:
        page = sides[0]
        self._columns = [_Column(side, page, [one.locale for one in sides]) for side in sides]

    def write(self, rows: Iterable[Row], record: Record, placed: Placed | None = None) -> Markup:
        """Write the HTML of a record's rows."""
        return Markup("\n".join([self._write_row(row, record, placed) for row in rows]))

    def _write_row(self, row: Row, record: Record, placed: Placed | None) -> str:
        """Write a text in each language, or once if it is the same in all."""
        same, shared = row.same, row.shared
        classes = (" shared" if shared else " same" if same else "") + (" right" if row.right else "")
        part = f' data-{row.role}="{escape(row.part)}"' if row.part else ""
        blocks = " data-blocks" if row.has_blocks and not shared else ""
        cells = [
            column.write(row, record, placed, same=same) for column in self._columns[: 1 if shared else None]
        ]
        return f'<div class="pair{classes}" data-row="{row.role}"{part}{blocks}>\n{"".join(cells)}</div>\n'


class _Column:
    """Writes the cells of one language."""

    def __init__(self, side: View, page: View, locales: Sequence[str]) -> None:
        self._side = side
        self._page = page
        self._is_first = side is page
        self._locales = locales
        mark = escape(side.language.mark)
        self._lang = "" if self._is_first else f' lang="{escape(side.locale)}"'
        self._tongue = f'<span class="tongue">{mark}</span>'
        self._right = f' data-right="{side.words("right_choice")}"'
        self._missing = f'<p class="missing">{page.words("missing")} <span class="mark">{mark}</span></p>\n'
        self._language = page.name_language(side.locale)

    def write(self, row: Row, record: Record, placed: Placed | None, *, same: bool) -> str:
        right = self._right if row.right else ""
        tongue = "" if row.shared else self._tongue
        label = f'<span class="label">{escape(row.label)}</span>' if row.label else ""
        said = self._write_said(row, record, placed) if row.has(self._side.locale) else self._missing
        pencil = self._write_pencil(row, same) if self._is_first or not same else ""
        return f'<div class="side"{right}>{tongue}{label}{said}{pencil}</div>\n'

    def _write_said(self, row: Row, record: Record, placed: Placed | None) -> str:
        """Write the text in this language, with a note if another language was edited since."""
        tag, anchor = row.choose_tag(self._side.locale, self._locales), ""
        if tag in ("h1", "h2"):
            anchor = ' id="content"' if tag == "h1" else f' id="{escape(record.id)}-title"'
        said = f'<{tag}{anchor} class="said"{self._lang}>{_say(row, self._side, record, placed)}</{tag}>\n'
        for since in self._side.edited_since(record, row.texts):
            language = self._page.name_language(since)
            said += f'<p class="stale">{self._page.words("stale", language=language)}</p>\n'
        return said

    def _write_pencil(self, row: Row, same: bool) -> str:
        """Write the link to edit the text in this language, or in all at once."""
        place = row.place_of(self._side.locale)
        if not place or not (link := self._page.site.repository.line(place)):
            return ""
        word = "edit_shared" if same else "edit_passage"
        title = self._page.words(word, language=self._language, line=place.line)
        return f'<a class="pencil" href="{escape(link)}" title="{title}">{_PENCIL}</a>'


def _say(row: Row, side: View, record: Record, placed: Placed | None) -> Markup:
    """Return the content of a row in one side's language."""
    if row.role == "figure":
        figure = side.figure(record, record.figure_with)  # type: ignore[union-attr,arg-type]
        return Markup('<div class="figure">{}</div>').format(figure.html if figure else "")
    if row.citation:
        return get_template("sources.html").module.source(side, row.citation)  # type: ignore[attr-defined,no-any-return]
    if row.texts and row.word:
        return side.words(row.word, unit=side.inline(row.texts[0]))
    if row.texts:
        return (side.inline if row.is_line else side.block)(row.texts[0]).html
    if row.word:
        return side.words(row.word)
    return Markup("<strong>{}</strong>").format(side.verdict(placed)) if placed else Markup("")
