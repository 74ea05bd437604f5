"""Baccarat where little things matter: a settlement that is held, antes, the order of the lines."""

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
    CardDue,
    Fate,
    Interrupt,
    OffersClosed,
    Refused,
    SettlementHeld,
    Viewer,
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
from croupier.engine.layout import Accepted
from croupier.engine.protocol import Round, staked
from croupier.games.baccarat import engine as baccarat
from tests.support.families import baccarat_round, baccarat_view
from tests.support.notation import settle
from tests.support.stepping import after, refusal

KNOCKOUT, LIVE = "rws-knockout-baccarat", "live-baccarat"
NATURAL = "9S 2D KH 5C"
"""Player wins with nine to seven."""


def coup(game: str, *bets: Bet) -> baccarat.Round:
    placed = bets or (Bet("ann", "player", 100_00), Bet("bob", "tie", 10_00))
    return baccarat_round(begin(variant(game), placed))


def told(round: Round) -> list[tuple[str, str, str]]:
    return [(line.player, line.bet, line.result) for line in round.lines]


# --- a settlement that is held -----------------------------------------------------------------


@pytest.mark.clause("R5", "R24", "R30")
@pytest.mark.parametrize("game", [KNOCKOUT, LIVE])
def test_a_held_coup_is_settled_when_the_dealer_goes_on_and_not_before(game: str) -> None:
    round = after(coup(game), SettlementHeld())
    assert refusal(round, OffersClosed()) == ("illegal-action", None)
    round = after(round, NATURAL)
    assert (round.over, round.lines) == (False, ())
    assert waiting(round) == Waiting(
        rulings=("void", "interrupt", "misdeal", "burn"), settlement=True
    )
    for said in (CardDealt(card("2S")), BallRested(7)):
        assert refusal(round, said) == ("illegal-action", None)
    done = step(round, OffersClosed())
    assert told(done.round) == [("ann", "player", "win"), ("bob", "tie", "lose")]
    assert (done.lines, done.round.over, done.round.void) == (done.round.lines, True, False)
    assert refusal(done.round, SettlementHeld()) == ("illegal-action", "R5")


@pytest.mark.clause("R5", "R30")
def test_cards_burned_while_a_coup_is_held_come_before_its_settlement() -> None:
    round = after(coup(LIVE), SettlementHeld(), NATURAL, Burn(Capacity.PIT, 1))
    assert waiting(round).card == CardDue("discard")
    assert refusal(round, OffersClosed()) == ("illegal-action", None)
    round = after(round, "2S")
    assert (round.over, round.out) == (False, (card("2S"),))
    assert after(round, OffersClosed()).over


@pytest.mark.clause("R4")
@pytest.mark.parametrize("game", [KNOCKOUT, LIVE])
@pytest.mark.parametrize("cards", [NATURAL, "2S KD 3H 3C 4D 2C"])
def test_a_held_coup_is_decided_though_a_card_is_still_to_be_burned(game: str, cards: str) -> None:
    """The cards of the coup have decided every bet: it goes on when it is interrupted."""
    round = after(coup(game), SettlementHeld(), cards, Burn(Capacity.PIT, 1))
    assert [one.fate for one in standings(round)] == [Fate.WON, Fate.LOST]
    assert after(round, Interrupt(Capacity.HOUSE)) == round


@pytest.mark.clause("R2", "R4", "R26")
def test_a_held_coup_may_still_be_void_and_then_nothing_is_won() -> None:
    round = after(coup(LIVE), SettlementHeld(), NATURAL)
    assert [one.fate for one in standings(round)] == [Fate.WON, Fate.LOST]
    round = after(round, Void(Capacity.PIT, VoidReason.FOREIGN_CARD))
    assert told(round) == [("ann", "player", "void"), ("bob", "tie", "void")]
    assert [one.fate for one in standings(round)] == [Fate.BACK, Fate.BACK]


@pytest.mark.clause("R5", "R24", "R31", "R2")
def test_a_coup_that_is_void_late_keeps_its_signed_adjustments() -> None:
    adjust = Adjust(Capacity.SHIFT, "ann", 25_00, "the wrong card was called")
    late = Void(Capacity.PIT, VoidReason.WRONG_COUNT)
    returned = Bet("ann", "winning-total-7", 10_00, accepted=Accepted.LATE_FOUND)
    round = coup(KNOCKOUT, Bet("ann", "tie", 20_00), returned, Bet("bob", "player", 100_00))
    done = step(after(round, NATURAL, adjust), late)
    assert done.lines == done.round.lines
    assert [(line.bet, line.result, line.net) for line in done.lines] == [
        ("winning-total-7", "returned", 0),
        ("adjustment", "adjusted", 25_00),
        ("tie", "void", 0),
        ("player", "void", 0),
    ]
    assert refusal(done.round, late) == ("illegal-action", "R5")


# --- lines, in order ---------------------------------------------------------------------------

ANTES = (
    Bet("ann", "player", 100_00),
    Bet("ann", "ante-player", 10_00),
    Bet("bob", "ante-banker", 20_00),
)


def ante(player: str, action: Action, side: str, amount: int | None = None) -> Act:
    return Act(player, action, None, amount, f"ante-{side}")


@pytest.mark.clause("NKB 3.4.1", "R5")
def test_lines_come_in_the_order_things_are_decided() -> None:
    round = after(coup(KNOCKOUT, *ANTES), "9S", ante("bob", Action.FOLD, "banker"))
    round = after(round, ante("ann", Action.FOLD, "player"), "2D KH 5C")
    settled = [
        ("bob", "ante-banker", "lose"),
        ("ann", "ante-player", "lose"),
        ("ann", "player", "win"),
    ]
    assert told(round) == settled
    for amount in (1_00, -2_00):
        adjusted = step(round, Adjust(Capacity.SHIFT, "bob", amount, "x"))
        assert [line.returned for line in adjusted.lines] == [amount]
        assert told(adjusted.round) == [*told(round), ("bob", "adjustment", "adjusted")]
        round = baccarat_round(adjusted.round)


@pytest.mark.clause("NKB 3.4", "NKB 3.4.2", "R23")
def test_the_amount_of_a_raise_may_be_said_and_of_a_fold_means_nothing() -> None:
    round = after(coup(KNOCKOUT, *ANTES), "9S", ante("ann", Action.RAISE, "player", 20_00))
    round = after(round, ante("bob", Action.FOLD, "banker", 5_00))
    assert staked(round) == {"ann": 130_00, "bob": 20_00}
    assert told(round) == [("bob", "ante-banker", "lose")]


@pytest.mark.clause("NKB 3.4", "R23")
def test_nobody_sees_what_others_have_raised_among_the_own() -> None:
    round = after(coup(KNOCKOUT, *ANTES), "9S")
    round = after(round, ante("bob", Action.RAISE, "banker"), ante("ann", Action.FOLD, "player"))
    ann, bob = (baccarat_view(round, Viewer.of(player)) for player in ("ann", "bob"))
    assert (ann.raised, ann.folded) == ((), ("ante-player",))
    assert (bob.raised, bob.folded) == (("ante-banker",), ())


@pytest.mark.clause("LIVE 3.2")
def test_a_document_without_antes_has_no_clause_about_them() -> None:
    assert refusal(coup(LIVE), Act("ann", Action.RAISE)) == ("illegal-action", None)


@pytest.mark.clause("R14", "NKB 3.3")
def test_what_was_given_back_at_the_start_was_staked_all_the_same() -> None:
    late = [
        Bet("ann", f"winning-total-{name}", amount, accepted=Accepted.LATE_FOUND)
        for name, amount in (("7", 5_00), ("9", 3_00))
    ]
    round = coup(KNOCKOUT, *late, Bet("bob", "player", 100_00), Bet("ann", "tie", 1_00))
    assert staked(round) == {"ann": 9_00, "bob": 100_00}


# --- the clause of each line -------------------------------------------------------------------


@pytest.mark.clause("NKB 4.1.1", "NKB 4.1.2", "NKB 3.9", "LIVE 3.3.3", "LIVE 3.2")
@pytest.mark.parametrize(
    ("game", "cards", "clauses"),
    [
        (LIVE, NATURAL, "LIVE 3.3.3, LIVE 3.3.3, LIVE 3.3.3"),
        (LIVE, "2S 9D 5H KC", "LIVE 3.3.3, LIVE 3.3.3, LIVE 3.3.3"),
        (LIVE, "9S 9D KH KC", "LIVE 3.2, LIVE 3.2, LIVE 3.3.3"),
        (KNOCKOUT, NATURAL, "NKB 4.1.1, NKB 4.1.1, NKB 4.1.1, NKB 4.1.2, NKB 4.1.2"),
        (KNOCKOUT, "2S 9D 5H KC", "NKB 4.1.1, NKB 4.1.1, NKB 4.1.1, NKB 4.1.2, NKB 4.1.2"),
        (KNOCKOUT, "9S 9D KH KC", "NKB 3.9, NKB 3.9, NKB 4.1.1, NKB 3.9, NKB 3.9"),
    ],
)
def test_the_clause_each_bet_is_settled_under(game: str, cards: str, clauses: str) -> None:
    bets = "ann player 10; ann banker 10; ann tie 10"
    if game == KNOCKOUT:
        bets += "; ann winning-total-9 10; ann winning-total-8 10"
    assert ", ".join(line.clause for line in settle(game, bets, cards).lines) == clauses


# --- bets and third cards ----------------------------------------------------------------------


@pytest.mark.clause("R1")
@pytest.mark.parametrize("game", [KNOCKOUT, LIVE])
@pytest.mark.parametrize("amount", [0, 50, 100_50])
def test_a_bet_on_a_coup_is_made_in_whole_chips(game: str, amount: int) -> None:
    with pytest.raises(Refused) as refused:
        coup(game, Bet("ann", "player", amount))
    assert refused.value.code == "bad-amount"


@pytest.mark.clause("NKB 3.7", "LIVE 3.3.2", "R21")
@pytest.mark.parametrize("game", [KNOCKOUT, LIVE])
def test_a_third_card_of_player_may_keep_banker_from_drawing(game: str) -> None:
    assert after(coup(game), "2S 3D KH KC 8S").over
    assert waiting(after(coup(game), "2S 3D KH KC 7S")).card == CardDue("banker")
