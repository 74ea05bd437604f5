"""Baccarat: one engine for both variants, told apart by a `BaccaratRules` value."""

from croupier.kit.family import Family

FAMILY = Family(
    name="baccarat",
    games=(
        "croupier.games.baccarat.books.live:LIVE_BACCARAT",
        "croupier.games.baccarat.books.knockout:RWS_KNOCKOUT_BACCARAT",
    ),
    documents={"NKB": "croupier.games.baccarat.books", "LIVE": "croupier.games.documents"},
    topics="croupier.games.baccarat.books",
    engine="croupier.games.baccarat.engine",
    odds="croupier.games.baccarat.odds.family:BaccaratOdds",
    counting="croupier.games.baccarat.odds.counting:BaccaratCounting",
    sim="croupier.games.baccarat.sim:simulated_baccarat",
    sim_table="croupier.games.baccarat.sim:baccarat_table",
    notices="croupier.games.baccarat.notices",
    story="croupier.games.baccarat.story:BaccaratStory",
    guide="croupier.games.baccarat.guide:BaccaratTable",
    records="croupier.games.baccarat.records:BaccaratRecords",
    views="croupier.games.baccarat.views:BaccaratViews",
    screen="croupier.games.baccarat.screen:BaccaratScreen",
)
