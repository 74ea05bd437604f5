"""Cards from a real shoe: evidence that comes to nothing on average while all is honest, and what
it finds when it is not."""

import copy
import random

import pytest

from croupier.monitoring.equipment import ALARM
from croupier.monitoring.shoes import SHARE, OrderFilter, ShoeEvidence, factory_order


def deal(kept: ShoeEvidence, cards: list[int]) -> OrderFilter:
    running = OrderFilter(kept)
    for kind in cards:
        kept.dealt.append(kind)
        kept.out[kind] += 1
        running.feed(kind)
    return running


def shoe_of(chance: random.Random, decks: int) -> list[int]:
    cards = [*range(52)] * decks
    chance.shuffle(cards)
    return cards


@pytest.mark.parametrize("shoes", [1, 2, 5])
def test_the_next_card_of_an_honest_shoe_changes_nothing_on_average(shoes: int) -> None:
    chance = random.Random(shoes)
    kept = ShoeEvidence(2)
    for _ in range(shoes):
        kept = kept.fresh_shoe(list(kept.dealt))
        running = deal(kept, shoe_of(chance, 2)[: chance.randrange(10, 70)])
    composition, order = 0.0, 0.0
    left = 104 - len(kept.dealt)
    for kind in range(52):
        like_it = 2 - kept.out[kind]
        if like_it:
            after = copy.deepcopy(kept)
            then = deal(after, [kind])
            composition += after.composition().value * like_it / left
            order += after.order(then.values).value * like_it / left
    # What is staked on a card too many, or on a card of the old order that is used up, can only be
    # lost in an honest shoe: on average it is a little less, never more.
    for after_it, before_it in (
        (composition, kept.composition().value),
        (order, kept.order(running.values).value),
    ):
        assert 0.98 * before_it < after_it <= before_it * (1 + 1e-12)


def test_a_fresh_shoe_puts_more_down_and_changes_nothing() -> None:
    chance = random.Random(1)
    kept = ShoeEvidence(8)
    assert kept.composition().value == SHARE
    for _ in range(6):
        before = kept.composition().value
        kept = kept.fresh_shoe(list(kept.dealt))
        assert kept.composition().value == pytest.approx(before)
        deal(kept, shoe_of(chance, 8)[:360])


def test_an_impossible_alternative_is_given_up() -> None:
    kept = ShoeEvidence(1).fresh_shoe([])
    deal(kept, [7])
    assert kept.missing()[7] == 0
    assert kept.missing()[8] > kept.carried_missing[8]
    deal(kept, [kind for kind in range(52) if kind != 7])
    assert not any(kept.missing())


def test_a_missing_card_is_found_and_named() -> None:
    chance = random.Random(4)
    kept = ShoeEvidence(8)
    for _ in range(60):
        kept = kept.fresh_shoe(list(kept.dealt))
        cards = [*range(52)] * 8
        cards.remove(20)
        chance.shuffle(cards)
        kept.dealt = cards[:364]
        for kind in kept.dealt:
            kept.out[kind] += 1
        suspicion = kept.composition()
        if suspicion.alarms:
            break
    assert 10 < kept.shoes < 50
    assert suspicion.suspected == "missing 8H"


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("order", ["dealt", "collected"])
def test_a_slug_is_found_and_its_order_named(order: str, backwards: bool) -> None:
    chance = random.Random(3)
    first = ShoeEvidence(6).fresh_shoe([])
    deal(first, shoe_of(chance, 6)[:250])
    collected = shoe_of(chance, 6)[:250]
    kept = first.fresh_shoe(collected)
    slug = (first.dealt if order == "dealt" else collected)[100:112]
    cards = shoe_of(chance, 6)[:90]
    running = deal(kept, cards + (slug[::-1] if backwards else slug))
    suspicion = kept.order(running.values)
    assert suspicion.value > ALARM
    assert suspicion.suspected == order + "-backwards" * backwards


def test_new_cards_that_nobody_shuffled() -> None:
    kept = ShoeEvidence(8).fresh_shoe([])
    running = deal(kept, factory_order(8)[30:45])
    assert kept.order(running.values).value > ALARM
    assert kept.order(running.values).suspected == "new"


def test_honest_shoes_stay_far_from_an_alarm() -> None:
    chance = random.Random(8)
    kept = ShoeEvidence(8)
    for _ in range(20):
        kept = kept.fresh_shoe(list(kept.dealt))
        running = deal(kept, shoe_of(chance, 8)[:360])
        assert kept.composition().value < 100
        assert kept.order(running.values).value < 100


def test_what_is_kept_is_all_there_is() -> None:
    """A filter that is made again from what is kept says the same."""
    chance = random.Random(6)
    kept = ShoeEvidence(2).fresh_shoe([])
    deal(kept, shoe_of(chance, 2)[:70])
    kept = kept.fresh_shoe(list(kept.dealt))
    running = deal(kept, shoe_of(chance, 2)[:50])
    assert OrderFilter(kept).values == running.values
