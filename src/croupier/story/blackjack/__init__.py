"""The story of a blackjack round."""

from croupier.story.blackjack.teller import Teller

__all__ = ["Teller"]
