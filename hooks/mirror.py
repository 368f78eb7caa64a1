"""MkDocs hook of this repository: the plugin, without an installed package."""

from espejo.plugin.events import EspejoPlugin

_plugin = EspejoPlugin()
globals().update({name: getattr(_plugin, name) for name in dir(_plugin) if name.startswith("on_")})
