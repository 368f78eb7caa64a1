"""A program's text enters; what it showed leaves: the assertions that held, what it computed, what failed."""

from __future__ import annotations

import ast
import linecache
import operator
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

COUNTER_CASE = "counter_case"
MAX_SHOWN = 200
MAX_TOLD = 600

# Names no program can write, so that none is in its way.
_HOLD, _FAIL, _SEE = "@hold", "@fail", "@see"


class FailedError(AssertionError):
    """An assertion of the program that does not hold, with what stood on its sides."""

    def __init__(self, source: str, values: Mapping[str, str], message: str) -> None:
        super().__init__(message)
        self.source = source
        self.values = values


class Watch:
    """Sees each assertion of one program: which lines held, how often, and the values it looked at."""

    def __init__(self) -> None:
        self.held: Counter[int] = Counter()
        self._values: dict[str, object] = {}

    def names(self) -> dict[str, object]:
        return {_HOLD: self._hold, _FAIL: self._fail, _SEE: self._see}

    def _see(self, source: str, value: object) -> object:
        self._values[source] = value
        return value

    def _hold(self, line: int) -> None:
        self.held[line] += 1
        self._values.clear()

    def _fail(self, source: str, *message: object) -> FailedError:
        values = {name: show(value) for name, value in self._values.items()}
        self._values.clear()
        return FailedError(source, values, show_text(message[0]) if message else "")


def show(value: object) -> str:
    """A value in one line, whatever it is."""
    try:
        return show_text(repr(value), MAX_SHOWN)
    except Exception as error:  # a class of the program's own may not know how to show itself
        return f"<{type(value).__name__}, which cannot be shown: {type(error).__name__}>"


def show_text(text: object, limit: int = MAX_TOLD) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= limit else f"{line[:limit]}…"


class _Rewrite(ast.NodeTransformer):
    """Makes each assertion count when it holds, and tell its values when it does not."""

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        source = show_text(ast.unparse(node))
        message = [node.msg] if node.msg else []
        watched = ast.If(
            test=_watched(node.test),
            body=[ast.Expr(_call(_HOLD, ast.Constant(node.lineno)))],
            orelse=[ast.Raise(exc=_call(_FAIL, ast.Constant(source), *message))],
        )
        return ast.copy_location(watched, node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.AST]:
        """torch.testing.assert_close(…) is an assertion too: it holds if it lets the program go on."""
        if not (isinstance(node.value, ast.Call) and _name(node.value.func).startswith("assert_")):
            return node
        held = ast.Expr(_call(_HOLD, ast.Constant(node.lineno)))
        return [node, ast.copy_location(held, node)]


def _name(function: ast.expr) -> str:
    return str(getattr(function, "attr", getattr(function, "id", "")))


def _watched(test: ast.expr) -> ast.expr:
    """The same test, that remembers what it compares: both sides, or what it calls a function with."""
    match test:
        case ast.UnaryOp(op=ast.Not()):
            test.operand = _watched(test.operand)
        case ast.BoolOp():
            test.values = [_watched(value) for value in test.values]
        case ast.Compare():
            test.left = _seen(test.left)
            test.comparators = [_seen(side) for side in test.comparators]
        case ast.Call():
            test.args = [_seen(argument) for argument in test.args]
        case _:
            return _seen(test)
    return test


def _seen(part: ast.expr) -> ast.expr:
    # What is written out says nothing more, and neither does a generator.
    if isinstance(part, ast.Starred | ast.GeneratorExp | ast.Lambda) or is_literal(part):
        return part
    return _call(_SEE, ast.Constant(show_text(ast.unparse(part), MAX_SHOWN)), part)


def is_literal(part: ast.expr) -> bool:
    """Whether it is a value that is written out."""
    try:
        ast.literal_eval(part)
    except (ValueError, TypeError):
        return False
    return True


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=list(arguments), keywords=[])


def run_program(source: str, name: str, relieve: Callable[[], None]) -> dict[str, Any]:
    """Runs it as if it were the program Python was started with; once it is over, `relieve` makes room."""
    watch = Watch()
    module = ModuleType("__main__")
    module.__dict__.update(watch.names())
    sys.modules["__main__"] = module  # where pickle looks for the program's classes
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    try:
        tree = ast.fix_missing_locations(_Rewrite().visit(ast.parse(source, name)))
        exec(compile(tree, name, "exec"), module.__dict__)  # noqa: S102 (this is what we are here for)
    except BaseException as error:  # also SystemExit, and whatever else a program may raise
        relieve()
        return {"held": dict(watch.held), "error": explain(error, name)}
    shown: dict[str, Any] = {"held": dict(watch.held)}
    if "right" in module.__dict__:
        shown["right"] = _labels(module.__dict__["right"])
    if COUNTER_CASE in module.__dict__:
        shown["counter"] = _try_counter_case(module.__dict__[COUNTER_CASE], name, relieve)
    return shown


def _labels(right: object) -> Any:
    """True, false, a number or a list of labels; anything else is shown as text, which is no answer key."""
    if isinstance(right, bool | int | float):
        return right
    if isinstance(right, list):
        try:
            return [one if isinstance(one, str) else operator.index(one) for one in right]
        except TypeError:
            pass
    return {"shown": show(right)}


def _try_counter_case(counter_case: Any, name: str, relieve: Callable[[], None]) -> dict[str, Any] | None:
    """How it failed; None if it did not."""
    try:
        counter_case()
    except BaseException as error:
        relieve()
        return explain(error, name)
    return None


def explain(error: BaseException, name: str) -> dict[str, Any]:
    """An error in words: its kind, the line of the program it came from, and what it says."""
    line = error.lineno if isinstance(error, SyntaxError) else max(_lines(error, name), default=(0, 0))[1]
    told: dict[str, Any] = {
        "line": line or 0,
        "kind": "error",
        "text": show_text(f"{type(error).__name__}: {error}"),
    }
    if isinstance(error, FailedError):
        told |= {"kind": "assertion", "text": error.source, "message": str(error), "values": error.values}
        return told
    if isinstance(error, AssertionError):  # raised by a library, such as torch.testing
        source = show_text(linecache.getline(name, line or 0))
        return told | {"kind": "assertion", "text": source, "message": show_text(error)}
    if isinstance(error, MemoryError) or "can't allocate memory" in str(error):
        return told | {"kind": "memory"}
    return told


def _lines(error: BaseException, name: str) -> Iterator[tuple[int, int]]:
    """The lines of the program that the error passed through, numbered from the outermost."""
    trace, depth = error.__traceback__, 0
    while trace:
        if trace.tb_frame.f_code.co_filename == name:
            yield depth, trace.tb_lineno
        trace, depth = trace.tb_next, depth + 1
