"""What travels between a house and its clients: every message, typed."""
