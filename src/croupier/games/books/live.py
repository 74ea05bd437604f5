"""The live-dealer house: roulette, blackjack with bet behind, baccarat."""

from croupier.games.baccarat.rules import BaccaratRules
from croupier.games.blackjack.rules import (
    BlackjackRules,
    BlackjackTakes,
    MissedDecision,
)
from croupier.games.roulette.rules import RouletteRules
from croupier.kit.odds import Odds

LIVE_BLACKJACK = BlackjackRules(
    game="live-blackjack",
    title="Live Blackjack",
    document="LIVE",
    decks=8,
    boxes_per_player=1,
    shared_boxes=False,
    bet_behind=True,
    hole_card=True,
    look_under_ace=True,
    h17=False,
    insurance_rounds_up=True,
    even_money=False,
    surrender=False,
    must_draw_below=0,
    hard_21_draws=False,
    max_hands=2,
    double_after_split=True,
    blackjack_takes=BlackjackTakes.ORIGINAL_STAKES,
    missed_decision=MissedDecision.STANDS,
    burn_after_shuffle=6,
    cut_card_from_back=52,
)

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

LIVE_ROULETTE = RouletteRules(
    game="live-roulette",
    title="Live Roulette",
    document="LIVE",
)
