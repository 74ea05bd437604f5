"""cut/1: an order that was drawn and cut, as every table sealed it once."""

import json

import msgspec
import pytest

from croupier.house.fairness import (
    CheckResult,
    read_record,
)
from tests.house.fairness.played import (
    DRAWN,
    record,
    verdicts,
    wrong_in,
)
from tests.house.fairness.tampering import (
    Tampering,
    a_salt_that_is_none,
    another_salt,
    cut_elsewhere,
    one_card_for_another,
    one_player_left_out_of_the_cut,
    sealed_too_late,
    short_of_a_card,
    swap_two_cards,
)
from tests.support.virtual_house import VirtualHouse

TAMPERED_DRAWN: list[tuple[Tampering, set[str]]] = [
    (swap_two_cards, {"opening", "place"}),
    # Another commitment would have been cut elsewhere.
    (lambda one: swap_two_cards(one, again=True), {"cut", "place"}),
    (another_salt, {"opening"}),
    (a_salt_that_is_none, {"opening"}),
    (short_of_a_card, {"cut", "whole"}),
    (one_card_for_another, {"cut", "whole"}),
    (cut_elsewhere, {"cut", "place"}),
    (one_player_left_out_of_the_cut, {"cut"}),
    (sealed_too_late, {"sealed"}),
]


@pytest.mark.parametrize(("tampering", "found"), TAMPERED_DRAWN)
def test_tampering_with_a_drawn_order_is_found(
    drawn: VirtualHouse, tampering: Tampering, found: set[str]
) -> None:
    assert wrong_in(tampering(record(drawn, "live-blackjack", 2))) == found


def test_records_of_before_are_read_and_hold(drawn: VirtualHouse) -> None:
    """They name no scheme, and know nothing of a delay."""
    told = json.loads(msgspec.json.encode(record(drawn, "live-blackjack", 2)))
    del told["shoe"]["scheme"], told["shoe"]["delay"]
    found = read_record(json.dumps(told).encode())
    assert verdicts(found) == dict.fromkeys(DRAWN, CheckResult.HOLDS)
