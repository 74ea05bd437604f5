"""Roulette with one zero."""

from croupier.kit.family import Family

FAMILY = Family(
    name="roulette",
    games=("croupier.games.roulette.books.live:LIVE_ROULETTE",),
    documents={"LIVE": "croupier.games.documents"},
    topics="croupier.games.roulette.books",
    engine="croupier.games.roulette.engine",
    odds="croupier.games.roulette.odds:RouletteOdds",
    sim="croupier.games.roulette.sim:SimulatedRoulette",
    notices="croupier.games.roulette.notices",
    story="croupier.games.roulette.story:RouletteStory",
    guide="croupier.games.roulette.guide:RouletteTable",
    records="croupier.games.roulette.records:RouletteRecords",
    views="croupier.games.roulette.views:RouletteViews",
    screen="croupier.games.roulette.screen:RouletteScreen",
)
