"""Text for a terminal: cleaned characters, math and Markdown."""
