"""Blackjack's main bet, solved: the best chart, the best play, and what each is worth."""
