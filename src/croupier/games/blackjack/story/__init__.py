"""The story of a blackjack round."""

from croupier.games.blackjack.story.story import BlackjackStory

__all__ = ["BlackjackStory"]
