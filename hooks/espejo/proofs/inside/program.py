"""Proof program: runs it and reports which assertions held, what it computed, and what failed.

The report comes from the program itself. The runner decides whether it proves the answer.
"""

from __future__ import annotations

import ast
import errno
import linecache
import operator
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

CROWDED = b"crowded"
"""The keeper's answer for a proof with too many threads or processes, instead of an exit code."""

COUNTER_CASE = "counter_case"
MAX_VALUE = 200
MAX_TEXT = 600
MAX_CHOICE = 60

# Not valid identifiers, so they can't clash with names in the program.
_PASS, _FAIL, _RECORD, _CHOICE = "@pass", "@fail", "@record", "@choice"

MEMORY_RESERVE = 4 * 2**20
"""Bytes to free before describing an error, in case the program has used up its memory."""

_REFUSALS = frozenset({errno.EPERM, errno.EACCES, errno.EROFS})


class FailedAssertionError(AssertionError):
    """A failed assertion of the program, with the values it compared."""

    def __init__(self, source: str, values: Mapping[str, str], message: str) -> None:
        super().__init__(message)
        self.source = source
        self.values = values


class Recorder:
    """Records how often each assertion of a program passed, and the value of each choice."""

    def __init__(self) -> None:
        self.passed: Counter[int] = Counter()
        self.choices: dict[str, str] = {}
        self._values: dict[str, object] = {}

    def names(self) -> dict[str, object]:
        """The functions that the rewritten program calls, by name."""
        return {_PASS: self._pass, _FAIL: self._fail, _RECORD: self._record, _CHOICE: self._choice}

    def _record(self, source: str, value: object) -> object:
        self._values[source] = value
        return value

    def _choice(self, label: object, holds: object, *value: object) -> object:
        """Record the value of a choice, or only whether it holds if the value isn't readable."""
        shown = [format_value(one, MAX_CHOICE) for one in value if one is not holds and not callable(one)]
        telling = (text for text in shown if " at 0x" not in text and not text.endswith("…"))
        self.choices[str(label)] = next(telling, str(bool(holds)))
        return holds

    def _pass(self, line: int) -> None:
        self.passed[line] += 1
        self._values.clear()

    def _fail(self, source: str, *message: object) -> FailedAssertionError:
        values = {name: format_value(value) for name, value in self._values.items()}
        self._values.clear()
        return FailedAssertionError(source, values, shorten(message[0]) if message else "")


def format_value(value: object, limit: int = MAX_VALUE) -> str:
    """Format any value in one line."""
    try:
        return shorten(repr(value), limit)
    except Exception as error:  # the __repr__ of one of the program's classes may fail
        return f"<{type(value).__name__}, which cannot be shown: {type(error).__name__}>"


def shorten(text: object, limit: int = MAX_TEXT) -> str:
    """Fold a text into one line of limited length."""
    line = " ".join(str(text).split())
    return line if len(line) <= limit else f"{line[:limit]}…"


class _Rewriter(ast.NodeTransformer):
    """Rewrites a program so that it records its assertions, and the value of each choice."""

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Record the choices in `right = [label for label, value in choices.items() if …]`."""
        match node:
            case ast.Assign(
                targets=[ast.Name(id="right")],
                value=ast.ListComp(
                    elt=ast.Name(id=label),
                    generators=[ast.comprehension(target=target, ifs=[test]) as loop],
                ),
            ):
                names = [name.id for name in ast.walk(target) if isinstance(name, ast.Name)]
                values = [ast.Name(id=name, ctx=ast.Load()) for name in names if name != label]
                if label in names:
                    called = _call(_CHOICE, ast.Name(id=label, ctx=ast.Load()), test, *values)
                    loop.ifs = [ast.copy_location(called, test)]
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        source = shorten(ast.unparse(node))
        message = [node.msg] if node.msg else []
        rewritten = ast.If(
            test=_record_operands(node.test),
            body=[ast.Expr(_call(_PASS, ast.Constant(node.lineno)))],
            orelse=[ast.Raise(exc=_call(_FAIL, ast.Constant(source), *message))],
        )
        return ast.copy_location(rewritten, node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.AST]:
        """Treat calls such as torch.testing.assert_close(…) as assertions, which pass if they don't raise."""
        if not (isinstance(node.value, ast.Call) and _function_name(node.value.func).startswith("assert_")):
            return node
        passed = ast.Expr(_call(_PASS, ast.Constant(node.lineno)))
        return [node, ast.copy_location(passed, node)]


def _function_name(function: ast.expr) -> str:
    return str(getattr(function, "attr", getattr(function, "id", "")))


def _record_operands(test: ast.expr) -> ast.expr:
    """Make a test record what it compares: both sides, or the arguments of a call."""
    match test:
        case ast.UnaryOp(op=ast.Not()):
            test.operand = _record_operands(test.operand)
        case ast.BoolOp():
            test.values = [_record_operands(value) for value in test.values]
        case ast.Compare():
            test.left = _record(test.left)
            test.comparators = [_record(side) for side in test.comparators]
        case ast.Call():
            test.args = [_record(argument) for argument in test.args]
        case _:
            return _record(test)
    return test


def _record(part: ast.expr) -> ast.expr:
    # Literals are visible in the source, and the repr of a generator says nothing.
    if isinstance(part, ast.Starred | ast.GeneratorExp | ast.Lambda) or is_literal(part):
        return part
    return _call(_RECORD, ast.Constant(shorten(ast.unparse(part), MAX_VALUE)), part)


def is_literal(part: ast.expr) -> bool:
    """Whether an expression is a literal: a number, a string, or a list of literals."""
    try:
        ast.literal_eval(part)
    except (ValueError, TypeError):
        return False
    return True


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=list(arguments), keywords=[])


def run_program(source: str, name: str) -> dict[str, Any]:
    """Run a program as `__main__`."""
    recorder = Recorder()
    module = ModuleType("__main__")
    module.__dict__.update(recorder.names())
    sys.modules["__main__"] = module  # where pickle looks for the program's classes
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    reserve = [bytes(MEMORY_RESERVE)]
    try:
        tree = ast.fix_missing_locations(_Rewriter().visit(ast.parse(source, name)))
        exec(compile(tree, name, "exec"), module.__dict__)  # noqa: S102 (the purpose of this module)
    except BaseException as error:  # including SystemExit
        reserve.clear()
        return {"held": dict(recorder.passed), "error": describe_error(error, name, module)}
    result: dict[str, Any] = {"held": dict(recorder.passed)}
    if "right" in module.__dict__:
        result["right"] = _encode_right(module.__dict__["right"])
        result["choices"] = recorder.choices
    if COUNTER_CASE in module.__dict__:
        result["counter"] = _try_counter_case(module, name, reserve)
    return result


def _encode_right(right: object) -> Any:
    """Keep booleans, numbers, and lists of labels; turn anything else into text, which is never right."""
    if isinstance(right, bool | int | float):
        return right
    if isinstance(right, list):
        try:
            return [label if isinstance(label, str) else operator.index(label) for label in right]
        except TypeError:
            pass
    return format_value(right)


def _try_counter_case(module: ModuleType, name: str, reserve: list[bytes]) -> dict[str, Any] | None:
    """Run the counter-case and describe its error; None if it did not fail."""
    try:
        module.__dict__[COUNTER_CASE]()
    except BaseException as error:
        reserve.clear()
        return describe_error(error, name, module)
    return None


def describe_error(error: BaseException, name: str, module: ModuleType) -> dict[str, Any]:
    """Describe an error for the report: its kind, line in the program, and text."""
    line = error.lineno if isinstance(error, SyntaxError) else max(_lines(error, name), default=(0, 0))[1]
    if isinstance(error, MemoryError) or "can't allocate memory" in str(error):
        traceback.clear_frames(error.__traceback__)  # free the program's memory, which the report needs
        module.__dict__.clear()
        return {"line": line or 0, "kind": "memory", "text": "", "message": "", "values": {}}
    kind = "refused" if _is_refusal(error) else "error"
    text, message, values = shorten(f"{type(error).__name__}: {error}"), "", dict[str, str]()
    if isinstance(error, FailedAssertionError):
        kind, text, message, values = "assertion", error.source, str(error), dict(error.values)
    elif isinstance(error, AssertionError):  # raised by a library, such as torch.testing
        kind, text, message = "assertion", shorten(linecache.getline(name, line or 0)), shorten(error)
    return {"line": line or 0, "kind": kind, "text": text, "message": message, "values": values}


def _is_refusal(error: BaseException | None) -> bool:
    """Whether an error, or one in its chain of causes, shows that the sandbox refused something."""
    seen = 0
    while error and seen < 20:
        if isinstance(error, OSError) and error.errno in _REFUSALS:
            return True
        error, seen = error.__cause__ or error.__context__, seen + 1
    return False


def _lines(error: BaseException, name: str) -> Iterator[tuple[int, int]]:
    """The program's line numbers in the traceback, each with its depth, outermost first."""
    trace, depth = error.__traceback__, 0
    while trace:
        if trace.tb_frame.f_code.co_filename == name:
            yield depth, trace.tb_lineno
        trace, depth = trace.tb_next, depth + 1
