"""Chance: where the cards and the ball come from. The rules never see this package."""

from croupier.chance.shoe import Shoe
from croupier.chance.shuffle import RandBelow, shuffle
from croupier.chance.source import SourceFailed, WatchedSource, fair, repeatable

__all__ = ["RandBelow", "Shoe", "SourceFailed", "WatchedSource", "fair", "repeatable", "shuffle"]
