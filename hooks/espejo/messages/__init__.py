"""Messages: what the tools say, in English in the code and translated in catalogs."""
