"""Espejo turns the YAML bank into mirrored pages: load -> read -> check -> fragments -> pages."""
