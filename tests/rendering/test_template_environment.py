"""Template environment: values are escaped, and missing values are errors."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from espejo.rendering.environment import get_template


def render(text: str, **variables: object) -> str:
    """Render a template in the environment that pages use."""
    environment = get_template("sitemap.xml").environment
    return environment.from_string(text).render(variables)


def test_a_value_is_escaped_and_html_stays() -> None:
    value = "<b> & \"quoted\" and 'quoted'"
    shown = "&lt;b&gt; &amp; &#34;quoted&#34; and &#39;quoted&#39;"
    assert render("{{ value }}", value=value) == shown
    assert render("{{ value }}", value=Markup("<b>&amp;</b>")) == "<b>&amp;</b>"


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'value' is undefined"):
        render("{{ value }}")
    with pytest.raises(UndefinedError, match="no attribute 'other'"):
        render("{{ value.other }}", value="text")
