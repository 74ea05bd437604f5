"""What a round came to, as the office's list has it."""

from typing import Any

import pytest

from croupier.house.records import round_list
from croupier.house.records.families import outcome
from croupier.house.records.office import RoundRow
from croupier.house.records.outcome import Fact, RoundOutcome
from croupier.table.rounds import rounds
from tests.support.evening import FOREVER, Evening
from tests.support.notation import play_file, round_file


def test_every_round_that_is_over_is_listed_once_with_its_figures(evenings: list[Evening]) -> None:
    voids = 0
    for evening in evenings:
        for game, index in evening.indexes().items():
            over = {one.number: one for one in rounds(evening.store, game) if one.over}
            listed: list[RoundRow] = []
            before = FOREVER
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
                assert row.void == played.void == (row.result is None)
                assert row.win == -sum(line.net for line in played.lines)
                assert row.handle == (0 if row.void else sum(x.stake for x in played.lines))
                assert row.bettors == len({line.player for line in played.lines})
    assert voids


def came_to(
    game: str, bets: str, cards: str = "", actions: str = "", **more: Any
) -> RoundOutcome | None:
    round = play_file(round_file(game, bets, cards, actions, **more)).round
    assert round.over
    return outcome(round)


@pytest.mark.parametrize(
    ("cards", "actions", "name", "facts", "settings"),
    [
        # Bust: the dealer's one card is no result, and nor is a second one turned for nobody.
        ("TS 6D 9H 8C", "ann 1 hit", "no-draw", {}, {}),
        ("AS 7D KS", "", "no-draw", {}, {}),
        ("TS AD 9H 8C 5S", "ann 1 insure 10; ann 1 hit", "no-draw", {}, {}),
        ("TS 6D 9H TD 8C", "ann 1 stand", "bust", {}, {}),
        ("TS 6D 9H TD 2C", "ann 1 stand", "total", {"total": 18}, {}),
        ("TS 6D 9H AD", "ann 1 stand", "total", {"total": 17}, {}),
        ("TS 6D 9H AD 4C", "ann 1 stand", "total", {"total": 21}, {"h17": True}),
    ],
)
def test_a_dealer_who_did_not_draw_has_no_total(
    cards: str, actions: str, name: str, facts: dict[str, Fact], settings: dict[str, bool]
) -> None:
    came = came_to("rws-blackjack", "ann 1 20", cards, actions, settings=settings)
    assert came == RoundOutcome("blackjack", name, facts)


@pytest.mark.parametrize(
    ("cards", "winner", "facts"),
    [
        ("9S TC KD 7H", "player", {"player": 9, "banker": 7}),
        ("TS 8C KD KH", "banker", {"player": 0, "banker": 8}),
        ("9S 9C KD TH", "tie", {"player": 9, "banker": 9}),
    ],
)
def test_a_coup_is_who_won_and_the_points_of_both(
    cards: str, winner: str, facts: dict[str, int]
) -> None:
    came = came_to("live-baccarat", "ann player 20", cards)
    assert came is not None
    assert (came.family, came.name) == ("baccarat", winner)
    assert facts.items() <= came.facts.items()


def test_pairs_are_told_where_the_game_has_bets_on_them() -> None:
    paired = came_to("rws-knockout-baccarat", "ann player 20", "4S 9C 4D TH")
    assert paired is not None
    assert (paired.facts["player_pair"], paired.facts["banker_pair"]) == (True, False)
    unpaired = came_to("live-baccarat", "ann player 20", "4S 9C 4D TH")
    assert unpaired is not None
    assert unpaired.facts.keys() == {"player", "banker"}


@pytest.mark.parametrize(("pocket", "colour"), [(17, "black"), (0, "green"), (32, "red")])
def test_a_spin_is_the_colour_and_the_pocket(pocket: int, colour: str) -> None:
    came = came_to("live-roulette", "ann red 20", pocket=pocket)
    assert came == RoundOutcome("roulette", colour, {"pocket": pocket})


def test_the_same_outcome_is_one_value() -> None:
    bust = ("rws-blackjack", "ann 1 20", "TS 6D 9H TD 8C", "ann 1 stand")
    assert came_to(*bust) is came_to(*bust)
