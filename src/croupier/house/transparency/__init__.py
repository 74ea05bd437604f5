"""The log that others keep: heads of all journals, published so that no history can be changed
unseen (docs/witness.md)."""
