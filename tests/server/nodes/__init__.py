"""A house of several nodes."""
