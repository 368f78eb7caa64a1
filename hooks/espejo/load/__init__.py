"""Load: the YAML files under data/ in, records with their places out. Scalars stay as typed."""
