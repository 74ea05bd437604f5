"""RWS Non-Commission Knockout Baccarat (Version 2): no commission, antes, winning totals, pairs."""

from croupier.games.baccarat.engine.rules import BaccaratRules
from croupier.kit.odds import Odds

RWS_KNOCKOUT_BACCARAT = BaccaratRules(
    game="rws-knockout-baccarat",
    title="RWS Non-Commission Knockout Baccarat (Version 2)",
    document="NKB",
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
)
