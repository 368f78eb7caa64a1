"""Contributing page: turns CONTRIBUTING.md, which is written for GitHub, into a page of the site.

In the file, links are relative to the repository or begin with the address of the site. On the site, links to
files lead to the repository's host; links to a page, or to the same text in another language, lead to that
page. A line that is only a link to another language is dropped, because the header has one.
"""

from __future__ import annotations

import re
from itertools import count

from markupsafe import Markup

from espejo.model.addresses import CONTRIBUTING
from espejo.model.language import Locale
from espejo.rendering.site import Site
from espejo.site.frame import mark_long_code

_LINK = re.compile(r"(?<=\]\()([^)\s#]+)")
_ALIGNED = re.compile(r'style="text-align: (\w+);"')
_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_LISTING = re.compile(r"<pre[^>]*>(?:<span></span>)?<code(?! tabindex)")
_TASK = re.compile(r'(<li class="task-list-item")(>.*?<input type="checkbox")', re.DOTALL)
_FENCE = re.compile(r"(^(`{3,}).*?^\2`*$)", re.MULTILINE | re.DOTALL)


def name_file(locale: str, root: str) -> str:
    """Return the name of the file for this language in the repository."""
    return "CONTRIBUTING.md" if locale == root else f"CONTRIBUTING.{locale}.md"


def rewrite_links(markdown: str, site: Site, published: str) -> str:
    """Rewrite the links for the site; `published` is the site's address as written in the text."""
    locales = {name_file(locale, site.root): locale for locale in site.bank.locales}

    def rewrite(link: re.Match[str]) -> str:
        target = link[1]
        if target in locales:
            return site.home + site.address(CONTRIBUTING, locales[target])
        if target.startswith(published):
            return site.home + _find_address(target.removeprefix(published), site)
        return target if "://" in target else site.repository.source(target) or site.home

    names = "|".join(map(re.escape, locales))
    language_line = re.compile(rf"^\[[^\]\n]+\]\((?:{names})\)\n+", re.MULTILINE)
    parts = _FENCE.split(language_line.sub("", markdown))
    parts[::3] = [_LINK.sub(rewrite, part) for part in parts[::3]]
    del parts[2::3]  # the inner group of _FENCE: only the backticks
    return "".join(parts)


def _find_address(written: str, site: Site) -> str:
    """Return the real address of a page; the text links it as a folder, but it may be a file."""
    if written and not written.endswith("/"):
        return written
    locale = next(
        (one for one in site.bank.locales if written.startswith(site.folder(one) or "/")), site.root
    )
    return site.address(written.removeprefix(site.folder(locale)).rstrip("/"), locale)


def mark_language(html: str, language: Locale, locale: str) -> str:
    """Add the language to the HTML of a page that isn't in the language of the site around it."""
    marked = '<div class="fallback"><p class="mark">{}</p><div lang="{}">{}</div></div>'
    return Markup(marked).format(language.mark, locale, Markup(html))


def finish_html(html: str, home: str, up: str) -> str:
    """Make site links relative, code and tables scrollable by keyboard, and label task checkboxes.

    Also replaces Python-Markdown's inline styles for table alignment, which the site's CSP blocks.
    """
    html = _ALIGNED.sub(r'align="\1"', html)
    number = count(1)
    html = _TASK.sub(lambda task: _name_task(task, f"__task_{next(number)}"), html)
    html = _LISTING.sub(r'\g<0> tabindex="0"', html.replace(f'href="{home}', f'href="{up}'))
    return _TABLE.sub(r'<div class="table prose" tabindex="0">\g<0></div>', mark_long_code(html))


def _name_task(task: re.Match[str], name: str) -> str:
    """Label the checkbox of a task with the task's text."""
    return f'{task[1]} id="{name}"{task[2]} aria-labelledby="{name}"'
