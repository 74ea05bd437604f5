"""RWS Blackjack and Blackjack Plus: who sees which card, and the squeeze."""

import pytest

import croupier
from croupier import (
    HOUSE,
    PUBLIC,
    Act,
    Action,
    Bet,
    Capacity,
    Card,
    CardDealt,
    CardsTurned,
    Input,
    Interrupt,
    Refused,
    Round,
    SqueezeAllowed,
    Viewer,
    card,
)
from tests.support.families import blackjack_view
from tests.support.rws import both

PIT = Capacity.PIT
HIDDEN = "??"


def open_table(game: str, *bets: Bet, seats: dict[int, str] | None = None) -> Round:
    bets = bets or (Bet("ann", "initial", 100_00, box=1),)
    return croupier.begin(croupier.variant(game), bets, seats=seats)


def play(round: Round, *inputs: Input | str) -> Round:
    """Cards as text, anything else as it is."""
    for one in inputs:
        round = croupier.step(round, CardDealt(card(one)) if isinstance(one, str) else one).round
    return round


def cards_of(round: Round, viewer: Viewer, box: int = 0, hand: int = 0) -> tuple[Card, ...]:
    return blackjack_view(round, viewer).boxes[box].hands[hand].cards


def stand(player: str = "ann", box: int = 1) -> Act:
    return Act(player, Action.STAND, box)


@pytest.mark.clause("BJ5 3.11", "BJP 3.11", "BJ5 1.33", "BJP 1.33")
@both
def test_every_card_of_the_deal_and_of_the_play_lies_face_up(game: str) -> None:
    round = play(open_table(game), "5S", "6D", "6H", Act("ann", Action.HIT, 1), "TC")
    for viewer in (PUBLIC, Viewer.of("ann"), Viewer.of("bob"), HOUSE):
        assert cards_of(round, viewer) == ("5S", "6H", "TC")
        assert blackjack_view(round, viewer).dealer == ("6D",)
    assert blackjack_view(play(round, stand(), "TD"), PUBLIC).dealer == ("6D", "TD")


@pytest.mark.clause("BJ5 3.11", "BJP 3.11")
@both
def test_the_cards_are_called_for_in_the_order_of_the_deal(game: str) -> None:
    bets = [Bet("ann", "initial", 100_00, box=5), Bet("bob", "initial", 100_00, box=2)]
    round = open_table(game, *bets)
    called = []
    for one in ["TS", "TH", "6D", "8S", "8H"]:
        due = croupier.waiting(round).card
        assert due is not None
        called.append((due.to, due.box, due.face_up))
        round = play(round, one)
    up = True
    assert called == [
        ("box", 2, up),
        ("box", 5, up),
        ("dealer", None, up),
        ("box", 2, up),
        ("box", 5, up),
    ]
    assert croupier.waiting(round).card is None


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
def test_with_leave_to_squeeze_the_cards_come_face_down(game: str) -> None:
    round = play(open_table(game), SqueezeAllowed(PIT, 1), "5S", "6D", "6H")
    assert cards_of(round, Viewer.of("ann")) == ("5S", "6H")
    assert cards_of(round, HOUSE) == ("5S", "6H")
    for viewer in (PUBLIC, Viewer.of("bob")):
        assert cards_of(round, viewer) == (HIDDEN, HIDDEN)
        hand = blackjack_view(round, viewer).boxes[0].hands[0]
        assert (hand.total, hand.soft) == (None, False)
    # The dealer's own card is never squeezed.
    assert blackjack_view(round, PUBLIC).dealer == ("6D",)


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
def test_a_squeezed_blackjack_does_not_show(game: str) -> None:
    round = play(open_table(game), SqueezeAllowed(PIT, 1), "AS", "AD", "KH")
    assert not blackjack_view(round, PUBLIC).boxes[0].hands[0].blackjack
    assert blackjack_view(round, Viewer.of("ann")).boxes[0].hands[0].blackjack


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
def test_only_cards_dealt_after_the_leave_are_squeezed(game: str) -> None:
    round = play(open_table(game), "5S", SqueezeAllowed(PIT, 1), "6D", "6H")
    assert cards_of(round, PUBLIC) == ("5S", HIDDEN)


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
def test_only_the_box_with_leave_is_squeezed(game: str) -> None:
    bets = [Bet("ann", "initial", 100_00, box=1), Bet("bob", "initial", 100_00, box=2)]
    round = play(open_table(game, *bets), SqueezeAllowed(PIT, 2), "5S", "5H", "6D", "6S", "6H")
    assert cards_of(round, PUBLIC, box=0) == ("5S", "6S")
    assert cards_of(round, PUBLIC, box=1) == (HIDDEN, HIDDEN)
    assert cards_of(round, Viewer.of("ann"), box=1) == (HIDDEN, HIDDEN)


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
@pytest.mark.parametrize("by", [Capacity.DEALER, Capacity.SHIFT, Capacity.HOUSE])
def test_leave_to_squeeze_is_the_pits_to_give(game: str, by: Capacity) -> None:
    with pytest.raises(Refused) as caught:
        play(open_table(game), SqueezeAllowed(by, 1))
    assert caught.value.code == "illegal-action"


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
def test_a_box_without_a_bet_is_not_squeezed(game: str) -> None:
    with pytest.raises(Refused) as caught:
        play(open_table(game), SqueezeAllowed(PIT, 2))
    assert caught.value.code == "illegal-action"


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
def test_the_player_who_holds_the_cards_may_turn_them_and_nobody_else(game: str) -> None:
    bets = [Bet("ann", "initial", 100_00, box=1), Bet("bob", "initial", 50_00, box=1)]
    round = open_table(game, *bets, seats={1: "ann"})
    round = play(round, SqueezeAllowed(PIT, 1), "5S", "6D", "6H")
    with pytest.raises(Refused) as caught:
        play(round, CardsTurned("bob", 1))
    assert caught.value.code == "not-your-turn"
    assert cards_of(play(round, CardsTurned("ann", 1)), PUBLIC) == ("5S", "6H")


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
def test_cards_that_lie_face_up_cannot_be_turned(game: str) -> None:
    round = play(open_table(game), "5S", "6D", "6H")
    with pytest.raises(Refused) as caught:
        play(round, CardsTurned("ann", 1))
    assert caught.value.code == "illegal-action"


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
def test_a_split_hand_is_turned_though_the_other_lies_face_up(game: str) -> None:
    round = play(open_table(game), SqueezeAllowed(PIT, 1), "8S", "6D", "8H")
    round = play(round, Act("ann", Action.SPLIT, 1), "3C")
    assert cards_of(round, PUBLIC) == ("8S", HIDDEN)
    assert cards_of(play(round, CardsTurned("ann", 1)), PUBLIC) == ("8S", "3C")


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
def test_later_cards_are_squeezed_too_and_a_bust_lies_open(game: str) -> None:
    hit = Act("ann", Action.HIT, 1)
    bets = [Bet("ann", "initial", 100_00, box=1), Bet("bob", "initial", 100_00, box=2)]
    round = play(open_table(game, *bets), SqueezeAllowed(PIT, 1), "TS", "TH", "6D", "4H", "9H")
    round = play(round, hit, "2C")
    assert cards_of(round, PUBLIC)[-1] == HIDDEN
    assert cards_of(round, Viewer.of("ann")) == ("TS", "4H", "2C")
    round = play(round, hit, "TC")
    assert cards_of(round, PUBLIC) == ("TS", "4H", "2C", "TC")


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
@pytest.mark.parametrize("squeezed", [True, False])
def test_a_squeeze_changes_no_result(game: str, squeezed: bool) -> None:
    leave = [SqueezeAllowed(PIT, 1)] if squeezed else []
    round = play(open_table(game), *leave, "TS", "6D", "8H", stand(), "TD", "5C")
    assert round.over
    assert [line.net for line in round.lines] == [-100_00]
    assert cards_of(round, PUBLIC) == ("TS", "8H")


@pytest.mark.clause("BJ5 3.12", "BJP 3.12")
@both
def test_a_card_turned_up_in_error_lets_the_round_go_on(game: str) -> None:
    """Half the hand lies face down, half face up: it is settled as any other."""
    round = play(open_table(game), "AS", SqueezeAllowed(PIT, 1), "6D", "KH")
    assert [line.net for line in round.lines] == [150_00]


@pytest.mark.clause("BJ5 3.12", "BJ5 5.4.1", "BJ5 5.4.2", "BJP 3.12", "BJP 5.4.1", "BJP 5.4.2")
@pytest.mark.parametrize(
    ("game", "side", "cards"),
    [
        ("rws-blackjack", "over-13", ("TS", "6D", "8H")),
        ("rws-blackjack-plus", "rws-pairs", ("8S", "6D", "8H")),
    ],
)
@pytest.mark.parametrize(("turn", "void"), [(False, True), (True, False)])
def test_a_face_down_card_decides_nothing_in_an_interruption(
    game: str, side: str, cards: tuple[str, ...], turn: bool, void: bool
) -> None:
    """The side bet is won by cards that nobody but ann has seen."""
    bets = [Bet("ann", "initial", 100_00, box=1), Bet("ann", side, 20_00, box=1)]
    round = open_table(game, *bets)
    round = play(round, SqueezeAllowed(PIT, 1), *cards)
    if turn:
        round = play(round, CardsTurned("ann", 1))
    round = play(round, Interrupt(Capacity.HOUSE))
    assert round.void is void


@pytest.mark.clause("BJ5 3.12", "BJP 3.12", "BJ5 3.13", "BJP 3.13")
@both
def test_squeezed_cards_lie_open_once_the_first_two_have_been_settled(game: str) -> None:
    bets = [Bet("ann", "initial", 100_00, box=1), Bet("bob", "initial", 100_00, box=2)]
    round = play(open_table(game, *bets), SqueezeAllowed(PIT, 2), "TS", "AH", "6D", "8S", "KH")
    assert cards_of(round, PUBLIC, box=1) == (HIDDEN, HIDDEN)
    round = play(round, stand())
    assert cards_of(round, PUBLIC, box=1) == ("AH", "KH")
    assert ("bob", 150_00) in [(line.player, line.net) for line in round.lines]


@pytest.mark.clause("BJ5 3.12", "BJP 3.12", "BJ5 3.21.2", "BJP 3.22.2")
@both
def test_the_cards_that_come_to_split_hands_are_squeezed_too(game: str) -> None:
    round = play(open_table(game), SqueezeAllowed(PIT, 1), "8S", "6D", "8H")
    round = play(round, Act("ann", Action.SPLIT, 1), "TC", stand(), "9C")
    assert cards_of(round, PUBLIC, hand=0) == ("8S", HIDDEN)
    assert cards_of(round, PUBLIC, hand=1) == ("8H", HIDDEN)
    assert cards_of(round, Viewer.of("ann"), hand=1) == ("8H", "9C")
    round = play(round, stand(), "TD", "9D")
    assert cards_of(round, PUBLIC, hand=1) == ("8H", "9C")
