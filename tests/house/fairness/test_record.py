"""The record of a round: who reads it, what is told when, and irregular rounds."""

import msgspec
import pytest
from msgspec.structs import replace

from croupier.chance.derived import derived_order
from croupier.chance.sealed import Sealed, unseal
from croupier.engine import protocol as engine
from croupier.engine.inputs import (
    Action,
    Burn,
    Capacity,
    Discard,
    DiscardReason,
    Together,
    Void,
    VoidReason,
)
from croupier.engine.layout import Limits
from croupier.house.fairness import (
    CheckResult,
    Note,
    fair_record,
    read_record,
)
from croupier.house.records.index import TableIndex
from croupier.kit.cards import card, cards
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    HOUSE,
    Actor,
    AllowSqueeze,
    ChangeDealer,
    CloseBetting,
    CloseTable,
    ConfirmResult,
    Decide,
    LaidBet,
    OpenBetting,
    OpenTable,
    PlaceBets,
    Reconfigure,
    Rule,
    Scan,
    TableRole,
    TakeBack,
    TurnCards,
)
from croupier.table.config import DealerKind, TableConfig
from croupier.table.state import TablePhase
from tests.house.fairness.played import CHECKS, record, shoe_of, verdicts
from tests.support.human_table import DEALER, HumanTable, initial, scans
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import KEY, PLAYERS, VirtualHouse, fresh_shoe, player


def test_a_record_names_nobody(house: tuple[str, VirtualHouse]) -> None:
    game, its = house
    text = msgspec.json.encode(record(its, game, 1)).decode()
    assert "player-1" in text
    assert not any(f'"{name}"' in text for name in PLAYERS)


def test_a_record_is_read_back_as_it_was_written(house: tuple[str, VirtualHouse]) -> None:
    game, its = house
    found = record(its, game, 2)
    assert read_record(msgspec.json.encode(found)) == found


def test_burned_cards_are_in_the_order_and_not_in_the_round(blackjack: VirtualHouse) -> None:
    shoe = shoe_of(record(blackjack, "live-blackjack", 1))
    assert (shoe.burned, shoe.place) == (6, 6)


def test_before_the_shoe_is_opened_its_order_is_not_told() -> None:
    house = VirtualHouse(MemoryStore())
    house.table("live-baccarat")
    house.play_round("live-baccarat")
    found = record(house, "live-baccarat", 1)
    assert shoe_of(found).opening is None
    assert found.note is Note.NOT_YET
    assert verdicts(found) == {
        "sealed": CheckResult.HOLDS,
        "closed": CheckResult.HOLDS,
        "delay": CheckResult.HOLDS,
        "opening": CheckResult.NOT_YET,
        "order": CheckResult.NOT_YET,
        "whole": CheckResult.NOT_YET,
        "place": CheckResult.NOT_YET,
        "settlement": CheckResult.HOLDS,
    }


def test_there_is_no_record_of_what_is_not_over() -> None:
    house = VirtualHouse(MemoryStore())
    house.table("live-baccarat")
    house.play_round("live-baccarat")
    while house.runners["live-baccarat"].table.state.phase is not TablePhase.BETTING:
        house.wait("live-baccarat")
    index = TableIndex.of(house.store, "live-baccarat")
    assert fair_record(house.store, index, 2) is None
    assert fair_record(house.store, index, 7) is None


# Irregular rounds ------------------------------------------------------------------------------


PIT = Actor("pia", TableRole.PIT)


class Virtual:
    """A sealed shoe whose next cards the test knows."""

    def __init__(self, game: str = "rws-blackjack", seed: int = 4) -> None:
        self.house, self.game = VirtualHouse(MemoryStore(), seed=seed), game
        self.house.table(game)
        self.state = self.house.runners[game].table.state

    def begin(self) -> None:
        while self.state.phase is not TablePhase.BETTING:
            assert self.house.wait(self.game)
        self.ask(player("ann"), PlaceBets((LaidBet("initial", 100 * UNIT, 1),)))
        assert self.house.wait(self.game)

    def ask(self, actor: Actor, command: object) -> None:
        reply = self.house.ask(self.game, actor, command)  # type: ignore[arg-type]
        assert reply.ok, reply

    def deal(self, many: int) -> None:
        for _ in range(many):
            assert self.house.wait(self.game)

    def next_cards(self, many: int) -> tuple[str, ...]:
        assert self.state.shoe is not None
        box = self.house.store.vault(self.state.shoe.name)
        assert box is not None
        name, terms = self.state.shoe.name, self.state.shoe.terms
        assert terms is not None
        seed = unseal(msgspec.msgpack.decode(box, type=Sealed), KEY, terms).salt
        order = derived_order(name, seed, self.state.shoe.output, terms)
        return order[self.state.shoe.used : self.state.shoe.used + many]

    def end(self) -> None:
        while self.state.phase is TablePhase.PLAYING:
            assert self.state.round is not None
            due = engine.waiting(self.state.round).card
            if due is not None and due.exactly is not None:
                self.ask(HOUSE, Scan(due.exactly))
            else:
                assert self.house.wait(self.game)

    def opened(self) -> None:
        while self.state.shoes < 2:
            self.house.play_round(self.game)
            while self.state.phase is not TablePhase.BETTING:
                assert self.house.wait(self.game)


def test_cards_that_came_out_together_are_counted_one_by_one() -> None:
    table = Virtual()
    table.begin()
    table.deal(3)
    table.ask(player("ann"), Decide(Action.HIT, 1))
    one, other = table.next_cards(2)
    table.ask(HOUSE, Rule(Together(Capacity.DEALER, (card(one), card(other)))))
    table.ask(player("ann"), Decide(Action.TAKE, 1, card=card(other)))
    table.end()
    table.opened()
    found = record(table.house, table.game, 1)
    assert found.file is not None
    assert found.file["cards"][3:5] == [one, other]
    assert shoe_of(found).used == len(found.file["cards"])
    assert verdicts(found) == dict.fromkeys(CHECKS, CheckResult.HOLDS)


def test_a_burned_card_is_told_only_when_the_shoe_is_opened() -> None:
    table = Virtual()
    table.begin()
    table.deal(1)
    (burned,) = table.next_cards(1)
    table.ask(PIT, Rule(Burn(Capacity.PIT, 1)))
    table.end()
    found = record(table.house, table.game, 1)
    assert found.file is None
    assert verdicts(found)["settlement"] is CheckResult.NOT_YET
    table.opened()
    found = record(table.house, table.game, 1)
    assert found.file is not None
    assert found.file["cards"][1] == burned
    assert verdicts(found) == dict.fromkeys(CHECKS, CheckResult.HOLDS)


def test_a_hole_card_nobody_turned_is_not_told_before() -> None:
    table = Virtual("classic-blackjack-single", seed=6)
    table.begin()
    table.deal(4)
    table.ask(HOUSE, Rule(Void(Capacity.PIT, VoidReason.OUT_OF_CARDS)))
    assert record(table.house, table.game, 1).file is None


def test_squeezed_cards_are_turned_under_another_name() -> None:
    table = Virtual()
    table.begin()
    table.deal(2)
    table.ask(PIT, AllowSqueeze(1))
    table.deal(1)
    table.ask(player("ann"), TurnCards(1))
    table.end()
    table.opened()
    found = record(table.house, table.game, 1)
    assert verdicts(found) == dict.fromkeys(CHECKS, CheckResult.HOLDS)


def test_what_the_pit_changed_holds_for_the_rounds_after_it() -> None:
    """The change comes while a round is played that is not the one looked for."""
    table = Virtual()
    table.begin()
    table.ask(PIT, Reconfigure(limits=Limits(5 * UNIT, 250 * UNIT)))
    table.end()
    table.begin()
    table.end()
    table.opened()
    files = [record(table.house, table.game, number).file for number in (1, 2)]
    assert [file and file["limits"]["max"] for file in files] == ["500", "250"]
    found = record(table.house, table.game, 2)
    assert verdicts(found) == dict.fromkeys(CHECKS, CheckResult.HOLDS)


def ruled_after_the_end(rulings: int, scanned: str) -> HumanTable:
    """A round that ann has won, after which the pit has ruled that the dealer drew too many cards;
    the table is closed before all of those cards are scanned."""
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, scans("TS 6D 9H"))
    table.all_ok(player("ann"), [Decide(Action.STAND, 1)])
    table.all_ok(DEALER, scans("TD 9C"))
    overdraw = Rule(Discard(Capacity.PIT, DiscardReason.OVERDRAW))
    table.all_ok(PIT, [overdraw] * rulings)
    table.all_ok(DEALER, scans(scanned))
    table.all_ok(PIT, [CloseTable()])
    table.assert_books_balance()
    return table


@pytest.mark.parametrize(
    ("rulings", "scanned"),
    [(0, ""), (1, ""), (2, ""), (2, "2C"), (3, "2C"), (1, "2C"), (2, "2C 3C")],
)
def test_a_discard_that_waits_for_its_card_leaves_the_round_as_it_was_settled(
    rulings: int, scanned: str
) -> None:
    table = ruled_after_the_end(rulings, scanned)
    found = record(table.house, table.game, 1)
    assert found.file is not None
    assert found.file["cards"] == ["TS", "6D", "9H", "TD", "9C", *scanned.split()]
    discards = ["discard"] * len(scanned.split())
    # R31: the settlement was held, which a file says where something was ruled.
    actions = ["hold", "stand", *discards] if discards else ["stand"]
    assert [action["action"] for action in found.file["actions"]] == actions
    assert [line.returned for line in found.lines] == [200 * UNIT]
    assert verdicts(found)["settlement"] is CheckResult.HOLDS


def test_a_discard_is_scanned_after_the_table_is_opened_again() -> None:
    table = ruled_after_the_end(1, "")
    table.all_ok(PIT, [OpenTable()])
    table.all_ok(DEALER, scans("2C"))
    found = record(table.house, table.game, 1)
    assert found.file is not None
    assert found.file["cards"] == ["TS", "6D", "9H", "TD", "9C", "2C"]
    assert verdicts(found)["settlement"] is CheckResult.HOLDS


def test_a_round_dealt_by_hand_says_so() -> None:
    dealer, game = Actor("dora", TableRole.DEALER), "rws-blackjack"
    house = VirtualHouse(MemoryStore())
    house.configs[game] = TableConfig(
        game, game, {}, Limits(5 * UNIT, 500 * UNIT), DealerKind.HUMAN
    )
    house.start(game)
    state = house.runners[game].table.state
    assert house.ask(game, PIT, ChangeDealer("dora")).ok
    for command in (fresh_shoe(state), OpenBetting()):
        assert house.ask(game, dealer, command).ok
    house.ask(game, player("ann"), PlaceBets((LaidBet("initial", 100 * UNIT, 1),)))
    house.ask(game, dealer, CloseBetting())
    assert house.ask(game, dealer, Scan(card("2C"))).ok
    assert house.ask(game, dealer, TakeBack()).ok
    for one in cards("TS 6D 9H"):
        assert house.ask(game, dealer, Scan(one)).ok
    house.ask(game, player("ann"), Decide(Action.STAND, 1))
    for one in cards("TD 9C"):
        assert house.ask(game, dealer, Scan(one)).ok
    assert house.ask(game, dealer, ConfirmResult()).ok
    found = record(house, game, 1)
    assert found.shoe is None
    assert found.note is Note.BY_HAND
    assert found.file is not None
    assert found.file["cards"] == ["TS", "6D", "9H", "TD", "9C"]
    # Nobody had a station: that is told, and nothing is wrong with it.
    assert verdicts(found) == {
        "all-signed": CheckResult.UNSIGNED,
        "settlement": CheckResult.HOLDS,
    }
    # A house that deals itself cannot leave its shoe out.
    hidden = replace(found, dealer=DealerKind.VIRTUAL)
    assert verdicts(hidden)["sealed"] is CheckResult.WRONG
