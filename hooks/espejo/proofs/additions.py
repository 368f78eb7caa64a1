"""Proof additions: the `prove` command, and rules about programs and their edits."""

from __future__ import annotations

from espejo.check.additions import Additions
from espejo.proofs.edit_rules import check_programs_follow, find_untouched_assertions
from espejo.proofs.program_rules import check_proofs

ADDITIONS = Additions(
    commands=("espejo.proofs.command",),
    rules=(check_proofs,),
    check_edits=check_programs_follow,
    find_edit_notices=find_untouched_assertions,
)
