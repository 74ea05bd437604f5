"""The rule documents of roulette, and their variants."""
