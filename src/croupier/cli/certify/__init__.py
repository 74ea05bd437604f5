"""`croupier certify` and the report it writes."""
