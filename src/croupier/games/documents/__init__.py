"""Rule documents that speak of several games."""
