"""What `waiting` says, to the letter: who is asked for which hand, what may be said and for how
much, where the next card goes and whether it lies face up, and what the house may rule."""

import pytest

from croupier import (
    Accepted,
    Act,
    Action,
    Bet,
    Burn,
    Capacity,
    CardDealt,
    CardDue,
    Choice,
    Decision,
    Discard,
    DiscardReason,
    Interrupt,
    Limits,
    Misdeal,
    Offer,
    OffersClosed,
    Option,
    Place,
    Refused,
    Together,
    Viewer,
    Void,
    VoidReason,
    begin,
    card,
    step,
    variant,
    waiting,
)
from croupier.engine.inputs import SqueezeAllowed
from croupier.engine.protocol import staked
from croupier.engine.viewer import PUBLIC
from croupier.games.blackjack.engine import Round
from croupier.kit.cards import HIDDEN
from tests.support.families import blackjack_round, blackjack_view
from tests.support.rws import both
from tests.support.stepping import after

ANN = {1: "ann"}
HIT, STAND = Option(Action.HIT), Option(Action.STAND)


def opened(game: str, *bets: tuple[str, int, int], **settings: object) -> Round:
    """Initial bets as player, box, amount in whole units; ann has the first seat."""
    placed = [Bet(player, "initial", amount * 100, box) for player, box, amount in bets]
    return blackjack_round(begin(variant(game, settings), placed, seats=ANN))


def act(player: str, action: str, box: int = 1, amount: int | None = None) -> Act:
    return Act(player, Action(action), box, amount)


TWO = (("ann", 1, 100), ("bob", 3, 40))


# --- where the next card goes ------------------------------------------------------------------


@pytest.mark.clause("R6", "BJ5 3.11", "BJP 3.11", "R16", "LIVE 2.3.4", "R20", "CLB 4", "CLB 6")
@pytest.mark.parametrize(
    ("game", "down", "hole"),
    [
        ("rws-blackjack", False, False),
        ("rws-blackjack-plus", False, False),
        ("live-blackjack", False, True),
        ("classic-blackjack-shoe", False, True),
        ("classic-blackjack-double", True, True),
        ("classic-blackjack-single", False, True),
    ],
)
def test_the_deal_card_by_card(game: str, down: bool, hole: bool) -> None:
    round = opened(game, *TWO)
    due = []
    for dealt in ("9S", "8S", "7D", "8H", "7H", "9C"):
        if (wanted := waiting(round).card) is None:
            break
        due.append(wanted)
        round = after(round, dealt)
    boxes = [CardDue("box", 1, 1, face_up=not down), CardDue("box", 3, 1, face_up=not down)]
    dealer = [CardDue("dealer"), *boxes, CardDue("dealer", face_up=False)]
    assert due == [*boxes, *dealer[: None if hole else -1]]


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2", "BJ5 3.20", "BJP 3.21")
@both
def test_the_hands_of_a_split_are_asked_in_the_order_formed(game: str) -> None:
    round = after(opened(game, *TWO), "8S TS 6D 8H 9H", act("ann", "split"))
    assert waiting(round).card == CardDue("box", 1, 1)
    round = after(round, "8C")
    assert asked(round) == ("ann", 1, 1)
    round = after(round, act("ann", "split"))
    for hand, second in ((1, "TC"), (2, "9C"), (3, "7C")):
        assert waiting(round).card == CardDue("box", 1, hand)
        round = after(round, second)
        assert asked(round) == ("ann", 1, hand)
        round = after(round, act("ann", "hit"))
        assert waiting(round).card == CardDue("box", 1, hand)
        round = after(round, "2C", act("ann", "stand"))
    assert asked(round) == ("bob", 3, 1)
    round = after(round, act("bob", "stand", 3))
    assert waiting(round).card == CardDue("dealer")


def asked(round: Round) -> tuple[str, int | None, int | None]:
    (decision,) = waiting(round).decisions
    return decision.player, decision.box, decision.hand


# --- what may be said, and for how much --------------------------------------------------------


@pytest.mark.clause("R10", "BJ5 3.22", "BJP 3.23", "BJ5 3.21", "BJP 3.22", "BJ5 3.19", "BJP 3.20")
@both
@pytest.mark.parametrize(
    ("cards", "options"),
    [
        (
            "8S 6D 8H",
            [HIT, STAND, Option(Action.DOUBLE, 1_00, 100_00), Option(Action.SPLIT, 100_00, 100_00)],
        ),
        ("8S 6D 9H", [HIT, STAND, Option(Action.DOUBLE, 1_00, 100_00)]),
        ("2S 6D 9H", [HIT, Option(Action.DOUBLE, 1_00, 100_00)]),
        (
            "AS 6D AH",
            [HIT, STAND, Option(Action.DOUBLE, 1_00, 100_00), Option(Action.SPLIT, 100_00, 100_00)],
        ),
    ],
)
def test_what_a_first_hand_may_do(game: str, cards: str, options: list[Option]) -> None:
    round = after(opened(game, ("ann", 1, 100)), cards)
    (decision,) = waiting(round).decisions
    assert decision == Decision("ann", tuple(options), 1, 1)


@pytest.mark.clause("R1", "R8", "BJ5 3.22", "BJP 3.23")
@both
def test_a_part_smaller_than_a_chip_may_be_doubled_by_itself(game: str) -> None:
    """Pro-rated, a stake can be smaller than the chip unit: then its own size is the least."""
    bets = [
        Bet("ann", "initial", 100_00, 1, accepted=Accepted.OVER_LIMIT),
        Bet("bob", "initial", 1_00, 1, accepted=Accepted.OVER_LIMIT),
    ]
    rules = variant(game, {"chip-unit": "1"})
    round = begin(rules, bets, limits=Limits(50, 50_00), seats={1: "bob"})
    round = after(round, "5S 6D 6H")
    (decision,) = waiting(round).decisions
    # Bob's one is 50 of 101 parts of 1.00, but never under the table's minimum of 0.50.
    assert decision.options[-1] == Option(Action.DOUBLE, 50, 50)
    doubled = after(round, act("bob", "double", 1, 50))
    assert staked(doubled)["bob"] == 1_50


@pytest.mark.clause("BJ5 3.22", "BJP 3.23")
@both
@pytest.mark.parametrize("setting", ["double", "double-after-split"])
def test_a_house_may_allow_no_double(game: str, setting: str) -> None:
    round = after(opened(game, ("ann", 1, 100), **{setting: False}), "8S 6D 8H")
    first = Action.DOUBLE in actions(round)
    round = after(round, act("ann", "split"), "3C")
    assert (first, Action.DOUBLE in actions(round)) == (setting == "double-after-split", False)
    with pytest.raises(Refused) as refusal:
        step(round, act("ann", "double"))
    assert refusal.value.code == "illegal-action"


def actions(round: Round) -> list[Action]:
    (decision,) = waiting(round).decisions
    return [option.action for option in decision.options]


@pytest.mark.clause("R11", "BJ5 3.21.1", "BJP 3.22.1", "BJ5 3.22.1", "BJP 3.23.1")
@both
def test_what_standing_players_are_offered(game: str) -> None:
    three = (("ann", 1, 100), ("bob", 1, 30), ("cat", 1, 20))
    split = after(opened(game, *three), "8S 6D 8H", act("ann", "split"))
    assert waiting(split).offers == (
        Offer("bob", 1, (Option(Action.FOLLOW, 30_00, 30_00),)),
        Offer("cat", 1, (Option(Action.FOLLOW, 20_00, 20_00),)),
    )
    assert waiting(split).card is None
    assert waiting(split).decisions == ()
    split = after(split, act("bob", "follow"))
    assert [one.player for one in waiting(split).offers] == ["cat"]
    # Once the last has answered the offer is gone, and the card comes.
    for answer in ("follow", "decline"):
        answered = after(split, act("cat", answer))
        assert waiting(answered).card == CardDue("box", 1, 1)
        assert "together" in waiting(answered).rulings
        with pytest.raises(Refused):
            step(answered, OffersClosed())
    double = after(opened(game, *three), "5S 6D 6H", act("ann", "double"))
    assert waiting(double).offers == (
        Offer("bob", 1, (Option(Action.FOLLOW, 1_00, 30_00),)),
        Offer("cat", 1, (Option(Action.FOLLOW, 1_00, 20_00),)),
    )
    double = after(double, OffersClosed())
    assert waiting(double).offers == ()
    assert waiting(double).card == CardDue("box", 1, 1)


@pytest.mark.clause("R11", "BJ5 3.7", "BJP 3.7")
@both
def test_who_may_follow_on_one_box_follows_there_alone(game: str) -> None:
    bets = (("ann", 1, 100), ("bob", 1, 30), ("bob", 2, 20))
    round = after(opened(game, *bets), "8S TH 6D 8H 9H", act("ann", "split"))
    with pytest.raises(Refused) as refusal:
        step(round, act("bob", "follow", 2))
    assert refusal.value.code == "illegal-action"
    assert waiting(after(round, act("bob", "follow", 1))).offers == ()


@pytest.mark.clause("R19", "LIVE 2.5.2.11", "LIVE 2.5.2.12")
@pytest.mark.parametrize(("deal", "said"), [("5S 6D 6H TC", "double"), ("8S 6D 8H TC", "split")])
def test_those_behind_are_not_asked_hand_by_hand(deal: str, said: str) -> None:
    bets = [Bet("ann", "initial", 100_00, 1), Bet("bob", "behind", 50_00, 1, follow=True)]
    bets.append(Bet("cat", "behind", 20_00, 1))
    round = after(begin(variant("live-blackjack"), bets), deal, act("ann", said))
    assert waiting(round).offers == ()
    assert waiting(round).card == CardDue("box", 1, 1)
    assert staked(round) == {"ann": 200_00, "bob": 100_00, "cat": 20_00}


@pytest.mark.clause("R11", "BJ5 3.21.1", "BJP 3.22.1", "BJ5 3.22.1", "BJP 3.23.1")
@both
@pytest.mark.parametrize(("deal", "said"), [("5S 6D 6H", "double"), ("8S 6D 8H", "split")])
def test_a_standing_player_is_asked_whatever_mark_the_bet_has(
    game: str, deal: str, said: str
) -> None:
    """Following by itself is for bets behind a seat alone."""
    bets = [Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 30_00, 1, follow=True)]
    round = after(begin(variant(game), bets, seats=ANN), deal, act("ann", said))
    assert staked(round) == {"ann": 200_00, "bob": 30_00}
    assert [one.player for one in waiting(round).offers] == ["bob"]


@pytest.mark.clause("R28", "R11", "BJ5 5.7.3", "BJP 5.7.3")
@both
@pytest.mark.parametrize(("deal", "said"), [("5S 6D 6H", "double"), ("8S 6D 8H", "split")])
def test_who_has_withdrawn_is_not_asked_to_follow(game: str, deal: str, said: str) -> None:
    misdeal = Misdeal(Capacity.PIT, reconstructed=False)
    round = after(opened(game, ("ann", 1, 100), ("bob", 1, 30)), deal, misdeal)
    round = after(round, Act("bob", Action.WITHDRAW), act("ann", said))
    assert waiting(round).offers == ()
    assert staked(round) == {"ann": 200_00, "bob": 30_00}


@pytest.mark.clause("BJ5 3.12", "BJP 3.12", "BJ5 3.21", "BJP 3.22")
@both
def test_of_a_squeezed_pair_that_is_split_the_first_cards_lie_open(game: str) -> None:
    squeeze = SqueezeAllowed(Capacity.PIT, 1)
    round = after(opened(game, ("ann", 1, 100)), "8S 6D 8H", squeeze, act("ann", "split"))
    hands = blackjack_view(round, PUBLIC).boxes[0].hands
    assert [hand.cards for hand in hands] == [(card("8S"),), (card("8H"),)]
    round = after(round, "TC", act("ann", "stand"))
    # The second card is for its owner to turn.
    hands = blackjack_view(round, PUBLIC).boxes[0].hands
    assert [hand.cards for hand in hands] == [(card("8S"), HIDDEN), (card("8H"),)]
    own = blackjack_view(round, Viewer.of("ann")).boxes[0].hands
    assert own[0].cards == (card("8S"), card("TC"))


@pytest.mark.clause("CLB 6", "R20")
def test_of_cards_dealt_face_down_a_split_shows_none() -> None:
    bets = [Bet("ann", "initial", 100_00, 1)]
    rules = variant("classic-blackjack-double", {"max-hands": 2})
    round = after(begin(rules, bets), "8S 6D 8H TC", act("ann", "split"))
    hands = blackjack_view(round, PUBLIC).boxes[0].hands
    assert [hand.cards for hand in hands] == [(HIDDEN,), (HIDDEN,)]


@pytest.mark.clause("R11", "BJ5 3.18", "BJP 3.19")
@both
def test_a_bust_hand_is_settled_in_the_order_its_stakes_came(game: str) -> None:
    bets = (("ann", 1, 100), ("bob", 1, 30), ("cat", 1, 20))
    round = after(opened(game, *bets), "8S 6D 8H", act("ann", "split"))
    round = after(round, act("cat", "follow"), act("bob", "follow"), "TC", act("ann", "stand"))
    lines = step(after(round, "6C", act("ann", "hit")), CardDealt(card("KC"))).lines
    assert [(one.player, one.hand, one.result) for one in lines] == [
        ("ann", 2, "lose"),
        ("cat", 2, "lose"),
        ("bob", 2, "lose"),
    ]


@pytest.mark.clause("R9", "R7", "BJ5 3.14.2a", "BJP 3.15.2a", "BJ5 3.14.1", "BJP 3.15.1")
@both
def test_what_is_offered_against_an_ace(game: str) -> None:
    bets = (("ann", 1, 100), ("bob", 1, 31), ("cat", 2, 10), ("dan", 3, 1))
    round = after(opened(game, *bets), "TS AS TC AD 9H KH 9C")
    assert waiting(round).offers == (
        Offer("ann", 1, (Option(Action.INSURE, 1_00, 50_00),)),
        Offer("bob", 1, (Option(Action.INSURE, 1_00, 15_00),)),
        Offer("cat", 2, (Option(Action.INSURE, 1_00, 5_00), Option(Action.EVEN_MONEY))),
    )
    assert all(offer.declinable for offer in waiting(round).offers)
    round = after(round, act("ann", "decline"), act("cat", "even-money", 2))
    assert [one.player for one in waiting(round).offers] == ["bob"]
    round = after(round, act("bob", "insure", 1, 15_00))
    assert waiting(round).offers == ()


@pytest.mark.clause("R9", "R7", "BJ5 3.16", "BJP 3.17")
@both
def test_what_is_offered_against_anything_else(game: str) -> None:
    bets = (("ann", 1, 100), ("bob", 1, 31), ("cat", 2, 10), ("dan", 3, 10))
    round = after(opened(game, *bets), "TS AS TC 6D 9H KH 9C")
    # A blackjack is not given up, and who stands behind the box decides nothing.
    assert waiting(round).offers == (
        Offer("ann", 1, (Option(Action.SURRENDER),), declinable=False),
        Offer("dan", 3, (Option(Action.SURRENDER),), declinable=False),
    )
    round = after(round, act("ann", "surrender"))
    assert [one.player for one in waiting(round).offers] == ["dan"]
    round = after(round, act("dan", "stand", 3))
    assert waiting(round).offers == ()


@pytest.mark.clause("R17", "R20", "LIVE 2.2.5", "CLB 8")
@pytest.mark.parametrize(
    ("game", "most"), [("live-blackjack", 16_00), ("classic-blackjack-shoe", 15_00)]
)
def test_insurance_where_there_is_a_hole_card(game: str, most: int) -> None:
    round = after(opened(game, ("ann", 1, 31)), "TS AD 9H 7C")
    assert waiting(round).offers == (Offer("ann", 1, (Option(Action.INSURE, 1_00, most),)),)
    assert waiting(round).decisions == ()
    round = after(round, act("ann", "insure", 1, most))
    # The dealer has looked: the hand is asked.
    assert asked(round) == ("ann", 1, 1)


@pytest.mark.clause("R7", "R9", "BJ5 3.7", "BJP 3.7")
@both
def test_an_offer_is_declined_box_by_box(game: str) -> None:
    round = after(opened(game, ("ann", 1, 100), ("ann", 2, 60)), "TS TH AD 9H 9S")
    round = after(round, act("ann", "decline", 2))
    assert waiting(round).offers == (Offer("ann", 1, (Option(Action.INSURE, 1_00, 50_00),)),)
    with pytest.raises(Refused) as refusal:
        step(round, act("ann", "decline", 2))
    assert refusal.value.code == "illegal-action"
    assert waiting(after(round, act("ann", "decline", 1))).offers == ()


@pytest.mark.clause("BJ5 3.12", "BJP 3.12", "BJ5 3.14.1", "BJP 3.15.1")
@both
def test_even_money_shows_a_blackjack_that_lay_face_down(game: str) -> None:
    squeeze = SqueezeAllowed(Capacity.PIT, 2)
    round = after(opened(game, ("ann", 1, 100), ("bob", 2, 40)), squeeze, "TS AS AD 9H KS")
    hidden = blackjack_view(round, PUBLIC).boxes[1].hands[0].cards
    assert set(hidden) == {HIDDEN}
    round = after(round, act("bob", "even-money", 2))
    assert blackjack_view(round, PUBLIC).boxes[1].hands[0].cards == (card("AS"), card("KS"))


@pytest.mark.clause("R17", "R20")
@pytest.mark.parametrize("game", ["live-blackjack", "classic-blackjack-shoe"])
def test_no_even_money_where_the_document_has_none(game: str) -> None:
    round = after(opened(game, ("ann", 1, 30)), "AS AD KH 7C")
    assert waiting(round).offers == (Offer("ann", 1, (Option(Action.INSURE, 1_00, 15_00),)),)


@pytest.mark.clause("R28", "BJ5 5.7.3", "BJP 5.7.3")
@both
@pytest.mark.parametrize(
    ("deal", "said"),
    [
        ("TS TH AD 9H 9S", [("insure", 10_00), ("decline", None)]),
        ("AS TH AD KH 9S", [("insure", 10_00), ("even-money", None)]),
        ("TS TH 6D 9H 9S", [("surrender", None)]),
    ],
)
def test_who_has_withdrawn_is_offered_nothing(
    game: str, deal: str, said: list[tuple[str, int | None]]
) -> None:
    misdeal = Misdeal(Capacity.PIT, reconstructed=False)
    round = after(opened(game, *TWO), deal, misdeal, Act("ann", Action.WITHDRAW))
    assert {one.player for one in waiting(round).offers} == {"bob"}
    for action, amount in said:
        with pytest.raises(Refused) as refusal:
            step(round, act("ann", action, 1, amount))
        assert refusal.value.code in ("illegal-action", "not-your-turn")


# --- cards together, and the choice ------------------------------------------------------------

DRAWN = (card("5C"), card("7C"), card("KC"))


@pytest.mark.clause("R29", "R28", "BJ5 5.12", "BJP 5.12")
@both
def test_who_is_asked_to_pick_and_what_comes_next(game: str) -> None:
    round = after(opened(game, *TWO), "8S 2S 6D 8H 9H", act("ann", "split"), "TC")
    round = after(round, act("ann", "stand"), Together(Capacity.DEALER, DRAWN))
    said = waiting(round)
    assert said.decisions == (Decision("ann", (Option(Action.TAKE),), 1, 2, cards=DRAWN),)
    assert (said.card, said.offers, said.choices) == (None, (), ())
    assert said.rulings == ("void", "interrupt")
    round = after(round, Act("ann", Action.TAKE, card=DRAWN[1]))
    # 8 7 on the second hand: ann is asked, and all have the choice.
    assert asked(round) == ("ann", 1, 2)
    assert waiting(round).choices == (Choice("ann"), Choice("bob"))
    round = after(round, act("ann", "stand"))
    assert waiting(round).choices == ()
    round = after(round, act("bob", "hit", 3))
    assert waiting(round).card == CardDue("box", 3, 1, exactly=DRAWN[0])
    with pytest.raises(Refused) as refusal:
        step(round, CardDealt(DRAWN[2]))
    assert refusal.value.code == "illegal-action"
    round = after(round, "5C", act("bob", "stand", 3))
    assert waiting(round).card == CardDue("dealer", exactly=DRAWN[2])
    assert waiting(after(round, "KC")).card == CardDue("dealer")
    # A card that is out already is the one that is burned.
    burned = after(round, Burn(Capacity.PIT, 1))
    assert waiting(burned).card == CardDue("discard", exactly=DRAWN[2])


@pytest.mark.clause("R28", "BJ5 5.7", "BJP 5.7")
@both
def test_who_has_the_choice(game: str) -> None:
    round = after(opened(game, *TWO), "TS TH 6D 8S 9H", Misdeal(Capacity.PIT, reconstructed=False))
    assert waiting(round).choices == (Choice("ann"), Choice("bob"))
    round = after(round, Act("ann", Action.CONTINUE))
    assert waiting(round).choices == (Choice("bob"),)
    left = after(round, Act("bob", Action.WITHDRAW))
    assert waiting(left).choices == ()
    assert asked(left) == ("ann", 1, 1)
    again = after(left, Misdeal(Capacity.PIT, reconstructed=False))
    assert waiting(again).choices == (Choice("ann"),)


# --- what the house may rule -------------------------------------------------------------------

ALWAYS = ("void", "interrupt", "misdeal", "burn")


@pytest.mark.clause("R27", "R29", "R30", "BJ5 5.10.3", "BJP 5.10.3")
@both
def test_what_the_house_may_rule_from_the_deal_to_the_end(game: str) -> None:
    round = opened(game, *TWO)
    assert waiting(round).rulings == (*ALWAYS, "together")
    round = after(round, "TS TH 6D 2S 9H")
    assert waiting(round).rulings == ALWAYS
    disorder = after(round, Misdeal(Capacity.PIT, reconstructed=False))
    assert waiting(disorder).rulings == (*ALWAYS, "place")
    round = after(round, act("ann", "hit"))
    assert waiting(round).rulings == (*ALWAYS, "discard:no-bet", "together")
    round = after(round, "8C", act("ann", "stand"))
    assert waiting(round).rulings == (*ALWAYS, "discard:no-bet")
    round = after(round, act("bob", "stand", 3))
    assert waiting(round).rulings == (*ALWAYS, "discard:no-bet", "together")
    round = after(round, "TC 2C")
    assert waiting(round).rulings == ("discard:overdraw", "adjust")


@pytest.mark.clause("R27", "R30")
@pytest.mark.parametrize("game", ["live-blackjack", "classic-blackjack-shoe"])
def test_what_the_house_may_rule_over_a_hole_card(game: str) -> None:
    round = after(opened(game, *TWO), "TS TH")
    assert waiting(round).rulings == (*ALWAYS, "together")
    round = after(round, "6D 2S 9H TC")
    assert waiting(round).rulings == (*ALWAYS, "discard:no-bet")
    round = after(round, act("ann", "stand"), act("bob", "stand", 3), "9C")
    assert waiting(round).rulings == ("discard:overdraw", "adjust")


@pytest.mark.clause("R27", "R28", "R30")
@both
@pytest.mark.parametrize(
    ("ruling", "due", "then"),
    [
        (Burn(Capacity.PIT, 2), [CardDue("discard")] * 2, CardDue("box", 1, 1)),
        (Discard(Capacity.PIT, DiscardReason.NO_BET), [CardDue("discard")], CardDue("box", 1, 1)),
    ],
)
def test_the_next_cards_are_spoken_for(
    game: str, ruling: Burn | Discard, due: list[CardDue], then: CardDue
) -> None:
    round = after(opened(game, *TWO), "TS TH 6D 2S 9H", act("ann", "hit"), ruling)
    for wanted in due:
        said = waiting(round)
        assert (said.card, said.decisions, said.offers) == (wanted, (), ())
        # They come first: nothing is called together, nobody decides.
        assert "together" not in said.rulings
        with pytest.raises(Refused) as refusal:
            step(round, act("ann", "stand"))
        assert refusal.value.code == "illegal-action"
        round = after(round, "3C")
    assert waiting(round).card == then


@pytest.mark.clause("R28")
@both
@pytest.mark.parametrize(
    ("place", "due"),
    [
        (Place(Capacity.PIT, 3, 1), CardDue("box", 3, 1)),
        (Place(Capacity.PIT, dealer=True), CardDue("dealer")),
    ],
)
def test_a_placed_card_is_due_where_it_fell(game: str, place: Place, due: CardDue) -> None:
    misdeal = Misdeal(Capacity.PIT, reconstructed=False)
    round = after(opened(game, *TWO), "TS TH 6D 8S 2H", act("ann", "stand"), misdeal, place)
    said = waiting(round)
    assert (said.card, said.decisions) == (due, ())
    with pytest.raises(Refused):
        step(round, act("bob", "stand", 3))
    round = after(round, "4C")
    assert asked(round) == ("bob", 3, 1)


@pytest.mark.clause("R26", "R4", "R30")
@both
@pytest.mark.parametrize(
    "ruling", [Void(Capacity.PIT, VoidReason.FOREIGN_CARD), Interrupt(Capacity.HOUSE)]
)
@pytest.mark.parametrize(
    "before", ["deal", "double", "split", "together", "taken", "burn", "place", "misdeal"]
)
def test_a_void_round_waits_for_nothing(game: str, ruling: Interrupt | Void, before: str) -> None:
    misdeal = Misdeal(Capacity.PIT, reconstructed=False)
    dealt = after(opened(game, ("ann", 1, 100), ("bob", 1, 30)), "5S 6D 6H")
    round = {
        "deal": after(opened(game, *TWO), "TS TH"),
        "double": after(dealt, act("ann", "double")),
        "split": after(opened(game, *TWO), "8S TH 6D 8H 9H", act("ann", "split")),
        "together": after(dealt, act("ann", "hit"), Together(Capacity.DEALER, DRAWN)),
        "taken": after(
            dealt,
            act("ann", "hit"),
            Together(Capacity.DEALER, DRAWN),
            Act("ann", Action.TAKE, card=DRAWN[0]),
        ),
        "burn": after(dealt, Burn(Capacity.PIT, 2)),
        "place": after(dealt, misdeal, Place(Capacity.PIT, 1, 1)),
        "misdeal": after(dealt, misdeal),
    }[before]
    round = after(round, ruling)
    said = waiting(round)
    assert (said.over, said.card, said.decisions) == (True, None, ())
    assert (said.offers, said.choices, said.rulings) == ((), (), ("adjust",))
    assert (round.due, round.follow, round.misdealt, round.place) == (None, None, None, None)
    assert (round.together, round.upcoming) == ((), ())
    assert {line.result for line in round.lines} == {"void"}
