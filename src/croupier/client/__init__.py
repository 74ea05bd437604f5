"""A client that plays: for bots, for tests, and for whoever writes one."""
