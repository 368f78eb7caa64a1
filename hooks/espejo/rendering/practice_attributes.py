"""Practice attributes: data attributes that let scripts ask a question or card."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from markupsafe import Markup, escape

from espejo.model.collection import Placed
from espejo.model.kinds.fingerprint import key_fingerprint, name_kind
from espejo.model.kinds.numeric import write_decimal


def write_practice_attributes(placed: Placed) -> Markup:
    """Write the attributes of a question's or card's section, each preceded by a space."""
    return Markup("".join(f' data-{name}="{escape(value)}"' for name, value in _list_attributes(placed)))


def _list_attributes(placed: Placed) -> Iterator[tuple[str, str]]:
    yield "kind", name_kind(placed.item)
    yield "key", key_fingerprint(placed.item)
    question = placed.question
    if question and question.choices:
        yield "labels", placed.labels
    if question and question.fixed_order:
        yield "fixed", ""
    if question and question.value is not None:
        yield "value", write_decimal(question.value)
        yield "tolerance", write_decimal(question.tolerance or Decimal(0))
