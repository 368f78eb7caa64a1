"""PDF reader for the book's tests: text, links and their targets, outline, fonts, tags, and margins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

import pikepdf
import pypdfium2
from PIL import ImageOps


def squeeze(text: str) -> str:
    """Removes white space, ligatures, and hyphens, which PDFs typeset differently."""
    return re.sub(r"[-\s\x02\u00ad\u2010\u2011\ufffe\u2061-\u2064]", "", normalize("NFKC", text))


class Entry(NamedTuple):
    """One entry of the outline: its level from 0, its title, and its page from 1."""

    level: int
    title: str
    page: int


class Printed:
    """A PDF, opened with pypdfium2 (`shown`, the visible part) and with pikepdf (`inside`, its objects)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.inside = pikepdf.open(path)
        self.shown = pypdfium2.PdfDocument(path)

    def __len__(self) -> int:
        return len(self.shown)

    @cached_property
    def texts(self) -> list[str]:
        """The text of each page."""
        return [page.get_textpage().get_text_bounded() for page in self.shown]

    @cached_property
    def squeezed(self) -> list[str]:
        """The squeezed text of each page without its page number, to find text that spans two pages."""
        return [squeeze(re.sub(r"^\d+\r?\n", "", text)) for text in self.texts]

    @cached_property
    def targets(self) -> dict[str, int]:
        """The page, from 1, of each anchor that is the target of a link."""
        numbers = {page.obj.objgen: number for number, page in enumerate(self.inside.pages, 1)}
        return {name[1:]: numbers[one[0].objgen] for name, one in self.inside.Root.Dests.items()}

    @cached_property
    def links(self) -> list[tuple[int, str]]:
        """Every link within the book: the page it is on, from 1, and the anchor it leads to."""
        return [
            (number, str(mark.Dest).removeprefix("/"))
            for number, page in enumerate(self.inside.pages, 1)
            for mark in page.obj.get("/Annots", [])
            if mark.get("/Subtype") == "/Link" and "/Dest" in mark
        ]

    def outline(self) -> list[Entry]:
        """Every entry of the outline, in order."""
        return [
            Entry(one.level, one.get_title(), one.get_dest().get_index() + 1)
            for one in self.shown.get_toc(max_depth=9)
        ]

    def fonts(self) -> dict[str, Any]:
        """Every font of every page, by name."""
        found = {}
        for page in self.inside.pages:
            for font in page.obj.Resources.get("/Font", {}).values():
                found[str(font.get("/BaseFont", font.Subtype))] = font
        return found

    def tags(self) -> Iterator[Any]:
        """Every element of the structure tree."""
        waiting = [self.inside.Root.StructTreeRoot.K]
        while waiting:
            one = waiting.pop()
            if isinstance(one, pikepdf.Array):
                waiting.extend(one)
            elif isinstance(one, pikepdf.Dictionary) and "/S" in one:
                yield one
                waiting.extend([one.K] if "/K" in one else [])

    def margins(self) -> Iterator[tuple[float, float, float, float]]:
        """The white margins of each page, in points: left, top, right, and bottom."""
        for page in self.shown:
            sheet = page.render(scale=1, grayscale=True).to_pil()
            inked = ImageOps.invert(sheet).point(lambda ink: 255 if ink > 40 else 0).getbbox()
            left, top, right, bottom = inked or (0, 0, *sheet.size)
            yield left, top, sheet.width - right, sheet.height - bottom

    def fills(self) -> list[float]:
        """How far down each page is filled, above its page number: from 0 to 1."""
        found = []
        for page in self.shown:
            sheet = page.render(scale=0.5, grayscale=True).to_pil()
            text = sheet.crop((0, round(sheet.height * 0.05), sheet.width, round(sheet.height * 0.93)))
            inked = ImageOps.invert(text).point(lambda ink: 255 if ink > 40 else 0).getbbox()
            found.append(inked[3] / text.height if inked else 0.0)
        return found
