"""Log of the plugin: what it says appears among the lines of MkDocs."""

from __future__ import annotations

import logging

from mkdocs.exceptions import Abort

from espejo.model.problems import printable
from espejo.plugin.build_log import BuildLog

log = BuildLog(logging.getLogger("mkdocs.plugins.espejo"))


def abort(text: str) -> Abort:
    """What ends MkDocs with a message."""
    return Abort(printable(log.speak(text)))
