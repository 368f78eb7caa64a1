"""Glossary in the text: where its terms are used, and the links to them."""
