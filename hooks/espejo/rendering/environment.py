"""Jinja environment: one for pages, their layout, Anki notes, and the book, with autoescaping."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from espejo.rendering.policy import POLICY

TEMPLATES = Path(__file__).parent / "templates"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,
        cache_size=-1,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["policy"] = POLICY
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    return environment


def compile_templates() -> None:
    """Compile all templates, so that forked processes don't each compile them again."""
    for name in _environment().list_templates("html"):
        get_template(name)


@cache
def get_template(name: str) -> Template:
    return _environment().get_template(name)
