"""Roulette with one zero."""

from croupier.games.at_once import first_stakes, staked
from croupier.games.roulette.round import (
    VOID_CAUSES,
    RouletteView,
    Round,
    check_bet,
    open_round,
    standings,
    step,
    view,
    waiting,
)
from croupier.games.roulette.rules import RouletteRules
from croupier.kit.family import Family

__all__ = [
    "FAMILY",
    "VOID_CAUSES",
    "RouletteRules",
    "RouletteView",
    "Round",
    "check_bet",
    "first_stakes",
    "open_round",
    "staked",
    "standings",
    "step",
    "view",
    "waiting",
]

FAMILY = Family(
    name="roulette",
    games=("croupier.games.books.live:LIVE_ROULETTE",),
    engine="croupier.games.roulette",
    odds="croupier.odds.families.roulette:RouletteOdds",
    sim="croupier.sim.families.roulette:SimulatedRoulette",
    notices="croupier.notices.roulette",
    story="croupier.story.roulette:RouletteStory",
    guide="croupier.table.families.roulette:RouletteTable",
    records="croupier.house.records.families.roulette:RouletteRecords",
    views="croupier.server.families.roulette:RouletteViews",
    screen="croupier.cli.play.families.roulette:RouletteScreen",
)
