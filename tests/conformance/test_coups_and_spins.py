"""Baccarat and roulette, to the letter: what is asked, what is refused and why, who sees what."""

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
    CardDue,
    Decision,
    Discard,
    DiscardReason,
    Fate,
    Interrupt,
    Limits,
    Misdeal,
    OffersClosed,
    Option,
    Place,
    Refused,
    SettlementHeld,
    Standing,
    Together,
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
from croupier.engine.protocol import staked
from croupier.engine.viewer import HOUSE, PUBLIC
from croupier.games.baccarat import engine as baccarat
from croupier.games.roulette import engine as roulette
from tests.support.families import baccarat_round, baccarat_view, roulette_round, roulette_view
from tests.support.stepping import after

KNOCKOUT, LIVE, ROULETTE = "rws-knockout-baccarat", "live-baccarat", "live-roulette"
PIT, DEALER, SHIFT = Capacity.PIT, Capacity.DEALER, Capacity.SHIFT
ALWAYS = ("void", "interrupt", "misdeal", "burn")


def coup(game: str = KNOCKOUT) -> baccarat.Round:
    bets = [Bet("ann", "player", 100_00), Bet("bob", "banker", 50_00)]
    if game == KNOCKOUT:
        bets += [
            Bet("ann", "ante-player", 10_00),
            Bet("bob", "ante-banker", 20_00),
            Bet("bob", "player-pair", 5_00),
        ]
    return baccarat_round(begin(variant(game), bets))


def spin(*bets: Bet, limits: Limits | None = None) -> roulette.Round:
    placed = bets or (Bet("ann", "red", 10_00), Bet("bob", "black", 5_00))
    return roulette_round(begin(variant(ROULETTE), placed, limits=limits))


def ante(player: str, action: str, side: str, amount: int | None = None) -> Act:
    return Act(player, Action(action), None, amount, f"ante-{side}")


RAISED, FOLDED = ante("ann", "raise", "player"), ante("bob", "fold", "banker")


# --- a coup ------------------------------------------------------------------------------------


@pytest.mark.clause("NKB 3.4", "NKB 3.4.2", "NKB 3.5", "R23", "R21")
def test_what_a_coup_asks_for() -> None:
    round = coup()
    assert waiting(round).card == CardDue("player")
    assert waiting(round).rulings == (*ALWAYS, "together")
    round = after(round, "9S")
    said = waiting(round)
    assert said.decisions == (
        Decision(
            "ann", (Option(Action.RAISE, 20_00, 20_00), Option(Action.FOLD)), bet="ante-player"
        ),
        Decision(
            "bob", (Option(Action.RAISE, 40_00, 40_00), Option(Action.FOLD)), bet="ante-banker"
        ),
    )
    assert (said.card, said.rulings) == (None, ALWAYS)
    round = after(round, FOLDED)
    assert [one.player for one in waiting(round).decisions] == ["ann"]
    round = after(round, RAISED)
    assert staked(round) == {"ann": 130_00, "bob": 75_00}
    due = []
    for dealt in ("2D", "8S", "3D"):
        due.append(waiting(round).card)
        assert not waiting(round).decisions
        round = after(round, dealt)
    # Seven to five, and Player stands: Banker draws.
    assert due == [CardDue("banker"), CardDue("player"), CardDue("banker")]
    assert waiting(round).card == CardDue("banker")
    round = after(round, "KD")
    assert waiting(round).over
    assert (waiting(round).rulings, waiting(round).card) == (("void", "adjust"), None)


@pytest.mark.clause("R30", "R29", "NKB 5.1.2", "LIVE 3.2")
@pytest.mark.parametrize("game", [KNOCKOUT, LIVE])
def test_burned_cards_and_cards_together_are_no_part_of_a_coup(game: str) -> None:
    round = after(coup(game), Burn(PIT, 2))
    assert (waiting(round).card, waiting(round).rulings) == (CardDue("discard"), ALWAYS)
    round = after(round, "2S 3S")
    assert (round.player, round.out) == ((), (card("2S"), card("3S")))
    round = after(round, Together(DEALER, (card("4S"), card("5S"), card("6S"))))
    assert round.out == tuple(map(card, ("2S", "3S", "4S", "5S", "6S")))
    assert waiting(round).card == CardDue("player")
    round = after(round, Misdeal(PIT, reconstructed=True))
    assert waiting(round).card == CardDue("player")


@pytest.mark.clause("R23", "NKB 3.4", "R24", "R26", "R5", "R30", "NKB 5.1.2")
@pytest.mark.parametrize(
    ("before", "said", "code", "clause"),
    [
        ((), RAISED, "illegal-action", "NKB 3.4"),
        (("9S",), CardDealt(card("2D")), "illegal-action", "NKB 3.4"),
        (("9S",), ante("ann", "raise", "banker"), "illegal-action", "NKB 3.4"),
        (("9S",), ante("zoe", "raise", "player"), "illegal-action", "NKB 3.4"),
        (("9S",), Act("ann", Action.RAISE), "illegal-action", "NKB 3.4"),
        (("9S",), Act("ann", Action.RAISE, bet="player"), "illegal-action", "NKB 3.4"),
        (("9S",), ante("ann", "hit", "player"), "illegal-action", "NKB 3.4"),
        (("9S",), ante("ann", "raise", "player", 10_00), "limit", "NKB 3.4"),
        (("9S",), ante("ann", "raise", "player", 21_00), "limit", "NKB 3.4"),
        (("9S", RAISED), RAISED, "illegal-action", "NKB 3.4"),
        (("9S", FOLDED), FOLDED, "illegal-action", "NKB 3.4"),
        ((), OffersClosed(), "illegal-action", None),
        ((), BallRested(7), "illegal-action", None),
        ((), Burn(PIT, 0), "illegal-action", "NKB 5.1.2"),
        ((), Place(PIT, dealer=True), "illegal-action", "NKB 5.1.2"),
        ((), Discard(PIT, DiscardReason.NO_BET), "illegal-action", "NKB 5.1.2"),
        ((), Together(DEALER, (card("2S"),)), "illegal-action", "NKB 5.1.2"),
        (("9S",), Together(DEALER, (card("2S"), card("3S"))), "illegal-action", "NKB 5.1.2"),
        ((), Adjust(SHIFT, "ann", 5, "x"), "illegal-action", "R5"),
        ((), Void(DEALER, VoidReason.FOREIGN_CARD), "illegal-action", "R30"),
        (("9S", RAISED, FOLDED, "2D KS KD"), CardDealt(card("2D")), "illegal-action", "R5"),
        (("9S", RAISED, FOLDED, "2D KS KD"), RAISED, "illegal-action", "R5"),
        (("9S", RAISED, FOLDED, "2D KS KD"), Burn(PIT, 1), "illegal-action", "R5"),
        (("9S", RAISED, FOLDED, "2D KS KD"), Adjust(SHIFT, "zoe", 5, "x"), "illegal-action", "R5"),
        (("9S", RAISED, FOLDED, "2D KS KD"), Adjust(SHIFT, "ann", 0, "x"), "bad-amount", "R5"),
    ],
)
def test_what_is_refused_in_a_coup(
    before: tuple[Any, ...], said: Any, code: str, clause: str | None
) -> None:
    round = after(coup(), *before)
    with pytest.raises(Refused) as refusal:
        step(round, said)
    assert (refusal.value.code, refusal.value.clause) == (code, clause)


@pytest.mark.clause("R4", "R23", "NKB 3.4.1")
def test_where_the_bets_of_a_coup_stand() -> None:
    round = after(coup(), "9S")
    assert {one.fate for one in standings(round)} == {Fate.OPEN}
    round = after(round, RAISED, FOLDED, "2D")
    assert standings(round) == (
        Standing("ann", "player", Fate.OPEN),
        Standing("bob", "banker", Fate.OPEN),
        Standing("ann", "ante-player", Fate.OPEN),
        Standing("ann", "wager-player", Fate.OPEN),
        Standing("bob", "ante-banker", Fate.LOST),
        Standing("bob", "player-pair", Fate.OPEN),
    )
    pair = after(round, "9H")
    assert standings(pair)[-1] == Standing("bob", "player-pair", Fate.WON)
    other = after(round, "8H")
    assert standings(other)[-1] == Standing("bob", "player-pair", Fate.LOST)
    done = after(other, "2H 3S")
    assert standings(done) == (
        Standing("ann", "player", Fate.BACK),
        Standing("bob", "banker", Fate.BACK),
        Standing("ann", "ante-player", Fate.BACK),
        Standing("ann", "wager-player", Fate.BACK),
        Standing("bob", "ante-banker", Fate.LOST),
        Standing("bob", "player-pair", Fate.LOST),
    )


@pytest.mark.clause("R2", "R23", "R26", "NKB 5.1")
def test_a_void_coup_gives_back_raises_and_folded_antes() -> None:
    round = after(coup(), "9S", RAISED, FOLDED, Void(PIT, VoidReason.FOREIGN_CARD))
    assert [(one.player, one.bet, one.stake, one.returned) for one in round.lines] == [
        ("ann", "player", 100_00, 100_00),
        ("bob", "banker", 50_00, 50_00),
        ("ann", "ante-player", 10_00, 10_00),
        ("ann", "wager-player", 20_00, 20_00),
        ("bob", "ante-banker", 20_00, 20_00),
        ("bob", "player-pair", 5_00, 5_00),
    ]
    assert {(one.result, one.clause) for one in round.lines} == {("void", "NKB 5.1.1")}
    assert (waiting(round).over, waiting(round).decisions) == (True, ())
    early = after(coup(), Burn(PIT, 1), Interrupt(Capacity.HOUSE))
    assert (early.void, waiting(early).card) == (True, None)


@pytest.mark.clause("NKB 3.4", "R23")
def test_everyone_sees_the_cards_and_the_own_bets() -> None:
    round = after(coup(), "9S", FOLDED)
    ann, bob, house = (
        baccarat_view(round, one) for one in (Viewer.of("ann"), Viewer.of("bob"), HOUSE)
    )
    assert (ann.player, ann.player_points, ann.banker, ann.banker_points) == (
        (card("9S"),),
        9,
        (),
        0,
    )
    assert {one.player for one in ann.bets} == {"ann"}
    assert len(house.bets) == 5
    assert baccarat_view(round, PUBLIC).bets == ()
    assert (ann.raised, ann.folded, bob.raised, bob.folded) == ((), (), (), ("ante-banker",))
    assert [len(one.options) for one in ann.waiting.decisions] == [2]
    assert [len(one.options) for one in bob.waiting.decisions] == [0]
    assert (ann.waiting.rulings, house.waiting.rulings) == ((), ALWAYS)
    raised = baccarat_view(after(round, RAISED, "2D 8S"), Viewer.of("ann"))
    assert (raised.raised, raised.folded) == (("ante-player",), ())
    assert (raised.player_points, raised.banker_points, raised.over, raised.void) == (
        7,
        2,
        False,
        False,
    )


@pytest.mark.clause("R3a", "NKB 3.3", "R23", "LIVE 3.2")
@pytest.mark.parametrize(
    ("game", "bets", "code", "clause"),
    [
        (KNOCKOUT, [("ann", "player", 4)], "limit", "R3a"),
        (KNOCKOUT, [("ann", "player", 501)], "limit", "R3a"),
        (KNOCKOUT, [("ann", "player", 300), ("ann", "player", 201)], "limit", "R3a"),
        (LIVE, [("ann", "tie", 501)], "limit", "LIVE 3.2"),
        (LIVE, [("ann", "tie", 4)], "limit", "LIVE 3.2"),
        (KNOCKOUT, [("ann", "player-pair", 501)], "limit", "R3a"),
        (KNOCKOUT, [("ann", "winning-total-7", 5)], "no-initial-bet", "NKB 3.3"),
        (KNOCKOUT, [("ann", "winning-total-7", 5), ("ann", "tie", 5)], "no-initial-bet", "NKB 3.3"),
        (
            KNOCKOUT,
            [("ann", "winning-total-7", 5), ("bob", "player", 5)],
            "no-initial-bet",
            "NKB 3.3",
        ),
        (LIVE, [("ann", "player-pair", 5)], "unknown-bet", None),
    ],
)
def test_what_is_no_bet_on_a_coup(
    game: str, bets: list[tuple[str, str, int]], code: str, clause: str | None
) -> None:
    placed = [Bet(player, bet, amount * 100) for player, bet, amount in bets]
    with pytest.raises(Refused) as refusal:
        begin(variant(game), placed, limits=Limits(5_00, 500_00))
    assert (refusal.value.code, refusal.value.clause) == (code, clause)


@pytest.mark.clause("R3a")
def test_side_bets_on_a_coup_have_limits_of_their_own() -> None:
    own = Limits(5_00, 500_00, side_min=2_00, side_max=20_00)
    for bet, least, most in (("player", 5, 500), ("player-pair", 2, 20), ("ante-player", 2, 20)):
        around = (least - 1, least, most, most + 1)
        assert [_fits(own, bet, one) for one in around] == [False, True, True, False]
    # Without limits of their own: from the chip unit up to the table's maximum.
    for bet, least in (("player", 5), ("player-pair", 1), ("ante-banker", 1)):
        amounts = (least, 500, 501)
        assert [_fits(Limits(5_00, 500_00), bet, one) for one in amounts] == [True, True, False]


@pytest.mark.clause("R3a")
def test_a_table_whose_limits_nobody_set_takes_one_to_ten_thousand() -> None:
    rules = variant("live-roulette", {"chip-unit": "0.01"})
    for amount in (1_00, 10_000_00):
        begin(rules, [Bet("ann", "red", amount)])
    for amount in (99, 10_000_01):
        with pytest.raises(Refused) as refusal:
            begin(rules, [Bet("ann", "red", amount)])
        assert refusal.value.code == "limit"


def _fits(limits: Limits, bet: str, amount: int) -> bool:
    try:
        begin(variant(KNOCKOUT), [Bet("ann", bet, amount * 100)], limits=limits)
    except Refused as refusal:
        return refusal.code != "limit"
    return True


# --- a spin ------------------------------------------------------------------------------------


@pytest.mark.clause("LIVE 1.1", "R30", "R5")
def test_what_a_spin_asks_for() -> None:
    round = spin()
    assert (waiting(round).pocket, waiting(round).rulings) == (True, ("void", "interrupt"))
    assert not waiting(round).over
    assert staked(round) == {"ann": 10_00, "bob": 5_00}
    round = after(round, BallRested(7))
    assert (waiting(round).over, waiting(round).pocket) == (True, False)
    assert waiting(round).rulings == ("adjust",)
    adjusted = after(round, Adjust(SHIFT, "bob", -1_00, "x"))
    assert adjusted.lines[:-1] == round.lines
    last = adjusted.lines[-1]
    assert (last.player, last.bet, last.stake, last.returned) == ("bob", "adjustment", 0, -1_00)
    assert (last.result, last.clause) == ("adjusted", "R5")


@pytest.mark.clause("LIVE 1.1", "LIVE 1.2", "R25", "R5", "R30")
@pytest.mark.parametrize(
    ("before", "said", "code", "clause"),
    [
        ((), BallRested(37), "bad-file", "R25"),
        ((), BallRested(-1), "bad-file", "R25"),
        ((), CardDealt(card("2D")), "illegal-action", "LIVE 1.1"),
        ((), Act("ann", Action.STAND), "illegal-action", "LIVE 1.1"),
        ((), Burn(PIT, 1), "illegal-action", "R30"),
        ((), Misdeal(PIT, reconstructed=True), "illegal-action", "R30"),
        ((), Adjust(SHIFT, "ann", 5, "x"), "illegal-action", "R5"),
        ((), Interrupt(PIT), "illegal-action", "R30"),
        ((BallRested(7),), BallRested(8), "illegal-action", "R5"),
        ((BallRested(7),), Interrupt(Capacity.HOUSE), "illegal-action", "R5"),
        ((BallRested(7),), Void(PIT, VoidReason.FOREIGN_CARD), "illegal-action", "R5"),
        ((BallRested(7),), Adjust(SHIFT, "zoe", 5, "x"), "illegal-action", "R5"),
    ],
)
def test_what_is_refused_at_a_wheel(
    before: tuple[Any, ...], said: Any, code: str, clause: str
) -> None:
    round = after(spin(), *before)
    with pytest.raises(Refused) as refusal:
        step(round, said)
    assert (refusal.value.code, refusal.value.clause) == (code, clause)


@pytest.mark.clause("R4", "R2", "R26")
@pytest.mark.parametrize(
    ("ruling", "clause"),
    [(Interrupt(Capacity.HOUSE), "R4"), (Void(PIT, VoidReason.FOREIGN_CARD), "R26")],
)
def test_a_spin_without_a_result(ruling: Any, clause: str) -> None:
    round = spin()
    assert [one.fate for one in standings(round)] == [Fate.OPEN, Fate.OPEN]
    round = after(round, ruling)
    assert [(one.player, one.stake, one.returned, one.clause) for one in round.lines] == [
        ("ann", 10_00, 10_00, clause),
        ("bob", 5_00, 5_00, clause),
    ]
    assert (round.void, waiting(round).over) == (True, True)
    assert [one.fate for one in standings(round)] == [Fate.BACK, Fate.BACK]


@pytest.mark.clause("LIVE 1.1", "R4", "R5", "R26")
def test_a_held_spin_is_settled_when_the_dealer_goes_on_and_not_before() -> None:
    round = after(spin(), SettlementHeld())
    for said in (OffersClosed(), Act("ann", Action.STAND)):
        with pytest.raises(Refused) as refusal:
            step(round, said)
        assert (refusal.value.code, refusal.value.clause) == ("illegal-action", "LIVE 1.1")
    round = after(round, BallRested(7))
    assert waiting(round) == Waiting(rulings=("void", "interrupt"), settlement=True)
    assert (round.lines, roulette_view(round, PUBLIC).colour) == ((), "red")
    assert [one.fate for one in standings(round)] == [Fate.WON, Fate.LOST]
    with pytest.raises(Refused) as refusal:
        step(round, BallRested(8))
    assert (refusal.value.code, refusal.value.clause) == ("illegal-action", "LIVE 1.1")
    assert after(round, Interrupt(Capacity.HOUSE)) == round
    done = after(round, OffersClosed())
    assert [(one.player, one.result) for one in done.lines] == [("ann", "win"), ("bob", "lose")]
    assert waiting(done).over
    voided = after(round, Void(PIT, VoidReason.FOREIGN_CARD))
    assert [one.fate for one in standings(voided)] == [Fate.BACK, Fate.BACK]
    with pytest.raises(Refused) as refusal:
        step(voided, SettlementHeld())
    assert (refusal.value.code, refusal.value.clause) == ("illegal-action", "R5")


@pytest.mark.clause("R1", "R5")
def test_chips_at_a_wheel_are_whole_and_add_up() -> None:
    for amount in (0, 50):
        with pytest.raises(Refused) as refusal:
            spin(Bet("ann", "red", amount))
        assert refusal.value.code == "bad-amount"
    round = spin(Bet("ann", "red", 10_00), Bet("ann", "black", 5_00), Bet("bob", "odd", 1_00))
    assert staked(round) == {"ann": 15_00, "bob": 1_00}
    round = after(round, BallRested(7), Adjust(SHIFT, "ann", 1_00, "x"))
    round = after(round, Adjust(SHIFT, "bob", 2_00, "x"))
    assert [(one.player, one.returned) for one in round.lines] == [
        ("ann", 20_00),
        ("ann", 0),
        ("bob", 2_00),
        ("ann", 1_00),
        ("bob", 2_00),
    ]


@pytest.mark.clause("LIVE 1.3", "LIVE 1.4", "R25")
@pytest.mark.parametrize(
    ("pocket", "colour"), [(0, "green"), (7, "red"), (8, "black"), (36, "red")]
)
def test_what_is_seen_of_a_spin(pocket: int, colour: str) -> None:
    before = roulette_view(spin(), Viewer.of("ann"))
    assert (before.pocket, before.colour, before.over, before.void) == (None, None, False, False)
    assert [one.player for one in before.bets] == ["ann"]
    assert before.waiting.rulings == ()
    round = after(spin(), BallRested(pocket))
    seen = roulette_view(round, HOUSE)
    assert (seen.pocket, seen.colour, seen.over, len(seen.bets)) == (pocket, colour, True, 2)
    won = {"red": [Fate.WON, Fate.LOST], "black": [Fate.LOST, Fate.WON]}
    assert [one.fate for one in standings(round)] == won.get(colour, [Fate.LOST, Fate.LOST])
    clauses = {"win": "LIVE 1.4", "lose": "LIVE 1.3"}
    assert all(line.clause == clauses[line.result] for line in round.lines)


@pytest.mark.clause("LIVE 1.2", "R3a")
@pytest.mark.parametrize("amounts", [(4,), (501,), (300, 201)])
def test_the_limits_are_each_players_on_each_spot(amounts: tuple[int, ...]) -> None:
    limits = Limits(5_00, 500_00)
    bets = [Bet("ann", "red", amount * 100) for amount in amounts]
    with pytest.raises(Refused) as refusal:
        begin(variant(ROULETTE), bets, limits=limits)
    assert (refusal.value.code, refusal.value.clause) == ("limit", "LIVE 1.2")
    many = [Bet("ann", "red", 300_00), Bet("bob", "red", 300_00), Bet("ann", "black", 300_00)]
    assert len(spin(*many, limits=limits).bets) == 3
    added = [Bet("ann", "red", 3_00), Bet("ann", "red", 2_00)]
    assert spin(*added, limits=limits).bets[0].amount == 5_00
