"""Stages of a bank, from its files to pages and notes, and the invariants after each stage."""

from __future__ import annotations

import io
import json
import re
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from functools import lru_cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from anki.collection import Collection, ImportCsvRequest

from anki_reading import import_learned, open_collection
from espejo.check.notices import find_notices
from espejo.check.project import Inspection, inspect_project
from espejo.commands import check, status
from espejo.editing.commands import changes
from espejo.exports.anki import name_note_type, write_package
from espejo.exports.anki_text import write_text
from espejo.exports.files import list_exports
from espejo.ledger.gap import update_ledger
from espejo.ledger.write import write_ledger
from espejo.load.bank import load_bank
from espejo.markdown.fragments import block, inline
from espejo.model.problems import Problem
from espejo.model.quiz import Card, Question
from espejo.site.math_font import find_characters
from espejo.site.redirect_pages import list_redirect_pages
from project import ROOT
from small_bank import REPO_URL, SITE_URL, drop_term_links

from .seed import Files, make_seed, place
from .trial import NOW, HarmError, Trial, refuse_unsafe

Command = Callable[[Namespace, Inspection], int]
_REPORTS: tuple[tuple[Command, dict[str, object]], ...] = (
    (check.run, {"format": "text", "base": None}),
    (check.run, {"format": "json", "base": None}),
    (check.run, {"format": "github", "base": None}),
    (changes.run, {"markdown": False, "files": ""}),
    (changes.run, {"markdown": True, "files": ""}),
    (status.run, {"format": "text"}),  # the only one not run on a bank with faults
)
_PARTS = ("head", "title", "header", "outline", "content", "footer", "words")
_CHECKED: set[int] = set()
"""Hashes of checked pages, because most pages are the same in all banks."""

_IMPORT_EVERY = 100
_COMMAND = re.compile(r"::(?:error|notice) file=[^:,\r\n]*,line=\d+,col=\d+(?:,title=[^:,]*)?::[^\r\n]*")
_ANKI_SYNTAX = re.compile(
    r"\[(?:sound:|anki:|\[type:|/?latex\]|/?\$)|\x1f|\{\{c\d"
    r"|<math alttext=\"[^\"]*\\(?:href|url|style|class|cssId|require|unicode|html\w+)\b",
    re.IGNORECASE,
)
_ROW_BREAK = re.compile(r"[\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
_ESCAPED = re.compile(r"<span>(.)</span>|&#(\d+);")


class Stages:
    """Takes damaged banks through the stages, one after another, in one folder."""

    def __init__(self, folder: Path) -> None:
        """Loads the undamaged bank, and makes sure that it has no faults."""
        self.data = folder / "data"
        settings = f"site_url: {SITE_URL}\nrepo_url: {REPO_URL}\n"
        (folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
        place(self.data, make_seed())
        self.base = load_bank(self.data)
        assert self.run("seed", make_seed()) == "accepted"

    def run(self, name: str, files: Files) -> str:
        """Goes through the stages; a bank with faults gets only the reports. Returns its outcome."""
        try:
            place(self.data, files)
        except (OSError, ValueError):
            return "no file system can hold it"
        trial = Trial(self.data, name, files, self.base)
        for stage in STAGES:
            if stage is _render and trial.inspection.faults:
                return "refused"
            start = process_time()
            stage(trial)
            if stage not in _UNTIMED and process_time() - start > _SLOW:
                raise HarmError(f"{stage.__name__} is slow", f"{process_time() - start:.1f} s")
        return "accepted"


def _check(trial: Trial) -> None:
    """Applies every rule, lint, and comparison; each finding must have an existing place."""
    inspection = trial.inspection
    for found in (*inspection.problems, *find_notices(inspection.bank, inspection.stale)):
        _check_place(found, trial.files)


def _check_place(found: Problem, files: Files) -> None:
    file, line, column = found.place
    content = files.get(file.removeprefix("data/"))
    if line < 1 or column < 1 or not found.fact or not str(found).isprintable():
        raise HarmError("not a readable message", repr(found))
    if not isinstance(content, bytes):
        if (line, column) != (1, 1):
            raise HarmError("a place in a file that does not exist", str(found))
        return
    lines = _split_lines(content)
    if line > len(lines) or column > len(lines[line - 1]) + 1:
        about = " ".join(found.fact.split()[:2])
        raise HarmError(f"a place outside the file ({about} …)", str(found))


@lru_cache(maxsize=64)
def _split_lines(content: bytes) -> list[str]:
    return content.decode(errors="replace").replace("\r\n", "\n").split("\n")


def _report(trial: Trial) -> None:
    """Prints one of the reports for terminals and GitHub; mutants take turns."""
    inspection = trial.inspection
    command, options = trial.choose(_REPORTS[:-1] if inspection.faults else _REPORTS)
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        command(Namespace(data=inspection.data, all=False, fix=False, **options), inspection)
    _check_report(str(options.get("format", "text")), printed.getvalue(), inspection)


def _check_report(form: str, printed: str, inspection: Inspection) -> None:
    """Checks that a report has no control characters, and no workflow commands except its own."""
    if form == "json":
        json.loads(printed)
        return
    lines = printed.split("\n")
    if odd := [line for line in lines if not line.isprintable()]:
        raise HarmError("a report with control characters", repr(odd[0]))
    commands = [line for line in lines if line.lstrip().startswith(("::", "##["))]
    expected = len({*inspection.problems}) + len({*inspection.notices}) if form == "github" else 0
    bad = [line for line in commands if not _COMMAND.fullmatch(line)]
    if bad or len(commands) > expected:
        raise HarmError("a report with a command for the forge", repr((bad or commands)[0]))


def _render(trial: Trial) -> None:
    """Renders every page and note in every language, and the redirect pages."""
    assert trial.frames
    assert trial.homes
    assert trial.notes
    find_characters(trial.site.bank)


def _check_html(trial: Trial) -> None:
    """Checks that nothing on a page or note can run, either in a browser or in Anki."""
    for framed in trial.frames.values():
        for page, frame in framed:
            if hash(frame.body) not in _CHECKED:
                html = frame.body if page.standalone else "\n".join(map(frame.part, _PARTS))
                refuse_unsafe(html, page.path)
                _CHECKED.add(hash(frame.body))
    for home in trial.homes.values():
        refuse_unsafe(home, "home")
    for redirect in list_redirect_pages(trial.site):
        refuse_unsafe(redirect.html, redirect.path)
    for note in chain.from_iterable(trial.notes.values()):
        for side in (note.front, note.back):
            refuse_unsafe(side, note.guid)
            if found := _ANKI_SYNTAX.search(side):
                at = slice(max(found.start() - 40, 0), found.end() + 40)
                raise HarmError("a note with something that Anki runs", repr(side[at]))


def _make_exports(trial: Trial) -> None:
    """Makes the text files for Anki and the JSON, and reads them back."""
    rows: dict[str, int] = {}
    for export in list_exports(trial.site, ROOT / "node_modules"):
        if export.path.endswith(".apkg"):  # made in the import stage
            continue
        text = export.make().decode()
        if export.path.endswith(".json"):
            json.loads(text, parse_constant=_refuse_constant)
        else:
            variant = export.path.split("/")[1]
            rows[variant] = rows.get(variant, 0) + _count_rows(text)
    for variant, count in rows.items():
        if count != len(trial.notes[variant]):
            raise HarmError("a text for Anki with too many or too few rows", variant)


def _refuse_constant(name: str) -> None:
    raise HarmError(f"{name} in the JSON")


def _count_rows(text: str) -> int:
    lines = text.removesuffix("\n").split("\n")
    head = [line for line in lines if line.startswith("#")]
    rows = [line for line in lines if not line.startswith("#")]
    if head != lines[:5] or "\t" in "".join(head):
        raise HarmError("a broken header of a text for Anki", repr(head))
    for row in rows:
        if row.count("\t") != 3 or _ROW_BREAK.search(row):
            raise HarmError("a broken row of a text for Anki", repr(row[:300]))
    return len(rows)


def check_texts(trial: Trial) -> None:
    """Checks that each new text of an item is on a page and in a note, in each of its languages."""
    shown = {
        locale: drop_term_links("\n".join(frame.body for page, frame in framed if not page.original))
        for locale, framed in trial.frames.items()
    }
    notes = _unescape_syntax("\n".join(f"{note.front}\n{note.back}" for note in chain(*trial.notes.values())))
    old = {passage for placed in trial.base.bank.items() for passage in _list_passages(placed.item)}
    for placed in trial.site.bank.items():
        for locale, text in sorted(_list_passages(placed.item) - old):
            forms = (inline(text), block(text))
            if not re.sub(r"<(?!hr)[^>]*>", "", forms[1]).strip():
                raise HarmError("a passage that renders to nothing", repr(text[:300]))
            if not all(any(form in shown[one] for form in forms) for one in ([locale] if locale else shown)):
                raise HarmError("a passage that is on no page", repr(text[:300]))
            if not any(_unescape_syntax(form) in notes for form in forms):
                raise HarmError("a passage that is in no note", repr(text[:300]))


def _list_passages(item: Question | Card) -> set[tuple[str, str]]:
    """The passages of an item, each with its language, if any."""
    return {passage for text in item.texts() for passage in text.passages.items()}


def _unescape_syntax(html: str) -> str:
    """Removes from HTML what we add to keep Anki from interpreting text as its own syntax."""
    return _ESCAPED.sub(lambda found: found[1] or chr(int(found[2])), html)


def _accept(trial: Trial) -> None:
    """Writes the ledger as `espejo accept` does; after that, the bank has no pending changes."""
    bank, gap = trial.inspection.bank, trial.inspection.gap
    assert gap is not None
    written = write_ledger(update_ledger(bank.ledger, gap))
    place(trial.data, {**trial.files, "ledger.yaml": written.encode()})
    after = inspect_project(trial.data, now=NOW)
    if after.faults:
        raise HarmError("an accepted ledger that is refused", str(after.faults[0]))
    if after.gap:
        raise HarmError("an accepted ledger that is behind", str(after.gap))
    before, ledger = bank.ledger, after.bank.ledger
    lost = {*before.by_id, *before.retired} - {*ledger.by_id, *ledger.retired}
    lost |= {path for path, names in before.names.items() if not names.items() <= ledger.names[path].items()}
    if lost:
        raise HarmError("an accepted ledger that forgets", repr(lost))


def _import(trial: Trial) -> None:
    """Occasionally imports the notes into a real Anki, both as a package and as text."""
    if trial.choose(range(_IMPORT_EVERY)):
        return
    notes = trial.notes[trial.site.root]
    expected = {note.guid for note in notes}
    with TemporaryDirectory() as folder, closing(open_collection(Path(folder))) as collection:
        import_learned(collection, write_package(notes, name_note_type(trial.site.bank), {}))
        if _list_guids(collection) != expected:
            raise HarmError("a package from which Anki takes other notes")
        collection.remove_notes(collection.find_notes(""))
        file = Path(folder, "deck.tsv")
        file.write_bytes(write_text(notes))
        metadata = collection.get_csv_metadata(path=str(file), delimiter=None)
        collection.import_csv(ImportCsvRequest(path=str(file), metadata=metadata))
        if _list_guids(collection) != expected:
            raise HarmError("a text from which Anki takes other notes")


def _list_guids(collection: Collection) -> set[str]:
    return {collection.get_note(id_).guid for id_ in collection.find_notes("")}


STAGES: tuple[Callable[[Trial], None], ...] = (
    *(_check, _report, _render, _check_html, _make_exports, check_texts, _accept, _import),
)
_UNTIMED = (_check_html, check_texts, _import)
_SLOW = 1.0
"""CPU time limit of a stage, in seconds."""
