"""Each table bears a number (LIVE 2.1.4): its own, and the same tomorrow."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.house.numbers import table_numbers
from croupier.house.tables_file import read_house
from croupier.kit.errors import Refused
from croupier.table.config import TableConfig
from tests.support.live_house import serving
from tests.support.live_house import table as table_of


def config(id: str, number: int = 0) -> TableConfig:
    return TableConfig(id, "live-roulette", number=number)


@pytest.mark.clause("LIVE 2.1.4")
@pytest.mark.parametrize(
    ("tables", "borne", "numbers"),
    [
        ([config("a"), config("b")], {}, [1, 2]),
        ([config("a", 7), config("b")], {}, [7, 2]),
        # What the file says goes first, and nobody else keeps it.
        ([config("a", 2), config("b")], {"b": 2}, [2, 1]),
        # Another table in front changes nothing for those who were there.
        ([config("new"), config("a"), config("b")], {"a": 1, "b": 2}, [3, 1, 2]),
        # A journal from before there were numbers.
        ([config("a"), config("b")], {"a": 0, "b": 0}, [1, 2]),
    ],
)
def test_every_table_has_a_number_of_its_own(
    tables: list[TableConfig], borne: dict[str, int], numbers: list[int]
) -> None:
    found = table_numbers(tables, borne)
    assert [found[one.id] for one in tables] == numbers


def test_a_number_in_the_file_is_read_and_borne_by_one_table_only() -> None:
    one = '[[table]]\nid = "a"\ngame = "live-roulette"\nnumber = 12\n'
    (read,) = read_house(one).tables
    assert read.number == 12
    with pytest.raises(Refused, match="the number 12 is borne by table 'a'"):
        read_house(one + one.replace('"a"', '"b"'))
    for wrong in ("0", "10000", '"one"'):
        with pytest.raises(Refused, match="number"):
            read_house(one.replace("12", wrong))


@pytest.mark.clause("LIVE 2.1.4")
async def test_a_table_keeps_its_number_when_the_file_changes(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'house.db'}"
    wheel, cards = table_of("live-roulette"), table_of("live-baccarat")
    async with serving([wheel, cards], url) as house:
        guest = await house.guest()
        await guest.join(cards.id)
        assert guest.tables[cards.id].number == 2
        lobby = await guest.api.call("GET", "/api/lobby")
        assert {one["table"]: one["number"] for one in lobby} == {wheel.id: 1, cards.id: 2}
    async with serving([table_of("rws-blackjack"), cards, wheel], url) as house:
        states = {id: live.state for id, live in house.house.live_tables.tables.items()}
        assert list(states) == ["rws-blackjack", cards.id, wheel.id]
        numbers = {id: state.config.number for id, state in states.items()}
        assert numbers == {"rws-blackjack": 3, cards.id: 2, wheel.id: 1}
    async with serving([cards, replace(wheel, number=40)], url) as house:
        assert house.house.live_tables.tables[wheel.id].state.config.number == 40
