"""Stages of a bank, from its files to pages and notes, and what must hold after each of them."""

from __future__ import annotations

import io
import json
import re
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import lru_cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import anki.lang
from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest, ImportCsvRequest

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
from espejo.site.frame import Frame
from espejo.site.math_font import find_characters
from espejo.site.page import Page
from espejo.site.redirect_pages import list_redirect_pages
from project import ROOT
from small_bank import REPO_URL, SITE_URL, drop_term_links

from .reading import Written, find_lost_words, list_new_passages
from .seed import Files, make_seed, place
from .trial import NOW, HarmError, Trial, refuse_unsafe

Command = Callable[[Namespace, Inspection], int]
_REPORTS: tuple[tuple[Command, dict[str, object]], ...] = (
    (check.run, {"format": "text", "base": None}),
    (check.run, {"format": "json", "base": None}),
    (check.run, {"format": "github", "base": None}),
    (changes.run, {"markdown": False, "files": ""}),
    (changes.run, {"markdown": True, "files": ""}),
    (status.run, {"format": "text"}),  # the only one that a bank with faults does not get
)
_PARTS = ("head", "title", "header", "outline", "content", "footer", "words")
_CHECKED: set[int] = set()
"""Hashes of the pages that were checked: most pages of two banks are the same."""

_STRICT_EVERY = 8
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
        """Load the undamaged bank, and make sure that nothing is wrong with it."""
        self.data = folder / "data"
        settings = f"site_url: {SITE_URL}\nrepo_url: {REPO_URL}\n"
        (folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
        place(self.data, make_seed())
        self.base = load_bank(self.data)
        assert self.run("seed", make_seed()) == "accepted"

    def run(self, name: str, files: Files) -> str:
        """Go through the stages; a bank with faults goes no further than its reports. Returns its fate."""
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
    """Apply every rule, lint, and comparison; each finding has a place that exists."""
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
    """Print one of the reports that the commands and the forge print; each mutant has its turn."""
    inspection = trial.inspection
    command, options = trial.choose(_REPORTS[:-1] if inspection.faults else _REPORTS)
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        command(Namespace(data=inspection.data, all=False, fix=False, **options), inspection)
    _check_report(str(options.get("format", "text")), printed.getvalue(), inspection)


def _check_report(form: str, printed: str, inspection: Inspection) -> None:
    """A report has no control characters, and no commands for the forge except its own."""
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
    """Render every page and note in every language, and the pages of redirects."""
    assert trial.frames
    assert trial.homes
    assert trial.notes
    find_characters(trial.site.bank)


def _check_html(trial: Trial) -> None:
    """Nothing that a page or a note shows can run, in a browser or in Anki."""
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
    """Make the text files for Anki and the JSON, and read them back."""
    rows: dict[str, int] = {}
    for export in list_exports(trial.site, ROOT / "node_modules"):
        if export.path.endswith(".apkg"):  # made in the stage of the import
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


def _compare_reading(trial: Trial) -> None:
    """What a second reading of the changed files finds is in the pages, the notes and the JSON."""
    check_passages(trial, list_new_passages(trial.files, strict=trial.choose(range(_STRICT_EVERY)) == 0))


def _list_bodies(framed: Iterable[tuple[Page, Frame]]) -> Iterator[str]:
    """The pages in one language: what is side by side has every language."""
    return (frame.body for page, frame in framed if not page.original)


def check_passages(trial: Trial, passages: Iterable[Written]) -> None:
    """Whether these passages are in the pages, the notes and the JSON, with all of their words."""
    shown = {
        locale: drop_term_links("\n".join([trial.homes[locale], *_list_bodies(framed)]))
        for locale, framed in trial.frames.items()
    }
    notes = "\n".join(side for made in trial.notes.values() for note in made for side in note[2:4])
    notes = _unescape_syntax(notes)
    loaded = {markdown for _, text in trial.site.bank.texts() for markdown in text.passages.values()}
    for written in sorted(passages):
        text = written.markdown
        forms = (inline(text), block(text))
        locales = [written.locale] if written.locale else list(shown)
        if text not in loaded:
            _lose("a passage that the loader does not have", text)
        if lost := find_lost_words(text, block(text)):
            _lose("words that are not in the fragment", text, f"{lost} of ")
        if not re.sub(r"<(?!hr)[^>]*>", "", block(text)).strip():
            _lose("a passage that renders to nothing", text)
        if not all(any(form in shown[locale] for form in forms) for locale in locales):
            _lose("a passage that is on no page", text)
        if written.in_item and not any(_unescape_syntax(form) in notes for form in forms):
            _lose("a passage that is in no note", text)


def _unescape_syntax(html: str) -> str:
    """HTML without what keeps Anki from taking text for its own syntax."""
    return _ESCAPED.sub(lambda found: found[1] or chr(int(found[2])), html)


def _lose(fact: str, text: str, lost: str = "") -> None:
    raise HarmError(fact, f"{lost}{text[:300]!r}")


def _accept(trial: Trial) -> None:
    """Write the ledger as `espejo accept` does; the bank is then in order and remembers what it did."""
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
    """Now and then: import the notes into a real Anki, as a package and as text."""
    if trial.choose(range(_IMPORT_EVERY)):
        return
    notes = trial.notes[trial.site.root]
    expected = {note.guid for note in notes}
    if _import_package(write_package(notes, name_note_type(trial.site.bank), {})) != expected:
        raise HarmError("a package from which Anki takes other notes")
    if _import_text(write_text(notes)) != expected:
        raise HarmError("a text from which Anki takes other notes")


def _import_package(package: bytes) -> set[str]:
    with _open_collection("deck.apkg", package) as (collection, path):
        options = ImportAnkiPackageOptions()
        collection.import_anki_package(ImportAnkiPackageRequest(package_path=path, options=options))
        return _list_notes(collection)


def _import_text(text: bytes) -> set[str]:
    with _open_collection("deck.tsv", text) as (collection, path):
        metadata = collection.get_csv_metadata(path=path, delimiter=None)
        collection.import_csv(ImportCsvRequest(path=path, metadata=metadata))
        return _list_notes(collection)


@contextmanager
def _open_collection(name: str, content: bytes) -> Iterator[tuple[Collection, str]]:
    """A new collection, and the path of a file to import."""
    anki.lang.set_lang("en")
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        collection = Collection(str(Path(folder, "learner.anki2")))
        try:
            yield collection, str(path)
        finally:
            collection.close()


def _list_notes(collection: Collection) -> set[str]:
    return {collection.get_note(id_).guid for id_ in collection.find_notes("")}


STAGES: tuple[Callable[[Trial], None], ...] = (
    *(_check, _report, _render, _check_html, _make_exports, _compare_reading, _accept, _import),
)
_UNTIMED = (_check_html, _compare_reading, _import)
_SLOW = 1.0
"""Seconds of processor time that a stage may take."""
