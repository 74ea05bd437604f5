"""Games that are a value alone: cards go to named places, and all bets end with the last card."""

from typing import ClassVar

import pytest

from croupier import (
    PUBLIC,
    Act,
    Action,
    Adjust,
    Bet,
    Burn,
    Capacity,
    CardDealt,
    CardDue,
    Fate,
    Input,
    Interrupt,
    Limits,
    OffersClosed,
    Refused,
    SettlementHeld,
    Standing,
    Viewer,
    Void,
    VoidReason,
    Waiting,
    card,
)
from croupier.engine import dealt_out
from croupier.engine.dealt_out import BetText, DealtOutRules, Hands, Round
from croupier.engine.equipment import Cards
from croupier.engine.layout import Layout
from croupier.engine.lines import Verdict, lose, lose_half, win
from croupier.kit.cards import RANKS
from croupier.kit.odds import Odds


class HighCard(DealtOutRules, frozen=True, kw_only=True):
    """Two cards to the left, one to the right: the left's first must be higher, or a pair."""

    family: ClassVar[str] = "baccarat"
    deals_to: ClassVar = ("left", "right", "left")
    bets: ClassVar = {
        "left": BetText("Left", "the left is higher", "left_pays"),
        "pair": BetText("Pair", "the left is a pair", "pair_pays", main=False),
    }

    left_pays: Odds = Odds(1, 1)
    pair_pays: Odds = Odds(11, 1)

    def judge(self, bet: str, hands: Hands) -> Verdict:
        first, second = hands["left"]
        if bet == "pair":
            return win(self.odds(bet), "LIVE 1.2") if first[0] == second[0] else lose("LIVE 1.3")
        (right,) = hands["right"]
        if first[0] == right[0]:
            return lose_half("LIVE 1.1")
        higher = RANKS.index(first[0]) > RANKS.index(right[0])
        return win(self.odds(bet), "LIVE 1.2") if higher else lose("LIVE 1.3")


RULES = HighCard(game="high-card", title="High Card", document="LIVE")
ANN, BOB = Bet("ann", "left", 10_00), Bet("bob", "pair", 5_00)
OPEN = ("void", "interrupt")
PIT = Capacity.PIT


def dealt(cards: str = "", *bets: Bet) -> Round:
    layout = Layout({}, bets or (ANN, BOB))
    round = dealt_out.open_round(RULES, Limits(5_00, 100_00), layout)
    for name in cards.split():
        round = dealt_out.step(round, CardDealt(card(name)))
    return round


def refusal(round: Round, input: Input) -> tuple[str, str | None, str]:
    with pytest.raises(Refused) as refused:
        dealt_out.step(round, input)
    return refused.value.code, refused.value.clause, refused.value.message


def lines(round: Round) -> list[tuple[str, str, int, str, str]]:
    return [
        (line.player, line.bet, line.returned, str(line.result), line.clause)
        for line in round.lines
    ]


def test_what_a_game_says_of_itself() -> None:
    assert RULES.spots() == {"left": False, "pair": False}
    assert (RULES.is_main("left"), RULES.is_main("pair")) == (True, False)
    assert (RULES.odds("left"), RULES.odds("pair")) == (Odds(1, 1), Odds(11, 1))
    assert RULES.equipment == Cards(8, 14, reserve=14)
    assert VoidReason.WRONG_COUNT not in dealt_out.VOID_CAUSES
    assert len(dealt_out.VOID_CAUSES) == len(VoidReason) - 1


def test_cards_go_where_the_game_has_them() -> None:
    for cards, due in (("", "left"), ("KS", "right"), ("KS 4H", "left")):
        round = dealt(cards)
        assert dealt_out.waiting(round) == Waiting(card=CardDue(due), rulings=OPEN)
        assert (round.over, round.lines) == (False, ())
    assert dealt("KS 4H").hands == {"left": ("KS",), "right": ("4H",)}
    assert dealt("KS 4H 9D").hands == {"left": ("KS", "9D"), "right": ("4H",)}


@pytest.mark.parametrize(
    ("cards", "ann", "bob"),
    [
        ("KS 4H 9D", (20_00, "win", "LIVE 1.2"), (0, "lose", "LIVE 1.3")),
        ("4S KH 4D", (0, "lose", "LIVE 1.3"), (60_00, "win", "LIVE 1.2")),
        ("KS KH 9D", (5_00, "lose", "LIVE 1.1"), (0, "lose", "LIVE 1.3")),
    ],
)
def test_the_last_card_settles_every_bet(
    cards: str, ann: tuple[int, str, str], bob: tuple[int, str, str]
) -> None:
    round = dealt(cards)
    assert (round.over, round.void) == (True, False)
    assert lines(round) == [("ann", "left", *ann), ("bob", "pair", *bob)]
    assert dealt_out.waiting(round) == Waiting(over=True, rulings=("adjust",))


def test_a_held_settlement_waits_for_the_dealer() -> None:
    held = dealt_out.step(dealt("KS 4H"), SettlementHeld())
    assert refusal(held, OffersClosed())[0] == "illegal-action"
    held = dealt_out.step(held, CardDealt(card("9D")))
    assert (held.over, held.lines) == (False, ())
    assert dealt_out.waiting(held) == Waiting(rulings=OPEN, settlement=True)
    assert refusal(held, CardDealt(card("2D"))) == (
        "illegal-action",
        None,
        "no card is due: 2D has no place",
    )
    settled = dealt_out.step(held, OffersClosed())
    assert lines(settled) == lines(dealt("KS 4H 9D"))


def test_what_is_over_takes_no_card_and_no_ruling() -> None:
    round = dealt("KS 4H 9D")
    assert refusal(round, CardDealt(card("2D"))) == ("illegal-action", "R5", "the round is over")
    assert refusal(round, Void(PIT, VoidReason.FOREIGN_CARD))[:2] == ("illegal-action", "R5")
    assert refusal(dealt(), Act("ann", Action.HIT, 1)) == (
        "illegal-action",
        None,
        "that has no meaning in baccarat",
    )


def test_a_void_gives_every_stake_back() -> None:
    voided = dealt_out.step(dealt("KS"), Void(PIT, VoidReason.FOREIGN_CARD))
    assert (voided.over, voided.void) == (True, True)
    assert lines(voided) == [
        ("ann", "left", 10_00, "void", "R26"),
        ("bob", "pair", 5_00, "void", "R26"),
    ]
    assert refusal(dealt("KS"), Void(Capacity.DEALER, VoidReason.FOREIGN_CARD))[1] == "R30"
    code, clause, message = refusal(dealt("KS"), Burn(PIT, 1))
    assert (code, clause, message) == (
        "illegal-action",
        "R30",
        "burn has no place in baccarat",
    )


@pytest.mark.clause("R4")
@pytest.mark.parametrize("cards", ["", "KS", "KS 4H"])
def test_an_interruption_before_the_last_card_voids_the_round(cards: str) -> None:
    stopped = dealt_out.step(dealt(cards), Interrupt(Capacity.HOUSE))
    assert (stopped.over, stopped.void) == (True, True)
    assert {line.clause for line in stopped.lines} == {"R4"}


@pytest.mark.clause("R4")
@pytest.mark.parametrize("cards", ["KS 4H 9D", "4S KH 9D"])
def test_an_interruption_after_the_last_card_leaves_the_round_as_it_is(cards: str) -> None:
    # In the second all bets lose: a lost bet is decided too.
    held = dealt_out.step(dealt(), SettlementHeld())
    for name in cards.split():
        held = dealt_out.step(held, CardDealt(card(name)))
    assert dealt_out.step(held, Interrupt(Capacity.HOUSE)) == held


def test_an_adjustment_adds_a_line() -> None:
    ruling = Adjust(Capacity.SHIFT, "ann", 2_50, "a torn card")
    round = dealt_out.step(dealt("KS 4H 9D"), ruling)
    assert lines(round)[2:] == [("ann", "adjustment", 2_50, "adjusted", "R5")]
    assert refusal(dealt("KS"), ruling)[0] == "illegal-action"
    stranger = Adjust(Capacity.SHIFT, "eve", 2_50, "a torn card")
    assert refusal(dealt("KS 4H 9D"), stranger)[0] == "illegal-action"


def test_where_each_bet_stands() -> None:
    assert dealt_out.standings(dealt("KS 4H")) == (
        Standing("ann", "left", Fate.OPEN),
        Standing("bob", "pair", Fate.OPEN),
    )
    assert dealt_out.standings(dealt("KS 4H 9D")) == (
        Standing("ann", "left", Fate.WON),
        Standing("bob", "pair", Fate.LOST),
    )
    held = dealt_out.step(dealt("KS 4H"), SettlementHeld())
    held = dealt_out.step(held, CardDealt(card("9D")))
    assert [standing.fate for standing in dealt_out.standings(held)] == [Fate.WON, Fate.LOST]


def test_what_was_staked() -> None:
    round = dealt("", ANN, BOB, Bet("ann", "pair", 7_00))
    assert dealt_out.staked(round) == {"ann": 17_00, "bob": 5_00}
    assert dealt_out.first_stakes(round, lambda player: True) == {}


def test_a_viewer_sees_the_cards_and_the_own_bets() -> None:
    round = dealt("KS")
    seen = dealt_out.view(round, Viewer("ann"))
    assert (seen.variant, seen.bets) == ("high-card", (ANN,))
    assert seen.hands == {"left": ("KS",), "right": ()}
    assert dealt_out.view(round, PUBLIC).bets == ()
    assert seen.waiting.card == CardDue("right")
    over = dealt_out.view(dealt("KS 4H 9D"), PUBLIC)
    assert (over.over, over.void, len(over.lines)) == (True, False, 2)


@pytest.mark.parametrize(
    ("bet", "wrong"),
    [
        (Bet("ann", "left", 100_00), None),
        (Bet("ann", "left", 101_00), "over the maximum"),
        (Bet("ann", "left", 4_00), "under the minimum"),
        (Bet("ann", "pair", 1_00), None),
        (Bet("ann", "pair", 20_00), None),
        (Bet("ann", "pair", 21_00), "over the maximum"),
        (Bet("ann", "pair", 50), "multiple of the chip unit"),
    ],
)
def test_limits_hold_for_each_bet(bet: Bet, wrong: str | None) -> None:
    limits = Limits(5_00, 100_00, side_max=20_00)
    layout = Layout({}, (bet,))
    if wrong is None:
        dealt_out.check_bet(RULES, limits, bet, layout, layout)
        return
    with pytest.raises(Refused, match=wrong) as refused:
        dealt_out.check_bet(RULES, limits, bet, layout, layout)
    assert refused.value.clause == ("R1" if wrong == "multiple of the chip unit" else "R3a")


@pytest.mark.clause("R3a")
def test_limits_hold_for_each_player() -> None:
    limits = Limits(5_00, 100_00, side_max=20_00)
    bets = [
        Bet(name, *bet) for name in ("ann", "bob") for bet in (("left", 100_00), ("pair", 20_00))
    ]
    layout = Layout({}, bets)
    for bet in bets:
        dealt_out.check_bet(RULES, limits, bet, layout, layout)
