"""RWS Non-Commission Knockout Baccarat (Version 2): no commission, antes, winning totals, pairs."""

from croupier.games.baccarat.rules import BaccaratRules, Clauses
from croupier.kit.odds import Odds

RWS_KNOCKOUT_BACCARAT = BaccaratRules(
    game="rws-knockout-baccarat",
    title="RWS Non-Commission Knockout Baccarat (Version 2)",
    document="NKB",
    clauses=Clauses(
        main="NKB 4.1.1",
        tie_returns="NKB 3.9",
        pair="NKB 3.5",
        winning_total="NKB 4.1.2",
        needs_main_bet="NKB 3.3",
        ante="NKB 4.1.3",
        ante_decision="NKB 3.4",
        ante_folded="NKB 3.4.1",
        limit="R3a",
        void={
            "foreign-card": "NKB 5.1.1",
            "wrong-count": "NKB 5.1.2",
            "out-of-cards": "NKB 5.1.3",
        },
        misdeal="NKB 5.1.2",
    ),
    # NKB A and B: the two layouts, for five players and for six.
    allowed={"decks": (4, 5, 6, 7, 8), "boxes": (5, 6)},
    decks=8,
    boxes=6,
    player_pays=Odds(1, 1),
    banker_pays=Odds(1, 1),
    banker_six_pays=Odds(1, 2),
    tie_pays=Odds(8, 1),
    pair_pays=Odds(11, 1),
    winning_totals={
        "winning-total-1-4": Odds(7, 1),
        "winning-total-5-6": Odds(3, 1),
        "winning-total-7": Odds(4, 1),
        "winning-total-8": Odds(3, 1),
        "winning-total-9": Odds(2, 1),
    },
    ante_pays=Odds(1, 1),
    wager_pays=(
        *(Odds(1, 2) for _ in range(4)),
        *(Odds(1, 1) for _ in range(2)),
        *(Odds(2, 1) for _ in range(3)),
    ),
    raise_multiple=2,
    cites={
        "decks": "NKB 2.2.1",
        "boxes": "NKB 2.1.2",
        "player_pays": "NKB 4.1.1",
        "banker_pays": "NKB 4.1.1",
        "banker_six_pays": "NKB 4.1.1",
        "tie_pays": "NKB 4.1.1",
        "pair_pays": "NKB 4.1.1",
        "winning_totals": "NKB 4.1.2",
        "ante_pays": "NKB 4.1.3",
        "wager_pays": "NKB 4.1.3",
        "raise_multiple": "NKB 3.4.2",
        "chip_unit": "R1",
        "grace_seconds": "R4",
    },
)
