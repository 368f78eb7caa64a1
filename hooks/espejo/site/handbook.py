"""Contributing page: turns CONTRIBUTING.md, which is written for the forge, into a page of the site.

In the file, links are relative to the repository or begin with the address of the site. On the site, a link
to a file leads to the forge; a link to the same text in another language, or to a page, leads to that page. A
line that is only a link to another language is dropped, because the header has one.
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
    """The name of the file in this language in the repository."""
    return "CONTRIBUTING.md" if locale == root else f"CONTRIBUTING.{locale}.md"


def rewrite_links(markdown: str, site: Site, published: str) -> str:
    """Rewrite the links for the site; `published` is the address of the site that the text uses."""
    locales = {name_file(locale, site.root): locale for locale in site.bank.locales}

    def rewrite(link: re.Match[str]) -> str:
        target = link[1]
        if target in locales:
            return site.home + site.address(CONTRIBUTING, locales[target])
        if target.startswith(published):
            return site.home + _find_address(target.removeprefix(published), site)
        return target if "://" in target else site.forge.source(target) or site.home

    names = "|".join(map(re.escape, locales))
    language_line = re.compile(rf"^\[[^\]\n]+\]\((?:{names})\)\n+", re.MULTILINE)
    parts = _FENCE.split(language_line.sub("", markdown))
    parts[::3] = [_LINK.sub(rewrite, part) for part in parts[::3]]
    del parts[2::3]  # the inner group of _FENCE: its backticks, without the code
    return "".join(parts)


def _find_address(written: str, site: Site) -> str:
    """The address of a page that the text names as a folder, which it may not be."""
    if written and not written.endswith("/"):
        return written
    locale = next(
        (one for one in site.bank.locales if written.startswith(site.folder(one) or "/")), site.root
    )
    return site.address(written.removeprefix(site.folder(locale)).rstrip("/"), locale)


def mark_language(html: str, language: Locale, locale: str) -> str:
    """The HTML of a page that is written in another language than the pages around it."""
    marked = '<div class="fallback"><p class="mark">{}</p><div lang="{}">{}</div></div>'
    return Markup(marked).format(language.mark, locale, Markup(html))


def finish_html(html: str, home: str, up: str) -> str:
    """Make links within the site relative, code and tables scrollable with the keyboard, and name tasks.

    Python-Markdown aligns the columns of tables by inline styles, which the policy of the site stops.
    """
    html = _ALIGNED.sub(r'align="\1"', html)
    number = count(1)
    html = _TASK.sub(lambda task: _name_task(task, f"__task_{next(number)}"), html)
    html = _LISTING.sub(r'\g<0> tabindex="0"', html.replace(f'href="{home}', f'href="{up}'))
    return _TABLE.sub(r'<div class="table prose" tabindex="0">\g<0></div>', mark_long_code(html))


def _name_task(task: re.Match[str], name: str) -> str:
    """A task of a list, whose text is the name of its checkbox."""
    return f'{task[1]} id="{name}"{task[2]} aria-labelledby="{name}"'
