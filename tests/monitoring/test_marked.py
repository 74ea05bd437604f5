"""Bets held against the cards that came after them: counting says nothing, knowing does."""

import copy
import random
from collections.abc import Callable

import msgspec
import pytest

from croupier.monitoring.equipment import ALARM
from croupier.monitoring.marked import (
    AWAY_AFTER,
    MOST_BETTORS,
    MOST_HABITS,
    THE_TABLE,
    MarkedEvidence,
)
from croupier.monitoring.shoes import SHARE

Bets = dict[str, dict[str, int]]
Betting = Callable[[int, list[int]], Bets]
"""What is bet before this card, when so many of each kind are left."""


def play(
    chance: random.Random, shoes: int, betting: Betting, decks: int = 8
) -> tuple[MarkedEvidence, int]:
    """Rounds of five cards, until fewer than ten are left; after how many the alarm came, or 0."""
    evidence, rounds = MarkedEvidence(), 0
    for _ in range(shoes):
        evidence.fresh_shoe()
        left, cards = [decks] * 52, [*range(52)] * decks
        chance.shuffle(cards)
        for at in range(0, 52 * decks - 10, 5):
            evidence.feed(betting(cards[at], left), cards[at : at + 5], left)
            for kind in cards[at : at + 5]:
                left[kind] -= 1
            rounds += 1
            if evidence.suspicion().alarms:
                return evidence, rounds
    return evidence, 0


def edge_sorter(chance: random.Random) -> Betting:
    def betting(kind: int, left: list[int]) -> Bets:
        high = (kind % 13 in (5, 6, 7, 8)) is (chance.random() < 0.95)
        return {"ivo": {"player" if high else "banker": 100}, "ann": {"banker": 10}}

    return betting


def counter(kind: int, left: list[int]) -> Bets:
    """Bets the more, the more tens and aces are left."""
    high = sum(left[rank + 13 * suit] for suit in range(4) for rank in (0, 9, 10, 11, 12))
    return {"cy": {"initial": 10 * max(1, round(100 * (high / sum(left) - 5 / 13)))}}


def test_the_cards_of_an_honest_round_change_nothing_on_average() -> None:
    """Over every pair of ranks, whatever is bet."""
    evidence, _ = play(random.Random(1), 1, edge_sorter(random.Random(2)))
    left = [1] * 52
    for gone in (0, 5, 5, 9, 18, 31):
        left[gone] = 0
    of_rank = [sum(left[rank::13]) for rank in range(13)]
    every = sum(of_rank)
    for stakes in ({"ivo": {"player": 500}}, {"new": {"tie": 10}, "ann": {"banker": 10}}, {}):
        before = copy.deepcopy(evidence)
        for name in (*stakes, THE_TABLE):
            before._join(name)
        mean = 0.0
        for first in range(13):
            for second in range(13):
                alike = of_rank[second] - (second == first)
                weight = of_rank[first] * alike / (every * (every - 1))
                if weight:
                    after = copy.deepcopy(evidence)
                    after.feed(stakes, [first, second], left)
                    mean += weight * after.suspicion().value
        assert mean == pytest.approx(before.suspicion().value, rel=1e-12)


def test_what_is_put_in_for_a_bettor_changes_nothing() -> None:
    evidence = MarkedEvidence()
    assert evidence.suspicion().value == SHARE
    for _ in range(3):
        evidence.fresh_shoe()
        for name in ("ann", "bob", THE_TABLE):
            evidence._join(name)
        assert evidence.suspicion().value == pytest.approx(SHARE)
    assert evidence.held == pytest.approx(1 - 0.75 * 0.75)


def test_an_edge_sorter_is_found_and_named_with_the_cards_that_are_known() -> None:
    for seed in range(5):
        evidence, rounds = play(random.Random(seed), 3, edge_sorter(random.Random(-seed)))
        assert 10 < rounds < 90
        assert evidence.suspicion().suspected == "6-9 ivo"


def test_who_bets_more_before_a_ten_or_an_ace_is_found() -> None:
    def betting(kind: int, left: list[int]) -> Bets:
        return {"sue": {"initial": 30 if kind % 13 in (0, 9, 10, 11, 12) else 10}}

    evidence, rounds = play(random.Random(3), 3, betting)
    assert 10 < rounds < 60
    assert evidence.suspicion().suspected == "10-A sue"


def test_who_bets_only_before_a_good_card_is_found() -> None:
    def betting(kind: int, left: list[int]) -> Bets:
        return {"bo": {"initial": 10}} | ({"sue": {"initial": 10}} if kind % 13 == 0 else {})

    evidence, rounds = play(random.Random(3), 8, betting)
    assert rounds > 0
    assert evidence.suspicion().suspected == "A sue"


def test_players_who_come_under_ever_other_names_are_found_as_the_table() -> None:
    names = iter(range(10_000))

    def betting(kind: int, left: list[int]) -> Bets:
        return {f"guise{next(names)}": {"player" if kind % 13 in (5, 6, 7, 8) else "banker": 100}}

    evidence, rounds = play(random.Random(3), 8, betting)
    assert rounds > 0
    assert evidence.suspicion().suspected == "6-9 "
    assert len(evidence.bettors) <= MOST_BETTORS + 1


def test_who_counts_cards_is_not_suspected() -> None:
    """From one deck, down to its end: there the next card is nearly known by counting."""
    evidence, alarm = play(random.Random(5), 300, counter, decks=1)
    assert not alarm
    assert evidence.suspicion().value < 1


def test_who_bets_by_the_last_result_is_not_suspected() -> None:
    last = [0]

    def betting(kind: int, left: list[int]) -> Bets:
        before, last[0] = last[0], kind
        stake = 10 * 2 ** (before % 4)
        return {"mo": {"player" if before % 2 else "banker": stake}}

    evidence, alarm = play(random.Random(6), 30, betting)
    assert not alarm
    assert evidence.suspicion().value < ALARM / 100


def test_habits_and_bettors_have_an_end() -> None:
    evidence = MarkedEvidence()
    evidence.fresh_shoe()
    left = [8] * 52
    for number in range(40):
        evidence.feed({"ann": {f"bet-{number}": 10}}, [0, 1], left)
    assert len(evidence.bettors["ann"].habits) == MOST_HABITS + 1
    crowd = {f"p{number}": {"player": 10 + number} for number in range(200)}
    evidence.feed(crowd, [0, 1], left)
    assert len(evidence.bettors) == MOST_BETTORS + 1
    assert "p199" in evidence.bettors  # those with the most
    assert "p0" not in evidence.bettors
    for _ in range(AWAY_AFTER):
        evidence.feed({"ann": {"player": 10}}, [0, 1], left)
    evidence.feed({"late": {"player": 10}}, [0, 1], left)
    assert "late" in evidence.bettors
    assert len(evidence.bettors) == MOST_BETTORS + 1


def test_a_card_that_cannot_be_is_left_out() -> None:
    evidence = MarkedEvidence()
    evidence.fresh_shoe()
    left = [0] * 13 + [1] * 39
    evidence.feed({"ann": {"player": 10}}, [26, 26], left)
    left = [0 if kind % 13 == 7 else 1 for kind in range(52)]
    before = copy.deepcopy(evidence.bettors["ann"].values)
    evidence.feed({"ann": {"player": 10}}, [7, 8], left)
    assert evidence.bettors["ann"].values == before


def test_it_can_be_kept_and_read_back() -> None:
    evidence, _ = play(random.Random(1), 1, edge_sorter(random.Random(2)))
    kept = msgspec.msgpack.encode(evidence)
    assert msgspec.msgpack.decode(kept, type=MarkedEvidence) == evidence
