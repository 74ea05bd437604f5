"""Blackjack: one engine for every variant, told apart by a `BlackjackRules` value."""

from croupier.games.blackjack.betting import check_bet
from croupier.games.blackjack.decided import standings
from croupier.games.blackjack.irregular import VOID_CAUSES
from croupier.games.blackjack.round import open_round, step, waiting
from croupier.games.blackjack.rules import BlackjackRules
from croupier.games.blackjack.state import Round, first_stakes, staked
from croupier.games.blackjack.view import BlackjackView, view
from croupier.kit.family import Family

__all__ = [
    "FAMILY",
    "VOID_CAUSES",
    "BlackjackRules",
    "BlackjackView",
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
    name="blackjack",
    games=(
        "croupier.games.books.rws_blackjack:RWS_BLACKJACK",
        "croupier.games.books.rws_blackjack:RWS_BLACKJACK_PLUS",
        "croupier.games.books.live:LIVE_BLACKJACK",
        "croupier.games.books.classic:CLASSIC_BLACKJACK_SHOE",
        "croupier.games.books.classic:CLASSIC_BLACKJACK_DOUBLE",
        "croupier.games.books.classic:CLASSIC_BLACKJACK_SINGLE",
    ),
    side_bet="croupier.games.blackjack.side_bets:SideBetRules",
    engine="croupier.games.blackjack",
    odds="croupier.odds.families.blackjack:BlackjackOdds",
    counting="croupier.odds.counting.families:BlackjackCounting",
    sim="croupier.sim.families.blackjack:simulated_blackjack",
    sim_table="croupier.sim.families.blackjack:table_by_engine",
    notices="croupier.notices.blackjack",
    story="croupier.story.blackjack:BlackjackStory",
    guide="croupier.table.families.blackjack:BlackjackTable",
    records="croupier.house.records.families.blackjack:BlackjackRecords",
    views="croupier.server.families.blackjack:BlackjackViews",
    screen="croupier.cli.play.families.blackjack:BlackjackScreen",
)
