"""MkDocs events: other hooks, listed before or after ours, are called once for every page of the site."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from built_pages import is_redirect, list_pages, read_page
from edits import replace_once
from newcomer_projects import OTHER, PREFIXES, QUIZ, Built, build_once, check_built

pytestmark = pytest.mark.xdist_group("mkdocs-events")

EVENTS = ("on_page_markdown", "on_page_content", "on_page_context", "on_post_page")

# Records each call with the page's output file, and adds a signature where possible.
HOOK = """
import json
from pathlib import Path

def note(event, page):
    with Path(__file__).with_suffix(".jsonl").open("a", encoding="utf-8") as calls:
        calls.write(json.dumps([event, Path(page.file.dest_uri).as_posix()]) + chr(10))

def on_page_markdown(markdown, page, config, files):
    note("on_page_markdown", page)

def on_page_content(html, page, config, files):
    note("on_page_content", page)
    return html + "<p>Read by {name}.</p>"

def on_page_context(context, page, config, nav):
    note("on_page_context", page)

def on_post_page(output, page, config):
    note("on_post_page", page)
    return output.replace("</body>", "<!-- seen by {name} --></body>")
"""
HOOKS = ("before", "after")


def write_hooks(project: Path) -> None:
    for name in HOOKS:
        (project / f"{name}.py").write_text(HOOK.replace("{name}", name), encoding="utf-8")
    replace_once(project / "mkdocs.yml", "- hooks/mirror.py\n", "- hooks/mirror.py\n- after.py\n")


@pytest.fixture(scope="module")
def built(shared: Path) -> Built:
    """Build a project that lists a recording hook before and after ours."""
    return check_built(build_once(shared, "hooks", "hooks: [before.py]", edit=write_hooks))


@pytest.mark.parametrize("name", HOOKS)
def test_another_hook_is_called_once_for_every_page(built: Built, name: str) -> None:
    """Their additions are in the page. Redirects aren't pages; to MkDocs, the 404 page is a template."""
    pages = [page for page in list_pages(built.site) if not is_redirect(page)]
    files = {page.path.relative_to(built.site).as_posix() for page in pages} - {"404.html"}
    assert {f"{QUIZ}/index.html", f"es/{OTHER}/index.html"} <= files
    lines = (built.project / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    calls = Counter((event, file) for event, file in map(json.loads, lines))
    assert calls == Counter((event, file) for event in EVENTS for file in files)
    for page in pages:
        if page.path.name != "404.html":
            assert page.html.count(f"<!-- seen by {name} -->") == 1, page.address
    for prefix in PREFIXES:
        for address in ("", OTHER, QUIZ, "topics", f"{QUIZ}/side-by-side"):
            assert read_page(built.site, prefix + address).text().count(f"Read by {name}.") == 1, address
