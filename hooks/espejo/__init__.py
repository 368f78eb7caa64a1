"""Espejo: a bilingual question bank, from YAML to pages. The rooms, in order; each uses only those above it.

messages   what the tools say, in every language they speak
model      records of everything a bank holds
passages   Markdown and TeX to safe HTML
load       YAML files to records, with their places
learner    learners' logs: what they answered, and when to review it
ledger     what the bank remembers, and what has changed since
proofs     programs that show that answers are right
lints      rules about wording, which can be wrong
authoring  schemas and drafts, for people who write
check      everything that is wrong with a project
rendering  templates and what they may ask
site       a bank to pages
exports    a bank to Anki packages, text and JSON
book       a guide to PDF
build      a site to the bodies of its pages and its downloads
plugin     the events of MkDocs to pages
forge      two versions of a bank to what a pull request is told
runner     a bank to a quiz in a terminal
commands   the command line

`files.py` writes files atomically, for any room. Only `plugin`, and the hook that calls it, know MkDocs.
"""
