"""Fonts: theme.font in mkdocs.yml for text and code. The site never loads them from Google."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from espejo.messages.message import Message, listed, message
from espejo.model.problems import quote
from espejo.site.appearance.tokens import write_tokens

_FONTS = {
    "text": '"Source Serif 4", Charter, "Bitstream Charter", Georgia, serif',
    "code": '"Source Code Pro", ui-monospace, Menlo, Consolas, monospace',
}
"""Fallback fonts from theme.css, for characters missing in the author's font."""


@dataclass(frozen=True, slots=True)
class Font:
    """Fonts of text and code."""

    tokens: str = ""  # a style sheet to append to theme.css
    notices: tuple[Message, ...] = ()


def describe_font(font: object, user_set: bool, styles: str = "") -> Font:
    """Read theme.font if the author has set it. `styles` are the style sheets that may load its fonts."""
    if not user_set or not font:
        return Font()
    chosen = {key: str(font[key]) for key in _FONTS if font.get(key)} if isinstance(font, Mapping) else {}
    if not chosen:
        expected = "{text: …, code: …}"
        return Font(notices=(message("theme.font: expected {expected}.", expected=expected),))
    tokens = {f"--{key}": f"{_quote_css(name)}, {_FONTS[key]}" for key, name in chosen.items()}
    missing = [quote(name) for key, name in chosen.items() if name not in _FONTS[key] + styles]
    notice = message(
        "theme.font: pages load no fonts from Google. Put the files of {fonts} into docs, and "
        "name them with @font-face in a file of extra_css.",
        fonts=listed(missing),
    )
    return Font(write_tokens(tokens), (notice,) if missing else ())


def _quote_css(text: str) -> str:
    escaped = " ".join(text.split()).replace("\\", r"\\").replace('"', r"\"")
    return f'"{escaped}"'
