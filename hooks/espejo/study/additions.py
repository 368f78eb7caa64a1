"""Study additions: registers its commands, and the schema of learners' logs."""

from __future__ import annotations

from pathlib import Path

from espejo.check.additions import Additions
from espejo.model.addresses import SCHEMA
from espejo.model.bank import Bank

LOG_SCHEMA = Path(__file__).parent / "log.schema.json"


def _publish_schema(_: Bank) -> dict[str, bytes]:
    return {f"{SCHEMA}/log.json": LOG_SCHEMA.read_bytes()}


ADDITIONS = Additions(
    commands=tuple(f"espejo.study.{name}_command" for name in ("quiz", "anki", "log")),
    publish=_publish_schema,
)
