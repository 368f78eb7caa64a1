"""Espejo: builds a bilingual site, Anki decks, and PDFs from a question bank in YAML.

The core, in order: each subpackage ("room" in the code) imports only those above it.

messages   terminal messages and their translations
model      record classes: questions, cards, terms, and so on
markdown   converts Markdown and TeX to safe HTML
load       parses YAML files into records with source positions
ledger     recorded history of each id, and changes not yet recorded
check      validation rules and notices
rendering  templates and their view data
site       turns a bank into pages, scripts, and styles
exports    turns a bank into Anki packages, text, and JSON
plugin     the MkDocs plugin that builds the site
commands   the command line

Optional subpackages; the core never imports them (see `check.additions`):

proofs     runs the programs that prove answers, in a sandbox
study      a learner's log and schedule, the quiz in a terminal, Anki's history
editing    tools for authors: lints, schemas, drafts, moves, pull requests
book       prints a guide as PDF

`languages/` has the interface strings, one file per language. `files.py` writes files atomically,
`processes.py` forks workers, and `packages.py` finds what comes from npm; any subpackage may use these. Only
`plugin` imports MkDocs.
"""
