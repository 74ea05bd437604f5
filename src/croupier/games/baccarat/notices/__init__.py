"""Baccarat: two hands, the table of play, and the side bets a document adds."""

from croupier.games.baccarat.notices.play import play
from croupier.games.baccarat.notices.signs import bets, felt, headline, in_short, notices

__all__ = ["bets", "felt", "headline", "in_short", "notices", "play"]
