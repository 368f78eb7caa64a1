"""Plugin log: writes to MkDocs' own log."""

from __future__ import annotations

import logging

from mkdocs.exceptions import Abort

from espejo.model.problems import printable
from espejo.plugin.build_log import BuildLog

log = BuildLog(logging.getLogger("mkdocs.plugins.espejo"))


def abort(text: str) -> Abort:
    """Return an exception that makes MkDocs exit with a message."""
    return Abort(printable(log.speak(text)))
