"""Espejo: a bilingual question bank, from YAML to pages.

The core, in order: each room uses only those above it.

messages   what the tools say, in every language they speak
model      records of everything a bank holds
markdown   Markdown and TeX to safe HTML
load       YAML files to records, with their places
ledger     what the bank remembers, and what has changed since
check      everything that is wrong with a project
rendering  templates and what they show
site       a bank to pages
exports    a bank to Anki packages, text and JSON
plugin     the events of MkDocs to a site
commands   the command line

Rooms that add to the core, which never imports them (see `check.additions`):

proofs     programs that show that answers are right: sandbox, verdicts
study      a learner's log and schedule, the quiz in a terminal, Anki's history
editing    help for authors: lints, schemas, drafts, moves, pull requests
book       a guide to PDF

`languages/` has the words of the interface, one file per language. `files.py` writes files atomically and
`processes.py` forks workers, for any room. Only `plugin`, and the hook that calls it, know MkDocs.
"""
