"""Baccarat: one engine for both variants, told apart by a `BaccaratRules` value."""

from croupier.games.baccarat.betting import check_bet, open_round
from croupier.games.baccarat.round import (
    VOID_CAUSES,
    BaccaratView,
    first_stakes,
    staked,
    standings,
    step,
    view,
    waiting,
)
from croupier.games.baccarat.rules import BaccaratRules
from croupier.games.baccarat.state import Round
from croupier.kit.family import Family

__all__ = [
    "FAMILY",
    "VOID_CAUSES",
    "BaccaratRules",
    "BaccaratView",
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
    name="baccarat",
    games=(
        "croupier.games.books.live:LIVE_BACCARAT",
        "croupier.games.books.rws_baccarat:RWS_KNOCKOUT_BACCARAT",
    ),
    engine="croupier.games.baccarat",
    odds="croupier.odds.families.baccarat:BaccaratOdds",
    counting="croupier.odds.counting.families:BaccaratCounting",
    sim="croupier.sim.families.baccarat:simulated_baccarat",
    sim_table="croupier.sim.families.baccarat:baccarat_table",
    notices="croupier.notices.baccarat",
    story="croupier.story.baccarat:BaccaratStory",
    guide="croupier.table.families.baccarat:BaccaratTable",
    records="croupier.house.records.families.baccarat:BaccaratRecords",
    views="croupier.server.families.baccarat:BaccaratViews",
    screen="croupier.cli.play.families.baccarat:BaccaratScreen",
)
