"""The rule documents of blackjack, and their variants."""
