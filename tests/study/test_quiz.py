"""`espejo quiz` through pipes: quizzes, exams, reviews, logs, and errors."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from espejo.commands.cli import main
from espejo.load.languages import english_words
from espejo.model.kinds import KINDS
from espejo.model.kinds.fingerprint import key_fingerprint
from espejo.model.quiz import Question
from espejo.study.event import GRADES, LogEvent, read_event, write_event, write_time
from espejo.study.log_file import load_log, write_log
from espejo.study.log_writer import LogWriter
from espejo.study.quiz_command import DETAILS
from espejo.study.terminal import exam_run, quiz_run
from espejo.study.terminal.kinds import TERMINAL_KINDS
from espejo.study.terminal.review_run import say_next_date
from quiz_driver import Quiz
from small_bank import load_small_bank
from terminal_driver import check_printable, make_environment
from test_scripts import run_node

DAY = 86_400_000
NOW = 1_790_000_000_000
QUIZ = "quizzes/phase-01-arithmetic"


@pytest.fixture
def quiz(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path) -> Quiz:
    for module in ("review_run", "recorder"):
        monkeypatch.setattr(f"espejo.study.terminal.{module}.time", lambda: NOW / 1000)
    return Quiz(monkeypatch, capsys, data)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.json"


def make_answer(id_: str, *, days_ago: int, right: bool = True, n: int = 1) -> LogEvent:
    """Make an answer to an item of the small bank, given some days ago."""
    item = next(placed.item for placed in load_small_bank().bank.items() if placed.item.id == id_)
    event = read_event(
        {
            **{"id": id_, "at": write_time(NOW - days_ago * DAY), "device": "abcdefgh0123", "n": n},
            **{"kind": "single", "answer": [1], "right": right, "guess": False, "ms": 1000},
            **{"lang": "en", "where": "quiz", "key": key_fingerprint(item)},
        }
    )
    assert event
    return event


def test_a_quiz_works_through_pipes(data: Path) -> None:
    """Output has 80 columns and no color codes, and echoes input; the quiz ends at the end of input."""
    done = subprocess.run(
        [sys.executable, "-m", "espejo.commands.cli", "quiz", QUIZ, "--data", str(data), "--in", "es"],
        input=b"2?\n\n\xff\xfe\n1 4\n",
        env=make_environment({}),
        capture_output=True,
        check=True,
    )
    text = done.stdout.decode()
    check_printable(text)
    assert max(map(len, text.split("\n"))) <= 80
    assert "Tu opción (1-3, ? para ver la ayuda): 2?\n\n✓ Correcto, aunque adivinabas.\n" in text
    assert "2 respuestas. No se guardó nada" in " ".join(text.split())
    assert done.stderr == b""


def test_a_closed_pipe_ends_a_quiz_quietly(data: Path) -> None:
    """The pipe is closed by `head`, and there is no input."""
    command = f"{sys.executable} -m espejo.commands.cli quiz {QUIZ} --data {data} <&- | head -1"
    done = subprocess.run(
        ["/bin/sh", "-c", command], env=make_environment({}), capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout.startswith("Your answers are not kept")


def test_the_language_is_that_of_the_tools_or_of_the_questions(quiz: Quiz) -> None:
    """A missing translation is shown in the other language, which is named."""
    said = quiz(QUIZ, "--in", "es", typed=[":n"] * 5)
    assert "(inglés) A clock fifteen hours later" in said.line
    assert "En inglés: It is nine o'clock." in said.line
    assert "What is `7 % 3`?" in quiz(QUIZ).text
    assert "¿Cuánto es `7 % 3`?" in quiz(QUIZ, "--lang", "es").text
    mixed = quiz(QUIZ, "--lang", "en", "--in", "es")
    assert "¿Cuánto es `7 % 3`?" in mixed.text
    assert "Your choice" in mixed.text
    assert "this bank is not in fr. Choose: en, es." in quiz(QUIZ, "--in", "fr").errors


def test_missed_questions_are_repeated_until_right(quiz: Quiz, log: Path) -> None:
    """The score still counts only first answers."""
    typed = ["1", "", ":n", "t", "", ":n", ":n", ":n", "3", "", "", "0", ":q"]
    said = quiz(QUIZ, "--in", "en", "--log", log, typed=typed)
    assert "1 of 3 right the first time. Worth another look: - What is `7 % 3`? - Every odd" in said.line
    assert "Enter asks what you missed again (2), :q stops:" in said.line
    assert [event.id for event in load_log(log, "espejo")] == ["q-01-01", "q-01-03", "q-01-07"]


def test_a_reader_who_stops_sees_the_score(quiz: Quiz, log: Path) -> None:
    """This includes input that ends right after an answer."""
    said = quiz(QUIZ, "--in", "en", "--log", log, typed=["2", "", "1"])
    assert "1 of 2 right the first time." in said.line
    log.write_bytes(write_log([make_answer("q-01-07", days_ago=30)], "espejo"))
    said = quiz("--review", "--new", "0", "--in", "en", "--log", log, typed=["3"])
    assert "1 of 1 right the first time." in said.line


def test_paths_and_topics_get_suggestions_and_draw_questions(quiz: Quiz, log: Path) -> None:
    said = quiz("quizzes/phase-01-arithmetics")
    assert said.code == 2
    known = "Did you mean 'quizzes/phase-01-arithmetic'?"
    assert f"there is no quiz or deck quizzes/phase-01-arithmetics. {known}" in said.errors
    assert "there is no topic divisions. Did you mean 'division'?" in quiz("--topic", "divisions").errors
    assert "1 of 7" in quiz(f"data/{QUIZ}.yaml").text
    said = quiz("--topic", "averages", "--count", "1", "--in", "en", "--log", log, typed=["", "", "3"])
    assert "1 of 1" in said.text
    assert {event.where for event in load_log(log, "espejo")} <= {"topic"}


def test_an_exam_says_nothing_until_it_is_handed_in(quiz: Quiz, log: Path) -> None:
    """The reader can go back and forth. Self-graded answers come last; unanswered ones count as missed."""
    words = (QUIZ, "--exam", "--topic", "division", "--count", "9", "--in", "en", "--log", log)
    typed = ["", ":p", ":h", "", *[""] * 9, "", *[""] * 9]
    said = quiz(*words, typed=typed)
    before, _, after = said.line.partition("0 of 5 right.")
    assert "You answered" not in before
    assert "5 questions have no answer yet. Enter hands in the exam" in before
    assert "✗" not in before
    assert "5 questions were not answered." in after
    assert "✗ Not answered." in after
    assert not log.exists()


def test_the_answers_of_an_exam_are_recorded_once(quiz: Quiz, log: Path) -> None:
    words = ("--exam", "--topic", "averages", "--count", "9", "--in", "en", "--log", log, QUIZ)
    typed = ["some words", "", "", "1", "3", "", "4", ":q"]
    said = quiz(*words, typed=typed)
    events = load_log(log, "espejo")
    assert "You wrote: some words" in said.line
    assert {(event.id, event.where) for event in events} == {("q-01-04", "exam"), ("q-01-05", "exam")}
    assert "2 of 2 right." in said.line


def test_an_interrupted_exam_is_handed_in(quiz: Quiz, log: Path) -> None:
    """At the end of input, as after Ctrl-C, the answers so far count and are logged."""
    words = (QUIZ, "--exam", "--topic", "division", "--count", "9", "--in", "en", "--log", log)
    said = quiz(*words, typed=["1", "t"] * 3)
    events = load_log(log, "espejo")
    assert {event.where for event in events} == {"exam"}
    assert len(events) >= 3
    assert f"{len(events)} answers. It is all in" in said.line
    assert f"{sum(event.right for event in events)} of 5 right." in said.line
    assert said.code == 0


def test_an_exam_is_handed_in_when_time_is_up(quiz: Quiz, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time runs from the start, and late answers don't count."""
    times = iter([0.0, 0.0, 30.0, 30.0, 61.0, 61.0])
    monkeypatch.setattr(exam_run.ExamRun.__init__, "__defaults__", (0, lambda: next(times)))
    words = (QUIZ, "--exam", "--minutes", "1", "--count", "7", "--in", "en", "--log", log)
    said = quiz(*words, typed=["", "1"])
    assert "· 1 minute left ·" in said.line
    assert "Time’s up. The exam was handed in as it was." in said.line


def test_a_review_asks_due_items_and_repeats_missed_ones(quiz: Quiz, log: Path) -> None:
    """Missed items come first, grades can be changed, and just looking at the answer counts as forgotten."""
    events = [
        make_answer("q-01-07", days_ago=30, n=1),
        make_answer("q-01-01", days_ago=1, right=False, n=2),
        make_answer("q-02-06", days_ago=0, n=3),
    ]
    log.write_bytes(write_log(events, "espejo"))
    said = quiz("--review", "--new", "0", "--in", "en", "--log", log, typed=[":s", "", "3", "4", ":n"])
    assert "2 due today." in said.line
    assert said.line.index("q-01-01") < said.line.index("q-01-07")
    assert "Left: 2 · missed last time · q-01-01" in said.line
    assert "Graded by your answer: good." in said.line
    assert "1 forgot (tomorrow), 2 hard (in" in said.line
    assert "1 of 2 right the first time." in said.line
    forgotten, easy = load_log(log, "espejo")[3:]
    found = (forgotten.id, forgotten.answer, forgotten.grade, forgotten.seen)
    assert found == ("q-01-01", None, "forgot", True)
    assert (easy.id, easy.answer, easy.right, easy.grade) == ("q-01-07", (3,), True, "easy")
    assert {forgotten.where, easy.where} == {"review"}


def test_a_first_review_asks_new_items_and_terms_if_wanted(quiz: Quiz, log: Path) -> None:
    said = quiz("--review", "--new", "2", "--in", "en", "--log", log, typed=[":n", ":n"])
    assert "Nothing is due for review yet. 2 new." in said.line
    assert said.line.count("· new ·") == 2
    terms = quiz("--review", "--new", "200", "--terms", "--in", "en", "--log", log, typed=[":n"] * 100)
    assert "term/string" in terms.text
    assert "meaning/string" not in terms.text  # only one side of a term is asked per day


def test_the_list_says_what_is_due(quiz: Quiz, log: Path) -> None:
    """Enter starts the review."""
    log.write_bytes(write_log([make_answer("q-01-07", days_ago=30)], "espejo"))
    said = quiz("--in", "en", "--log", log, "--new", "0", typed=["", ":q"])
    assert "1 due today." in said.line
    assert "Which one (1-6, Enter to review)?" in said.line
    assert "q-01-07" in said.text


def test_dates_are_said_as_on_the_site() -> None:
    for days, said in (
        *((0, "today"), (1, "tomorrow"), (4, "in 4 days"), (60, "in 60 days"), (61, "in 2 months")),
        *((700, "in 23 months"), (800, "in 2.2 years"), (1461, "in 4 years")),
    ):
        assert say_next_date(days) == said


def test_the_site_reads_the_log_that_was_written(quiz: Quiz, log: Path) -> None:
    typed = ["2?", "", "1 4", "", "v", "", "x", "1", "4", "", "", "2", ":q"]
    quiz(QUIZ, "--in", "es", "--log", log, typed=typed)
    program = """
        import { readFileSync } from "node:fs";
        import { readLogFile, writeLogFile } from "./hooks/espejo/site/js/study/log/log_file.js";
        const text = readFileSync(process.argv[1], "utf-8");
        const { events, refused } = readLogFile(text, "espejo");
        const same = writeLogFile(events ?? [], "espejo") === text;
        console.log(JSON.stringify({ refused, count: events?.length, same }));
    """
    found = json.loads(run_node("--input-type=module", "--eval", program, str(log)).stdout)
    assert found == {"count": 5, "same": True}


def test_two_runs_on_one_log_lose_nothing(log: Path) -> None:
    """Each run sees what the other has written, and existing bytes don't change."""
    first, second = LogWriter(log, "espejo"), LogWriter(log, "espejo")
    for number, writer in enumerate([first, second, second, first, first], 1):
        event = make_answer("q-01-01", days_ago=number, n=len(writer.own) + 1)
        writer.add(replace(event, device=writer.device))
        writer.save()
    kept = load_log(log, "espejo")
    assert len(kept) == 5
    assert {event.identity for event in kept} == {event.identity for event in (*first.own, *second.own)}
    before = log.read_bytes()
    third = LogWriter(log, "espejo")
    third.add(make_answer("q-01-02", days_ago=0))
    third.save()
    assert log.read_bytes().startswith(before.removesuffix(b"\n]}\n"))


def test_concurrent_writes_lose_nothing(log: Path) -> None:
    program = """
import sys
from pathlib import Path
from dataclasses import replace
from espejo.study.event import read_event
from espejo.study.log_writer import LogWriter
import json
event = read_event(json.loads(sys.argv[2]))
writer = LogWriter(Path(sys.argv[1]), "espejo")
for n in range(1, 21):
    writer.add(replace(event, device=writer.device, n=n))
    writer.save()
"""
    event = write_event(make_answer("q-01-01", days_ago=0))
    words = [sys.executable, "-c", program, str(log), event]
    running = [subprocess.Popen(words, env=make_environment({})) for _ in range(3)]
    assert [one.wait(600) for one in running] == [0, 0, 0]
    assert len(load_log(log, "espejo")) == 60


def test_a_log_from_elsewhere_keeps_its_events(log: Path) -> None:
    """The existing log may be indented or of version 1."""
    event = json.loads(write_log([make_answer("q-01-01", days_ago=1)], "espejo"))["events"][0]
    log.write_text(
        json.dumps({"espejo_log": 1, "bank": "espejo", "events": [event]}, indent=3), encoding="utf-8"
    )
    writer = LogWriter(log, "espejo")
    writer.add(make_answer("q-01-02", days_ago=0, n=7))
    writer.save()
    assert [one.id for one in load_log(log, "espejo")] == ["q-01-01", "q-01-02"]


def test_a_failed_write_of_the_log_is_reported_once_and_retried(
    quiz: Quiz, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers are kept until a write succeeds. If it never does, they are counted and the exit code is 1."""
    failing = {"times": 2}

    def refuse(path: Path, content: bytes) -> None:
        failing["times"] -= 1
        if failing["times"] >= 0:
            raise OSError(28, "No space left on device")
        path.write_bytes(content)

    monkeypatch.setattr("espejo.study.log_writer.replace_file", refuse)
    said = quiz(QUIZ, "--in", "en", "--log", log, typed=["2", "", "1 4", "", "f", "", ":q"])
    assert said.line.count("The log cannot be written: No space left on device.") == 1
    assert said.code == 0
    assert len(load_log(log, "espejo")) == 3
    failing["times"] = 99
    lost = quiz(QUIZ, "--in", "en", "--log", log, typed=["2", ":q"])
    assert lost.code == 1
    assert "1 of them could not be written and is lost." in lost.line


def test_a_log_of_another_bank_is_left_alone(quiz: Quiz, log: Path, tmp_path: Path) -> None:
    """A log path must be a regular file in an existing folder."""
    content = b'{"espejo_log": 2, "bank": "other", "events": []}'
    log.write_bytes(content)
    found = quiz(QUIZ, "--log", log, typed=["2"])
    assert found.code == 2
    assert "is the log of another bank, other, not of espejo" in found.errors
    assert log.read_bytes() == content
    assert "there is no folder" in quiz(QUIZ, "--log", tmp_path / "none" / "log.json").errors
    assert "is a folder" in quiz(QUIZ, "--log", tmp_path).errors
    assert "is not a file" in quiz(QUIZ, "--log", os.devnull).errors


def test_without_rich_it_says_what_to_run(quiz: Quiz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("espejo.study.quiz_command.find_spec", lambda _: None)
    said = quiz(QUIZ)
    assert said.code == 2
    assert said.errors.count("\n") == 1
    assert "make setup" in said.errors


def test_every_kind_can_be_asked_in_a_terminal() -> None:
    """The small bank has every kind."""
    assert set(TERMINAL_KINDS) == set(KINDS)
    items = [placed.item for placed in load_small_bank().bank.items()]
    assert {item.kind for item in items if isinstance(item, Question)} == set(KINDS)


def test_every_word_of_the_terminal_exists() -> None:
    """This includes plural forms and grades."""
    code = "".join(path.read_text(encoding="utf-8") for path in Path(quiz_run.__file__).parent.glob("*.py"))
    called = re.findall(r"""\b(count_)?word\(["'](\w+)""", code)
    names = {name for counted, name in called if not counted} | {f"grade_{grade}" for grade in GRADES}
    names |= {f"{name}_{form}" for counted, name in called if counted for form in ("one", "many")}
    assert names - english_words().keys() == set()
    assert {"exam_minutes_left", "review_due_many"} < names


def test_the_other_commands_do_not_import_rich() -> None:
    program = "import sys, espejo.commands.cli; print('rich' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], env=make_environment({}), capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


def test_wrong_options_are_explained_and_right_ones_in_the_help(
    quiz: Quiz, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Choose one of --exam and --review." in quiz("--exam", "--review").errors
    for words in (["--count", "0"], ["--minutes", "x"], ["--new", "-1"]):
        with pytest.raises(SystemExit):
            main(["quiz", *words])
        assert "1 to 9999" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["quiz", "--help"])
    said = capsys.readouterr().out
    assert all(word in said for word in DETAILS.split() if word.startswith("--"))
