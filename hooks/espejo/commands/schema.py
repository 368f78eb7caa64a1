"""`espejo schema`: the JSON Schemas that editors read, made anew from the model."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from espejo.bank import Loaded
from espejo.files import replace_file
from espejo.problems import report_problems
from espejo.schema_files import write_schemas
from espejo.settings import read_settings

NAME = "schema"
HELP = "write the JSON Schemas that editors read, after a change of the model or of a language's words"
DETAILS = """\
examples:
  espejo schema
"""


def configure(_: ArgumentParser) -> None:
    """It has no options of its own."""


def run(chosen: Namespace, loaded: Loaded) -> int:
    if loaded.problems:
        print(report_problems(loaded.problems))
        return 1
    project = chosen.data.resolve().parent
    for path, content in write_schemas(loaded.bank, read_settings(project).root).items():
        replace_file(project / path, content)
        print(path)
    return 0
