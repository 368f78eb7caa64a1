"""Hostile text in the real Anki: packages and text files import it as plain text."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from anki.collection import Collection

from espejo.check.project import inspect_project
from espejo.exports.anki import NoteType, write_package
from espejo.exports.anki_escape import escape_syntax
from espejo.exports.anki_text import write_text
from espejo.exports.notes import Note, Notes
from espejo.model.bank import list_variants
from espejo.rendering.site import Site
from hostile import make_strings
from small_bank import SITE_URL
from test_anki import import_package, import_text, notes_by_guid

MEANINGFUL = (
    r"\(\href{javascript:alert(1)}{x}\)",
    r"\[\require{html}\style{color:red}{x}\]",
    r"\begin{equation}x\end{equation}",
    r"$$\href{javascript:alert(1)}{x}$$",
    "[[type:Back]]",
    "[[TYPE:nc:Back]]",
    "[sound:a.mp3]",
    "[anki:tts lang=en_US]x[/anki:tts]",
    "[anki:play:q:0]",
    "[latex]x[/latex]",
    "[LaTeX]x[/LaTeX]",
    "[$]x[/$]",
    "[$$]x[/$$]",
    "{{c1::x}}",
    "{{Back}}",
    "{{#Back}}x{{/Back}}",
    "{{type:Back}}",
    "{{tts en_US:Back}}",
)
"""Text that Anki, its editor, or its MathJax would interpret as syntax."""

CODE = 'd = {{"a": {1: "}}"}}}\tx = "[sound:a.mp3]" + "[$]x[/$]"  # {{c1::x}} {{Front}} \\(y\\)'

CARD = """\
  - id: d-01-80
    front: {front}
    back: {back}
"""


def import_notes(collection: Collection, notes: list[Note], folder: Path, *, as_text: bool) -> Any:
    """Import notes as a package or as a text file, and return Anki's log."""
    path = folder / ("notes.tsv" if as_text else "notes.apkg")
    path.write_bytes(write_text(notes) if as_text else write_package(notes, NoteType("Espejo", "espejo"), {}))
    return import_text(collection, path) if as_text else import_package(collection, path)


@pytest.mark.parametrize("as_text", [False, True], ids=["package", "text"])
def test_each_note_arrives_alone_with_any_content(
    collection: Collection, tmp_path: Path, as_text: bool
) -> None:
    """Even with an unchecked id, deck, and tags, there is one note with two fields and one deck."""
    notes = [
        Note(
            f"{text} {number}", ("Espejo", text), f"{text} front {number}.", f"{text} back", (text, "end"), 0
        )
        for number, text in enumerate(make_strings(7, 60))
    ]
    for group in [[note] for note in notes] if as_text else [notes]:  # a text file has one deck
        log = import_notes(collection, group, tmp_path, as_text=as_text)
        assert len(log.new) == len(group), group
    imported = notes_by_guid(collection)
    assert len(imported) == len(notes)
    for number in range(len(notes)):
        (found,) = [one for one in imported.values() if f"front {number}." in one.fields[0]]
        assert len(found.fields) == 2
        assert found.fields[1].endswith("back")
        assert "end" in found.tags
        assert len(found.tags) <= 2
        deck = collection.decks.name(found.cards()[0].did)
        assert deck.count("::") == 1
        assert not set("<>\n\t") & set(deck)
    names = {one.name.partition("::")[0] for one in collection.decks.all_names_and_ids()}
    assert names == {"Default", "Espejo"}


def write_card(data: Path, front: str, back: str) -> Note:
    """Add a card with these passages to the small bank, which must accept them, and make its English note."""
    deck = data / "drills" / "chapter-01-facts.yaml"
    both = {name: json.dumps({"en": said, "es": said}) for name, said in (("front", front), ("back", back))}
    deck.write_text(deck.read_text(encoding="utf-8") + CARD.format(**both), encoding="utf-8")
    inspection = inspect_project(data)
    assert inspection.faults == []
    site = Site(inspection.bank, home=SITE_URL)
    placed = next(one for one in site.bank.items() if one.item.id == "d-01-80")
    return Notes(site).make(list_variants(site.bank)[0], placed)


class Texts(HTMLParser):
    """Collects the pieces of text between tags, as MathJax reads them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def escape_prose(text: str) -> str:
    """Escape text for Markdown, as the author of a question about TeX would write it."""
    return re.sub(r"([\\`*_{}\[\]()<>#$|])", r"\\\1", text)


@pytest.mark.parametrize("as_text", [False, True], ids=["package", "text"])
@pytest.mark.parametrize("wrap", ["{prose}", "`{code}`", "```text\n{code}\n```", "**{prose}**, {prose}"])
def test_syntax_of_anki_is_shown_as_text(
    collection: Collection, data: Path, tmp_path: Path, wrap: str, as_text: bool
) -> None:
    """In prose, inline code, or a listing, nothing is played, typeset, filled in, or asked for."""
    passages = [wrap.format(prose=escape_prose(one), code=one) for one in MEANINGFUL]
    passages.append(f"```text\n{CODE}\n```")
    note = write_card(data, "\n\n".join(passages), "\n\n".join(reversed(passages)))
    import_notes(collection, [note], tmp_path, as_text=as_text)
    (found,) = notes_by_guid(collection).values()
    card = found.cards()[0]
    for html, tags in (
        (card.question(), card.question_av_tags()),
        (card.answer(), card.answer_av_tags()),
        *((field, []) for field in found.fields),
    ):
        assert tags == []
        latex = collection._backend.extract_latex(text=html, svg=False, expand_clozes=False)
        assert list(latex.latex) == []
        assert "<img" not in html
        assert not re.search(r"\[\[type:|\{\{c\d|\[sound:|\[anki:", html, re.IGNORECASE)
        body = html.partition("</style>")[2] or html
        assert not re.search(r"\\[(\[)\]]|\$\$|\\begin", body)
        assert not [one for one in Texts(body).found if re.search(r"\\[(\[)\]]|\$\$|\\begin", one)]
    shown = unescape(re.sub(r"<[^>]*>", "", card.question().partition("</style>")[2]))
    assert [one for one in (*MEANINGFUL, CODE) if one not in shown] == []


def test_a_cloze_note_type_finds_no_cloze_in_a_passage(collection: Collection, data: Path) -> None:
    """Learners may import a text file into any note type."""
    note = write_card(data, "`{{c1::x}}` " + escape_prose("{{c2::y}}"), "Back.")
    cloze = collection.models.by_name("Cloze")
    assert cloze
    made = collection.new_note(cloze)
    made.fields[0] = note.front
    assert made.cloze_numbers_in_fields() == []


@pytest.mark.parametrize("as_text", [False, True], ids=["package", "text"])
def test_a_formula_is_the_only_tex(collection: Collection, data: Path, tmp_path: Path, as_text: bool) -> None:
    """The content of a formula can't end it early, play a sound, or make a cloze."""
    tex = (
        r"\text{[sound:a.mp3] [latex]x[/latex] [[type:Back]]} {{c1::x}}"
        r" \begin{matrix}a\\] \\) b\\[9em] \\( c \\ [9em]\end{matrix}"
    )
    note = write_card(data, f"${tex}$", "Back.")
    import_notes(collection, [note], tmp_path, as_text=as_text)
    (found,) = notes_by_guid(collection).values()
    card = found.cards()[0]
    assert card.question_av_tags() == []
    assert "[[type:" not in card.question()
    assert not list(
        collection._backend.extract_latex(text=found.fields[0], svg=False, expand_clozes=False).latex
    )
    if as_text:
        formulas = re.findall(r"\\\((.*?)\\\)", unescape(found.fields[0]), re.DOTALL)
        assert [one.replace(r"\\{}", r"\\") for one in formulas] == [tex]
        assert not re.search(r"\\[\[\]]|\\\\\s*\[", unescape(found.fields[0]))
    else:
        assert not re.search(r"\\[()\[\]]", found.fields[0])


def test_syntax_in_an_attribute_is_an_entity() -> None:
    """An element would end the attribute, but a `>` in quotes doesn't end the tag."""
    link = '<a href="https://a.test/[sound:x]" title="> [latex] \\[y\\]">\\(x</a>'
    assert escape_syntax(link) == (
        '<a href="https://a.test/&#91;sound:x]" title="> &#91;latex] &#92;[y&#92;]"><span>\\</span>(x</a>'
    )


def test_ordinary_code_stays_as_it_is() -> None:
    """Nested lists, format strings, and Windows paths aren't Anki syntax."""
    html = "<code>[[1, 2], [3]] f'{{x}}' C:\\temp a[$x] $5 [type:x]</code>"
    assert escape_syntax(html.replace("[$x]", "[x]")) == html.replace("[$x]", "[x]")


def test_control_characters_cannot_split_a_field() -> None:
    """Anki stores the fields of a note in one string, separated by a control character."""
    for character in "\x00\x1f\x1b\x7f\x9b":
        assert escape_syntax(f"a{character}b") == "a\ufffdb"
    assert escape_syntax("a\tb\nc") == "a\tb\nc"
