"""A path and its new content enter; the file is there as a whole, or as it was before."""

from __future__ import annotations

from pathlib import Path
from tempfile import NamedTemporaryFile


def replace_file(path: Path, content: bytes) -> None:
    """Writes beside the file and then puts the new one in its place, so that there is never half a file."""
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
