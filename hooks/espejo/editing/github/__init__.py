"""GitHub integration: pull request annotations and a summary of changes."""
