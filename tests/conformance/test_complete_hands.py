"""A card more than a complete hand needs is never counted, and a hand that has bust gives no more
decisions (R32)."""

import pytest

from croupier import (
    Act,
    Action,
    Bet,
    Burn,
    Capacity,
    Discard,
    DiscardReason,
    Misdeal,
    OffersClosed,
    Place,
    Refused,
    SettlementHeld,
    Void,
    VoidReason,
    begin,
    card,
    variant,
    waiting,
)
from croupier.games.blackjack.engine import Round
from croupier.kit.cards import RANKS, Card
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


def before_play(second: str) -> str:
    """Ann 17, bob 19, the dealer a ten; the dealer's second card is placed, or the hole card."""
    return f"TS TH TD 7H 9C {second}"


# --- the dealer's hand -------------------------------------------------------------------------


@pytest.mark.clause("R32", "R27", "R12", "BJ5 5.10.2", "BJP 5.10.2")
@cites("BJ5 5.10.2", "BJP 5.10.2")
@pytest.mark.parametrize("over", ["5D", "3C"])
def test_no_card_is_placed_on_a_dealer_who_stands(game: str, clause: str, over: str) -> None:
    """Eighteen stands: neither a bust nor a twenty-one is made of it."""
    cards = before_play("8C")
    first = "pit misdeal; pit place dealer; {}ann 1 stand; bob 2 stand"
    refusal = refused(game, TWO, f"{cards} {over}", first.format("pit place dealer; "))
    assert (refusal.code, refusal.clause) == ("illegal-action", clause)
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


@pytest.mark.clause("R32", "BJ5 5.10.2", "BJP 5.10.2")
@every_blackjack
def test_nor_on_any_hand_once_the_round_is_complete(game: str) -> None:
    """Ann stood on 17, the dealer has 20: no four makes her a twenty-one."""
    round = after(held(game, "TC"), MISDEAL)
    assert "place" not in waiting(round).rulings
    assert {refusal(round, Place(Capacity.PIT, box, 1)) for box in (1, 2)} == {
        ("illegal-action", "R32")
    }
    for allowed in (
        Misdeal(Capacity.PIT, reconstructed=True),
        Discard(Capacity.PIT, DiscardReason.OVERDRAW),
        Void(Capacity.PIT, VoidReason.FOREIGN_CARD),
    ):
        after(round, allowed)
    paid = {line.player: line.net for line in after(round, OffersClosed()).lines}
    assert paid == {"ann": -100_00, "bob": -100_00}


def held(game: str, second: str) -> Round:
    """Both have stood, and the settlement waits."""
    stands = Act("ann", Action.STAND, 1), Act("bob", Action.STAND, 2)
    first, rest = before_play(second).rsplit(" ", 1)
    dealt = (first, *stands, rest) if game in RWS else (f"{first} {rest}", *stands)
    return after(opened(game), SettlementHeld(), *dealt)


def opened(game: str) -> Round:
    bets = [Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 100_00, 2)]
    return blackjack_round(begin(variant(game), bets))


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


HOLE_CARDS = [card(f"{rank}C") for rank in RANKS]


def on_dealer(game: str, up: str, hole: Card, *placed: str) -> Round:
    """The hole card is down, and these cards have been placed on the dealer's hand; ann has 17
    and bob 19."""
    round = after(opened(game), f"TS TH {up} 7H 9C {hole}")
    if waiting(round).offers:
        round = after(round, OffersClosed())
    for shown in placed:
        round = after(round, MISDEAL, TO_DEALER, shown)
    return round


@pytest.mark.clause("R32", "LIVE 2.4.2", "LIVE 2.3.4d", "CLB 5")
@every_hole_card
@pytest.mark.parametrize(
    ("up", "placed", "proven"),
    [
        ("TD", (), False),
        ("TD", ("2S",), False),
        ("TD", ("5S",), False),
        ("TD", ("6S",), True),  # stands with an ace in the hole, too
        ("9D", ("2S", "4S"), False),
        ("9D", ("2S", "6S"), True),
        ("9D", ("AS",), False),  # a soft twenty now, but 12 with a two
        ("6D", ("AS", "9S"), True),
    ],
)
def test_what_may_be_ruled_on_the_dealers_hand_does_not_depend_on_the_hole_card(
    game: str, up: str, placed: tuple[str, ...], proven: bool
) -> None:
    answers = set()
    for hole in HOLE_CARDS:
        round = after(on_dealer(game, up, hole, *placed), MISDEAL)
        answers.add((waiting(round), _code(round, TO_DEALER), _code(round, OVERDRAWN)))
    ((listed, place, discard),) = answers
    assert (place, discard) == (("illegal-action", "") if proven else ("", "illegal-action"))
    assert ("discard:overdraw" in listed.rulings) is proven


OVERDRAWN = Discard(Capacity.PIT, DiscardReason.OVERDRAW)


def _code(round: Round, ruling: Place | Discard) -> str:
    try:
        after(round, ruling)
    except Refused as refused:
        return refused.code
    return ""


@pytest.mark.clause("R32", "R27", "R12", "R18", "R20")
@every_hole_card
@pytest.mark.parametrize("up", ["TD", "9D", "6D", "2D"])
@pytest.mark.parametrize("hole", HOLE_CARDS)
def test_no_card_counts_that_was_placed_on_a_hand_the_hole_card_completes(
    game: str, up: str, hole: Card
) -> None:
    """The same is paid as when the dealer draws these cards in turn."""
    stands = Act("ann", Action.STAND, 1), Act("bob", Action.STAND, 2)
    drawn, order = after(on_dealer(game, up, hole), *stands), list("85T")
    while not drawn.over:
        drawn = after(drawn, f"{order.pop(0)}S")
    placed = after(on_dealer(game, up, hole, "8S", *(["5S"] if up == "2D" else [])), *stands)
    order = list("T" if up == "2D" else "5T")
    while not placed.over:
        placed = after(placed, f"{order.pop(0)}S")
    assert (placed.dealer, placed.lines) == (drawn.dealer, drawn.lines)
    surplus = {"8S", "5S"} if up == "2D" else {"8S"}
    assert set(placed.out) == surplus - set(drawn.dealer)


@pytest.mark.clause("R32", "R18", "LIVE 2.2.5", "CLB 9")
@every_hole_card
def test_a_placed_card_takes_no_blackjack_from_the_dealer(game: str) -> None:
    """Under an ace it was placed in the deal already; insurance is paid all the same."""
    burned = Burn(Capacity.PIT, 1), "2D"
    deal = "TS TH AD", *burned, MISDEAL, TO_DEALER, "KC", TO_DEALER, "5S", "7H 9C"
    round = after(opened(game), *deal, Act("ann", Action.INSURE, 1, 50_00), OffersClosed())
    assert (round.dealer, round.out) == (("AD", "KC"), ("2D", "5S"))
    paid = [(line.player, line.bet, line.net) for line in round.lines]
    assert ("ann", "insurance", 100_00) in paid
    assert ("bob", "initial", -100_00) in paid


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


@pytest.mark.clause("R32", "R10", "R17", "R20", "BJ5 3.17", "BJP 3.18")
@every_blackjack
@pytest.mark.parametrize(("third", "soft"), [("5C", True), ("4C", False)])
def test_nor_does_a_hand_that_draws_no_more(game: str, third: str, soft: bool) -> None:
    """No soft 21; a hard one draws in the RWS games, and so keeps a card that is placed."""
    first, second = ("AS", "5H") if soft else ("TS", "7H")
    hole = "" if game in RWS else " 7C"
    round = after(opened(game), f"{first} TH TD {second} 9C{hole}")
    round = after(round, Act("ann", Action.HIT, 1), third, MISDEAL)
    on_anns = Place(Capacity.PIT, 1, 1)
    if game in RWS and not soft:
        assert after(round, on_anns, "2D").boxes[0].hands[0].cards[-1] == "2D"
    else:
        assert refusal(round, on_anns) == ("illegal-action", "R32")


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
