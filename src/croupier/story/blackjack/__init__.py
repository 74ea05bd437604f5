"""The story of a blackjack round."""

from croupier.story.blackjack.story import BlackjackStory

__all__ = ["BlackjackStory"]
