"""Messages: what the tools say, in English in the code and in other languages in catalogs."""
