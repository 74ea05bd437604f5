"""A view never tells a hidden card: rounds that differ only in hidden cards look the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import HOUSE, PUBLIC, Act, Action, CardDealt, Viewer
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.points import points
from croupier.kit.cards import DECK, HIDDEN, Card
from tests.support.families import blackjack_view
from tests.support.random_rounds import LIMITS, PLAYERS, Table, open_table, play_on
from tests.support.rws import both

VIEWERS = (PUBLIC, *(Viewer.of(one) for one in PLAYERS))


def hole_swapped(table: Table, card: Card) -> Round:
    """The same round with another card under the dealer's first."""
    dealt = [index for index, one in enumerate(table.inputs) if isinstance(one, CardDealt)]
    hole = dealt[2 * len(_boxes(table)) + 1]
    inputs = [*table.inputs]
    inputs[hole] = CardDealt(card)
    round = croupier.begin(table.rules, table.bets, limits=LIMITS, seats=table.seats)
    for input in inputs:
        round = croupier.step(round, input).round
    assert isinstance(round, Round)
    return round


def _boxes(table: Table) -> tuple[object, ...]:
    assert isinstance(table.round, Round)
    return table.round.boxes


@pytest.mark.clause("LIVE 2.1.1", "LIVE 2.3.8", "CLB 13")
@pytest.mark.parametrize(
    "game",
    [
        "live-blackjack",
        "classic-blackjack-shoe",
        "classic-blackjack-double",
        "classic-blackjack-single",
    ],
)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_the_hole_card_is_in_nobodys_view(game: str, seed: int, data: st.DataObject) -> None:
    table = open_table(game, seed)
    while not croupier.waiting(table.round).over:
        round = table.round
        assert isinstance(round, Round)
        if len(round.dealer) == 2 and round.hole_down:
            # A look under an ace has told that there is no ten; no more than that.
            looked = round.peeked
            others = [
                one for one in DECK if not (looked and points((round.dealer[0], one))[0] == 21)
            ]
            other = hole_swapped(table, data.draw(st.sampled_from(others)))
            for viewer in (*VIEWERS, HOUSE):
                seen = blackjack_view(round, viewer)
                assert seen == croupier.view(other, viewer)
                assert seen.dealer == (round.dealer[0], HIDDEN)
        play_on(table)


@pytest.mark.clause("CLB 6", "R20")
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_face_down_hands_are_their_owners_alone(seed: int, data: st.DataObject) -> None:
    table = open_table("classic-blackjack-double", seed)
    while not croupier.waiting(table.round).over:
        round = table.round
        assert isinstance(round, Round)
        for box in round.boxes:
            hand = box.hands[0]
            # A natural has no turn, which tells it; any two other cards look alike.
            if len(hand.cards) == 2 and not hand.face_up and not hand.blackjack:
                lows = [one for one in DECK if one[0] in "23456789"]
                other = _with_cards(
                    round, box.number, data.draw(st.tuples(*[st.sampled_from(lows)] * 2))
                )
                for viewer in VIEWERS:
                    same = croupier.view(round, viewer) == croupier.view(other, viewer)
                    assert same or viewer.player == box.owner
        play_on(table)


def _with_cards(round: Round, box: int, cards: tuple[Card, ...]) -> Round:
    index = round.box_index(box)
    assert index is not None
    from msgspec.structs import replace

    return round.with_hand((index, 0), replace(round.boxes[index].hands[0], cards=cards))


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
def test_squeezed_cards_are_hidden_until_turned(game: str) -> None:
    rules = croupier.variant(game)
    round: croupier.Round = croupier.begin(
        rules, [croupier.Bet("ann", "initial", 100_00, 1), croupier.Bet("bob", "initial", 50_00, 1)]
    )
    round = croupier.step(round, croupier.SqueezeAllowed(croupier.Capacity.PIT, 1)).round
    for card in croupier.cards("TS 6D 9H"):
        round = croupier.step(round, CardDealt(card)).round
    ann, bob = (blackjack_view(round, Viewer.of(player)) for player in ("ann", "bob"))
    assert ann.boxes[0].hands[0].cards == ("TS", "9H")
    assert bob.boxes[0].hands[0].cards == (HIDDEN, HIDDEN)
    assert bob.boxes[0].hands[0].total is None
    turned = croupier.step(round, croupier.CardsTurned("ann", 1)).round
    seen = blackjack_view(turned, Viewer.of("bob"))
    assert seen.boxes[0].hands[0].cards == ("TS", "9H")
    # What they settle must lie open: the first play turns them too.
    played = croupier.step(round, Act("ann", Action.STAND, 1)).round
    assert blackjack_view(played).boxes[0].hands[0].cards == ("TS", "9H")
