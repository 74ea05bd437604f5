"""What bets are worth, how to play best, and what a change of the rules would cost."""

from croupier.cli.odds.advise import advise
from croupier.cli.odds.bets import odds
from croupier.cli.odds.strategy import strategy
from croupier.cli.odds.whatif import whatif

__all__ = ["advise", "odds", "strategy", "whatif"]
