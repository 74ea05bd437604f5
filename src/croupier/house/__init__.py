"""The people and the books around the tables: who is who, what they may, and what became of it."""
