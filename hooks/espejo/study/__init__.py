"""Learner's log: answers given on the site or in Anki, and the review schedule."""
