"""`espejo words`: write a file with the words of the interface that a language lacks."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from espejo.check.project import Inspection
from espejo.commands.terminal import say
from espejo.files import replace_file
from espejo.load.languages import english_sentence, english_words
from espejo.load.portable import find_other_meaning, quote_text
from espejo.messages.message import fail, message, plural
from espejo.site.settings import read_settings

NAME = "words"
HELP = message("write a file with the words of the interface that a language lacks")
DETAILS = message("""\
Each missing word is a comment with the text that readers see instead. Remove the "# " before it, and
before "words:" or "fields:" above, and translate the text. Keep blanks such as {{count}}.

example:
  espejo words pt
""")


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "language", metavar=message("language"), help=message("the code of a language of the bank")
    )
    parser.add_argument(
        "--to", type=Path, help=message("the file to write (default: data/locales/LANGUAGE.yaml)")
    )


def run(args: Namespace, inspection: Inspection) -> int:
    code = args.language
    if code not in inspection.bank.locales:
        fail("'{code}' is not in 'languages' of data/bank.yaml. Add it there first.", code=code)
    target: Path = args.to or inspection.data / "locales" / f"{code}.yaml"
    locale = inspection.bank.locales[code]
    if not locale.missing:
        say(message("No word is missing."))
        return 0
    if target.is_file():
        fail("{file} exists already. Write to another file with --to.", file=str(target))
    schema = f"{read_settings(inspection.project).home}schema/locale.json"
    head = f"# yaml-language-server: $schema={schema}\nname: {quote_text(locale.name)}\n"
    replace_file(target, "".join((head, *_list_lines(locale.missing))).encode())
    count, file = len(locale.missing), str(target)
    say(
        plural(
            "{count} word to translate in {file}.", "{count} words to translate in {file}.", count, file=file
        )
    )
    return 0


def _list_lines(missing: Sequence[str]) -> Iterator[str]:
    words = english_words()
    for group, is_word in (("words", True), ("fields", False)):
        names = [name for name in missing if (name in words) == is_word]
        yield f"# {group}:\n" if names else ""
        yield from (f"#   {quote_key(name)}: {quote_text(english_sentence(name))}\n" for name in names)


def quote_key(name: str) -> str:
    return f"'{name}'" if find_other_meaning(name) else name
