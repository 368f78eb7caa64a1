"""Rules about edits: two versions of a bank in; problems and notices about what changed between them out."""
