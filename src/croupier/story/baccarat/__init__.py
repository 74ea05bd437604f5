"""The story of a coup."""

from croupier.story.baccarat.teller import Teller

__all__ = ["Teller"]
