"""The story of a coup."""

from croupier.story.baccarat.story import Teller

__all__ = ["Teller"]
