"""Template environment: one Jinja environment with escaping, for pages, their frame, notes and the book."""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup

from espejo.rendering.policy import POLICY

TEMPLATES = Path(__file__).parent / "templates"


def show(value: Any) -> str:
    """A value as HTML. A fragment stays as it is and is not even copied; everything else is escaped."""
    if type(value) is Markup:
        return value
    if type(value) is str:
        return escape_text(value)
    if hasattr(value, "__html__"):
        return str(value.__html__())
    return escape_text(str(value))


def escape_text(text: str) -> str:
    """What `markupsafe.escape` gives, as a plain string: making a fragment would cost as much again."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("'", "&#39;").replace('"', "&#34;")


class _PlainCode(CodeGenerator):
    """Compiles calls and attributes in templates to plain ones, which are much faster.

    Jinja's own code asks each function whether it wants the context, and looks for an item where an object
    has no attribute. Our templates need neither: only what `is defined` asks for may be missing.
    """

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        if node.dyn_args or node.dyn_kwargs:
            self.fail("Write the arguments of a call one by one.", node.lineno)
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:  # noqa: N802
        if node.name == "defined" and isinstance(node.node, nodes.Getattr):
            self.write("hasattr(")
            self.visit(node.node.node, frame)
            self.write(f", {node.node.attr!r})")
        else:
            super().visit_Test(node, frame)

    def _output_child_pre(self, *_: object) -> None:
        self.write("environment.show(")

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:  # noqa: N802
        """Another template as one string: its pieces would go through every template around it one by one."""
        self.writeline("included = environment.get_template(", node)
        self.visit(node.template, frame)
        self.write(")")
        variables = f"context.get_all(), True, {self.dump_local_context(frame)}"
        self.simple_write(f"concat(included.root_render_func(included.new_context({variables})))", frame)

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        """Macros of another file: no file of macros uses variables of the one that imports it."""
        self.write("environment.get_template(")
        self.visit(node.template, frame)
        self.write(").module")


class _Environment(Environment):
    code_generator_class = _PlainCode
    show = staticmethod(show)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._loaded: dict[str | Template, Template] = {}

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The variables of every template, as a plain mapping: it is copied whenever one is rendered."""
        return {**self.globals, **(d or {})}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002
    ) -> Template:
        """A template by its name. They are all kept, because no page does without most of them."""
        if not (template := self._loaded.get(name)):
            template = self._loaded[name] = super().get_template(name, parent, globals)
        return template


class CompiledTemplates(FileSystemBytecodeCache):
    """Keeps templates compiled, ours and those of the theme, in the folder where Python keeps our modules.

    Ours are compiled by our own code, so what is here decides too whether they are still right.
    """

    def __init__(self) -> None:
        super().__init__(str(Path(__file__).parent / "__pycache__"), "%s.template")
        self._compiler = blake2b(Path(__file__).read_bytes(), digest_size=8).hexdigest()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        return f"{super().get_cache_key(name, filename)}.{self._compiler}"

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):  # where the package is installed, its folder may be read-only
            if not sys.dont_write_bytecode:
                super().dump_bytecode(bucket)


@cache
def _environment() -> Environment:
    environment = _Environment(
        bytecode_cache=CompiledTemplates(),
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["policy"] = POLICY
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    return environment


def get_template(name: str) -> Template:
    return _environment().get_template(name)
