"""What each round should have paid, by the engine: other rules, other cards, stakes back."""

import csv
import hashlib
from collections import Counter

import msgspec
import pytest

from croupier.engine.inputs import Action, CardDealt, Void
from croupier.engine.lines import Result
from croupier.house.incidents import Cause
from croupier.house.incidents.facts import IncidentOpened
from croupier.house.incidents.reading import MOST_ROUNDS, last_round, read_sheet
from croupier.house.incidents.remedies import (
    ByHand,
    Remedies,
    RightCard,
    RightOutcome,
    RightRules,
    RoundRemedy,
    StakesBack,
)
from croupier.house.incidents.sheet import Sheet, SheetRow, Why
from croupier.house.records.index import TableIndex
from croupier.house.records.rounds import read_round
from croupier.kit.cards import Card
from croupier.kit.errors import Code, Refused
from croupier.store.memory import MemoryStore
from croupier.store.protocol import Store
from croupier.table.cage import Adjusted
from croupier.table.commands import Decide, TakeSeat
from croupier.table.rounds import PlayedRound
from tests.support.human_table import ANN, DEALER, HumanTable, initial, scans
from tests.support.virtual_house import VirtualHouse

SINGLE, WHEEL = "classic-blackjack-single", "live-roulette"
ROUNDS = 40


class Played:
    """A table with rounds behind it, and its sheets."""

    def __init__(self, store: Store, game: str) -> None:
        self.game = game
        self.store = store
        self.index = TableIndex.of(store, game)
        self.adjusted: list[Adjusted] = []

    @classmethod
    def at_random(cls, game: str, **settings: object) -> "Played":
        house = VirtualHouse(MemoryStore(), seed=5)
        house.table(game, **settings)
        for _ in range(ROUNDS):
            house.play_round(game)
        return cls(house.store, game)

    def round(self, number: int) -> PlayedRound:
        return read_round(self.store, self.game, self.index.rounds[number])

    def sheet(
        self, remedies: Remedies, since: int = 1, until: int | None = ROUNDS, dealer: str = ""
    ) -> Sheet:
        opened = IncidentOpened(
            1, Cause.RULE, self.game, since, until, "found wrong", "pit", dealer=dealer
        )
        last = last_round(opened, self.index)
        told: list[tuple[int, int]] = []
        sheet = read_sheet(
            self.store,
            self.index,
            opened,
            remedies,
            self._adjustments,
            last=last,
            tell=lambda done, of: told.append((done, of)),
        )
        assert told[-1][0] == told[-1][1] == last - opened.since_round + 1
        return sheet

    def _adjustments(self, table: str, round: int) -> list[Adjusted]:
        return [one for one in self.adjusted if (one.table, one.round) == (table, round)]

    def net(self) -> Counter[tuple[int, str]]:
        nets: Counter[tuple[int, str]] = Counter()
        for number in range(1, ROUNDS + 1):
            for line in self.round(number).lines:
                nets[number, line.player] += line.net
        return nets


@pytest.fixture(scope="module")
def single() -> Played:
    return Played.at_random(SINGLE)


@pytest.fixture(scope="module")
def wheel() -> Played:
    return Played.at_random(WHEEL)


def test_what_stands_differs_nowhere(single: Played) -> None:
    sheet = single.sheet(Remedies())
    assert sheet.rounds == ROUNDS
    assert {(row.round, row.player): row.paid - row.staked for row in sheet.rows} == single.net()
    assert {row.difference for row in sheet.rows} == {0}
    assert sheet.dues(claims=True) == ()


@pytest.mark.clause("R2", "R26")
def test_stakes_back_takes_what_was_won_and_returns_what_was_lost(single: Played) -> None:
    sheet = single.sheet(Remedies(StakesBack()))
    nets = single.net()
    for row in sheet.rows:
        assert row.should == row.staked
        assert row.difference == -nets[row.round, row.player]
    assert sum(due.amount for due in sheet.dues(claims=True)) == -sum(nets.values())
    assert all(due.amount > 0 for due in sheet.dues(claims=False))


def test_a_pay_that_was_too_low_is_told_for_every_blackjack(single: Played) -> None:
    """Paid 6 to 5 where 3 to 2 should have held: three tenths of each stake."""
    sheet = single.sheet(Remedies(RightRules({"blackjack-pays": "3 to 2"})))
    owed: Counter[tuple[int, str]] = Counter()
    for number in range(1, ROUNDS + 1):
        for line in single.round(number).lines:
            if line.result is Result.WIN and line.net * 5 == line.stake * 6:
                owed[number, line.player] += line.stake * 3 // 10
    assert owed, "there were blackjacks"
    told = {(row.round, row.player): row.difference for row in sheet.rows if row.difference}
    assert told == owed
    assert sheet.untold == ()
    assert {row.why for row in sheet.rows} == {Why.RIGHT_RULES}


def against_soft_17(game: str, more: str = "") -> Played:
    """Ann stands on 18, and the dealer has six and ace."""
    table = HumanTable(game)
    table.all_ok(ANN, [TakeSeat(1)])
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, scans("TS 6D 8H AH"))
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(DEALER, scans(more))
    return Played(table.house.store, game)


@pytest.mark.clause("R27")
def test_a_card_that_the_right_rules_would_not_have_dealt_counts_for_nothing() -> None:
    hit = against_soft_17(SINGLE, "3C")
    (row,) = hit.sheet(Remedies(RightRules({"h17": False})), 1, 1).rows
    assert (row.staked, row.paid, row.should) == (100_00, 0, 200_00)


def test_a_card_that_the_right_rules_would_have_dealt_is_missing_and_somebody_rules() -> None:
    stood = against_soft_17("live-blackjack")
    right = RightRules({"h17": True})
    sheet = stood.sheet(Remedies(right), 1, 1)
    (row,) = sheet.rows
    assert (row.paid, row.should, row.why, row.difference) == (200_00, None, Why.CANNOT, 0)
    assert row.note == "the round waits for a card to the dealer"
    assert sheet.untold == (1,)
    for remedy, should in ((StakesBack(), 100_00), (ByHand({"ann": 150_00}), 150_00)):
        ruled = stood.sheet(Remedies(right, (RoundRemedy(1, remedy),)), 1, 1)
        assert [row.should for row in ruled.rows] == [should]
        assert ruled.untold == ()


def test_a_decision_that_would_not_have_been_legal_cannot_be_told() -> None:
    doubled = Played.at_random("live-blackjack", decks=2)
    sheet = doubled.sheet(Remedies(RightRules({"max-hands": 1})))
    notes = {row.note for row in sheet.rows if row.should is None}
    assert notes


def test_a_pocket_that_was_misread_is_settled_as_it_was(wheel: Played) -> None:
    played = wheel.round(7)
    (pocket,) = [one.pocket for one in played.inputs if hasattr(one, "pocket")]
    same = wheel.sheet(Remedies(rounds=(RoundRemedy(7, RightOutcome(pocket=pocket)),)))
    assert {row.difference for row in same.rows} == {0}
    wrong = Remedies(rounds=(RoundRemedy(7, RightOutcome(pocket=(pocket + 1) % 37)),))
    rows = [row for row in wheel.sheet(wrong).rows if row.round == 7]
    assert any(row.difference for row in rows)
    assert all(row.why is Why.RIGHT_OUTCOME for row in rows)


def test_a_card_that_was_another_one_is_settled_as_it_was(single: Played) -> None:
    number = next(
        number
        for number in range(1, ROUNDS + 1)
        if not any(isinstance(one, Void) for one in single.round(number).inputs)
    )
    cards = [one.card for one in single.round(number).inputs if isinstance(one, CardDealt)]

    def with_card(place: int, card: Card) -> Sheet:
        remedy = RightOutcome(cards=(RightCard(place, card),))
        return single.sheet(Remedies(rounds=(RoundRemedy(number, remedy),)))

    assert not single_differences(with_card(1, cards[0]), number)
    (none,) = {
        row.should for row in with_card(len(cards) + 1, cards[0]).rows if row.round == number
    }
    assert none is None


def single_differences(sheet: Sheet, number: int) -> list[int]:
    return [row.difference for row in sheet.rows if row.round == number and row.difference]


def test_what_was_put_right_before_is_no_debt_any_more(single: Played) -> None:
    owed = single.sheet(Remedies(StakesBack())).dues(claims=False)[0]
    fact = Adjusted(owed.player, owed.amount, SINGLE, owed.round, "miscalled", "pia", "sam")
    try:
        single.adjusted.append(fact)
        after = single.sheet(Remedies(StakesBack()))
        assert (owed.player, owed.round) not in {
            (due.player, due.round) for due in after.dues(claims=True)
        }
        # What was paid for this very incident is no part of its sheet.
        single.adjusted[0] = msgspec.structs.replace(fact, incident=1)
        assert single.sheet(Remedies(StakesBack())).dues(claims=False)[0] == owed
    finally:
        single.adjusted.clear()


def test_a_sheet_is_of_the_rounds_and_the_dealer_that_are_meant(single: Played) -> None:
    assert {row.round for row in single.sheet(Remedies(), 3, 5).rows} == {3, 4, 5}
    assert single.sheet(Remedies(), 3, None).until_round == ROUNDS
    assert single.sheet(Remedies(), dealer="dora").rows == ()
    assert single.sheet(Remedies(), dealer="virtual").rounds == ROUNDS
    with pytest.raises(Refused) as refused:
        single.sheet(Remedies(), 1, MOST_ROUNDS + 1)
    assert refused.value.code is Code.LIMIT


def test_the_same_sheet_has_the_same_digest_and_can_be_read_back(single: Played) -> None:
    remedies = Remedies(StakesBack(), (RoundRemedy(2, ByHand({"ann": 5})),))
    sheet = single.sheet(remedies)
    assert sheet.digest == single.sheet(remedies).digest
    assert sheet.digest != single.sheet(Remedies(StakesBack())).digest
    again = msgspec.json.decode(msgspec.json.encode(sheet), type=Sheet)
    assert (again, again.digest) == (sheet, sheet.digest)
    lines = sheet.csv().splitlines()
    assert len(lines) == len(sheet.rows) + 1
    assert lines[0].startswith("round,player,guest,staked,paid,adjusted,should,difference")


def test_no_name_and_no_note_of_its_csv_is_a_formula() -> None:
    row = SheetRow(1, "=cmd|x", False, 1_00, 3_00, 0, 0, Why.STAKES_BACK, "R26", "+1")
    (line,) = csv.DictReader(Sheet(1, "t", 1, 9, 9, Remedies(), (row,)).csv().splitlines())
    assert (line["player"], line["note"], line["difference"]) == ("'=cmd|x", "'+1", "-3")


def test_totals_are_the_sums_of_the_rows(single: Played) -> None:
    sheet = single.sheet(Remedies(StakesBack()))
    for total in sheet.totals:
        rows = [row for row in sheet.rows if row.player == total.player]
        assert total.owed - total.overpaid == sum(row.difference for row in rows)
        assert total.should == sum(row.should or 0 for row in rows)
        assert total.rounds == len(rows)


def test_the_digest_is_that_of_the_whole_sheet_as_json() -> None:
    row = SheetRow(1, "ann", False, 1_00, 0, 0, 1_00, Why.STAKES_BACK, "R26")
    for rows in (0, 1, 500, 501, 1_700):
        sheet = Sheet(1, "t", 1, 9, 9, Remedies(), (row,) * rows)
        assert sheet.digest == hashlib.sha256(msgspec.json.encode(sheet)).hexdigest()
