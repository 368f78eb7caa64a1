"""`espejo schema`: write the JSON Schemas that editors read."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from espejo.check.project import Inspection
from espejo.commands.terminal import say
from espejo.editing.drafts.schema_files import write_schemas
from espejo.files import replace_file
from espejo.messages.message import message

NAME = "schema"
HELP = message("write the JSON Schemas for editors, after the model or a language's words change")
DETAILS = message("""\
examples:
  espejo schema
""")


def configure(_: ArgumentParser) -> None:
    """There are no options besides those of every command."""


def run(args: Namespace, inspection: Inspection) -> int:
    project = args.data.resolve().parent
    for path, content in write_schemas(inspection.bank).items():
        replace_file(project / path, content)
        say(path)
    return 0
