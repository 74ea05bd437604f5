"""Every room has a part for every family: those of this package, and those that are installed."""

import pytest

from croupier.cli.play.families import FAMILIES as PLAY
from croupier.games.books import VARIANTS
from croupier.games.engine import FAMILIES as ENGINE
from croupier.kit.registry import Registry
from croupier.notices.families import FAMILIES as NOTICES
from croupier.odds.families import FAMILIES as ODDS
from croupier.server.families import FAMILIES as SERVER
from croupier.story.families import FAMILIES as STORY
from croupier.table.families import FAMILIES as TABLE

ROOMS = (ENGINE, ODDS, NOTICES, STORY, TABLE, SERVER, PLAY)
OURS = {"blackjack", "baccarat", "roulette"}


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.group)
def test_no_room_lacks_a_family(room: Registry[object]) -> None:
    assert set(room.own) == OURS
    for rules in VARIANTS.values():
        assert room[rules.family]


def test_ours_are_not_replaced_from_outside() -> None:
    assert {rules.family for rules in VARIANTS.values()} == {*OURS, "dragon-tiger"}
    assert list(VARIANTS)[:9] == list(VARIANTS.own)
