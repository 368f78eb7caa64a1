"""YAML loader: reads the files under data/ into records with source places. Scalars stay as typed."""
