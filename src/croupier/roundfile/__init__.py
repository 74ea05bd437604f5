"""The round file: one round of any game, written down, played again and settled.

`read` makes a `RoundFile` of text, `play` drives the engine with it, `write` makes a file of a
round that was played elsewhere.
"""

from croupier.roundfile.play import Played, play
from croupier.roundfile.read import RoundFile, read
from croupier.roundfile.report import as_json, sums
from croupier.roundfile.write import write

__all__ = ["Played", "RoundFile", "as_json", "play", "read", "sums", "write"]
