"""All that can be said of one set of rules, for a house that must not wait for it itself.

python -m croupier.odds.reckoning GAME SETTINGS odds        say it as JSON, as settings are
python -m croupier.odds.reckoning GAME SETTINGS counting    what could be won by counting cards
python -m croupier.odds.reckoning GAME SETTINGS play        what its play is measured by
"""

import os
import sys

import msgspec

from croupier.engine.protocol import variant
from croupier.engine.rules import Rules
from croupier.odds.counting.figures import GameProtection
from croupier.odds.counting.protection import game_protection_of
from croupier.odds.game import has_strategy, odds_of, strategy_of
from croupier.odds.play_figures import PlayFigures, play_figures
from croupier.odds.strategy import AnteStrategy, Strategy
from croupier.odds.worth import GameOdds

ODDS, COUNTING, PLAY = "odds", "counting", "play"
"""What may be asked for."""
PATIENCE = 10
"""How far it gives way: whoever plays comes first, yet somebody waits for this, too."""


class BestPlay(msgspec.Struct, frozen=True):
    """One of the two, as the game asks its players."""

    chart: Strategy | None = None
    antes: AnteStrategy | None = None


class Reckoned(msgspec.Struct, frozen=True):
    odds: GameOdds
    play: BestPlay | None
    """None where players decide nothing."""


def reckon(rules: Rules) -> Reckoned:
    return Reckoned(odds_of(rules), _best_play(rules))


def _best_play(rules: Rules) -> BestPlay | None:
    if not has_strategy(rules):
        return None
    strategy = strategy_of(rules)
    return (
        BestPlay(antes=strategy) if isinstance(strategy, AnteStrategy) else BestPlay(chart=strategy)
    )


def main() -> None:
    game, settings, what = sys.argv[1:]
    os.nice(PATIENCE)
    rules = variant(game, msgspec.json.decode(settings))
    sys.stdout.buffer.write(msgspec.json.encode(_answer(rules, what)))


def _answer(rules: Rules, what: str) -> Reckoned | GameProtection | PlayFigures:
    if what == COUNTING:
        return game_protection_of(rules)
    return play_figures(rules) if what == PLAY else reckon(rules)


if __name__ == "__main__":
    main()
