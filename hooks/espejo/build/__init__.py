"""Build: a site to its files, in several processes, and only what has changed since the last build."""
