"""The one door to every game: what it refuses, what a step tells, what each viewer is asked."""

import pytest

from croupier import (
    HOUSE,
    PUBLIC,
    Act,
    Action,
    Adjust,
    Bet,
    Capacity,
    CardDue,
    Interrupt,
    Line,
    Misdeal,
    Refused,
    Result,
    Together,
    Viewer,
    Void,
    VoidReason,
    begin,
    card,
    step,
    variant,
    view,
)
from croupier.engine.protocol import Round
from tests.support.families import blackjack_view
from tests.support.stepping import after

BJ5, BJP, LIVE = "rws-blackjack", "rws-blackjack-plus", "live-blackjack"
ANN, BOB = Viewer.of("ann"), Viewer.of("bob")
TWO = (Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 40_00, 1))
DRAWN = (card("2C"), card("3C"))


def opened(*bets: Bet, game: str = BJ5) -> Round:
    return begin(variant(game), bets or TWO, seats={1: "ann"})


def test_there_is_no_other_game() -> None:
    with pytest.raises(Refused, match="there is no game 'poker'") as refusal:
        variant("poker")
    assert refusal.value.code == "unknown-game"


@pytest.mark.clause("BJ5 3.5", "BJP 3.9.1", "LIVE 1.3")
@pytest.mark.parametrize(
    ("game", "bet", "box", "said"),
    [
        (BJ5, "initial", None, "initial needs box"),
        (BJ5, "player-pair", None, "player-pair needs box"),
        (BJP, "boom-busted", 1, "boom-busted has no box"),
        ("live-roulette", "red", 1, "red has no box"),
        ("live-baccarat", "player", 1, "player has no box"),
    ],
)
def test_a_bet_lies_on_a_box_where_it_belongs_on_one(
    game: str, bet: str, box: int | None, said: str
) -> None:
    with pytest.raises(Refused, match=said) as refusal:
        opened(Bet("ann", bet, 100_00, box), game=game)
    assert refusal.value.code == "bad-file"


@pytest.mark.clause("R2", "R5", "R26")
def test_a_void_settles_everything_anew_and_what_follows_itself_alone() -> None:
    round = after(opened(*TWO, Bet("ann", "player-pair", 10_00, 1)), "TS 6D 2H")
    hit = step(round, Act("ann", Action.HIT, 1))
    assert [line.bet for line in hit.lines] == ["player-pair"]
    voided = step(hit.round, Void(Capacity.PIT, VoidReason.FOREIGN_CARD))
    assert [line.bet for line in voided.lines] == ["initial", "initial", "player-pair"]
    assert voided.lines == voided.round.lines
    adjusted = step(voided.round, Adjust(Capacity.SHIFT, "ann", 1_00, "x"))
    assert [line.bet for line in adjusted.lines] == ["adjustment"]


@pytest.mark.clause("R2")
def test_what_a_line_wins_is_what_comes_back_less_the_stake() -> None:
    assert Line("ann", "red", 10_00, 20_00, Result.WIN, "LIVE 1.4").net == 10_00
    assert Line("ann", "red", 10_00, 0, Result.LOSE, "LIVE 1.3").net == -10_00


@pytest.mark.clause("R4", "BJ5 5.4")
def test_one_decided_bet_is_enough_for_a_round_to_go_on() -> None:
    other = TWO[0], Bet("bob", "initial", 40_00, 2)
    round = after(opened(*other), "AS TH 6D KS 9H")
    assert not step(round, Interrupt(Capacity.HOUSE)).round.void
    round = after(opened(*other), "TS TH 6D KS 9H")
    assert step(round, Interrupt(Capacity.HOUSE)).round.void


# --- what a viewer is told that the round waits for --------------------------------------------


@pytest.mark.clause("BJ5 3.14", "BJP 3.15")
def test_each_sees_the_own_offers_and_the_house_all() -> None:
    round = after(opened(), "TS AD 8H")
    for viewer, players in ((ANN, ["ann"]), (BOB, ["bob"]), (PUBLIC, []), (HOUSE, ["ann", "bob"])):
        assert [one.player for one in view(round, viewer).waiting.offers] == players


@pytest.mark.clause("R28", "BJ5 5.7")
def test_each_sees_the_own_choice_and_the_house_all() -> None:
    round = after(opened(), "TS 6D 8H", Misdeal(Capacity.PIT, reconstructed=False))
    for viewer, players in ((ANN, ["ann"]), (BOB, ["bob"]), (PUBLIC, []), (HOUSE, ["ann", "bob"])):
        assert [one.player for one in view(round, viewer).waiting.choices] == players


@pytest.mark.clause("R29", "BJ5 5.12")
def test_cards_drawn_together_are_shown_to_who_picks_and_to_the_house() -> None:
    round = after(opened(), "TS 6D 2H", Act("ann", Action.HIT, 1))
    round = after(round, Together(Capacity.DEALER, DRAWN))
    for viewer, seen in ((ANN, DRAWN), (BOB, ()), (PUBLIC, ()), (HOUSE, DRAWN)):
        (decision,) = view(round, viewer).waiting.decisions
        assert (decision.player, decision.cards) == ("ann", seen)
    # The other one comes next: where it goes everyone sees, what it is the house alone.
    round = after(round, Act("ann", Action.TAKE, card=DRAWN[0]), Act("ann", Action.HIT, 1))
    for viewer, exactly in ((ANN, None), (PUBLIC, None), (HOUSE, DRAWN[1])):
        assert view(round, viewer).waiting.card == CardDue("box", 1, 1, exactly=exactly)


@pytest.mark.clause("R2", "R5")
def test_a_step_tells_the_lines_it_brought() -> None:
    """A void settles everything anew; what comes after it is one line more."""
    bets = (*TWO, Bet("ann", "over-13", 20_00, 1))
    settled = after(opened(*bets), "TS 6D 8H", Act("ann", Action.STAND, 1), "TD")
    assert [line.bet for line in settled.lines] == ["over-13"]
    voided = step(settled, Void(Capacity.PIT, VoidReason.FOREIGN_CARD))
    assert voided.lines == voided.round.lines
    assert {line.bet for line in voided.lines} == {"initial", "over-13"}
    adjusted = step(voided.round, Adjust(Capacity.SHIFT, "ann", 1_00, "a torn card"))
    assert [line.bet for line in adjusted.lines] == ["adjustment"]


def test_a_view_tells_a_blackjack_and_what_hands_count() -> None:
    blackjack, eighteen = (
        blackjack_view(after(opened(), cards), ANN).boxes[0].hands[0]
        for cards in ("AS 6D KH", "TS 6D 8H")
    )
    assert (blackjack.blackjack, blackjack.total, blackjack.soft) == (True, 21, True)
    assert (eighteen.blackjack, eighteen.total, eighteen.soft) == (False, 18, False)


def test_a_view_counts_the_dealers_cards_once_there_are_any() -> None:
    totals = [
        blackjack_view(after(opened(), cards), ANN).dealer_total for cards in ("", "TS", "TS 6D")
    ]
    assert totals == [None, None, 6]
