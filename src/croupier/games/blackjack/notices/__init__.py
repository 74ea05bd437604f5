"""Blackjack, in all its variants: every sentence turns on the settings it names."""

from croupier.games.blackjack.notices.bets import bets
from croupier.games.blackjack.notices.play import play
from croupier.games.blackjack.notices.signs import felt, headline, in_short, notices

__all__ = ["bets", "felt", "headline", "in_short", "notices", "play"]
