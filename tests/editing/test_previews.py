"""Previews of questions on GitHub: they look like the page, and contributed text has no effect there."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pyromark
import pytest

from edits import replace_once
from espejo.check.answer_keys import ChangedKey
from espejo.check.project import inspect_project
from espejo.editing.github.bank_diff import Changes, Edit, Edited, Renamed, find_changes, item_subject
from espejo.editing.github.github_markdown import Links, block_passage, line_passage
from espejo.editing.github.previews import preview_item
from espejo.editing.github.summary import MAX_BYTES, MAX_SUMMARY_BYTES, Summary
from espejo.markdown.checks import find_faults
from espejo.markdown.escape import escape_markdown
from espejo.markdown.fragments import LANGUAGES
from espejo.markdown.passages import plain_words
from espejo.messages.catalog import speak_in
from espejo.messages.message import sentences
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.problems import Place, Problem
from espejo.model.quiz import Choice, Question, Quiz
from espejo.model.text import Text
from hostile import STRINGS
from small_bank import load_small_bank

LINKS = Links("https://site.test/", "https://github.test/blob/abc/")

GITHUB = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_GFM
)
"""GitHub's additions to CommonMark. It finds links and mentions in the text afterwards."""

HOSTILE = (
    "</details><h1>Approved</h1>", "</summary></details>\n\n# Approved",
    "<details open><summary>x</summary>", "<script>alert(1)</script>", "<img src=https://evil.test/x.png>",
    "a <b onclick=x>c</b>", "<!-- a comment", "<!-- a --> text", "<?php x ?>", "<![CDATA[x]]>",
    "<a href=https://evil.test>x</a>", "&lt;img src=x&gt;", "&#60;img src=x&#62;",
    "![x](https://evil.test/x.png)", "![x][y]\n\n[y]: https://evil.test/x.png",
    "[![x](https://evil.test/x.png)](https://evil.test)", "@octocat, look", "mail@evil.test",
    "&#64;octocat and &commat;octocat", "\\@octocat", "*@octocat* and **@**octocat", "@evil/team",
    "#1 and #23", "evil/repo#1", "GH-1 and gh-2", "&#35;1", "\\#1", "evil/repo@0123456",
    "https://evil.test/x", "http://evil.test and ftp://evil.test", "www.evil.test",
    "https&#58;//evil.test", "www&#46;evil.test", "<https://evil.test>", "<mail@evil.test>",
    "[x](http://evil.test)", "[x](javascript:alert(1))", "[x](data:text/html,x)", "[x](//evil.test)",
    "[x](mailto:a@evil.test)", "[x](#anchor)", "[x](../../../settings)",
    "[x](https://good.test/a_(b) 'title')", "[x](https://good.test/?q=<script>)", "[x][y]",
    "[^1]: a note\n\ntext[^1]", ":shipit: and :+1:", "> [!WARNING]\n> This was approved.",
    "- [x] approved\n- [ ] not", '```mermaid\ngraph TD; A-->B; click A "https://evil.test"\n```',
    "```geojson\n{}\n```", "```math\n\\href{javascript:alert(1)}{x}\n```", "```suggestion\nx\n```",
    "```\nunclosed </details>", "````\n```\n</details>\n```\n````", "~~~\n</details>\n```\n~~~",
    "`` ` </details> ` ``", "`unclosed </details>", "    indented\n\n    </details>",
    "$\\href{https://evil.test}{x}$", "$`x`$ and $$`y`$$", "$x$ costs \\$5 and \\$6",
    "$\\text{</details> @octocat}$", "# Approved\n\ntext", "Approved\n===", "Approved\n---",
    "a\n\n***\n\nb", "\\- a\n\\+ b\n\\= c", "&#10;&#10;# Approved", "&#32;&#32;&#32;&#32;code", "a\\\n# b",
    "| a | b |\n| --- | --- |\n| `x\\|y` | </details> |",
    "| a | b |\n| --- | :-: |\n| `x\\|y` | $\\|x\\|$ @octocat |",
    "1. a\n2. @octocat\n   - #1\n\n     ```python\n     </details>\n     ```",
    "> a\n>\n> > @octocat\n>\n> ```\n> </details>\n> ```", "::error::x", "##[error]x", "a\u202eb",
    "a\x1b[31mb",
)  # fmt: skip

ALLOWED = {
    *("details", "summary", "h4", "p", "ul", "ol", "li", "blockquote", "strong", "em", "del", "br", "hr"),
    *("span", "a", "code", "pre", "table", "thead", "tbody", "tr", "th", "td"),
}
ACTING = re.compile(r"@\w|#\d|\bgh-\d|:/|www\.|:[\w+]+:", re.IGNORECASE)
VOID = {"br", "hr"}
ATTRIBUTES = {("a", "href"), ("code", "class"), ("ol", "start"), ("th", "style"), ("td", "style")}


class Page(HTMLParser):
    """What GitHub would show: elements, and text outside code and links."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.outside: list[str] = []  # top-level elements
        self.prose: list[str] = []
        self.text: list[str] = []
        self.feed(pyromark.html(markdown, options=GITHUB))
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if not self.open:
            self.outside.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if not {"code", "pre", "a"} & set(self.open):
            self.prose.append(data)


def check_harmless(markdown: str) -> Page:
    """Fails if a contributor's element, link, mention, or diagram has an effect."""
    page = Page(markdown)
    for tag, attributes in page.elements:
        assert tag in ALLOWED, tag
        for name, value in attributes.items():
            assert (tag, name) in ATTRIBUTES
            if name == "href":
                assert str(value).startswith("https://")
            if name == "class":
                assert str(value).removeprefix("language-") in {*LANGUAGES, "math"}
    for text in page.prose:
        assert not ACTING.search(text), text
    return page


def make_question(markdown: str) -> Placed:
    """Makes a question with this text everywhere it allows text."""
    text = Text({"en": markdown, "es": markdown}, Place("data/x.yaml", 1, 1))
    choices = tuple(Choice(text=text, correct=one, why=text, place=text.place) for one in (True, False))
    placed = next(one for one in load_small_bank().bank.items() if one.item.id == "q-02-02")
    assert isinstance(placed.item, Question)
    item = replace(
        placed.item, title=text, prompt=text, choices=choices, answer=text, points=(text,), why=text
    )
    return placed._replace(item=item)


def make_long_bank(passages: list[str]) -> Bank:
    """Makes a bank of one quiz with a question for each passage."""
    made = [make_question(passage) for passage in passages]
    questions = tuple(
        replace(one.question, id=f"q-{number}") for number, one in enumerate(made) if one.question
    )
    assert isinstance(made[0].unit, Quiz)
    unit = replace(made[0].unit, questions=questions)
    folder = replace(made[0].collection, units={made[0].slug: unit})
    return replace(load_small_bank().bank, collections=(folder,))


@pytest.mark.parametrize("markdown", [*HOSTILE, *STRINGS])
def test_a_hostile_passage_is_shown_and_has_no_effect(markdown: str) -> None:
    """This holds for every field, with a hostile title, and on a single line. No word is lost."""
    page = check_harmless(preview_item(make_question(markdown), markdown, load_small_bank().bank))
    assert page.outside == ["details"]
    tags = [tag for tag, _ in page.elements]
    assert tags.count("details") == tags.count("summary") == 1
    assert tags.count("h4") == 2, "one heading for each language, all ours"

    for line in (line_passage(markdown), escape_markdown(markdown)):
        assert "\n" not in line
        page = check_harmless(f"- now: {line}")
        assert page.outside == ["ul"]
        assert [tag for tag, _ in page.elements].count("li") == 1

    shown = " ".join(Page(block_passage(markdown)).text).replace("\u200b", "").lower()
    if any(find_faults(markdown)):  # shown verbatim
        assert all(word in shown for word in re.findall(r"\w+", markdown.lower()) if word.isascii())
    else:
        assert all(word in shown.replace(" ", "") for word in plain_words(markdown))


@pytest.mark.parametrize(
    ("markdown", "written"),
    [
        ("**Bold**, *slanted* and ~~gone~~", "**Bold**, *slanted* and ~~gone~~"),
        ("two\nlines", "two lines"),
        ("hard\\\nbreak", "hard<br>break"),
        ("`code`", "`code`"),
        ("$x^2$", "$`x^2`$"),
        ("so $$x^2$$ is", "so\n\n```math\nx^2\n```\n\nis"),
        ("```python\nprint(1)\n```", "```python\nprint(1)\n```"),
        ("```rust\nx\n```", "```\nx\n```"),
        ("- a\n- b", "- a\n- b"),
        ("3. a\n4. b", "3. a\n4. b"),
        ("> a", "> a"),
        ("| a | b |\n| --- | :-: |\n| `1` | $2$ |", "| a | b |\n| --- | :-: |\n| `1` | $`2`$ |"),
        ("[a](https://b.test/c_(d))", "[a](https://b.test/c_%28d%29)"),
        ("[a](#b)", "a (`#b`)"),
        ("costs \\$5", r"costs <span>\$</span>5"),
        ("\\- a", r"\- a"),
    ],
)
def test_a_passage_is_written_in_github_markdown(markdown: str, written: str) -> None:
    assert not list(find_faults(markdown))
    assert block_passage(markdown) == written


def test_a_question_is_shown_as_readers_will_see_it(base: Path, data: Path) -> None:
    """It has both languages, labels, the correct choice, reasons, code, tables, and the explanation."""
    replace_once(data / "quizzes" / "phase-02-collections.yaml", "en: Elements in common", "en: In common")
    inspection = inspect_project(data, base=base)
    said = "\n".join(Summary(inspection.bank, LINKS).lines(find_changes(inspection), []))
    _, _, preview = said.partition("### As readers will see it (1)\n\n")
    assert preview == (
        r"""<details><summary>question q-02-02: In common</summary>

#### English: In common

Two sets hold these elements\:

| set | elements |
| --- | --- |
| `a` | `1`, `2` |
| `b` | `2`, `3` |

What is `a & b`?

- **A** `{1, 2, 3}`

  > That is the union, `a | b`\.

- **B** ✅ `{2}`

- **C** `{1, 3}`

  > Those are the elements in one set only, `a ^ b`\.

The operator `&` keeps what is in both sets\.

#### Español: Elementos en común

Dos conjuntos guardan estos elementos\:

| conjunto | elementos |
| --- | --- |
| `a` | `1`, `2` |
| `b` | `2`, `3` |

¿Qué da `a & b`?

- **A** `{1, 2, 3}`

  > (EN) That is the union, `a | b`\.

- **B** ✅ `{2}`

- **C** `{1, 3}`

  > Esos son los elementos que están en un solo conjunto, `a ^ b`\.

El operador `&` conserva lo que está en los dos conjuntos\.

</details>
"""
    )


def test_items_of_every_kind_are_shown_without_losing_a_word() -> None:
    """Figures are replaced by their alternative text, because GitHub wouldn't show the drawing."""
    bank = load_small_bank().bank
    for placed in bank.items():
        page = check_harmless(preview_item(placed, "a title", bank))
        shown = "".join(page.text).replace("\u200b", "").lower()
        for text in placed.item.texts():
            for passage in text.passages.values():
                assert all(word in shown for word in plain_words(passage)), passage
    placed = next(one for one in bank.items() if one.item.figure)
    alt = bank.figures["remainder"].alt
    for locale in ("en", "es"):
        assert f"🖼️ {line_passage(alt.passages[locale])}" in preview_item(placed, "x", bank)


def test_a_summary_with_every_list_full_is_not_too_long() -> None:
    """The rest is counted, because GitHub shows nothing at all above a megabyte."""
    bank = make_long_bank(["long words " * 100] * 300)
    items = list(bank.items())
    subjects = tuple(item_subject("x" * 2000, placed.item) for placed in items)
    renamed = tuple(Renamed(subject, "y" * 2000) for subject in subjects)
    keys = tuple(ChangedKey(placed, placed) for placed in items)
    edited = tuple(Edited(one, (Edit("z" * 900, ("en",), ("es",)),)) for one in subjects)
    changes = Changes(subjects, subjects, edited, keys, renamed, renamed, renamed)
    problems = [Problem(Place("x" * 4000, number, 1), "", sentences("y" * 900)) for number in range(300)]
    said = "\n".join(Summary(bank, LINKS, str, [speak_in("es")]).lines(changes, problems))
    assert len(said.encode()) < MAX_SUMMARY_BYTES + 10_000
    assert said.count(" more\n") >= 9
    assert "### As readers will see it · Como se verá en el sitio (300)" in said
    assert "### For CHANGELOG.md" in said


def test_previews_that_do_not_fit_are_counted() -> None:
    """Previews are never cut, a huge one doesn't hide later ones, and the last line counts the rest."""
    bank = make_long_bank(["long words " * 3000, *["long words " * 100] * 299])
    added = tuple(item_subject(placed.path, placed.item) for placed in bank.items())
    said = "\n".join(Summary(bank, LINKS).lines(Changes(added, (), ()), []))
    _, _, previews = said.partition("### As readers will see it (300)\n\n")
    shown = previews.count("<details>")
    assert 0 < shown < 299
    assert previews.endswith(f"</details>\n\n- and {300 - shown} more")
    assert len(previews.encode()) <= MAX_BYTES + 100
    assert Page(previews).outside == ["details"] * shown + ["ul"]
