"""Every room has a part for every family: those of this package, and those that are installed."""

import pytest

from croupier.cli.play.families import FAMILIES as PLAY
from croupier.games.books import VARIANTS
from croupier.games.engine import FAMILIES as ENGINE
from croupier.house.records.families import FAMILIES as RECORDS
from croupier.kit.errors import Refused
from croupier.kit.registry import Registry
from croupier.notices.families import FAMILIES as NOTICES
from croupier.odds.families import FAMILIES as ODDS
from croupier.server.families import FAMILIES as SERVER
from croupier.story.families import FAMILIES as STORY
from croupier.table.families import FAMILIES as TABLE
from tests.support.live_house import serving, table

ROOMS = (ENGINE, ODDS, NOTICES, STORY, TABLE, RECORDS, SERVER, PLAY)
OURS = {"blackjack", "baccarat", "roulette"}


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.group)
def test_no_room_lacks_a_family(room: Registry[object]) -> None:
    assert set(room.own) == OURS
    for rules in VARIANTS.values():
        assert room[rules.family]


def test_ours_are_not_replaced_from_outside() -> None:
    assert {rules.family for rules in VARIANTS.values()} == {*OURS, "dragon-tiger"}
    assert list(VARIANTS)[:9] == list(VARIANTS.own)


async def test_a_house_opens_no_table_of_a_game_that_a_room_lacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(STORY, "group", "croupier.nobody")
    with pytest.raises(Refused, match=r"dragon-tiger is not entered in croupier\.nobody"):
        async with serving([table("dragon-tiger")]):
            pass
