"""Content-Security-Policy: what a page may load and run, which is only what the site itself serves."""

from __future__ import annotations

from collections.abc import Mapping

_DIRECTIVES: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",  # the search of Pagefind is WebAssembly
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self'",
    "manifest-src": "'self'",
    "connect-src": "'self'",  # the index of the search
    "base-uri": "'none'",
    "form-action": "'self'",  # the search, if somebody presses Enter before its script is there
}

POLICY = "; ".join(f"{name} {sources}" for name, sources in _DIRECTIVES.items())
"""The policy as pages have it, in a `meta` element."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}
"""What a host should send, if it can: browsers ignore `frame-ancestors` in a page."""
