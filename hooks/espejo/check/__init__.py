"""Check: rules that find problems and notices in a bank."""
