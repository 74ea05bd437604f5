"""Baccarat: two hands, the table of play, and the side bets a document adds."""

from croupier.notices.baccarat.play import play
from croupier.notices.baccarat.signs import bets, felt, headline, in_short, notices

__all__ = ["bets", "felt", "headline", "in_short", "notices", "play"]
