"""Live blackjack: eight decks, bets behind."""

from croupier.games.blackjack.engine.rules import BlackjackRules, BlackjackTakes, MissedDecision

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
