"""Stages of a bank, from its files to pages and notes, and what must hold after each of them."""

from __future__ import annotations

import io
import json
import re
import traceback
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, cached_property
from hashlib import sha256
from random import Random
from time import process_time
from typing import Literal, NamedTuple, TypeVar, get_args

from espejo.check.notices import find_notices
from espejo.check.project import Inspection, inspect_project
from espejo.commands import changes, check, status
from espejo.exports.files import list_exports
from espejo.exports.notes import Note, Notes
from espejo.ledger.gap import update_ledger
from espejo.load.bank import LoadedBank
from espejo.model.problems import Problem
from espejo.passages.fragments import block, inline
from espejo.rendering.downloads import Downloads
from espejo.rendering.forge_links import ForgeLinks
from espejo.rendering.site import Site
from espejo.rendering.variants import list_variants
from espejo.rendering.view import View
from espejo.site.frame import Frame
from espejo.site.math_font import find_characters
from espejo.site.page import Page
from espejo.site.pages import list_pages
from espejo.site.redirect_pages import list_redirect_pages
from project import ROOT
from small_bank import REPO_URL, SITE_URL

from .html_check import find_html_faults
from .mutants import Mutant
from .reading import Written, find_lost_words, read_passages
from .seed import Files, make_seed
from .workspace import UnplaceableError, Workspace

Option = TypeVar("Option")
Kind = Literal["crash", "slow", "no place", "unsafe", "text lost", "not kept"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_NOW = datetime(2026, 11, 16, tzinfo=UTC)
_PARTS = ("head", "title", "styles", "header", "outline", "content", "footer", "words", "scripts")
_COMMAND = re.compile(r"::(?:error|notice) file=[^:,\s]*,line=\d+,col=\d+(?:,title=[^:,]*)?::[^\r\n]*")
_PACKAGE_EVERY = 40
Command = Callable[[Namespace, Inspection], int]
_REPORTS: tuple[tuple[Command, dict[str, object]], ...] = (
    (check.run, {"format": "text", "base": None}),
    (check.run, {"format": "json", "base": None}),
    (check.run, {"format": "github", "base": None}),
    (changes.run, {"markdown": False, "files": ""}),
    (changes.run, {"markdown": True, "files": ""}),
    (status.run, {"format": "text"}),
)
_STRICT_SIZE = 6_000


class Failure(NamedTuple):
    """Something that must not happen: its kind, the stage, what happened, and a name for all that are alike."""

    kind: Kind
    stage: str
    detail: str
    signature: str


class Outcome(NamedTuple):
    """What became of a mutant: the seconds of each stage it reached, whether it was accepted, what failed."""

    seconds: dict[str, float]
    accepted: bool
    failures: tuple[Failure, ...]


class BadOutputError(Exception):
    """A stage made something that it must not make."""

    def __init__(self, kind: Kind, fact: str, detail: str = "") -> None:
        super().__init__(f"{fact}: {detail}" if detail else fact)
        self.kind = kind
        self.fact = fact


class Trial:
    """One mutant on its way through the stages."""

    def __init__(self, workspace: Workspace, mutant: Mutant, files: Files) -> None:
        self.workspace = workspace
        self.mutant = mutant
        self.files = files

    @cached_property
    def inspection(self) -> Inspection:
        found = inspect_project(self.workspace.data, now=_NOW)
        return replace(found, base=_base[0])

    @cached_property
    def site(self) -> Site:
        forge = ForgeLinks(repository=REPO_URL, edit=f"{REPO_URL}/edit/main/docs/")
        return Site(self.inspection.bank, home=SITE_URL, forge=forge, stale=self.inspection.stale)

    @cached_property
    def frames(self) -> dict[str, list[tuple[Page, Frame]]]:
        """All pages with their frames, by locale."""
        sizes = Downloads(defaultdict(lambda: 5000))
        return {
            locale: [
                (page, Frame(View(self.site, page.path, locale, downloads=sizes), page=page))
                for page in list_pages(self.site, locale)
            ]
            for locale in self.site.bank.locales
        }

    @cached_property
    def notes(self) -> dict[str, list[Note]]:
        """The notes of each variant, by its name."""
        notes = Notes(self.site)
        return {
            variant.name: [notes.make(variant, placed) for placed in self.site.bank.items()]
            for variant in list_variants(self.site.bank)
        }

    def choose(self, options: Sequence[Option]) -> Option:
        """One of these, which depends on the name of the mutant alone."""
        return Random(self.mutant.name).choice(options)  # noqa: S311 (nothing secret)

    def run(self) -> Outcome:
        """Go through the stages; a bank with faults goes no further than its reports."""
        failures: list[Failure] = []
        seconds: dict[str, float] = {}
        for name, stage in _STAGES.items():
            if name == "pages" and self.inspection.faults:
                return Outcome(seconds, False, tuple(failures))
            start = process_time()
            failure = _try(name, stage, self)
            seconds[name] = process_time() - start
            if failure:
                failures.append(failure)
                if failure.kind == "crash":  # the stages after it need what it makes
                    return Outcome(seconds, False, tuple(failures))
        return Outcome(seconds, True, tuple(failures))


def run_mutant(workspace: Workspace, mutant: Mutant) -> Outcome:
    """Put a mutant on disk and take it through every stage."""
    files = mutant.files()
    try:
        workspace.place(files)
    except UnplaceableError:
        return Outcome({}, False, ())
    return Trial(workspace, mutant, files).run()


def _try(name: str, stage: Callable[[Trial], None], trial: Trial) -> Failure | None:
    try:
        stage(trial)
    except BadOutputError as error:
        return Failure(error.kind, name, str(error), f"{name}: {error.fact}")
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return Failure("crash", name, traceback.format_exc(limit=-12), f"{name}: {_describe(error)}")
    return None


def _describe(error: BaseException) -> str:
    """The type of an error and the innermost line of the package that it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "espejo" in frame.filename] or list(frames)
    where = f"{ours[-1].filename.rpartition('/')[2]}:{ours[-1].name}" if ours else "nowhere"
    return f"{type(error).__name__} in {where}"


_base: list[LoadedBank] = []


def prepare(workspace: Workspace) -> None:
    """Load the undamaged bank once, and make sure that nothing is wrong with it."""
    workspace.place(make_seed())
    found = inspect_project(workspace.data, now=_NOW)
    _base[:] = [LoadedBank(found.bank, [])]
    outcome = Trial(workspace, Mutant(0, 0, ()), make_seed()).run()
    problems = [str(problem) for problem in found.problems]
    if problems or outcome.failures or not outcome.accepted:
        raise RuntimeError(f"the seed bank is not in order: {problems} {outcome.failures}")


def _inspect(trial: Trial) -> None:
    """Apply every lint and comparison; each finding has a place that exists."""
    inspection = trial.inspection
    for found in (*inspection.problems, *find_notices(inspection.bank, inspection.stale)):
        _check_place(found, trial.files)


def _check_place(found: Problem, files: Files) -> None:
    file, line, column = found.place
    content = files.get(file.removeprefix("data/"))
    if line < 1 or column < 1 or not found.fact or not str(found).isprintable():
        raise BadOutputError("no place", f"not a readable message: {found!r}")
    if not isinstance(content, bytes):
        if (line, column) != (1, 1):
            raise BadOutputError("no place", "a place in a file that does not exist", str(found))
        return
    lines = content.decode(errors="replace").replace("\r\n", "\n").split("\n")
    if line > len(lines) or column > len(lines[line - 1]) + 1:
        raise BadOutputError("no place", "a place outside the file", str(found))


def _report(trial: Trial) -> None:
    """Print one of the reports that the commands and the forge print; each mutant has its turn."""
    inspection = trial.inspection
    reports = _REPORTS if not inspection.faults else _REPORTS[:-1]
    command, options = trial.choose(reports)
    _check_report(str(options.get("format", "text")), _print(command, inspection, **options), inspection)


def _print(command: Command, inspection: Inspection, **options: object) -> str:
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        command(Namespace(data=inspection.data, **options), inspection)
    return printed.getvalue()


def _check_report(form: str, printed: str, inspection: Inspection) -> None:
    if form == "json":
        json.loads(printed)
        return
    lines = printed.split("\n")
    odd = [line for line in lines if not line.isprintable()]
    if odd:
        raise BadOutputError("unsafe", "a report with control characters", repr(odd[0]))
    commands = [line for line in lines if line.lstrip().startswith(("::", "##["))]
    expected = len(set(inspection.problems)) + len(set(inspection.notices)) if form == "github" else 0
    bad = [line for line in commands if not _COMMAND.fullmatch(line)]
    if bad or len(commands) != expected:
        raise BadOutputError("unsafe", "a report with a command for the forge", repr((bad or commands)[:1]))


def _render(trial: Trial) -> None:
    """Render every page in every language, and the pages of redirects."""
    for framed in trial.frames.values():
        for page, frame in framed:
            if _is_new(frame.body):
                html = frame.body if page.standalone else "\n".join(map(frame.part, _PARTS))
                _refuse_unsafe(str(html), page.path)
    for redirect in list_redirect_pages(trial.site):
        _refuse_unsafe(redirect.html, redirect.path)
    find_characters(trial.site.bank)


_known: set[bytes] = set()


def _is_new(html: str) -> bool:
    """Whether this HTML was not seen before; what was checked once need not be checked again."""
    digest = sha256(html.encode(errors="surrogatepass")).digest()
    if digest in _known:
        return False
    if len(_known) > 200_000:
        _known.clear()
    _known.add(digest)
    return True


def _refuse_unsafe(html: str, where: str, *, styles: bool = False) -> None:
    for fault in find_html_faults(html, styles=styles):
        raise BadOutputError("unsafe", re.sub(r"['\"{].*", "…", fault), f"{where}: {fault}")


def _make_notes(trial: Trial) -> None:
    """Make every note in every variant; now and then pack them."""
    from espejo.exports.anki import write_package

    for name, notes in trial.notes.items():
        for note in notes:
            for side in (note.front, note.back):
                if _is_new(side):
                    _refuse_unsafe(side, note.guid, styles=True)
                if "\x1f" in side or re.search(r"\[(?:sound:|anki:|\[type:|/?latex\]|/?\$)", side, re.IGNORECASE):
                    raise BadOutputError("unsafe", "a note with something that Anki runs", side[:300])
        if trial.choose(range(_PACKAGE_EVERY)) == 0:
            assert write_package(notes, {}), name


def _make_exports(trial: Trial) -> None:
    """Make the text files for Anki and the JSON, and read them back."""
    count = sum(1 for _ in trial.site.bank.items())
    rows = 0
    for export in list_exports(trial.site, ROOT / "node_modules"):
        if export.path.endswith(".apkg"):
            continue
        text = export.make().decode()
        if export.path.endswith(".json"):
            json.loads(text, parse_constant=_refuse_constant)
        elif export.path.startswith(f"anki/{trial.site.root}/"):
            rows += _count_rows(text)
    if rows != count:
        raise BadOutputError("not kept", "a text for Anki with too many or too few rows", f"{rows}, not {count}")


def _refuse_constant(name: str) -> None:
    raise BadOutputError("unsafe", f"{name} in the JSON")


def _count_rows(text: str) -> int:
    lines = text.removesuffix("\n").split("\n")
    head, rows = lines[:5], lines[5:]
    if not all(line.startswith("#") for line in head) or "\t" in "".join(head):
        raise BadOutputError("unsafe", "a broken header of a text for Anki", repr(head))
    for row in rows:
        if row.count("\t") != 3 or re.search(r"[\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029]", row):
            raise BadOutputError("unsafe", "a broken row of a text for Anki", repr(row[:300]))
        if re.search(r"\\\\?(?:href|url|style|class|cssId|require|unicode|html\w+)\b", row):
            raise BadOutputError("unsafe", "TeX in a text for Anki that MathJax would run", repr(row[:300]))
    return len(rows)


def _compare_reading(trial: Trial) -> None:
    """What a second reading of the changed files finds is in the pages, the notes and the JSON."""
    shown = {
        locale: "\n".join(frame.body for _, frame in framed) for locale, framed in trial.frames.items()
    }
    notes = "\n".join(f"{one.front}\n{one.back}" for notes in trial.notes.values() for one in notes)
    notes = notes.replace("&#91;", "[")
    markdown = {
        passage for _, text in trial.site.bank.texts() for passage in text.passages.values() if passage.strip()
    }
    for written in sorted(_find_new(trial.files)):
        text = written.markdown
        if text not in markdown:
            raise BadOutputError("text lost", "a passage that the loader does not have", repr(text[:300]))
        if lost := find_lost_words(text, block(text)):
            raise BadOutputError("text lost", "words that are not in the fragment", f"{lost} of {text[:300]!r}")
        if not re.sub(r"<[^>]*>", "", block(text)).strip():
            raise BadOutputError("text lost", "a passage that renders to nothing", repr(text[:300]))
        forms = (inline(text), block(text))
        locales = [written.locale] if written.locale else list(shown)
        for locale in locales:
            if not any(form in shown[locale] for form in forms):
                raise BadOutputError("text lost", "a passage that is on no page", repr(text[:300]))
        if written.in_item and not any(form in notes for form in forms):
            raise BadOutputError("text lost", "a passage that is in no note", repr(text[:300]))


def _find_new(files: Files) -> set[Written]:
    """The passages of the files that differ from the seed, except those of the seed itself."""
    found: set[Written] = set()
    for name, content in files.items():
        if isinstance(content, bytes) and make_seed().get(name) != content and not name.startswith("locales/"):
            if name == "ledger.yaml" or not name.endswith(".yaml"):
                continue
            text = content.decode().replace("\r\n", "\n")
            new = read_passages(text, strict=False)
            if len(text) <= _STRICT_SIZE:
                _compare_parsers(text, new)
            found |= new
    return found - _list_seed_passages()


def _compare_parsers(text: str, new: set[Written]) -> None:
    import yaml

    try:
        strict = read_passages(text, strict=True)
    except yaml.YAMLError as error:
        raise BadOutputError("text lost", "a file that another parser refuses", str(error)[:300]) from error
    if strict != new:
        raise BadOutputError("text lost", "a passage that another parser reads otherwise", repr(strict ^ new)[:300])


@cache
def _list_seed_passages() -> frozenset[Written]:
    texts = [content.decode() for content in make_seed().values() if isinstance(content, bytes)]
    return frozenset(passage for text in texts for passage in read_passages(text, strict=False))


def _accept(trial: Trial) -> None:
    """Write the ledger as `espejo accept` does; the bank is then in order and remembers what it did."""
    bank, gap = trial.inspection.bank, trial.inspection.gap
    assert gap is not None
    written = update_ledger(bank, gap)
    trial.workspace.place({**trial.files, "ledger.yaml": written.encode()})
    after = inspect_project(trial.workspace.data, now=_NOW)
    if after.faults:
        raise BadOutputError("not kept", "an accepted ledger that is refused", str(after.faults[0]))
    if after.gap and after.gap.problems:
        raise BadOutputError("not kept", "an accepted ledger that is behind", str(after.gap.problems[0]))
    lost = {*bank.ledger.by_id, *bank.ledger.retired} - {*after.bank.ledger.by_id, *after.bank.ledger.retired}
    if lost or not bank.ledger.names.items() <= after.bank.ledger.names.items():
        raise BadOutputError("not kept", "an accepted ledger that forgets", repr(lost))


_STAGES: dict[str, Callable[[Trial], None]] = {
    "load": lambda trial: _touch(trial.inspection),
    "check": _inspect,
    "reports": _report,
    "pages": _render,
    "notes": _make_notes,
    "exports": _make_exports,
    "reading": _compare_reading,
    "ledger": _accept,
}

STAGES = tuple(_STAGES)


def _touch(inspection: Inspection) -> None:
    assert inspection.bank is not None

