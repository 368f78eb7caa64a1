"""Rule list: every rule of the core and the other rooms; each takes a bank and yields problems."""

from __future__ import annotations

from itertools import chain

from espejo.check.additions import Rule, list_additions
from espejo.check.collection_rules import (
    check_collections,
    check_course_ids,
    check_courses,
    check_editions,
    check_file_names,
    check_formulas,
    check_ids,
    check_ids_unique,
    check_reference_ids,
    check_topics,
)
from espejo.check.cross_references import (
    check_addresses,
    check_anchors,
    check_home,
    check_packages,
    check_prerequisites,
    check_redirects,
    check_see,
)
from espejo.check.figures import check_drawings, check_figure_names, check_figure_texts
from espejo.check.language_rules import check_fields, check_words
from espejo.check.permanence import check_ledger
from espejo.check.record_rules import (
    check_choices_differ,
    check_complete_language,
    check_kinds,
    check_lines,
    check_sources,
    check_titles,
    check_written_once,
)

DEPENDENT_RULES: frozenset[Rule] = frozenset((check_kinds, check_complete_language))
"""Rules about missing parts; skipped for records with loading problems."""

CROSS_FILE_RULES: frozenset[Rule] = frozenset((check_see, check_prerequisites, check_home))
"""Rules about references between files; skipped if any file could not be read."""

RULES: tuple[Rule, ...] = (
    check_addresses,
    check_anchors,
    check_packages,
    check_collections,
    check_file_names,
    check_ids,
    check_ids_unique,
    check_kinds,
    check_choices_differ,
    check_complete_language,
    check_written_once,
    check_lines,
    check_titles,
    check_words,
    check_fields,
    check_ledger,
    check_redirects,
    check_courses,
    check_course_ids,
    check_editions,
    check_topics,
    check_reference_ids,
    check_formulas,
    check_sources,
    check_see,
    check_prerequisites,
    check_home,
    check_figure_names,
    check_drawings,
    check_figure_texts,
    *chain.from_iterable(room.rules for room in list_additions()),
)
