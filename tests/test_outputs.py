"""Manifest of a site: which files of the last build are still right, and what is linked into the next one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from espejo.build.outputs import Manifest, keep_same_files, link_file, write_output

KEY = b"key"


@pytest.fixture
def made(tmp_path: Path) -> Manifest:
    """A site of three files, and its manifest."""
    manifest = Manifest(tmp_path / "site", inputs="inputs", said=["said"])
    for path in ("index.html", "a/index.html", "a/b.json"):
        manifest.outputs.update([write_output(manifest.folder, path, KEY, path.encode(), manifest)])
    manifest.take_times(manifest.folder)
    return manifest


def test_a_manifest_reads_as_it_was_written(made: Manifest, tmp_path: Path) -> None:
    made.outputs["index.html"] = made.outputs["index.html"]._replace(shows={"anki/a.tsv": "1 KB"})
    made.write(tmp_path / "manifest.json")
    read = Manifest.read(tmp_path / "manifest.json", made.folder)
    assert read == made
    assert read.is_whole()
    assert read.find("index.html", KEY) == made.outputs["index.html"]
    assert read.find("index.html", b"another key") is None
    assert read.find_group(KEY) == made.outputs


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b"null", b'{"format": 1}', b"\xff", b'{"format": 0}']
)
def test_a_manifest_that_cannot_be_read_says_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "manifest.json").write_bytes(content)
    read = Manifest.read(tmp_path / "manifest.json", tmp_path)
    assert read == Manifest(tmp_path)
    assert not read.is_whole()


def test_a_manifest_with_values_of_other_types_says_nothing(made: Manifest, tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    made.write(path)
    written = json.loads(path.read_bytes())
    for values in ([], [1, 2], [1, "2", 3, "4", 5], "text", ["", 1, "", 0, {}, "more"]):
        path.write_text(json.dumps({**written, "outputs": {"index.html": values}}), encoding="utf-8")
        assert Manifest.read(path, made.folder).find("index.html", KEY) is None


def test_the_manifest_of_another_folder_says_nothing(made: Manifest, tmp_path: Path) -> None:
    made.write(tmp_path / "manifest.json")
    assert Manifest.read(tmp_path / "manifest.json", tmp_path / "other").outputs == {}


def test_a_file_that_was_edited_is_noticed(made: Manifest) -> None:
    path = made.folder / "a" / "b.json"
    path.write_bytes(b"edited!!")
    assert not made.is_whole()
    assert made.find("a/b.json", KEY) is None
    assert made.find("index.html", KEY)
    assert made.find_group(KEY) == {}


def test_a_file_of_the_same_size_that_was_written_later_is_noticed(made: Manifest) -> None:
    path = made.folder / "index.html"
    path.write_bytes(path.read_bytes())
    os.utime(path, ns=(0, 1))
    assert made.find("index.html", KEY) is None
    assert not made.is_whole()


def test_a_file_that_is_gone_or_a_link_is_noticed(made: Manifest, tmp_path: Path) -> None:
    page = made.folder / "index.html"
    page.rename(tmp_path / "page")
    assert made.find("index.html", KEY) is None
    assert not made.is_whole()
    page.symlink_to(tmp_path / "page")
    assert made.find("index.html", KEY) is None
    assert not made.is_whole()


def test_a_file_that_was_added_is_noticed(made: Manifest) -> None:
    (made.folder / "a" / "foreign.html").write_text("foreign", encoding="utf-8")
    assert not made.is_whole()
    assert made.find("index.html", KEY)


def test_what_has_not_changed_is_the_same_file_in_the_new_site(made: Manifest, tmp_path: Path) -> None:
    """Also if it was made again, by us or by somebody else. Another one has a time of its own."""
    new = tmp_path / "new"
    for path, content in (("a/index.html", b"a/index.html"), ("a/b.json", b"another")):
        write_output(new, path, KEY, content, made)
    (new / "index.html").write_bytes(b"index.html")
    keep_same_files(made.folder, new)
    same = {path: (made.folder / path).samefile(new / path) for path in made.outputs}
    assert same == {"index.html": True, "a/index.html": True, "a/b.json": False}
    assert (made.folder / "a/b.json").read_bytes() == b"a/b.json"


def test_where_links_are_impossible_a_copy_keeps_the_time(
    made: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_old: Path, _new: Path) -> None:
        raise OSError("no links")

    monkeypatch.setattr(os, "link", refuse)
    old, new = made.folder / "index.html", tmp_path / "new" / "index.html"
    os.utime(old, ns=(5, 7))
    link_file(str(old), str(new))
    assert (new.read_bytes(), new.stat().st_mtime_ns) == (old.read_bytes(), 7)
