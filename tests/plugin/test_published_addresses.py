"""Published addresses: those of the small bank's site, as first published, keep working forever.

Each line of tests/golden/published.txt is an address with its ids. Lines are only ever added.
A redirect has the ids of its target.
"""

from __future__ import annotations

import re
from pathlib import Path

from project import ROOT

_REDIRECT = re.compile(r'<a id="new" href="([^"]+)"')
_ID = re.compile(r'<[^>]*?\sid="([^"]+)"')


def test_every_address_that_was_ever_published_still_answers_with_its_ids(site: Path) -> None:
    listed = (ROOT / "tests" / "golden" / "published.txt").read_text(encoding="utf-8").splitlines()
    lost = []
    for address, *ids in map(str.split, listed):
        file = site / (address[1:] + "index.html" if address.endswith("/") else address[1:])
        if not file.is_file():
            lost.append(address)
        elif ids:
            html = file.read_text(encoding="utf-8")
            if target := _REDIRECT.search(html):
                html += (file.parent / target[1] / "index.html").read_text(encoding="utf-8")
            found = set(_ID.findall(html))
            lost += [f"{address}#{id_}" for id_ in ids if id_ not in found]
    assert not lost
