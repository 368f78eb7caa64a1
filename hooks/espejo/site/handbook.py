"""Contributing page: CONTRIBUTING.md, as the forge shows it, turned into a page of the site.

In the file a link is relative to the repository, or begins with the site's own address. On the site a link to
a file leads to the forge, and one to another language's text or to a page leads to that page. A line that is
only a link to another language's text is left out: the header has it.
"""

from __future__ import annotations

import re

from espejo.model.addresses import CONTRIBUTING
from espejo.rendering.site import Site

_LINK = re.compile(r"(?<=\]\()([^)\s#]+)")
_FENCE = re.compile(r"(^(`{3,}).*?^\2`*$)", re.MULTILINE | re.DOTALL)


def name_file(locale: str, root: str) -> str:
    """What the text in this language is called in the repository."""
    return "CONTRIBUTING.md" if locale == root else f"CONTRIBUTING.{locale}.md"


def rewrite_links(markdown: str, site: Site, published: str) -> str:
    """The text with links that lead from the site; `published` is where the text says that the site is."""
    texts = {name_file(locale, site.root): locale for locale in site.bank.locales}

    def turn(link: re.Match[str]) -> str:
        target = link[1]
        if target in texts:
            return site.home + site.address(CONTRIBUTING, texts[target])
        if target.startswith(published):
            return site.home + target.removeprefix(published)
        return target if "://" in target else site.forge.source(target) or site.home

    names = "|".join(map(re.escape, texts))
    alone = re.compile(rf"^\[[^\]\n]+\]\((?:{names})\)\n+", re.MULTILINE)
    parts = _FENCE.split(alone.sub("", markdown))
    parts[::3] = [_LINK.sub(turn, part) for part in parts[::3]]
    del parts[2::3]  # the ticks alone
    return "".join(parts)


def finish_html(html: str, home: str, up: str) -> str:
    """The page with its own site's links relative, and with code and tables that a keyboard can scroll."""
    html = html.replace(f'href="{home}', f'href="{up}').replace("<pre>", '<pre tabindex="0">')
    return html.replace("<table>", '<div class="table prose" tabindex="0"><table>').replace(
        "</table>", "</table></div>"
    )
