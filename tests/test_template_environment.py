"""Template environment: what is escaped, and templates that are kept compiled."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader
from markupsafe import Markup, escape

from espejo.rendering import environment
from espejo.rendering.environment import escape_text, show

VALUES = [
    "",
    "plain",
    "<b>&amp;</b>",
    "\"quoted\" and 'quoted'",
    "&#39;",
    "ñ — ≤",
    7,
    1.5,
    None,
    Markup("<b>&</b>"),
]


@pytest.mark.parametrize("value", VALUES)
def test_a_value_is_shown_as_markupsafe_escapes_it(value: object) -> None:
    assert show(value) == str(escape(value))


def test_every_character_is_escaped_as_markupsafe_does() -> None:
    text = "".join(map(chr, range(0x3000)))
    assert escape_text(text) == str(escape(text))


class Fragment:
    def __html__(self) -> str:
        return "<i>as it is</i>"


def test_what_knows_its_html_is_not_escaped() -> None:
    assert show(Fragment()) == "<i>as it is</i>"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where templates are kept compiled."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(environment, "__file__", str(tmp_path / "environment.py"))
    (tmp_path / "environment.py").write_text("one", encoding="utf-8")
    (tmp_path / "__pycache__").mkdir()
    return tmp_path / "__pycache__"


def render(text: str) -> str:
    """Render a template in a new environment, as another process would."""
    kept = environment.CompiledTemplates()
    made = environment._Environment(loader=DictLoader({"a.html": text}), autoescape=True, bytecode_cache=kept)
    return made.get_template("a.html").render(name="<x>")


def test_a_template_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert render("Hello {{ name }}") == "Hello &lt;x&gt;"
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr(environment._Environment, "code_generator_class", None)
    assert render("Hello {{ name }}") == "Hello &lt;x&gt;"


def test_an_edited_template_is_compiled_again(folder: Path) -> None:
    render("Hello {{ name }}")
    assert render("Bye {{ name }}") == "Bye &lt;x&gt;"
    assert len(list(folder.iterdir())) == 1


def test_templates_are_compiled_again_when_their_compiler_has_changed(folder: Path) -> None:
    render("Hello {{ name }}")
    (folder.parent / "environment.py").write_text("two", encoding="utf-8")
    render("Hello {{ name }}")
    assert len(list(folder.iterdir())) == 2


def test_a_folder_that_cannot_be_written_does_not_matter(folder: Path) -> None:
    folder.rmdir()
    assert render("Hello {{ name }}") == "Hello &lt;x&gt;"


def test_nothing_is_kept_where_python_keeps_no_modules(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    render("Hello {{ name }}")
    assert not list(folder.iterdir())
