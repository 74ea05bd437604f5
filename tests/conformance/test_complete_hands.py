"""A card more than a complete hand needs is never counted, and a hand that has bust gives no more
decisions (R32)."""

import pytest

from croupier import (
    Act,
    Action,
    Bet,
    Capacity,
    Discard,
    DiscardReason,
    Misdeal,
    OffersClosed,
    Place,
    SettlementHeld,
    begin,
    variant,
    waiting,
)
from tests.support.families import blackjack_round
from tests.support.notation import refused, settle
from tests.support.rws import both, cites
from tests.support.stepping import after, refusal

RWS = ["rws-blackjack", "rws-blackjack-plus"]
CLASSIC = ["classic-blackjack-shoe", "classic-blackjack-double", "classic-blackjack-single"]
BLACKJACKS = [*RWS, "live-blackjack", *CLASSIC]
every_blackjack = pytest.mark.parametrize("game", BLACKJACKS)
every_hole_card = pytest.mark.parametrize("game", BLACKJACKS[2:])
TWO = "ann 1 100; bob 2 100"
OVERDRAW = {"rws-blackjack": "BJ5 5.10.2", "rws-blackjack-plus": "BJP 5.10.2"}
"""Where the document speaks of it; elsewhere R27 does."""
MISDEAL = Misdeal(Capacity.PIT, reconstructed=False)
TO_DEALER = Place(Capacity.PIT, dealer=True)


def before_play(game: str, second: str) -> str:
    """Ann 17, bob 19, the dealer a ten; the dealer's second card is placed, or the hole card."""
    return f"TS TH TD 7H 9C {second}"


# --- the dealer's hand -------------------------------------------------------------------------


@pytest.mark.clause("R32", "R27", "R12", "BJ5 5.10.2", "BJP 5.10.2")
@every_blackjack
@pytest.mark.parametrize("over", ["5D", "3C"])
def test_no_card_is_placed_on_a_dealer_who_stands(game: str, over: str) -> None:
    """Eighteen stands: neither a bust nor a twenty-one is made of it."""
    cards = before_play(game, "8C") if game in RWS else f"{before_play(game, '5C')} 3H"
    first = "pit misdeal; pit place dealer; {}ann 1 stand; bob 2 stand"
    refusal = refused(game, TWO, f"{cards} {over}", first.format("pit place dealer; "))
    assert (refusal.code, refusal.clause) == ("illegal-action", OVERDRAW.get(game, "R27"))
    assert settle(game, TWO, cards, first.format("")).net == {"ann": "-100", "bob": "100"}


@pytest.mark.clause("R32", "R12", "R20")
@pytest.mark.parametrize(("hits", "code"), [(True, ""), (False, "illegal-action")])
def test_a_soft_seventeen_is_complete_where_the_dealer_stands_on_it(hits: bool, code: str) -> None:
    round = blackjack_round(
        begin(variant("rws-blackjack", {"h17": hits}), [Bet("ann", "initial", 100_00, 1)])
    )
    round = after(round, "TS AD 7H", MISDEAL, TO_DEALER, "6C")
    if code:
        assert refusal(round, TO_DEALER) == (code, "BJ5 5.10.2")
    else:
        assert after(round, TO_DEALER, "2C").dealer == ("AD", "6C", "2C")


@pytest.mark.clause("R32", "BJ5 5.10.2", "BJP 5.10.2", "LIVE 2.2.1")
@every_blackjack
@pytest.mark.parametrize(
    ("cards", "hole"),
    [
        ("TS TH TD 7H 9C", "8C"),  # the dealer stands
        ("TS TH 6D 7H 9C", "TC KC"),  # has bust
        ("TS TH TD 7H 9C", "AC"),  # has a blackjack
    ],
)
def test_nor_while_the_settlement_is_held(game: str, cards: str, hole: str) -> None:
    stands = Act("ann", Action.STAND, 1), Act("bob", Action.STAND, 2)
    bets = [Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 100_00, 2)]
    second, *more = hole.split()
    dealt = (cards, *stands, second) if game in RWS else (f"{cards} {second}", *stands)
    round = after(begin(variant(game), bets), SettlementHeld(), *dealt, *more, MISDEAL)
    assert refusal(round, TO_DEALER) == ("illegal-action", OVERDRAW.get(game, "R27"))
    thrown = after(round, Discard(Capacity.PIT, DiscardReason.OVERDRAW), "5C", OffersClosed())
    assert thrown.lines == after(round, OffersClosed()).lines


@pytest.mark.clause("R32", "R12", "BJ5 5.10.2", "BJP 5.10.2")
@cites("BJ5 5.10.2", "BJP 5.10.2")
def test_the_dealers_one_card_is_complete_when_every_hand_has_bust(game: str, clause: str) -> None:
    actions = "ann 1 hit; pit misdeal @4; pit place dealer @4"
    refusal = refused(game, "ann 1 100", "TS 6D 8H 7C 9C", actions)
    assert (refusal.code, refusal.clause) == ("illegal-action", clause)


@pytest.mark.clause("R32", "R27", "BJ5 5.10.2", "BJP 5.10.2")
@both
def test_such_a_card_is_discarded_as_an_overdraw_during_play_too(game: str) -> None:
    actions = "ann 1 stand; pit misdeal; pit place dealer; pit discard overdraw; bob 2 stand"
    outcome = settle(game, TWO, "TS TH TD 7H 9C 8C 5C", actions)
    assert outcome.net == {"ann": "-100", "bob": "100"}
    sixteen = refused(game, TWO, "TS TH TD 7H 9C 6C 5C", actions)
    assert sixteen.code == "decision-missing"


@pytest.mark.clause("R29", "R32", "BJ5 5.12", "BJP 5.12")
@cites("BJ5 5.12", "BJP 5.12")
def test_but_not_before_cards_that_came_out_together(game: str, clause: str) -> None:
    actions = "pit misdeal; pit place dealer; ann 1 hit; dealer together 2; pit discard overdraw @8"
    refusal = refused(game, TWO, "TS TH TD 7H 9C 8C 2C 3C 5C", actions)
    assert (refusal.code, refusal.clause) == ("illegal-action", clause)


@pytest.mark.clause("R32", "R27", "LIVE 2.3.4d", "CLB 5")
@every_hole_card
def test_the_list_of_rulings_does_not_show_what_the_hole_card_is(game: str) -> None:
    """Under a ten lies a seven or a two: the pit is offered the same."""
    bets = [Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 100_00, 2)]
    stands, low = (
        waiting(after(begin(variant(game), bets), f"TS TH TD 7H 9C {hole}", MISDEAL)).rulings
        for hole in ("7C", "2C")
    )
    assert stands == low
    assert "discard:overdraw" not in stands


# --- a player's hand ---------------------------------------------------------------------------


@pytest.mark.clause("R32", "R28", "BJ5 1.2", "BJP 1.2", "LIVE 2.1.1", "CLB 7")
@every_blackjack
def test_no_card_is_placed_on_a_blackjack(game: str) -> None:
    """Against a ten it waits for the dealer's second card."""
    cards = "AS TH TD KH 9C" + ("" if game in RWS else " 7C")
    actions = "pit misdeal; pit place 1 1; bob 2 stand"
    refusal = refused(game, TWO, f"{cards} 5C 7D", actions)
    assert (refusal.code, refusal.clause) == ("illegal-action", "R32")


@pytest.mark.clause("R32", "R28", "BJ5 3.18", "BJP 3.19", "LIVE 2.2.3", "CLB 12")
@every_blackjack
def test_nor_on_a_hand_that_has_bust(game: str) -> None:
    cards = "TS TH TD 7H 9C" + ("" if game in RWS else " 7C")
    actions = "ann 1 hit; pit misdeal; pit place 1 1; bob 2 stand"
    refusal = refused(game, TWO, f"{cards} 8C 2C 7D", actions)
    assert (refusal.code, refusal.clause) == ("illegal-action", "R32")


@pytest.mark.clause("R32", "R28", "BJ5 3.22", "BJP 3.23", "LIVE 2.2.6", "CLB 11")
@every_blackjack
def test_a_doubled_hand_takes_one_card_wherever_it_comes_from(game: str) -> None:
    cards = "5S TH TD 6H 9C" + ("" if game in RWS else " 7C")
    after_five = len(cards.split())
    placed = f"ann 1 double 100; pit misdeal @{after_five}; pit place 1 1 @{after_five}"
    more = f"{placed}; pit place 1 1 @{after_five + 1}; bob 2 stand"
    refusal = refused(game, TWO, f"{cards} 8C 2C 7D", more)
    assert (refusal.code, refusal.clause) == ("illegal-action", "R32")
    end = "7D" if game in RWS else ""
    outcome = settle(game, TWO, f"{cards} 8C {end}", f"{placed}; bob 2 stand")
    assert outcome.net == {"ann": "200", "bob": "100"}


@pytest.mark.clause("R32", "R28", "BJ5 3.21.2", "BJP 3.22.2", "LIVE 2.2.7")
@pytest.mark.parametrize("game", [*RWS, "live-blackjack"])
def test_so_does_a_split_ace(game: str) -> None:
    cards = "AS TH TD AH 9C" + ("" if game in RWS else " 7C")
    out = len(cards.split())
    # The first ace has its 5; the second is still to get a card, and keeps one that is placed.
    actions = f"ann 1 split; pit misdeal @{out}; pit place 1 {{}} @{out}; {{}}bob 2 stand"
    end = "8C 7D" if game in RWS else "8C"
    second = settle(game, TWO, f"{cards} 5C {end}", actions.format(2, ""))
    assert [line.result for line in second.lines] == ["win", "lose", "win"]
    again = f"pit place 1 2 @{out + 1}; "
    refusal = refused(game, TWO, f"{cards} 5C {end}", actions.format(2, again))
    assert (refusal.code, refusal.clause) == ("illegal-action", "R32")


@pytest.mark.clause("R28", "BJ5 5.7.1", "BJP 5.7.1")
@every_blackjack
def test_a_hand_that_stood_still_keeps_what_was_dealt_to_it(game: str) -> None:
    cards = "TS TH TD 7H 9C" + (" 2C 8C" if game in RWS else " 8C 2C")
    actions = "ann 1 stand; pit misdeal; pit place 1 1; bob 2 stand"
    assert settle(game, TWO, cards, actions).net == {"ann": "100", "bob": "100"}


# --- one place for a card ----------------------------------------------------------------------


@pytest.mark.clause("R28")
@cites("BJ5 5.7", "BJP 5.7")
@pytest.mark.parametrize("between", ["", "pit burn 1 @5; "])
def test_the_next_card_is_placed_once(game: str, clause: str, between: str) -> None:
    actions = f"pit misdeal; pit place 1 1 @5; {between}pit place 2 1 @5; ann 1 stand; bob 2 stand"
    refusal = refused(game, TWO, "TS TH 6D 2H 6S 5C TC 2D", actions)
    assert (refusal.code, refusal.clause) == ("illegal-action", clause)
    assert "already" in refusal.message


@pytest.mark.clause("R28")
@both
def test_nor_is_that_offered(game: str) -> None:
    bets = [Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 100_00, 2)]
    round = after(begin(variant(game), bets), "TS TH 6D 2H 6S", MISDEAL)
    placed = after(round, Place(Capacity.PIT, 1, 1))
    listed = ["place" in waiting(one).rulings for one in (round, placed, after(placed, "5C"))]
    assert listed == [True, False, True]


# --- surrender ---------------------------------------------------------------------------------


@pytest.mark.clause("R32", "BJ5 3.16", "BJP 3.17", "BJ5 3.18", "BJP 3.19")
@cites("BJ5 3.16", "BJP 3.17")
def test_a_hand_that_placed_cards_have_bust_is_not_surrendered(game: str, clause: str) -> None:
    """Two cards stayed on ann's hand in the deal: T 8 7."""
    actions = "pit misdeal @3; pit place 1 1 @3; pit place 1 1 @4; {}bob 2 stand"
    cards = "TS TH 6D 8S 7S 9H TC 2D"
    surrendered = refused(game, TWO, cards, actions.format("ann 1 surrender; "))
    assert (surrendered.code, surrendered.clause) == ("illegal-action", clause)
    assert settle(game, TWO, cards, actions.format("")).net == {"ann": "-100", "bob": "100"}
    bets = [Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 100_00, 2)]
    round = begin(variant(game), bets)
    place = Place(Capacity.PIT, 1, 1)
    round = after(round, "TS TH 6D", MISDEAL, place, "8S", place, "7S", "9H")
    assert [offer.player for offer in waiting(round).offers] == ["bob"]
