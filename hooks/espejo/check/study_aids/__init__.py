"""Rules and notices about what helps a learner: hints, sources, cross references and prerequisites."""
