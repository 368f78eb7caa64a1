"""Load: the YAML files under data/ to records with their places. Scalars are kept as typed."""
