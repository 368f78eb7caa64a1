"""Proof rules: static checks of programs, which are parsed but not run."""

from __future__ import annotations

import ast
import builtins
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from espejo.ledger.claims import Claim, contradicts, is_out_of_order, is_same_program, list_claims
from espejo.messages.message import Message, comma_separated, message, sentences
from espejo.model.bank import Bank
from espejo.model.ledger import Entry
from espejo.model.problems import Problem, Suggester
from espejo.model.proof import LIBRARIES, Proof
from espejo.model.text import Code, Name
from espejo.proofs.inside.program import COUNTER_CASE, is_literal

_BUILTINS = frozenset(dir(builtins))

_WITH_TARGETS = (
    *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr),
    *(ast.For, ast.AsyncFor, ast.comprehension),
)
"""Nodes that assign to a name. (`with … as name` is not tracked.)"""


def check_proofs(bank: Bank) -> Iterator[Problem]:
    """A proof has either a program that could fail or a reason why there is none."""
    suggest = Suggester()
    for claim in list_claims(bank):
        if claim.proof:
            yield from _check_form(claim, claim.proof)
            yield from _check_needs(claim, claim.proof, suggest)
        if claim.program:
            yield from _check_program(claim, claim.program, suggest)
            yield from _check_computed(claim, bank.ledger.proven.get(claim.id))


def _check_form(claim: Claim, proof: Proof) -> Iterator[Problem]:
    if (proof.program is None) == (proof.not_computable is None):
        fact = message("a proof needs exactly one of 'program' and 'not_computable'.")
        yield Problem(proof.place, claim.id, fact)
    if proof.not_computable and proof.needs:
        yield Problem(proof.place, claim.id, message("'needs' without a program. Remove it."))
    if proof.illustrates and proof.program is None:
        yield Problem(proof.place, claim.id, message("'illustrates' without a program. Remove it."))


def _check_needs(claim: Claim, proof: Proof, suggest: Suggester) -> Iterator[Problem]:
    first: dict[str, Name] = {}
    for name in proof.needs:
        if name and name not in LIBRARIES:
            fact = message("unknown requirement '{name}'.", name=name)
            yield Problem(name.place, claim.id, sentences(fact, suggest(name, LIBRARIES)))
        elif first.setdefault(name, name) is not name:
            fact = message("duplicate requirement '{name}'. Keep one.", name=name)
            yield Problem(name.place, claim.id, fact)


def _check_program(claim: Claim, program: Code, suggest: Suggester) -> Iterator[Problem]:
    analysis = _analyze(str(program))
    if isinstance(analysis, _ParseError):
        fact = message("invalid Python: {error}.", error=analysis.error)
        yield Problem(program.at(analysis.line, analysis.column), claim.id, fact)
        return
    faults = _find_import_faults(analysis, claim.needs, suggest)
    for line, fact in (*faults, *_find_answer_faults(analysis, claim)):
        yield Problem(program.at(line), claim.id, fact)


def _check_computed(claim: Claim, entry: Entry | None) -> Iterator[Problem]:
    """Compare the answer key with the recorded result of the same program."""
    if entry and is_same_program(claim, entry) and contradicts(claim, entry):
        if is_out_of_order(claim, entry):
            fact = message(
                "the choices are not in the order of the proof, which is {values}. Reorder either.",
                values=comma_separated(entry.values),
            )
        else:
            fact = message(
                "the proof computed {right}, which is not the answer. Correct the answer or the proof.",
                right=entry.right,
            )
        yield Problem(claim.place, claim.id, fact)


def computes_right(program: Code) -> bool:
    """Whether a program computes the answer instead of only asserting a fact."""
    analysis = _analyze(str(program))
    return isinstance(analysis, _Analysis) and bool(analysis.right)


def _find_import_faults(
    analysis: _Analysis, needs: tuple[str, ...], suggest: Suggester
) -> Iterator[tuple[int, Message]]:
    for name, line in analysis.imports.items():
        if name in LIBRARIES and name not in needs:
            yield (
                line,
                message(
                    "the program imports '{name}'. Declare it above the program: needs: [{needs}]",
                    name=name,
                    needs=comma_separated((*needs, name)),
                ),
            )
        elif name not in LIBRARIES and name not in sys.stdlib_module_names:
            fact = message("the program imports '{name}', which is not available to proofs.", name=name)
            yield line, sentences(fact, suggest(name, LIBRARIES))


def _find_answer_faults(analysis: _Analysis, claim: Claim) -> Iterator[tuple[int, Message]]:
    """Check that the program depends on the answer.

    It must either compute `right`, to compare with the answer, or assert a fact and define a counter-case.
    """
    if analysis.right and not claim.computable:
        yield (
            analysis.right,
            message(
                "'right' is set, but there are no choices. Assert the fact, and define {function}().",
                function=COUNTER_CASE,
            ),
        )
    elif analysis.literal_right:
        yield analysis.literal_right, message("'right' is a literal. Compute it in the program.")
    elif not analysis.right and not analysis.counter_case:
        yield 1, _describe_independent(claim)
    elif not analysis.right and not analysis.asserts:
        yield 1, message("no assertion can fail: none checks anything the program computed.")
    for line in analysis.constant_tests:
        fact = message("a test that always returns the same value. Measure what the choice claims.")
        yield line, fact


def _describe_independent(claim: Claim) -> Message:
    """Say that a program does not depend on the answer, and how to fix it."""
    if claim.computable:
        return message(
            "the program does not depend on the answer. "
            "It must compute 'right', or assert the fact and define {function}(), where it is false.",
            function=COUNTER_CASE,
        )
    return message(
        "the program does not depend on the answer. "
        "It must assert the fact and define {function}(), where it is false.",
        function=COUNTER_CASE,
    )


@dataclass(frozen=True, slots=True)
class _ParseError:
    """Why a program cannot be parsed, and where."""

    line: int
    column: int
    error: str  # Python's message


@dataclass(frozen=True, slots=True)
class _Analysis:
    """Facts from a program's syntax tree: line numbers from 1; 0 means absent."""

    imports: dict[str, int]
    right: int  # where `right` is assigned
    literal_right: int  # where `right` is assigned a literal
    counter_case: int
    asserts: tuple[int, ...]  # assertions that could fail
    constant_tests: tuple[int, ...]


@lru_cache(maxsize=4096)
def _analyze(program: str) -> _Analysis | _ParseError:
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(program)
        nodes = list(ast.walk(tree))
        literals = _find_literals(tree, nodes)
        right, literal_right = _find_right(nodes, literals)
        return _Analysis(
            dict(_find_imports(nodes)),
            right,
            literal_right,
            next(
                (n.lineno for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == COUNTER_CASE), 0
            ),
            tuple(
                test.lineno for test in map(_get_asserted, nodes) if test and not _is_vacuous(test, literals)
            ),
            tuple(_find_constant_tests(nodes)),
        )
    except SyntaxError as error:
        return _ParseError(error.lineno or 1, error.offset or 1, error.msg)
    except (ValueError, RecursionError, MemoryError) as error:
        return _ParseError(1, 1, str(error) or message("it is nested too deeply"))


def _find_imports(nodes: list[ast.AST]) -> Iterator[tuple[str, int]]:
    """Find the imported top-level packages, each with its line."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or ".").partition(".")[0], node.lineno


def _find_literals(tree: ast.Module, nodes: list[ast.AST]) -> set[str]:
    """Find names that are assigned only once, to a literal."""
    bound = Counter(node.arg for node in nodes if isinstance(node, ast.arg))
    bound.update(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return {
        node.targets[0].id
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and is_literal(node.value)
        and bound[node.targets[0].id] == 1
    }


def _find_right(nodes: list[ast.AST], literals: set[str]) -> tuple[int, int]:
    """Find the first line that assigns `right`, and the first that assigns it a literal."""
    first = first_literal = 0
    for node in nodes:
        if not isinstance(node, _WITH_TARGETS):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(target, ast.Name) and target.id == "right" for target in targets):
            first = first or getattr(node, "lineno", 1)
            value = getattr(node, "value", None)
            named = isinstance(value, ast.Name) and value.id in literals
            if value is not None and (named or (is_literal(value) and ast.unparse(value) != "[]")):
                first_literal = first_literal or node.lineno  # type: ignore[union-attr]
    return first, first_literal


def _get_asserted(node: ast.AST) -> ast.expr | None:
    """The expression that a node asserts, as a statement or with a function such as assert_close."""
    match node:
        case ast.Assert(test=test):
            return test
        case ast.Expr(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) as call):
            return ast.Tuple(call.args, lineno=call.lineno) if name.startswith("assert_") else None
    return None


def _is_vacuous(test: ast.expr, literals: set[str]) -> bool:
    """Whether a test uses only literals or compares something with itself."""
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq):
        same = ast.dump(test.left) == ast.dump(test.comparators[0])
    else:
        same = False
    names = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
    return same or names - literals <= _BUILTINS


def _find_constant_tests(nodes: list[ast.AST]) -> Iterator[int]:
    """Find functions without parameters that only return True or False instead of measuring something."""
    for node in nodes:
        match node:
            case ast.Lambda(args=ast.arguments(args=[]), body=ast.Constant(value=bool())):
                yield node.lineno
            case ast.FunctionDef(
                args=ast.arguments(args=[]), body=[ast.Return(value=ast.Constant(value=bool()))]
            ):
                yield node.lineno
