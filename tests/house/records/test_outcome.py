"""What a round came to, as the office's list has it."""

import json

import pytest

from croupier.house.records import round_list
from croupier.house.records.outcome import outcome
from croupier.roundfile import play, read
from croupier.table.rounds import rounds
from tests.house.records.house import FOREVER, Evening
from tests.notation import round_file


def test_every_round_that_is_over_is_listed_once_with_its_figures(evenings: list[Evening]) -> None:
    voids = 0
    for evening in evenings:
        for game, index in evening.indexes().items():
            over = {one.number: one for one in rounds(evening.store, game) if one.over}
            listed, before = [], FOREVER
            while True:
                page = round_list(index, 0, FOREVER, before, 3)
                listed += page.rounds
                if page.next is None:
                    break
                assert len(page.rounds) == 3
                before = page.next
            assert [one.round for one in listed] == sorted(over, reverse=True)
            for row in listed:
                played = over[row.round]
                voids += row.void
                assert row.void == played.void == (row.result == "void")
                assert row.win == -sum(line.net for line in played.lines)
                assert row.handle == (0 if row.void else sum(x.stake for x in played.lines))
                assert row.bettors == len({line.player for line in played.lines})
    assert voids


@pytest.mark.parametrize(
    ("cards", "actions", "told", "settings"),
    [
        # Bust: the dealer's one card is no result, and nor is a second one turned for nobody.
        ("TS 6D 9H 8C", "ann 1 hit", "no draw", {}),
        ("AS 7D KS", "", "no draw", {}),
        ("TS AD 9H 8C 5S", "ann 1 insure 10; ann 1 hit", "no draw", {}),
        ("TS 6D 9H TD 8C", "ann 1 stand", "bust", {}),
        ("TS 6D 9H TD 2C", "ann 1 stand", "18", {}),
        ("TS 6D 9H AD", "ann 1 stand", "17", {}),
        ("TS 6D 9H AD 4C", "ann 1 stand", "21", {"h17": True}),
    ],
)
def test_a_dealer_who_did_not_draw_has_no_total(
    cards: str, actions: str, told: str, settings: dict[str, bool]
) -> None:
    file = round_file("rws-blackjack", "ann 1 20", cards, actions, settings=settings)
    round = play(read(json.dumps(file))).round
    assert round.over
    assert outcome(round.rules, round) == told
