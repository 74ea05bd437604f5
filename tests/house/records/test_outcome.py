"""What a round came to, as the office's list has it."""

from croupier.house.records import round_list
from croupier.table.rounds import rounds
from tests.house.records.house import FOREVER, Evening


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
