"""How often the watchdogs of cards and wheels bark at honest ones, and how soon at others."""
