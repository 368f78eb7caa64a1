"""Published addresses: what the small bank's site had when it was first published answers for good.

tests/golden/published.txt has an address a line, and the ids on that page. Lines are only added.
"""

from __future__ import annotations

import re
from pathlib import Path

from project import ROOT

_ID = re.compile(r'<[^>]*?\sid="([^"]+)"')


def test_every_address_that_was_ever_published_still_answers_with_its_ids(site: Path) -> None:
    listed = (ROOT / "tests" / "golden" / "published.txt").read_text(encoding="utf-8").splitlines()
    lost = []
    for address, *ids in map(str.split, listed):
        file = site / (address[1:] + "index.html" if address.endswith("/") else address[1:])
        if not file.is_file():
            lost.append(address)
        elif ids:
            found = set(_ID.findall(file.read_text(encoding="utf-8")))
            lost += [f"{address}#{id_}" for id_ in ids if id_ not in found]
    assert not lost
