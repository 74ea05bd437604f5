"""Blackjack, in all its variants: every sentence turns on the settings it names."""

from croupier.notices.blackjack.bets import bets
from croupier.notices.blackjack.play import play
from croupier.notices.blackjack.signs import felt, headline, in_short, notices

__all__ = ["bets", "felt", "headline", "in_short", "notices", "play"]
