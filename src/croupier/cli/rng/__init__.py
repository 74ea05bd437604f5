"""`croupier rng`: the random source, for a laboratory."""
