"""Live reload: removes MkDocs' inline script from the local server's pages, because our CSP blocks it.

Pages reload with our own script instead, site/js/live_reload.js.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_SCRIPT = re.compile(rb"<script>\s*var livereload = .*?</script>", re.DOTALL)


def drop_inline_script(app: WSGIApplication) -> WSGIApplication:
    """Wrap an application so that its responses lack that script."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        begun: list[Any] = []

        def begin(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
            begun[:] = status, headers

        content = app(environ, begin)
        status, headers = begun
        if dict(headers).get("Content-Type") == "text/html":
            content = [_SCRIPT.sub(b"", b"".join(content))]
            headers = [(name, value) for name, value in headers if name != "Content-Length"]
            headers.append(("Content-Length", str(len(content[0]))))
        start_response(status, headers)
        return content

    return answer
