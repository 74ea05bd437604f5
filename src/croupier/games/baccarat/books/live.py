"""Live baccarat."""

from croupier.games.baccarat.engine.rules import BaccaratRules
from croupier.kit.odds import Odds

LIVE_BACCARAT = BaccaratRules(
    game="live-baccarat",
    title="Live Baccarat",
    document="LIVE",
    allowed={"decks": (8,)},
    decks=8,
    player_pays=Odds(1, 1),
    banker_pays=Odds(19, 20),
    banker_six_pays=None,
    tie_pays=Odds(8, 1),
)
