"""RWS Blackjack (Version 5) and RWS Blackjack Plus: no hole card, boxes shared by many players.

The two documents say the same things under numbers that drift apart from section 3.14 on.
"""

from msgspec.structs import replace

from croupier.games.blackjack.engine.rules import (
    BlackjackRules,
    BlackjackTakes,
    BustPays,
    MissedDecision,
    PairPays,
)
from croupier.kit.odds import Odds

RWS_BLACKJACK = BlackjackRules(
    game="rws-blackjack",
    title="RWS Blackjack (Version 5)",
    document="BJ5",
    allowed={"decks": (4, 5, 6, 7, 8)},
    decks=8,
    boxes_per_player=7,
    shared_boxes=True,
    bet_behind=False,
    hole_card=False,
    look_under_ace=False,
    h17=False,
    insurance_rounds_up=False,
    even_money=True,
    surrender=True,
    must_draw_below=12,
    hard_21_draws=True,
    max_hands=4,
    double_after_split=True,
    blackjack_takes=BlackjackTakes.ONE_INITIAL_BET,
    missed_decision=MissedDecision.HOUSE_DRAWS,
    player_pair=Odds(11, 1),
    over_under=Odds(1, 1),
)

RWS_BLACKJACK_PLUS = replace(
    RWS_BLACKJACK,
    game="rws-blackjack-plus",
    title="RWS Blackjack Plus",
    document="BJP",
    player_pair=None,
    over_under=None,
    rws_pairs=PairPays(
        ace_suited=Odds(50, 1), suited=Odds(20, 1), coloured=Odds(12, 1), mixed=Odds(6, 1)
    ),
    boom_busted=BustPays(
        {
            3: Odds(2, 1),
            4: Odds(2, 1),
            5: Odds(4, 1),
            6: Odds(12, 1),
            7: Odds(50, 1),
            8: Odds(200, 1),
        }
    ),
)
