"""The story of a coup."""

from croupier.games.baccarat.story.story import BaccaratStory

__all__ = ["BaccaratStory"]
