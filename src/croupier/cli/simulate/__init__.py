"""Games played by the million, and what came of it."""
