"""Blackjack where little things matter: a settlement that is held, cards that lie out of order."""

from typing import Any

import pytest

from croupier import (
    PUBLIC,
    Accepted,
    Act,
    Action,
    Bet,
    Burn,
    Capacity,
    CardDealt,
    CardDue,
    CardsTurned,
    Deal,
    Discard,
    DiscardReason,
    Fate,
    Interrupt,
    Limits,
    Misdeal,
    OffersClosed,
    Place,
    SettlementHeld,
    SqueezeAllowed,
    Standing,
    Together,
    Void,
    VoidReason,
    Waiting,
    begin,
    card,
    standings,
    step,
    variant,
    waiting,
)
from croupier.engine.protocol import Round
from croupier.games.blackjack.engine import Round as BlackjackRound
from croupier.kit.cards import HIDDEN
from tests.support.families import blackjack_round, blackjack_view
from tests.support.stepping import after, refusal

BJ5, BJP, LIVE = "rws-blackjack", "rws-blackjack-plus", "live-blackjack"
SHOE, DOWN = "classic-blackjack-shoe", "classic-blackjack-double"
MISDEAL = Misdeal(Capacity.PIT, reconstructed=False)
TWO = (Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 40_00, 2))


def opened(game: str, *bets: Bet, **settings: object) -> BlackjackRound:
    return blackjack_round(begin(variant(game, settings), bets or TWO))


def act(player: str, action: str, box: int = 1, amount: int | None = None) -> Act:
    return Act(player, Action(action), box, amount)


STAND = act("ann", "stand"), act("bob", "stand", 2)


# --- a settlement that is held -----------------------------------------------------------------


@pytest.mark.clause("BJ5 1.25", "BJP 1.24", "R5", "R30")
@pytest.mark.parametrize(
    ("game", "cards", "last"),
    [
        (BJ5, "TS TH 6D 8S 9H", "TC 2C"),
        (LIVE, "TS TH 6D 8S 9H TC", "2C"),
        (SHOE, "TS TH 6D 8S 9H TC", "2C"),
    ],
)
def test_a_held_round_waits_for_the_house_alone(game: str, cards: str, last: str) -> None:
    round = after(opened(game), SettlementHeld(), cards, *STAND, last)
    rulings = ("void", "interrupt", "misdeal", "burn", "discard:no-bet", "discard:overdraw")
    assert waiting(round) == Waiting(rulings=rulings, settlement=True)
    done = step(round, OffersClosed())
    assert [(line.player, line.result) for line in done.lines] == [("ann", "push"), ("bob", "win")]
    assert done.round.over


# --- cards that stay where they fell -----------------------------------------------------------


@pytest.mark.clause("R28", "LIVE 2.3.4d")
def test_a_card_placed_on_the_dealers_hand_leaves_the_hole_card_down() -> None:
    round = after(opened(LIVE), "TS TH 6D 8S 9H TC", MISDEAL, Place(Capacity.PIT, dealer=True))
    assert waiting(round).card == CardDue("dealer")
    assert blackjack_view(after(round, "2D"), PUBLIC).dealer == ("6D", HIDDEN, "2D")


@pytest.mark.clause("R28", "BJ5 5.7")
def test_a_card_placed_elsewhere_leaves_the_card_that_was_asked_for_due() -> None:
    round = after(opened(BJ5), "TS TH 6D 2S 9H", act("ann", "hit"), MISDEAL)
    round = after(round, Place(Capacity.PIT, 2, 1), "2C")
    assert waiting(round).card == CardDue("box", 1, 1)


# --- where bets stand, and what is seen in the end ---------------------------------------------


def fate_of(round: Round, bet: str) -> Fate:
    return next(one.fate for one in standings(round) if one.bet == bet)


@pytest.mark.clause("R4", "BJ5 3.13.2")
@pytest.mark.parametrize(
    ("rank", "over", "under"),
    [
        ("A", Fate.LOST, Fate.WON),
        ("2", Fate.LOST, Fate.WON),
        ("3", Fate.LOST, Fate.OPEN),
        ("4", Fate.OPEN, Fate.OPEN),
        ("K", Fate.OPEN, Fate.OPEN),
    ],
)
def test_one_low_card_may_decide_over_and_under_13(rank: str, over: Fate, under: Fate) -> None:
    bets = [Bet("ann", f"{side}-13", 10_00, 1) for side in ("over", "under")]
    round = opened(BJ5, *TWO, *bets)
    assert (fate_of(round, "over-13"), fate_of(round, "under-13")) == (Fate.OPEN, Fate.OPEN)
    round = after(round, f"{rank}S")
    assert (fate_of(round, "over-13"), fate_of(round, "under-13")) == (over, under)


@pytest.mark.clause("R4", "BJ5 3.12", "BJ5 3.13.1")
def test_cards_nobody_has_seen_decide_no_side_bet_and_third_cards_do_not() -> None:
    pair = Bet("ann", "player-pair", 10_00, 1)
    opening = opened(BJ5, *TWO, pair)
    down = after(opening, SqueezeAllowed(Capacity.PIT, 1), "2S 9H 6D 2H 9S")
    assert fate_of(down, "player-pair") is Fate.OPEN
    open_ = after(opening, "2S 9H 6D 2H 9S")
    assert fate_of(open_, "player-pair") is Fate.WON
    assert fate_of(after(open_, act("ann", "hit"), "3C"), "player-pair") is Fate.WON


@pytest.mark.clause("R20", "CLB 6", "CLB 9")
@pytest.mark.parametrize(
    ("cards", "inputs", "dealer"),
    [
        ("TS TH AD 8S 9H TC", (OffersClosed(),), ("AD", "TC")),
        ("TS TH 6D 8S 9H TC", (*STAND, "2C"), ("6D", "TC", "2C")),
    ],
)
def test_in_the_end_every_card_lies_open(
    cards: str, inputs: tuple[Any, ...], dealer: tuple[str, ...]
) -> None:
    round = after(opened(DOWN), cards, *inputs)
    seen = blackjack_view(round, PUBLIC)
    assert (seen.over, seen.dealer) == (True, dealer)
    assert [box.hands[0].cards for box in seen.boxes] == [("TS", "8S"), ("TH", "9H")]


@pytest.mark.clause("BJP 3.13", "BJP 3.26")
def test_a_settled_side_bet_is_seen_as_settled() -> None:
    bets = Bet("ann", "rws-pairs", 10_00, 1), Bet("bob", "boom-busted", 5_00)

    def settled(round: Round) -> list[tuple[str, bool]]:
        return [(one.bet, one.settled) for one in blackjack_view(round, PUBLIC).side_bets]

    round = after(opened(BJP, *TWO, *bets), "TS TH 6D 8S 9H")
    assert settled(round) == [("rws-pairs", False), ("boom-busted", False)]
    round = after(round, *STAND)
    assert settled(round) == [("rws-pairs", True), ("boom-busted", False)]
    assert settled(after(round, "TC 9C")) == [("rws-pairs", True), ("boom-busted", True)]


@pytest.mark.clause("CLB 12", "CLB 6", "R20")
def test_a_hand_that_goes_over_21_is_turned_at_once_and_the_others_are_not() -> None:
    round = after(opened(DOWN), "TS TH 6D 8S 9H TC", act("ann", "hit"), "KC")
    seen = blackjack_view(round, PUBLIC)
    assert [box.hands[0].cards for box in seen.boxes] == [("TS", "8S", "KC"), (HIDDEN, HIDDEN)]


@pytest.mark.clause("BJ5 3.21", "R10")
def test_a_pair_that_took_a_card_is_split_no_more() -> None:
    round = after(opened(BJ5), "4S TH 6D 4H 9H")
    offered = [option.action for option in waiting(round).decisions[0].options]
    assert offered == [Action.HIT, Action.DOUBLE, Action.SPLIT]
    round = after(round, act("ann", "hit"), "5C")
    offered = [option.action for option in waiting(round).decisions[0].options]
    assert offered == [Action.HIT, Action.STAND]


PLACE = MISDEAL, Place(Capacity.PIT, dealer=True)
WON, LOST, BACK, OPEN = Fate.WON, Fate.LOST, Fate.BACK, Fate.OPEN


@pytest.mark.clause("R4", "BJ5 5.4", "BJP 5.4")
@pytest.mark.parametrize(
    ("game", "inputs", "fates"),
    [
        (BJ5, ("TS TH 9D 6S 9H",), [OPEN, OPEN]),
        (BJ5, ("TS TH 9D 6S 9H", act("ann", "surrender")), [LOST, OPEN]),
        (BJ5, ("AS TH AD KS 9H", act("ann", "even-money")), [WON, OPEN]),
        # A blackjack has won where the dealer can have none.
        (BJ5, ("AS TH 6D KS",), [WON, OPEN]),
        (BJ5, ("AS TH TD KS",), [OPEN, OPEN]),
        (BJ5, ("AS TH AD KS",), [OPEN, OPEN]),
        (BJ5, ("AS TH", MISDEAL, Place(Capacity.PIT, 1, 1), "KS"), [OPEN, OPEN]),
        (DOWN, ("AS TH 6D KS 9H TC",), [OPEN, OPEN]),
        (DOWN, ("AS TH 6D KS 9H TC", CardsTurned("ann", 1)), [WON, OPEN]),
        # After the look, or when the second card lies there, it is known.
        (LIVE, ("AS TH AD KS 9H 7C",), [OPEN, OPEN]),
        (LIVE, ("AS TH AD KS 9H 7C", OffersClosed()), [WON, OPEN]),
        (LIVE, ("AS TH TD KS 9H 7C",), [OPEN, OPEN]),
        (LIVE, ("TS TH TD 8S 9H AC",), [OPEN, OPEN]),
        (BJ5, ("AS TH TD KS 9H", *PLACE, "7C"), [WON, OPEN]),
        (BJ5, ("AS TH TD KS 9H", *PLACE, "AC"), [BACK, LOST]),
        # Every card lies open, though nothing is settled yet.
        (BJ5, (SettlementHeld(), "TS TH 6D 8S 9H", *STAND, "TC 2C"), [BACK, WON]),
        # A hand of one's own for each split.
        (BJ5, ("8S TH 6D 8H 9H", act("ann", "split")), [OPEN, OPEN, OPEN]),
    ],
)
def test_where_the_bets_of_a_round_stand(
    game: str, inputs: tuple[Any, ...], fates: list[Fate]
) -> None:
    assert [one.fate for one in standings(after(opened(game), *inputs))] == fates


@pytest.mark.clause("R4", "BJ5 3.14.2")
@pytest.mark.parametrize(("second", "fate"), [("KC", WON), ("9C", LOST)])
def test_insurance_is_decided_by_the_dealers_second_card(second: str, fate: Fate) -> None:
    round = after(opened(BJ5), "TS TH AD 8S 9H", act("ann", "insure", 1, 50_00))
    assert fate_of(round, "insurance") is OPEN
    assert fate_of(after(round, *PLACE, second), "insurance") is fate


@pytest.mark.clause("R4", "R11", "BJ5 3.21.1")
def test_each_stake_stands_on_the_hands_it_lies_on() -> None:
    bets = Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 40_00, 1)
    round = after(opened(BJ5, *bets), "8S 6D 8H", act("ann", "split"), act("bob", "decline"))
    assert standings(round) == (
        Standing("ann", "initial", OPEN, 1, 1),
        Standing("ann", "initial", OPEN, 1, 2),
        Standing("bob", "initial", OPEN, 1, 1),
    )


# --- rounds that are void, bets that are taken back --------------------------------------------


def told(round: Round) -> list[str]:
    return [
        f"{line.player} {line.bet}{'' if line.hand is None else f'#{line.hand}'} "
        f"{line.stake // 100} > {line.returned // 100} {line.result} {line.clause}"
        for line in round.lines
    ]


@pytest.mark.clause("BJ5 5.17", "BJ5 5.1.1", "BJ5 5.15", "BJ5 5.7.3", "R2")
@pytest.mark.parametrize(
    ("ruling", "clause"),
    [
        (Void(Capacity.PIT, VoidReason.FOREIGN_CARD), "BJ5 5.5.1"),
        (Interrupt(Capacity.HOUSE), "BJ5 5.4.2"),
    ],
)
def test_a_void_undoes_everything_but_what_went_back_at_the_start(ruling: Any, clause: str) -> None:
    bets = [
        Bet("ann", "initial", 600_00, 1, accepted=Accepted.OVER_LIMIT),
        Bet("bob", "initial", 100_00, 2),
        Bet("cat", "player-pair", 10_00, 3, accepted=Accepted.LATE_FOUND),
        Bet("bob", "over-13", 5_00, 2),
    ]
    round = begin(variant(BJ5), bets, limits=Limits(10_00, 500_00))
    round = after(round, "TS 4H AD 8S", MISDEAL, Act("bob", Action.WITHDRAW))
    round = after(round, act("ann", "insure", 1, 50_00))
    start = [
        "ann initial 100 > 100 returned BJ5 5.1.1",
        "cat player-pair 10 > 10 returned BJ5 5.15",
    ]
    assert told(round) == [
        *start,
        "bob initial#1 100 > 100 returned BJ5 5.7.3",
        "bob over-13 5 > 5 returned BJ5 5.7.3",
    ]
    assert told(after(round, ruling)) == [
        *start,
        f"ann initial#1 500 > 500 void {clause}",
        f"ann insurance 50 > 50 void {clause}",
        f"bob initial#1 100 > 100 void {clause}",
        f"bob over-13 5 > 5 void {clause}",
    ]


@pytest.mark.clause("R28", "BJ5 5.7.3")
def test_who_withdraws_takes_back_the_own_open_bets_and_no_others() -> None:
    """Ann's even money is won and stays; bob's blackjack and insurance go back, in order."""
    bets = [
        Bet("ann", "initial", 100_00, 1),
        Bet("bob", "initial", 40_00, 1),
        Bet("cat", "initial", 40_00, 2),
        Bet("bob", "player-pair", 5_00, 1),
        Bet("cat", "player-pair", 5_00, 1),
        Bet("cat", "over-13", 5_00, 2),
    ]
    round = after(opened(BJ5, *bets), "AS TH AD KS", MISDEAL, Act("cat", Action.WITHDRAW))
    assert told(round) == [
        "cat initial#1 40 > 40 returned BJ5 5.7.3",
        "cat over-13 5 > 5 returned BJ5 5.7.3",
    ]
    round = after(round, act("ann", "even-money"), MISDEAL, Act("ann", Action.WITHDRAW))
    assert len(round.lines) == 2
    round = after(round, act("bob", "insure", 1, 20_00), MISDEAL, Act("bob", Action.WITHDRAW))
    assert told(round)[2:] == [
        "bob player-pair 5 > 0 lose BJ5 3.13.1",
        "cat player-pair 5 > 0 lose BJ5 3.13.1",
        "ann initial#1 100 > 200 win BJ5 3.14.1",
        "bob initial#1 40 > 40 returned BJ5 5.7.3",
        "bob insurance 20 > 20 returned BJ5 5.7.3",
    ]


@pytest.mark.clause("R27", "R28", "LIVE 2.3.8")
def test_without_an_interim_settlement_the_first_deal_may_still_be_put_in_order() -> None:
    window = after(opened(LIVE), "TS TH AD 8S 9H 7C")
    assert "discard:no-bet" in waiting(window).rulings
    assert "discard:no-bet" not in waiting(after(opened(BJ5), "TS TH AD 8S 9H")).rulings
    mended = Misdeal(Capacity.PIT, reconstructed=True, deal=Deal.INITIAL)
    round = after(opened(LIVE), "TS TH 6D 8S 9H 7C", act("ann", "stand"), mended)
    assert [one.player for one in waiting(round).choices] == ["ann", "bob"]


BOX_OF_THREE = tuple(Bet(player, "initial", 40_00, 1) for player in ("ann", "bob", "cat"))
WITHDRAW = {player: Act(player, Action.WITHDRAW) for player in ("ann", "bob", "cat")}


@pytest.mark.clause("R28", "BJ5 5.7.3")
@pytest.mark.parametrize(
    ("bets", "inputs", "due"),
    [
        # A card asked for on one box is not touched by who leaves another, nor by who stands by.
        (TWO, ("TS TH 6D 2S 9H", act("ann", "hit"), MISDEAL, WITHDRAW["bob"]), 1),
        (BOX_OF_THREE, ("TS 6D 2S", act("ann", "hit"), MISDEAL, WITHDRAW["bob"]), 1),
        # Who asked for it takes it back by leaving, unless others are on a double.
        (
            TWO,
            ("TS 2H 6D 8S 9H", STAND[0], act("bob", "hit", 2), MISDEAL, WITHDRAW["bob"]),
            None,
        ),
        (TWO, ("5S TH 6D 6S 9H", act("ann", "double"), MISDEAL, WITHDRAW["ann"]), "bob"),
        (BOX_OF_THREE, ("TS 6D 2S", act("ann", "hit"), MISDEAL, WITHDRAW["ann"]), "bob"),
        (
            BOX_OF_THREE,
            ("5S 6D 6S", act("ann", "double"), OffersClosed(), MISDEAL, WITHDRAW["ann"]),
            1,
        ),
    ],
)
def test_what_becomes_of_a_card_when_a_player_leaves(
    bets: tuple[Bet, ...], inputs: tuple[Any, ...], due: int | str | None
) -> None:
    said = waiting(after(opened(BJ5, *bets), *inputs))
    if isinstance(due, str):
        assert [one.player for one in said.decisions] == [due]
    else:
        assert said.card == (CardDue("dealer") if due is None else CardDue("box", due, 1))


@pytest.mark.clause("R28", "R11", "BJ5 5.7.3")
def test_nobody_waits_for_a_player_who_left_to_follow() -> None:
    round = after(opened(BJ5, *BOX_OF_THREE), "8S 6D 8H", act("ann", "split"), MISDEAL)
    assert "together" not in waiting(round).rulings
    round = after(round, WITHDRAW["bob"])
    assert [one.player for one in waiting(round).offers] == ["cat"]
    round = after(round, WITHDRAW["cat"])
    assert (waiting(round).offers, waiting(round).card) == ((), CardDue("box", 1, 1))


DRAWN = (card("2C"), card("3C"))
TOGETHER = Together(Capacity.DEALER, DRAWN)


@pytest.mark.clause("R29", "BJ5 5.12")
def test_cards_come_together_only_fresh_from_the_shoe() -> None:
    hit = after(opened(BJ5), "TS TH 6D 2S 9H", act("ann", "hit"))
    assert "together" in waiting(hit).rulings
    placed = after(hit, MISDEAL, Place(Capacity.PIT, 2, 1))
    taken = after(hit, TOGETHER, Act("ann", Action.TAKE, card=DRAWN[0]), act("ann", "hit"))
    split = after(opened(BJ5, *BOX_OF_THREE), "8S 6D 8H", act("ann", "split"))
    for round in (placed, taken, split, after(hit, Burn(Capacity.PIT, 1))):
        assert "together" not in waiting(round).rulings
        assert refusal(round, TOGETHER) == ("illegal-action", "BJ5 5.12")


@pytest.mark.clause("R29", "BJ5 5.12", "BJ5 5.12.1")
def test_who_picks_cards_that_came_together() -> None:
    hit = after(opened(BJ5), "TS TH 6D 2S 9H", act("ann", "hit"), TOGETHER)
    take = Action.TAKE
    for said in (Act("ann", take), Act("ann", take, card=card("KH"))):
        assert refusal(hit, said) == ("illegal-action", "BJ5 5.12")
    assert refusal(hit, Act("ann", Action.HIT, card=DRAWN[0])) == ("illegal-action", "BJ5 5.12")
    assert refusal(hit, Act("bob", take, card=DRAWN[0])) == ("not-your-turn", "BJ5 5.12")
    # Nobody decides for bob's box any more: they come as they lie.
    left = after(opened(BJ5), "TS 2H 6D 8S 3H", STAND[0], act("bob", "timeout", 2), TOGETHER)
    assert waiting(left).card == CardDue("box", 2, 1, exactly=DRAWN[0])
    assert [one.player for one in waiting(left).choices] == ["ann", "bob"]
    # The dealer's are thrown away, after what was thrown away before.
    dealers = after(opened(BJ5), "TS TH 6D 8S 9H", *STAND, Burn(Capacity.PIT, 1), "KH", TOGETHER)
    assert (dealers.out, waiting(dealers).card) == ((card("KH"), *DRAWN), CardDue("dealer"))


@pytest.mark.clause("R27", "BJ5 5.10.2")
def test_there_is_no_overdraw_on_a_void_round() -> None:
    overdraw = Discard(Capacity.PIT, DiscardReason.OVERDRAW)
    round = after(opened(BJ5), "TS TH", Void(Capacity.PIT, VoidReason.FOREIGN_CARD))
    assert refusal(round, overdraw) == ("illegal-action", "BJ5 5.10.2")


# --- from one moment to the next ---------------------------------------------------------------

ALWAYS = ("void", "interrupt", "misdeal", "burn")


@pytest.mark.clause("R27", "R28", "R29", "R30")
def test_cards_thrown_away_lie_in_the_order_they_came() -> None:
    hit = after(opened(BJ5), "TS TH 6D 2S 9H", act("ann", "hit"))
    round = after(hit, Burn(Capacity.PIT, 2))
    assert waiting(round).rulings == (*ALWAYS, "discard:no-bet")
    assert after(round, "2D 3D").out == (card("2D"), card("3D"))
    taken = after(hit, TOGETHER, Act("ann", Action.TAKE, card=DRAWN[0]), act("ann", "hit"))
    assert refusal(taken, CardDealt(card("KH"))) == ("illegal-action", "BJ5 5.12")


@pytest.mark.clause("R28", "BJ5 5.7")
def test_the_choice_and_the_disorder_end_with_the_next_card_or_decision() -> None:
    round = after(opened(BJ5), "TS TH 6D 2S 9H", act("ann", "hit"), MISDEAL)
    assert (len(waiting(round).choices), "place" in waiting(round).rulings) == (2, True)
    placed = after(round, Place(Capacity.PIT, 2, 1), "2C")
    assert (waiting(placed).choices, "place" in waiting(placed).rulings) == ((), True)
    dealt = after(round, "2C")
    assert (waiting(dealt).choices, "place" in waiting(dealt).rulings) == ((), False)
    decided = after(dealt, MISDEAL, act("ann", "stand"))
    assert (waiting(decided).choices, "place" in waiting(decided).rulings) == ((), False)


@pytest.mark.clause("R9", "R15", "BJ5 3.16", "BJ5 5.3")
def test_a_missed_decision_does_not_close_the_window() -> None:
    round = after(opened(BJ5, *BOX_OF_THREE), "TS 9D 6H", act("ann", "timeout"))
    assert [one.player for one in waiting(round).offers] == ["bob"]
    round = after(round, act("bob", "stand"))
    assert waiting(round).offers == ()


@pytest.mark.clause("BJ5 1.25", "R5", "R28", "R30")
def test_the_dealer_goes_on_once_and_the_window_before_the_settlement() -> None:
    held = after(opened(LIVE), SettlementHeld(), "TS TH AD 8S 9H 7C")
    round = after(held, OffersClosed())
    assert [one.player for one in waiting(round).decisions] == ["ann"]
    round = after(round, *STAND)
    assert (round.complete, round.over) == (True, False)
    round = after(round, MISDEAL, Burn(Capacity.PIT, 1), OffersClosed())
    assert (round.over, round.misdealt, waiting(round).card) == (False, None, CardDue("discard"))
    assert refusal(round, OffersClosed()) == ("illegal-action", None)
    assert after(round, "2C").over


@pytest.mark.clause("R28", "LIVE 2.3.8")
def test_nobody_chooses_after_the_look() -> None:
    round = after(opened(LIVE), "TS TH AD 8S 9H 7C", MISDEAL, OffersClosed())
    assert (waiting(round).choices, "place" in waiting(round).rulings) == ((), False)


@pytest.mark.clause("R28", "BJ5 5.7.3")
def test_a_round_without_a_player_is_over() -> None:
    round = after(opened(BJ5), "TS", MISDEAL, WITHDRAW["ann"], WITHDRAW["bob"])
    assert (waiting(round).over, round.void, len(round.lines)) == (True, False, 2)


@pytest.mark.clause("R27", "R30", "BJ5 5.10.2")
def test_a_card_to_throw_away_is_all_that_is_waited_for() -> None:
    round = after(opened(BJ5), "TS TH 6D 8S 9H", Burn(Capacity.PIT, 1))
    assert (waiting(round).decisions, waiting(round).card) == ((), CardDue("discard"))
    over = after(opened(BJ5), "TS TH 6D 8S 9H", *STAND, "TC 2C")
    round = after(over, Discard(Capacity.PIT, DiscardReason.OVERDRAW))
    assert (waiting(round).over, waiting(round).card) == (True, CardDue("discard"))
    assert after(round, "3C").out == (card("3C"),)


@pytest.mark.clause("R9", "R28", "LIVE 2.3.8")
def test_a_card_placed_when_the_look_ends_the_hand_has_no_place() -> None:
    round = after(opened(LIVE), "TS TH AD 8S 9H TC", Burn(Capacity.PIT, 1), "KH", MISDEAL)
    round = after(round, Place(Capacity.PIT, 1, 1), "2D")
    assert (round.over, round.out) == (True, (card("KH"), card("2D")))
    assert blackjack_view(round, PUBLIC).boxes[0].hands[0].cards == ("TS", "8S")


@pytest.mark.clause("R12", "BJ5 3.14.2", "BJ5 3.15")
def test_the_dealer_draws_for_one_bet_that_needs_it_though_the_rest_is_lost() -> None:
    insured = after(opened(BJ5), "TS TH AD 6S 6H", act("ann", "insure", 1, 50_00))
    bust = (act("ann", "hit"), "KC", act("bob", "hit", 2), "KH")
    round = after(insured, act("bob", "decline", 2), *bust)
    assert waiting(round).card == CardDue("dealer")
    assert told(after(round, "KD"))[-1] == "ann insurance 50 > 150 win BJ5 3.14.2"
    round = after(opened(BJ5), "AS TH TD KS 6H", act("bob", "hit", 2), "KC")
    assert waiting(round).card == CardDue("dealer")


@pytest.mark.clause("LIVE 2.4.4", "R20")
@pytest.mark.parametrize("game", [LIVE, SHOE])
def test_for_a_blackjack_beside_a_bust_hand_the_dealer_draws_nothing(game: str) -> None:
    round = after(opened(game), "AS TH TD KS 6H 6C", act("bob", "hit", 2), "KC")
    assert (round.over, blackjack_view(round, PUBLIC).dealer) == (True, ("TD", "6C"))


@pytest.mark.clause("BJ5 3.14.2b", "BJ5 3.15", "R12")
@pytest.mark.parametrize(
    ("cards", "actions", "line"),
    [
        (
            "TS TH AD 8S 8H",
            (act("ann", "insure", 1, 50_00), act("bob", "decline", 2), *STAND),
            "ann insurance 50 > 0 lose BJ5 3.14.2b",
        ),
        ("AS TH TD KS 8H", STAND[1:], "ann initial#1 100 > 250 win BJ5 3.15"),
    ],
)
def test_what_the_second_card_decides_is_settled_before_the_dealer_goes_on(
    cards: str, actions: tuple[Act, ...], line: str
) -> None:
    round = after(opened(BJ5), cards, *actions, "5C")
    assert (told(round), waiting(round).card) == ([line], CardDue("dealer"))


@pytest.mark.clause("LIVE 2.2.5", "LIVE 2.3.8")
def test_the_look_settles_insurance_and_the_hole_card_is_turned_after_the_last_decision() -> None:
    round = after(opened(LIVE), "TS TH AD 8S 9H 5C", act("ann", "insure", 1, 50_00))
    round = after(round, act("bob", "decline", 2))
    assert told(round) == ["ann insurance 50 > 0 lose LIVE 2.2.5"]
    assert blackjack_view(round, PUBLIC).dealer == ("AD", HIDDEN)
    assert blackjack_view(after(round, *STAND), PUBLIC).dealer == ("AD", "5C")


@pytest.mark.clause("R28", "LIVE 2.2.7", "LIVE 2.5.2")
def test_a_split_hand_gets_its_second_card_though_the_seat_was_left() -> None:
    behind = Bet("bob", "behind", 50_00, 1, follow=True)
    round = after(opened(LIVE, TWO[0], behind), "8S 6D 8H TC", act("ann", "split"))
    round = after(round, MISDEAL, WITHDRAW["ann"])
    assert waiting(round).card == CardDue("box", 1, 1)


@pytest.mark.clause("R15", "BJ5 5.3")
def test_where_nobody_is_left_to_decide_the_house_plays_over_an_open_offer() -> None:
    round = after(opened(BJ5, TWO[0]), "4S AD 4H")
    assert [one.player for one in waiting(round).offers] == ["ann"]
    round = after(round, act("ann", "timeout"))
    assert (waiting(round).offers, waiting(round).card) == ((), CardDue("box", 1, 1))


# --- splits ------------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.21", "LIVE 2.2.7")
@pytest.mark.parametrize(("game", "clause"), [(BJ5, "BJ5 3.21"), (LIVE, "LIVE 2.2.7")])
def test_a_split_is_for_the_same_stake(game: str, clause: str) -> None:
    cards = "8S 6D 8H" if game == BJ5 else "8S 6D 8H 9D"
    round = after(opened(game, TWO[0]), cards)
    assert refusal(round, act("ann", "split", 1, 99_00)) == ("limit", clause)
    split = after(round, act("ann", "split", 1, 100_00))
    assert len(split.boxes[0].hands) == 2


@pytest.mark.clause("BJ5 3.21.1", "R11")
def test_who_declined_a_split_joins_no_later_one() -> None:
    """Whatever is said of following: that is for bets behind a seat."""
    bets = (TWO[0], Bet("bob", "initial", 40_00, 1, follow=True))
    round = after(opened(BJ5, *bets), "8S 6D 8H", act("ann", "split"), act("bob", "decline"), "8C")
    again = after(round, act("ann", "split"))
    assert [hand.stake_of("bob") is not None for hand in again.boxes[0].hands] == [
        True,
        False,
        False,
    ]
