"""The story of a coup."""

from croupier.story.baccarat.story import BaccaratStory

__all__ = ["BaccaratStory"]
