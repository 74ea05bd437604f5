"""Several nodes of one house."""
