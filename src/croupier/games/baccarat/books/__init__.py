"""The rule documents of baccarat, and their variants."""
