"""What compares the two languages and reads each by itself; each can be mistaken, and told so."""
