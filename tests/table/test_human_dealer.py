"""A person deals real cards and scans them: through the same door, checked against the shoe."""

from collections.abc import Sequence

import pytest

from croupier.games.inputs import Action, Burn, Capacity, Misdeal, Together, Void, VoidReason
from croupier.games.layout import Bet, Limits
from croupier.kit.cards import card, cards
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    HOUSE,
    Actor,
    Call,
    ChangeDealer,
    ChooseFollow,
    CloseBetting,
    CloseTable,
    Command,
    Decide,
    EndSession,
    OpenBetting,
    PlaceBets,
    Rule,
    Scan,
    TableRole,
    TakeSeat,
)
from croupier.table.config import DealerKind, TableConfig
from croupier.table.invariants import house_complaints
from tests.table.house import UNIT, House, player, shoe_made

DEALER, PIT, SHIFT = (
    Actor("dora", TableRole.DEALER),
    Actor("pia", TableRole.PIT),
    Actor("sam", TableRole.SHIFT),
)


class HumanTable:
    def __init__(self, game: str) -> None:
        self.game = game
        self.house = House(MemoryStore())
        self.house.configs[game] = TableConfig(
            game, game, {}, Limits(5 * UNIT, 500 * UNIT), DealerKind.HUMAN
        )
        self.house.start(game)
        self.state = self.house.runners[game].table.state
        assert self.told(PIT, ChangeDealer("dora")) == "ok"

    def shoe(self) -> list[Command]:
        return shoe_made(self.state) if hasattr(self.state.rules, "decks") else []

    def told(self, actor: Actor, command: Command) -> str:
        """ "ok", or the code of the refusal."""
        reply = self.house.ask(self.game, actor, command)
        return "ok" if reply.ok else reply.code

    def why(self, command: Command) -> str:
        """What the dealer is told instead."""
        reply = self.house.ask(self.game, DEALER, command)
        assert not reply.ok
        return reply.message

    def all_ok(self, actor: Actor, commands: Sequence[Command]) -> None:
        for command in commands:
            assert self.told(actor, command) == "ok", command

    def begin(self, *bets: Bet) -> None:
        self.all_ok(DEALER, [*self.shoe(), OpenBetting()])
        for bet in bets:
            assert self.told(player(bet.player), PlaceBets((bet,))) == "ok"
        self.all_ok(DEALER, [CloseBetting()])

    def sound(self) -> None:
        assert list(house_complaints(self.house.store)) == []


def scans(text: str) -> list[Command]:
    return [Scan(one) for one in cards(text)]


def test_a_round_dealt_by_hand() -> None:
    table = HumanTable("rws-blackjack")
    before = table.house.store.balance("wallet:ann")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    table.all_ok(DEALER, scans("TS 6D 9H"))
    assert table.told(player("ann"), Decide(Action.STAND, 1)) == "ok"
    table.all_ok(DEALER, scans("TD 9C"))
    assert table.house.store.balance("wallet:ann") == before + 100 * UNIT
    table.sound()


def test_a_wheel_spun_by_hand() -> None:
    table = HumanTable("live-roulette")
    before = table.house.store.balance("wallet:ann")
    table.begin(Bet("ann", "straight:17", 10 * UNIT))
    assert table.told(DEALER, Call(37)) == "bad-file"
    assert table.told(DEALER, Call(17)) == "ok"
    assert table.house.store.balance("wallet:ann") == before + 350 * UNIT
    table.sound()


def test_a_result_cannot_come_before_no_more_bets() -> None:
    table = HumanTable("live-roulette")
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    table.told(player("ann"), PlaceBets((Bet("ann", "red", 10 * UNIT),)))
    assert table.why(Call(17)) == "betting is open: close the betting first"


@pytest.mark.clause("R3")
def test_a_card_or_ball_too_soon_is_told_what_comes_first() -> None:
    table = HumanTable("rws-blackjack")
    (ace,) = scans("AS")
    assert table.why(ace) == "there is no shoe yet: make a fresh shoe"
    table.all_ok(DEALER, table.shoe())
    assert table.why(ace) == "no round is on: open the betting first"
    table.all_ok(DEALER, [OpenBetting()])
    assert table.why(ace) == "betting is open: close the betting first"
    wheel = HumanTable("live-roulette")
    assert wheel.why(Call(17)) == "no round is on: open the betting first"
    wheel.begin(Bet("ann", "red", 10 * UNIT))
    wheel.all_ok(DEALER, [Call(17)])
    assert wheel.why(Call(17)) == "no round is on: open the betting first"
    wheel.all_ok(PIT, [CloseTable()])
    assert wheel.why(Call(17)) == "the table is closed: the pit opens it first"


def test_a_card_the_shoe_cannot_hold_is_refused() -> None:
    """One deck: the second ace of spades is a mis-scan, this round or a later one."""
    table = HumanTable("classic-blackjack-single")
    table.begin(Bet("ann", "initial", 10 * UNIT, 1))
    table.all_ok(DEALER, scans("AS"))
    assert table.told(DEALER, Scan(card("AS"))) == "card-impossible"
    table.all_ok(DEALER, scans("5D KS 5C"))
    table.all_ok(DEALER, [OpenBetting()])
    table.told(player("ann"), PlaceBets((Bet("ann", "initial", 10 * UNIT, 1),)))
    table.all_ok(DEALER, [CloseBetting()])
    assert table.told(DEALER, Scan(card("AS"))) == "card-impossible"
    assert table.told(DEALER, Scan(card("2S"))) == "ok"
    table.sound()


def test_a_fresh_shoe_has_all_its_cards_again() -> None:
    table = HumanTable("classic-blackjack-single")
    for _ in range(2):
        table.begin(Bet("ann", "initial", 10 * UNIT, 1))
        table.all_ok(DEALER, scans("AS 5D KS 5C"))


@pytest.mark.clause("R30")
@pytest.mark.parametrize(
    ("actor", "ruling", "told"),
    [
        (DEALER, Void(Capacity.PIT, VoidReason.FOREIGN_CARD), "illegal-action"),
        (PIT, Void(Capacity.PIT, VoidReason.FOREIGN_CARD), "ok"),
        # BJ5 5.12.1: the pit supervisor "or above".
        (SHIFT, Void(Capacity.PIT, VoidReason.FOREIGN_CARD), "ok"),
        (PIT, Burn(Capacity.PIT, 1), "ok"),
        (PIT, Misdeal(Capacity.PIT, reconstructed=False), "ok"),
        (player("ann"), Misdeal(Capacity.PIT, reconstructed=False), "illegal-action"),
    ],
)
def test_who_may_rule_what(actor: Actor, ruling: Void | Burn | Misdeal, told: str) -> None:
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1), Bet("bob", "initial", 100 * UNIT, 2))
    table.all_ok(DEALER, scans("TS TH 6D 9H 8C"))
    assert table.told(actor, Rule(ruling)) == told
    table.sound()


def test_cards_that_came_out_together_are_the_players_to_order() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(Bet("ann", "initial", 100 * UNIT, 1))
    table.all_ok(DEALER, scans("TS 6D 6H"))
    assert table.told(player("ann"), Decide(Action.HIT, 1)) == "ok"
    together = Together(Capacity.DEALER, (card("KD"), card("4C")))
    assert table.told(DEALER, Rule(together)) == "ok"
    assert table.told(player("ann"), Decide(Action.TAKE, 1, card=card("4C"))) == "ok"
    assert table.told(player("ann"), Decide(Action.STAND, 1)) == "ok"
    table.all_ok(DEALER, scans("KD 9S"))
    assert table.state.round is not None
    assert table.state.round.lines[-1].returned == 200 * UNIT
    table.sound()


def test_chips_left_alone_go_back_when_bets_close() -> None:
    """Ann lifts her initial bet; bob's side bet on her box cannot stand, and goes back (R14)."""
    table = HumanTable("rws-blackjack")
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    before = table.house.store.balance("wallet:bob")
    table.told(player("ann"), PlaceBets((Bet("ann", "initial", 50 * UNIT, 1),)))
    assert table.told(player("bob"), PlaceBets((Bet("bob", "player-pair", 9 * UNIT, 1),))) == "ok"
    table.told(player("cat"), PlaceBets((Bet("cat", "initial", 50 * UNIT, 2),)))
    assert table.told(player("ann"), PlaceBets(())) == "ok"
    assert table.house.store.balance("wallet:bob") == before - 9 * UNIT
    table.all_ok(DEALER, [CloseBetting()])
    assert table.house.store.balance("wallet:bob") == before
    assert {bet.player for bet in table.state.layout.bets} == {"cat"}
    table.sound()


@pytest.mark.clause("BJ5 5.1", "R8")
def test_the_seated_players_bet_goes_first_on_a_full_box() -> None:
    """The box holds 500. Standing players filled it; the seat takes its room from the latest."""
    table = HumanTable("rws-blackjack")
    assert table.told(player("ann"), TakeSeat(1)) == "ok"
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    for name, amount in (("bob", 300), ("cat", 200)):
        bet = PlaceBets((Bet(name, "initial", amount * UNIT, 1),))
        assert table.told(player(name), bet) == "ok"
    full = PlaceBets((Bet("bob", "initial", 301 * UNIT, 1),))
    assert table.told(player("bob"), full) == "limit"
    cat = table.house.store.balance("wallet:cat")
    assert table.told(player("ann"), PlaceBets((Bet("ann", "initial", 250 * UNIT, 1),))) == "ok"
    laid = {bet.player: bet.amount // UNIT for bet in table.state.layout.bets}
    assert laid == {"bob": 250, "ann": 250}
    assert table.house.store.balance("wallet:cat") == cat + 200 * UNIT
    assert table.told(player("ann"), PlaceBets((Bet("ann", "initial", 501 * UNIT, 1),))) == "limit"
    assert {bet.player: bet.amount // UNIT for bet in table.state.layout.bets} == laid
    table.all_ok(DEALER, [CloseBetting()])
    table.sound()


@pytest.mark.clause("LIVE 2.5.2.13")
def test_a_new_session_is_asked_again() -> None:
    table = HumanTable("live-blackjack")
    assert table.told(player("ann"), ChooseFollow(True)) == "ok"
    assert table.told(player("ann"), EndSession("ann")) == "illegal-action"
    assert table.told(HOUSE, EndSession("ann")) == "ok"
    assert table.told(player("ann"), ChooseFollow(False)) == "ok"
