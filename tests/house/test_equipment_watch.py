"""What a table's journal says of its cards or its wheel, entry by entry."""

import random
from collections.abc import Iterable

import msgspec
import pytest

from croupier.engine.inputs import BallRested, CardDealt
from croupier.engine.layout import Bet, Layout, Limits
from croupier.house.equipment_watch import MOST_POINTS, EquipmentWatch, Watched
from croupier.kit.cards import DECK, Card
from croupier.kit.phrase import Phrase
from croupier.monitoring.equipment import ALARM
from croupier.monitoring.shoes import ShoeEvidence
from croupier.table.commands import ShoeRecord
from croupier.table.config import DealerKind, TableConfig
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    BurnsShown,
    EquipmentReplaced,
    Fact,
    Fed,
    OutcomesSealed,
    ScanTakenBack,
    ShoeChanged,
)
from croupier.table.state import TablePhase, TableState

DECKS = 8
SHOE = ShoeChanged("dora", ShoeRecord(DECKS, True, True, True, 0))


class Played:
    """Rounds at a table, told to a watch."""

    def __init__(
        self, game: str, dealer: DealerKind = DealerKind.HUMAN, *, staged: bool = False
    ) -> None:
        self.state = TableState(TableConfig("t", game, {}, Limits(1, 100), dealer, staged=staged))
        self.watch = EquipmentWatch()
        self.round = 0
        self.alarms: list[Phrase] = []

    def shoe_evidence(self) -> ShoeEvidence:
        evidence = self.watch.watched.shoe
        assert evidence is not None
        return evidence

    def feed(self, *facts: Fact) -> None:
        self.alarms += self.watch.feed(facts, self.state)

    def begin(self) -> None:
        self.state.layout = Layout()
        self.round += 1
        self.state.round_number = self.round
        self.feed(BettingOpened(self.round))

    def coup(self, cards: Iterable[str], **sides: str) -> None:
        """A round of which each player has put a hundred on one side."""
        self.begin()
        for player, side in sides.items():
            self.state.layout.lay(player, (Bet(player, side, 100),))
        self.feed(BetsClosed(self.round, ""))
        for card in cards:
            self.feed(Fed(CardDealt(Card(card)), "dora", used=1))

    def deal(self, cards: Iterable[str], a_round: int = 5) -> None:
        for at, card in enumerate(cards):
            if at % a_round == 0:
                self.begin()
            self.feed(Fed(CardDealt(Card(card)), "dora", used=1))
        self.begin()

    def shoe(self, cards: Iterable[str]) -> None:
        self.feed(SHOE)
        self.deal(cards)

    def spin(self, pockets: Iterable[int]) -> None:
        for pocket in pockets:
            self.begin()
            self.feed(Fed(BallRested(pocket), "dora", used=1))
        self.begin()


def shuffled(chance: random.Random, without: str = "") -> list[str]:
    cards = list(map(str, DECK * DECKS))
    if without:
        cards.remove(without)
    chance.shuffle(cards)
    return cards[:364]


def test_a_missing_card_is_told_once_with_its_round() -> None:
    table, chance = Played("live-baccarat"), random.Random(2)
    for _ in range(40):
        table.shoe(shuffled(chance, without="8H"))
    (alarm,) = table.alarms
    assert str(alarm).startswith("one 8♥ seems to be missing from the cards; ")
    assert int(str(alarm.args["times"])) >= ALARM
    assert table.watch.watched.told == ["composition"]


def test_a_slug_is_told_in_the_round_after_it() -> None:
    table, chance = Played("live-baccarat"), random.Random(3)
    first = shuffled(chance)
    table.shoe(first)
    second = [*first[40:55], *first[200:]]
    table.shoe(second[:25])
    (alarm,) = table.alarms
    assert str(alarm).startswith("cards come in the order in which the last shoe was")
    assert table.round <= 73 + 7 + 1


def test_honest_cards_call_nobody() -> None:
    table, chance = Played("live-baccarat"), random.Random(5)
    for _ in range(15):
        table.shoe(shuffled(chance))
    assert not table.alarms
    assert {one.about for one in table.watch.suspicions()} == {
        "composition",
        "order",
        "marked",
    }
    assert table.watch.watched.curve


def test_a_scan_that_was_taken_back_never_was() -> None:
    table, other = Played("live-baccarat"), Played("live-baccarat")
    for one in (table, other):
        one.feed(SHOE)
        one.begin()
    table.feed(Fed(CardDealt(Card("AS")), "dora", used=1))
    table.feed(ScanTakenBack("dora"))
    for one in (table, other):
        one.feed(Fed(CardDealt(Card("KS")), "dora", used=1))
        one.begin()
    assert table.watch.watched == other.watch.watched
    assert sum(table.shoe_evidence().out) == 1


def test_what_was_burned_and_is_shown_counts_for_the_cards() -> None:
    table = Played("live-baccarat")
    table.feed(SHOE)
    table.feed(BurnsShown("dora", (Card("AS"), Card("KD"))))
    shoe = table.shoe_evidence()
    assert (sum(shoe.out), shoe.dealt) == (2, [])


def test_a_wheel_that_favours_a_pocket() -> None:
    table, chance = Played("live-roulette"), random.Random(2)
    table.spin([chance.choice([*range(37), 17, 17]) for _ in range(1_500)])
    said = [str(alarm) for alarm in table.alarms]
    assert any(text.startswith("pocket 17 comes too often; ") for text in said)
    assert len(table.watch.watched.curve) <= MOST_POINTS


def test_another_wheel_begins_anew() -> None:
    table = Played("live-roulette")
    table.spin([17] * 30)
    assert table.alarms
    told = len(table.alarms)
    table.feed(EquipmentReplaced("pia"))
    assert table.watch.watched == Watched(table.round + 1)
    table.spin([17] * 30)
    assert len(table.alarms) == 2 * told


def test_a_wheel_that_is_replaced_before_it_was_spun_is_no_set_of_cards() -> None:
    table = Played("live-roulette")
    table.feed(EquipmentReplaced("pia"))
    table.spin([17])
    assert not table.watch.watched.replaced


def test_other_cards_begin_anew_with_the_next_shoe() -> None:
    table, chance = Played("live-baccarat"), random.Random(2)
    for _ in range(3):
        table.shoe(shuffled(chance))
    table.feed(EquipmentReplaced("pia"))
    assert table.shoe_evidence().shoes == 3
    table.feed(SHOE)
    assert table.shoe_evidence().shoes == 1
    assert table.watch.watched.since == table.round + 1
    assert not table.watch.watched.replaced


def side_for(card: str) -> str:
    return "player" if card[0] in "6789" else "banker"


def test_who_bets_by_the_backs_is_told_with_name_and_cards() -> None:
    table, chance = Played("live-baccarat"), random.Random(9)
    table.feed(SHOE)
    shoe = shuffled(chance)
    for at in range(0, 360, 5):
        cards = shoe[at : at + 5]
        # A guest's play chips are nobody's gain.
        sides = {"ivo": side_for(cards[0]), "guest-1": side_for(cards[0]), "ann": "banker"}
        table.coup(cards, **sides)
    (alarm,) = table.alarms
    assert str(alarm).startswith("ivo bets as if it were known whether the next card is of 6-9; ")
    assert table.watch.watched.told == ["marked"]
    marked = table.watch.watched.marked
    assert marked is not None
    assert "guest-1" not in marked.bettors


def test_a_card_says_nothing_of_the_bets_before_its_round_is_over() -> None:
    table = Played("live-baccarat")
    table.feed(SHOE)
    table.coup(["8S", "KD", "KH", "7C"], ann="player")
    before = msgspec.msgpack.encode(table.watch.watched)
    table.coup([], ann="player")
    after_a_round = msgspec.msgpack.encode(table.watch.watched)
    assert after_a_round != before
    for card in ("9S", "KD", "KH", "7C"):
        table.feed(Fed(CardDealt(Card(card)), "dora", used=1))
        assert msgspec.msgpack.encode(table.watch.watched) == after_a_round
    table.begin()
    assert msgspec.msgpack.encode(table.watch.watched) != after_a_round


def sealed(number: int) -> OutcomesSealed:
    return OutcomesSealed(f"t/{number}", "", 52 * DECKS)


def test_the_virtual_dealers_wheel_is_watched() -> None:
    table = Played("live-roulette", DealerKind.VIRTUAL)
    table.feed(OutcomesSealed("t/1", "", 64))
    table.spin([17] * 40)
    (alarm,) = table.alarms
    assert str(alarm).startswith("the pockets do not come equally often, 17 the most; ")
    assert all(one.alarms for one in table.watch.suspicions())  # one call for all of them


def test_a_virtual_shoe_that_is_dealt_twice_is_told() -> None:
    table, shoe = Played("live-baccarat", DealerKind.VIRTUAL), shuffled(random.Random(4))
    for number in (1, 2):
        table.feed(sealed(number))
        table.deal(shoe[: 364 // number])
    (alarm,) = table.alarms
    assert str(alarm).startswith("cards come in the order in which the last shoe was dealt")
    assert table.shoe_evidence().shoes == 2
    assert table.watch.watched.marked is None  # it has no backs


def test_cards_of_a_round_that_goes_on_are_not_told_by_a_fresh_shoe() -> None:
    table = Played("live-baccarat", DealerKind.VIRTUAL)
    table.feed(sealed(1))
    table.begin()
    table.feed(Fed(CardDealt(Card("AS")), "house", used=1))
    table.state.phase = TablePhase.PLAYING
    table.feed(sealed(2))
    assert not any(table.shoe_evidence().out_before)


def test_a_staged_table_is_not_watched() -> None:
    table = Played("live-roulette", DealerKind.VIRTUAL, staged=True)
    table.spin([17] * 40)
    assert not table.alarms
    assert table.watch.watched == Watched(1)


@pytest.mark.parametrize("stop", [10, 73, 100])
def test_a_stop_at_any_round_changes_nothing(stop: int) -> None:
    """What is kept goes on as if it had never been put down."""
    chance = random.Random(7)
    shoes = [shuffled(chance) for _ in range(2)]
    whole, cut = Played("live-baccarat"), Played("live-baccarat")
    rounds = 0
    for shoe in shoes:
        whole.feed(SHOE)
        cut.feed(SHOE)
        for at in range(0, len(shoe), 5):
            cards = shoe[at : at + 5]
            for table in (whole, cut):
                table.coup(cards, ann=side_for(cards[-1]), bob="tie")
            rounds += 1
            if rounds == stop:
                cut.begin()
                whole.begin()
                kept = msgspec.msgpack.encode(cut.watch.watched)
                cut.watch = EquipmentWatch()
                cut.watch.resume(msgspec.msgpack.decode(kept, type=Watched))
        cut.begin()
        whole.begin()
    assert cut.watch.watched == whole.watch.watched
    assert cut.watch.suspicions() == whole.watch.suspicions()
