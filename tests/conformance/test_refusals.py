"""What the engine refuses: with which code, under which clause, and that nothing has changed."""

from typing import Any

import pytest

from croupier import (
    Act,
    Action,
    Adjust,
    BallRested,
    Bet,
    Burn,
    Capacity,
    CardDealt,
    Discard,
    DiscardReason,
    Misdeal,
    OffersClosed,
    Place,
    Refused,
    Together,
    Void,
    VoidReason,
    begin,
    card,
    step,
    variant,
)
from croupier.engine import protocol as engine
from croupier.engine.inputs import CardsTurned, FollowingEnded, Input, SqueezeAllowed
from croupier.engine.protocol import Round
from croupier.engine.viewer import HOUSE
from tests.support.stepping import after

BJ5, BJP, LIVE = "rws-blackjack", "rws-blackjack-plus", "live-blackjack"
SHOE, DOWN = "classic-blackjack-shoe", "classic-blackjack-double"
PIT, DEALER, SHIFT = Capacity.PIT, Capacity.DEALER, Capacity.SHIFT
MISDEAL = Misdeal(PIT, reconstructed=False)


def opened(game: str) -> Round:
    """Ann and bob share the first box where that is allowed; cat has the second."""
    bets = [Bet("ann", "initial", 100_00, 1), Bet("cat", "initial", 100_00, 2)]
    if game in (BJ5, BJP):
        bets.insert(1, Bet("bob", "initial", 30_00, 1))
    return begin(variant(game), bets, seats={1: "ann"} if game in (BJ5, BJP) else {})


def act(player: str, action: str, box: int | None = 1, amount: int | None = None) -> Act:
    return Act(player, Action(action), box, amount)


STAND, CATS = act("ann", "stand"), act("cat", "stand", 2)
SIX, ACE, EIGHTS, ELEVEN = "TS TH 6D 8S 9H", "TS TH AD 8S 9H", "8S TH 6D 8H 9H", "5S TH 6D 6H 9H"
OVER = (SIX, STAND, CATS, "TC 2C")

CASES: list[tuple[str, tuple[Any, ...], Any, str, str | None]] = [
    # Whose turn it is.
    (BJ5, (), STAND, "not-your-turn", "BJ5 3.8"),
    (BJ5, (SIX,), act("ann", "stand", 2), "not-your-turn", "BJ5 3.8"),
    (BJ5, (SIX,), act("bob", "stand"), "not-your-turn", "BJ5 3.8"),
    (BJ5, (SIX, act("ann", "hit")), STAND, "not-your-turn", "BJ5 3.8"),
    (BJP, (SIX, act("ann", "hit")), STAND, "not-your-turn", "BJP 3.8"),
    (BJ5, (EIGHTS, act("ann", "split")), STAND, "not-your-turn", "BJ5 3.8"),
    (LIVE, ("TS TH 6D 8S 9H TC",), act("cat", "stand", 1), "not-your-turn", "LIVE 2.3.6c"),
    (SHOE, ("TS TH 6D 8S 9H TC",), CATS, "not-your-turn", "CLB 11"),
    # What a hand may do.
    (BJ5, ("2S TH 6D 8S 9H",), STAND, "illegal-action", "BJ5 3.19"),
    (BJ5, (SIX,), act("ann", "split"), "illegal-action", "BJ5 3.21"),
    (
        BJ5,
        ("TS TH 6D 2S 9H", act("ann", "hit"), "3C"),
        act("ann", "double"),
        "illegal-action",
        "BJ5 3.22",
    ),
    (BJ5, (SIX,), act("ann", "raise"), "illegal-action", "BJ5 3.17"),
    (BJ5, (ELEVEN,), act("ann", "double", 1, 50_50), "bad-amount", "R1"),
    (BJ5, (ELEVEN,), act("ann", "double", 1, 101_00), "limit", "BJ5 3.22"),
    (BJP, (ELEVEN,), act("ann", "double", 1, 101_00), "limit", "BJP 3.23"),
    (LIVE, ("5S TH 6D 6H 9H TC",), act("ann", "double", 1, 101_00), "limit", "LIVE 2.2.6"),
    (SHOE, ("8S TH 6D 8H 9H TC",), act("ann", "split"), "illegal-action", "CLB 11"),
    # Following.
    (BJ5, (SIX,), act("bob", "follow"), "illegal-action", "BJ5 3.21.1"),
    (BJ5, (EIGHTS, act("ann", "split")), act("cat", "follow", 2), "illegal-action", "BJ5 3.21.1"),
    (BJ5, (EIGHTS, act("ann", "split")), act("zoe", "follow"), "not-your-turn", "BJ5 3.8"),
    (BJ5, (EIGHTS, act("ann", "split")), act("bob", "follow", 5), "not-your-turn", "BJ5 3.8"),
    (BJ5, (EIGHTS, act("ann", "split")), act("bob", "follow", 1, 29_00), "limit", "BJ5 3.21.1"),
    (BJ5, (ELEVEN, act("ann", "double")), act("bob", "follow", 1, 31_00), "limit", "BJ5 3.22.1"),
    (BJP, (ELEVEN, act("ann", "double")), act("bob", "follow", 1, 31_00), "limit", "BJP 3.23.1"),
    (BJ5, (ELEVEN, act("ann", "double")), act("ann", "decline"), "illegal-action", None),
    # Surrender, insurance, even money.
    (BJ5, (SIX,), act("bob", "surrender"), "not-your-turn", "BJ5 3.8"),
    (BJ5, (ACE,), act("ann", "surrender"), "illegal-action", "BJ5 3.16"),
    (BJ5, (SIX, STAND), act("cat", "surrender", 2), "illegal-action", "BJ5 3.16"),
    (BJ5, (SIX, act("ann", "surrender")), act("ann", "surrender"), "illegal-action", "BJ5 3.16"),
    (BJ5, ("AS TH 6D KS 9H",), act("ann", "surrender"), "illegal-action", "BJ5 3.16"),
    (LIVE, ("TS TH 6D 8S 9H TC",), act("ann", "surrender"), "illegal-action", "R17"),
    (BJ5, (SIX,), act("ann", "insure", 1, 10_00), "illegal-action", "BJ5 3.14.2"),
    (BJ5, (ACE,), act("ann", "insure"), "bad-amount", "BJ5 3.14.2"),
    (BJ5, (ACE,), act("ann", "insure", 1, 10_50), "bad-amount", "R1"),
    (BJ5, (ACE,), act("ann", "insure", 1, 51_00), "limit", "BJ5 3.14.2"),
    (BJ5, (ACE,), act("zoe", "insure", 1, 10_00), "not-your-turn", "BJ5 3.8"),
    (
        BJ5,
        (ACE, act("ann", "insure", 1, 10_00)),
        act("ann", "insure", 1, 10_00),
        "illegal-action",
        "BJ5 3.14.2",
    ),
    (BJ5, (ACE,), act("ann", "even-money"), "illegal-action", "BJ5 3.14.1"),
    (BJ5, ("AS TH 6D KS 9H",), act("ann", "even-money"), "illegal-action", "BJ5 3.14.1"),
    (LIVE, ("AS TH AD KS 9H 7C",), act("ann", "even-money"), "illegal-action", "R17"),
    (
        BJ5,
        ("AS TH AD KS 9H", act("ann", "even-money")),
        act("ann", "insure", 1, 10_00),
        "illegal-action",
        "BJ5 3.14.2",
    ),
    (
        BJ5,
        ("AS TH AD KS 9H", act("ann", "insure", 1, 10_00)),
        act("ann", "even-money"),
        "illegal-action",
        "BJ5 3.14.1",
    ),
    (BJ5, (SIX,), act("ann", "decline"), "illegal-action", None),
    (BJ5, (ACE, act("ann", "decline")), act("ann", "decline"), "illegal-action", None),
    (BJ5, (SIX,), OffersClosed(), "illegal-action", None),
    (BJ5, (ACE,), OffersClosed(), "illegal-action", None),
    (BJ5, (), OffersClosed(), "illegal-action", None),
    # Cards.
    (BJ5, (SIX,), CardDealt(card("2C")), "illegal-action", None),
    (BJ5, (SIX,), Act("ann", Action.TAKE, 1, card=card("2C")), "illegal-action", "BJ5 5.12"),
    (
        BJ5,
        (SIX, act("ann", "hit"), Together(DEALER, (card("2C"), card("3C")))),
        act("bob", "take"),
        "not-your-turn",
        "BJ5 5.12",
    ),
    (
        BJ5,
        (SIX, act("ann", "hit"), Together(DEALER, (card("2C"), card("3C")))),
        act("ann", "take"),
        "illegal-action",
        "BJ5 5.12",
    ),
    (
        BJ5,
        (SIX, act("ann", "hit"), Together(DEALER, (card("2C"), card("3C")))),
        MISDEAL,
        "illegal-action",
        "BJ5 5.12",
    ),
    (BJ5, (SIX, act("ann", "hit")), Together(DEALER, (card("2C"),)), "illegal-action", "BJ5 5.12"),
    (BJ5, (SIX,), Together(DEALER, (card("2C"), card("3C"))), "illegal-action", "BJ5 5.12"),
    (BJ5, (SIX, Burn(PIT, 1)), STAND, "illegal-action", "BJ5 5.6"),
    (BJ5, (SIX,), Burn(PIT, 0), "illegal-action", "R30"),
    (BJ5, (SIX,), BallRested(17), "illegal-action", None),
    # Dealing errors.
    (BJ5, (SIX,), act("ann", "withdraw", None), "illegal-action", "BJ5 5.8"),
    (BJ5, (SIX, MISDEAL), act("zoe", "withdraw", None), "illegal-action", "BJ5 5.7"),
    (LIVE, ("TS TH 6D 8S 9H TC",), act("ann", "continue", None), "illegal-action", "LIVE 2.2.1"),
    (BJ5, (SIX,), Place(PIT, 1, 1), "illegal-action", "BJ5 5.7"),
    (BJ5, (SIX, MISDEAL), Place(PIT, 3, 1), "illegal-action", "BJ5 5.7"),
    (BJ5, (SIX, MISDEAL), Place(PIT, 1, 2), "illegal-action", "BJ5 5.7"),
    (BJ5, (SIX, MISDEAL), Place(PIT, 1, 0), "illegal-action", "BJ5 5.7"),
    (BJ5, (SIX, MISDEAL), Place(PIT, 1), "illegal-action", "BJ5 5.7"),
    (BJ5, (SIX,), Void(PIT, VoidReason.WRONG_COUNT), "illegal-action", "BJ5 5.7"),
    (BJ5, (SIX,), Discard(PIT, DiscardReason.NO_BET), "illegal-action", "BJ5 5.10.3"),
    (BJ5, (SIX,), Discard(PIT, DiscardReason.OVERDRAW), "illegal-action", "BJ5 5.10.2"),
    (
        BJ5,
        (SIX, STAND, CATS, "9C"),
        Discard(PIT, DiscardReason.OVERDRAW),
        "illegal-action",
        "BJ5 5.10.2",
    ),
    # A finished round.
    (BJ5, OVER, STAND, "illegal-action", "BJ5 5.6"),
    (BJ5, OVER, MISDEAL, "illegal-action", "BJ5 5.6"),
    (BJ5, OVER, OffersClosed(), "illegal-action", "BJ5 5.6"),
    (BJ5, OVER, CardDealt(card("2C")), "illegal-action", None),
    (BJ5, OVER, Adjust(SHIFT, "zoe", 5, "x"), "illegal-action", "BJ5 5.19"),
    (BJ5, OVER, Adjust(SHIFT, "ann", 0, "x"), "bad-amount", "BJ5 5.19"),
    (BJ5, (SIX,), Adjust(SHIFT, "ann", 5, "x"), "illegal-action", "BJ5 5.19"),
    (BJ5, OVER, Adjust(PIT, "ann", 5, "x"), "illegal-action", "R30"),
    # A squeeze, cards turned, following that does not exist.
    (BJ5, (), SqueezeAllowed(SHIFT, 1), "illegal-action", "BJ5 3.12"),
    (BJ5, (), SqueezeAllowed(PIT, 5), "illegal-action", "BJ5 3.12"),
    (LIVE, (), SqueezeAllowed(PIT, 1), "illegal-action", "R9"),
    (BJ5, (SIX,), CardsTurned("ann", 1), "illegal-action", "BJ5 3.12"),
    (BJ5, (SIX,), CardsTurned("bob", 1), "not-your-turn", "BJ5 3.12"),
    (BJ5, (SIX,), CardsTurned("ann", 5), "not-your-turn", "BJ5 3.12"),
    (DOWN, ("TS TH 6D 8S 9H TC",), CardsTurned("cat", 1), "not-your-turn", "R9"),
    (BJ5, (SIX,), FollowingEnded("bob", 1), "illegal-action", "LIVE 2.5.2.10"),
    (BJ5, (SIX,), FollowingEnded("bob", 5), "illegal-action", "LIVE 2.5.2.10"),
]


@pytest.mark.clause("R7", "R9", "R11", "R27", "R28", "R29", "R30", "R5")
@pytest.mark.parametrize(("game", "before", "said", "code", "clause"), CASES)
def test_what_is_refused_in_blackjack(
    game: str, before: tuple[Input | str, ...], said: Input, code: str, clause: str | None
) -> None:
    round = after(opened(game), *before)
    seen = engine.view(round, HOUSE)
    with pytest.raises(Refused) as refusal:
        step(round, said)
    assert (refusal.value.code, refusal.value.clause) == (code, clause)
    assert engine.view(round, HOUSE) == seen
