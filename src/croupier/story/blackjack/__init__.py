"""The story of a blackjack round."""

from croupier.story.blackjack.story import Teller

__all__ = ["Teller"]
