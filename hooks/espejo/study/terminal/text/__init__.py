"""Terminal text: cleaned characters, math, and Markdown."""
