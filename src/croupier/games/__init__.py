"""The rules, pure: a round is a value, chance is a message."""
