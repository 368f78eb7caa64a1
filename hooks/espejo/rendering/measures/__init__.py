"""Measures of questions, from their text: how long they take, and how much room an answer needs on paper."""
