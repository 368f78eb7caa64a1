"""Proofs on a page: badges, counts, programs, and records without a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markupsafe import Markup, escape

from espejo.ledger.claims import ProofState, name_versions
from espejo.markdown.fragments import listing
from espejo.model.bank import Provable
from espejo.model.proof import LIBRARIES
from espejo.model.text import Text
from espejo.rendering.site import Site
from espejo.rendering.words import Words

_PASSED = ("proven", "illustrated")


@dataclass(frozen=True)
class ProofLinks:
    """Proof data for the templates of one page."""

    site: Site
    words: Words
    link: Callable[[str], str]

    def state(self, record: Provable) -> ProofState:
        return self.site.proof_states[record.id]

    def badge(self, state: ProofState) -> Markup:
        """Describe the state of a proof: 'Proven with PyTorch 2.13'."""
        if state.name in _PASSED:
            return self.words(state.name, versions=self._versions(state.versions))
        return self.words(state.name)

    def program(self, record: Provable) -> Markup:
        return listing("python", str(record.proof.program)) if record.proof else Markup("")

    def totals(self) -> list[tuple[int, Markup]]:
        """Count the answers that are proven, and those that aren't, by reason: each number with its words."""
        states = self.site.proof_states.values()
        count = Counter(state.name for state in states)
        totals = {
            "total_illustrated": count["illustrated"],
            "total_not_run": count["not_computable"],
            "total_open": count["unproven"] + count["changed"],
        }
        proven = (count["proven"], self.words("total_proven", total=len(states)))
        return [proven, *((number, self.words(word)) for word, number in totals.items() if number)]

    def versions(self) -> Markup:
        """List the library versions the programs ran with, most important first; empty if none has passed."""
        passed = (state for state in self.site.proof_states.values() if state.name in _PASSED)
        used = {name: version for state in passed for name, version in state.versions.items()}
        if not used:
            return Markup("")
        shown = {name: used[name] for name in LIBRARIES if name in used} or used
        return self.words("proofs_versions", versions=self._versions(shown))

    def illustrated(self) -> list[tuple[str, str, Text]]:
        """List the records that are only illustrated: id, link, and what was run instead."""
        proofs = {record.id: record.proof for record in self.site.bank.provable()}
        return [
            (id_, self._link_to(id_), proof.illustrates)
            for id_, state in self.site.proof_states.items()
            if state.name == "illustrated" and (proof := proofs[id_]) and proof.illustrates
        ]

    def not_run(self) -> list[tuple[str, str, Text]]:
        """List the records for which no program is run: id, link, and reason."""
        states = self.site.proof_states
        return [(id_, self._link_to(id_), state.reason) for id_, state in states.items() if state.reason]

    def _link_to(self, id_: str) -> str:
        return f"{self.link(self.site.cross_links[id_].path)}#{id_}"

    def _versions(self, versions: Mapping[str, str]) -> Markup:
        *first, last = map(escape, name_versions(versions))
        return Markup(f" {self.words('and')} ").join([Markup(", ").join(first), last] if first else [last])
