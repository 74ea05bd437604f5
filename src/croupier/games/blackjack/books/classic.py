"""A US casino's blackjack, from a shoe, two decks or one."""

from msgspec.structs import replace

from croupier.games.blackjack.engine.rules import BlackjackRules, BlackjackTakes, MissedDecision
from croupier.kit.odds import Odds

CLASSIC_BLACKJACK_SHOE = BlackjackRules(
    game="classic-blackjack-shoe",
    title="Classic Blackjack, shoe",
    document="CLB",
    allowed={"decks": (3, 4, 5, 6, 7, 8)},
    decks=6,
    boxes_per_player=3,
    shared_boxes=False,
    bet_behind=False,
    hole_card=True,
    look_under_ace=True,
    h17=True,
    insurance_rounds_up=False,
    even_money=False,
    surrender=False,
    must_draw_below=0,
    hard_21_draws=False,
    max_hands=1,
    double_after_split=False,
    blackjack_takes=BlackjackTakes.EVERYTHING,
    missed_decision=MissedDecision.STANDS,
)

CLASSIC_BLACKJACK_DOUBLE = replace(
    CLASSIC_BLACKJACK_SHOE,
    game="classic-blackjack-double",
    title="Classic Blackjack, double deck",
    allowed={"decks": (2,)},
    decks=2,
    face_down=True,
    cut_card_from_back=26,
)

CLASSIC_BLACKJACK_SINGLE = replace(
    CLASSIC_BLACKJACK_SHOE,
    game="classic-blackjack-single",
    title="Classic Blackjack, single deck",
    allowed={"decks": (1,)},
    decks=1,
    blackjack_pays=Odds(6, 5),
    cut_card_from_back=16,
)
