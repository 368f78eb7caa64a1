"""Side-by-side views: the passages of a unit as rows, and the rows as HTML."""
