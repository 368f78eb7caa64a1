"""Proofs on a page: badges, counts, programs, and the answers that no program can compute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from markupsafe import Markup, escape

from espejo.model.addresses import FORMULAS, PATTERNS
from espejo.model.bank import Provable
from espejo.model.proof import LIBRARIES
from espejo.model.text import Text
from espejo.passages.fragments import listing
from espejo.proofs.state import ProofState, name_versions
from espejo.rendering.site import Site
from espejo.rendering.words import Words


class ProofLinks:
    """What the templates of one page show about proofs."""

    def __init__(self, site: Site, words: Words, link: Callable[[str], str]) -> None:
        self._site = site
        self._words = words
        self._link = link

    def state(self, record: Provable) -> ProofState:
        return self._site.proof_states[record.id]

    def badge(self, state: ProofState) -> Markup:
        """The state of a proof in words: 'Proven with PyTorch 2.13'."""
        if state.name == "proven":
            return self._words("proven", versions=self._versions(state.versions))
        return self._words(state.name)

    def program(self, record: Provable) -> Markup:
        return listing("python", str(record.proof.program)) if record.proof else Markup("")

    def counts(self) -> list[Markup]:
        """How many answers are proven, and how many are not."""
        states = self._site.proof_states.values()
        count = Counter(state.name for state in states)
        never = count["not_computable"]
        rest = self._words("proofs_rest", open=len(states) - count["proven"] - never, never=never)
        if not count["proven"]:
            return [rest]
        proven_states = (state for state in states if state.name == "proven")
        used = {name: version for state in proven_states for name, version in state.versions.items()}
        versions = self._versions({name: used[name] for name in LIBRARIES if name in used} or used)
        proven = self._words("proofs_counts", proven=count["proven"], total=len(states), versions=versions)
        return [proven, rest]

    def never_computed(self) -> list[tuple[str, str, Text]]:
        """The records that no program can prove: the id, a link to it, and the reason."""
        bank = self._site.bank
        paths = {placed.item.id: placed.path for placed in bank.items()}
        paths |= {formula.id: FORMULAS for formula in bank.reference.formulas}
        paths |= {pattern.id: PATTERNS for pattern in bank.reference.patterns}
        return [
            (id_, f"{self._link(paths[id_])}#{id_}", state.reason)
            for id_, state in self._site.proof_states.items()
            if state.reason
        ]

    def _versions(self, versions: Mapping[str, str]) -> Markup:
        *first, last = map(escape, name_versions(versions))
        return Markup(f" {self._words('and')} ").join([Markup(", ").join(first), last] if first else [last])
