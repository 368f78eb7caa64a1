"""Atomic file writes: a file is replaced as a whole, or left as it was."""

from __future__ import annotations

from pathlib import Path
from tempfile import NamedTemporaryFile


def replace_file(path: Path, content: bytes) -> None:
    """Write beside the file, then move the new one into its place, so that there is never half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}-", delete=False) as made:
        written = Path(made.name)
        try:
            made.write(content)
            made.close()
            written.chmod(0o644)
            written.replace(path)
        finally:
            written.unlink(missing_ok=True)
