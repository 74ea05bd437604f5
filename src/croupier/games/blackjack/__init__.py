"""Blackjack: one engine for every variant, told apart by a `BlackjackRules` value."""

from croupier.kit.family import Family

FAMILY = Family(
    name="blackjack",
    games=(
        "croupier.games.blackjack.books.rws:RWS_BLACKJACK",
        "croupier.games.blackjack.books.rws:RWS_BLACKJACK_PLUS",
        "croupier.games.blackjack.books.live:LIVE_BLACKJACK",
        "croupier.games.blackjack.books.classic:CLASSIC_BLACKJACK_SHOE",
        "croupier.games.blackjack.books.classic:CLASSIC_BLACKJACK_DOUBLE",
        "croupier.games.blackjack.books.classic:CLASSIC_BLACKJACK_SINGLE",
    ),
    documents={
        "BJ5": "croupier.games.blackjack.books",
        "BJP": "croupier.games.blackjack.books",
        "LIVE": "croupier.games.documents",
        "CLB": "croupier.games.blackjack.books",
    },
    topics="croupier.games.blackjack.books",
    side_bet="croupier.games.blackjack.engine.side_bets:SideBetRules",
    engine="croupier.games.blackjack.engine",
    odds="croupier.games.blackjack.odds.family:BlackjackOdds",
    counting="croupier.games.blackjack.odds.counting:BlackjackCounting",
    sim="croupier.games.blackjack.sim.family:simulated_blackjack",
    sim_table="croupier.games.blackjack.sim.family:table_by_engine",
    sim_check="croupier.games.blackjack.sim.compare_engine:held_to_engine",
    notices="croupier.games.blackjack.notices",
    story="croupier.games.blackjack.story:BlackjackStory",
    guide="croupier.games.blackjack.guide:BlackjackTable",
    records="croupier.games.blackjack.records:BlackjackRecords",
    views="croupier.games.blackjack.views:BlackjackViews",
    screen="croupier.games.blackjack.screen:BlackjackScreen",
)
