"""Home page: a sample question in two languages, and the entry points into the bank."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple, get_args

from markupsafe import Markup

from espejo.model.addresses import list_destinations
from espejo.model.bank import Step
from espejo.model.collection import Placed
from espejo.model.kinds import KINDS
from espejo.model.quiz import Deck, Level, Unit
from espejo.model.text import Text
from espejo.rendering.environment import get_template
from espejo.rendering.page_view import View
from espejo.rendering.site import Site

# References to ids of the same page: in attributes, in links within the page, and in drawings.
_REFERENCE = re.compile(
    r' (?:id|for|name|popovertarget|aria-(?:labelledby|describedby|details|controls))="[^"]*"'
    r'|href="#[^"]*"|url\(#[^)]*\)'
)

_EASIEST, *_, _HARDEST = get_args(Level)


class Entrance(NamedTuple):
    """An entry point into the bank: its texts, its path, its link, and the amount of content."""

    title: Text
    about: Text
    path: str
    link: str
    size: Markup


class HomePage:
    """Home page content for the template, in addition to the view."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._bank = view.site.bank

    @cached_property
    def placed(self) -> Placed | None:
        return find_home_question(self._view.site)

    @cached_property
    def question(self) -> Markup:
        """The question as on its own page; empty if the bank has no question to show."""
        return _render_question(self._view, self.placed) if self.placed else Markup("")

    @cached_property
    def twin(self) -> tuple[View, Markup] | None:
        """The next language of the bank, and the question in it; None without either."""
        mirror = next(iter(self._view.mirrors()), None)
        if not mirror or not self.placed:
            return None
        view = View(self._view.site, "", mirror.locale, base=self._view.asset(""))
        return mirror, _rename_ids(_render_question(view, self.placed), self.placed.item.id)

    @property
    def path(self) -> tuple[Step, ...]:
        """The path for newcomers."""
        return self._bank.home.path if self._bank.home else ()

    @property
    def doors(self) -> list[Entrance]:
        """The entry points named in the data, or all collections, without duplicate targets."""
        home, moves = self._bank.home, self._view.site.moves
        if home and home.doors:
            paths = {moves.follow(door.path): door for door in reversed(home.doors)}
            return [self._enter(door.title, door.about, path) for path, door in reversed(paths.items())]
        return [self._enter(one.title, one.about, one.folder) for one in self._bank.collections]

    def _enter(self, title: Text, about: Text, path: str) -> Entrance:
        page, _, course = path.partition("#")
        anchor = f"#{self._find_anchor(page, course)}" if course else ""
        link, size = self._view.link(page) + anchor, self._measure(self._destinations[path])
        return Entrance(title, about, path, link, size)

    @cached_property
    def _destinations(self) -> dict[str, tuple[Unit, ...]]:
        return list_destinations(self._bank)

    def _find_anchor(self, folder: str, course: str) -> str:
        """Return the anchor of a course on the page of its guide, which numbers the courses."""
        guide = next(one.guide for one in self._bank.collections if one.folder == folder)
        ids = [one.id for one in guide.courses] if guide else []
        return f"course-{ids.index(course) + 1}"

    def _measure(self, units: tuple[Unit, ...]) -> Markup:
        """Describe the size, duration, and difficulty of some quizzes or decks."""
        view, is_deck = self._view, any(isinstance(unit, Deck) for unit in units)
        parts = [view.count("deck" if is_deck else "quiz", len(units))] if len(units) > 1 else []
        parts += [view.count_items(units), view.duration(units), self._say_levels(units)]
        return Markup(" · ").join(Markup("<span>{}</span>").format(part) for part in parts if part)

    def _say_levels(self, units: tuple[Unit, ...]) -> Markup:
        """Describe their levels; empty if they cover all levels, as most do."""
        levels = {item.level for unit in units for item in unit.items}
        return Markup("") if {_EASIEST, _HARDEST} <= levels else self._view.levels(units)


def find_home_question(site: Site) -> Placed | None:
    """Find the question for home: the one named in the data, or the first one with a single right choice."""
    if site.bank.home and site.bank.home.question:
        return site.placed_by_id[site.bank.home.question]
    asked = ((placed, placed.question) for placed in site.bank.items())
    return next((placed for placed, one in asked if one and KINDS[one.kind].one_right), None)


def _render_question(view: View, placed: Placed) -> Markup:
    template = get_template("shown_question.html")
    return Markup(template.render(view=view, placed=placed, home=view.link(placed.path)))


def _rename_ids(html: Markup, id_: str) -> Markup:
    """Rename the ids in a question, and the references to them.

    Home shows it twice, and ids must be unique. Links to other pages keep the id.
    """
    name = re.compile(rf"(?<![\w-]){re.escape(id_)}(?![0-9])")
    return Markup(_REFERENCE.sub(lambda match: name.sub(f"twin-{id_}", match[0]), str(html)))
