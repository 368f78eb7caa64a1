"""Checks of mkdocs.yml: required settings, and unsupported ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from mkdocs.config.defaults import MkDocsConfig

from espejo.messages.message import Message, comma_separated, message, sentences
from espejo.model.bank import Bank
from espejo.model.problems import Place, Problem
from espejo.plugin.log import abort, log

FEATURES = frozenset(
    (
        *("content.action.edit", "content.action.view", "content.code.annotate", "content.code.copy"),
        *("content.code.select", "content.footnote.tooltips", "content.tabs.link", "content.tooltips"),
        *("navigation.expand", "navigation.footer", "navigation.indexes", "navigation.path"),
        *("navigation.prune", "navigation.sections", "navigation.tabs", "navigation.tabs.sticky"),
        *("navigation.top", "navigation.tracking", "toc.follow", "toc.integrate"),
    )
)
"""Material features supported on pages written by hand."""

POLICY = "policy"
"""The key under `extra` that widens the Content-Security-Policy."""

_SOURCE = re.compile(r"[^\s;,]+")

_INLINE = ("analytics", "consent", "version")
"""Keys under `extra` for which Material writes inline scripts that load others."""

_IS_OURS = message("The site has a search of its own, in every language: remove 'search' from plugins.")
_NO_BLOG = message(
    "mkdocs-static-i18n does not translate a blog: posts stay in one language, and its lists are not "
    "complete. Write the posts as ordinary pages instead."
)
_FROM_ELSEWHERE = message(
    "Pages load nothing from other hosts. Put the file into docs/, or allow the host under extra: policy."
)


def check_settings(config: MkDocsConfig, bank: Bank) -> Iterator[Problem]:
    """Check required settings: the site's address, the theme, and the bank's languages."""
    place, i18n = Place("mkdocs.yml", 1, 1), find_i18n(config)
    if not config.site_url:
        fact = message("missing key 'site_url'. Expected the site's address: https://…/")
        yield Problem(place, "", fact)
    if set(bank.locales) != set(i18n.build_languages):
        expected = comma_separated(bank.locales)
        fact = message("the languages differ from data/bank.yaml. Expected: {languages}.", languages=expected)
        yield Problem(place, "", fact)
    elif bank.root != i18n.default_language:
        fact = message(
            "'default: true' must be on '{code}', the first of 'languages' in data/bank.yaml.",
            code=bank.root,
        )
        yield Problem(place, "", fact)


def find_i18n(config: MkDocsConfig) -> Any:
    """Return the plugin mkdocs-static-i18n, which knows the language being built."""
    return config.plugins["i18n"]


def check_foundation(config: MkDocsConfig) -> None:
    """Check for the theme and the plugin that everything else depends on."""
    text = read_text(config)
    if config.theme.name != "material":
        fact = message("theme: name: '{name}': expected 'material'.", name=str(config.theme.name))
        raise abort(Problem(find_line(text, f"name: {config.theme.name}"), "", fact).show(log.speak))


def find_unsupported(config: MkDocsConfig) -> Iterator[Problem]:
    """Report unsupported settings, at their places in mkdocs.yml."""
    text = read_text(config)
    for value, fact in _list_facts(config):
        yield Problem(
            find_line(text, value), "", sentences(message("'{value}':", value=value.rstrip(":")), fact)
        )


def _list_facts(config: MkDocsConfig) -> Iterator[tuple[str, Message]]:
    theme, extra = config["theme"], config["extra"]
    for feature in theme.get("features") or ():
        if feature not in FEATURES:
            yield feature, message("This feature of Material is not supported: remove it from features.")
    if (Path(theme.custom_dir or "") / "sitemap.xml").is_file():
        yield "custom_dir", message("sitemap.xml isn't used: ours links each page to its other languages.")
    for name in config["plugins"]:
        if name in ("search", "material/search"):
            yield "search", _IS_OURS
        if name in ("blog", "material/blog"):
            yield "blog", _NO_BLOG
    for value in (*map(str, config["extra_javascript"]), *config["extra_css"]):
        if not _is_allowed(value, extra):
            yield value, _FROM_ELSEWHERE
    if extra.get(POLICY) and not read_policy(extra):
        fact = message(
            "Expected sources by directive, such as: {example}", example="img-src: [https://a.org]"
        )
        yield f"{POLICY}:", fact
    for key in _INLINE:
        if extra.get(key):
            fact = message("Pages run no inline scripts: delete this, or use extra_javascript.")
            yield f"{key}:", fact


def drop_unsupported(config: MkDocsConfig) -> None:
    """Remove the settings reported by `find_unsupported`, so that Material's templates ignore them."""
    features = config["theme"].get("features") or ()
    config["theme"]["features"] = [feature for feature in features if feature in FEATURES]
    for key in _INLINE:
        config["extra"].pop(key, None)
    for key in ("extra_javascript", "extra_css"):
        config[key] = [value for value in config[key] if _is_allowed(str(value), config["extra"])]


def _is_allowed(address: str, extra: Mapping[str, Any]) -> bool:
    """Whether a file is on the site, or on a host allowed by the policy."""
    host = urlsplit(address).netloc
    return not host or any(host in source for sources in read_policy(extra).values() for source in sources)


def read_policy(extra: Mapping[str, Any]) -> dict[str, list[str]]:
    """Read the additional sources in `extra: policy`, by directive."""
    policy = extra.get(POLICY)
    if not isinstance(policy, Mapping) or not all(map(_is_directive, policy.items())):
        return {}
    return {name: sources if isinstance(sources, list) else [sources] for name, sources in policy.items()}


def _is_directive(entry: tuple[Any, Any]) -> bool:
    """Whether this is a directive such as `img-src`, with a source or a list of sources."""
    name, sources = entry
    listed = sources if isinstance(sources, list) else [sources]
    is_plain = all(isinstance(one, str) and _SOURCE.fullmatch(one) for one in listed)
    return isinstance(name, str) and name.endswith("-src") and is_plain


def find_line(text: str, value: str) -> Place:
    """Find the first occurrence of a value in mkdocs.yml; line 1 if it's in an inherited file."""
    for number, line in enumerate(text.splitlines(), 1):
        if value in (written := line.partition(" #")[0]):
            return Place("mkdocs.yml", number, written.find(value) + 1)
    return Place("mkdocs.yml", 1, 1)


def read_text(config: MkDocsConfig) -> str:
    return Path(config.config_file_path).read_text(encoding="utf-8", errors="replace")
