"""What runs inside the environment of the proofs: Python's own library, and nothing of the bank."""
