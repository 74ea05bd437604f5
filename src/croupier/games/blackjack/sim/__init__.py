"""Blackjack's rules and strategies as the kernel's tables."""
