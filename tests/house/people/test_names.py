import pytest

from croupier.house.people.names import OPENING_STAFF, check_name, check_player_name
from croupier.house.roles import STAFF
from croupier.kit.errors import Code
from tests.house.people.refusals import refused


@pytest.mark.parametrize("name", ["ann", "4711", "a-b", "a_b", "x" * 32, "guest"[:4] + "x"])
def test_good_names(name: str) -> None:
    check_player_name(name)


@pytest.mark.parametrize(
    "name",
    ["", "ab", "x" * 33, "Ann", "-ann", "_ann", "an n", "änn", "ann\n", "an/n", "٣٣٣", "ann:1"],
)
def test_what_is_no_name(name: str) -> None:
    with refused(Code.BAD_NAME, "3 to 32"):
        check_name(name)


@pytest.mark.parametrize("name", ["house", "cage", "croupier", "guest-", "guest-abc"])
def test_names_the_house_keeps(name: str) -> None:
    with refused(Code.BAD_NAME, "keeps for itself"):
        check_name(name)


def test_players_do_not_sound_like_staff() -> None:
    for name in (*OPENING_STAFF, *STAFF):
        check_name(name)
        with refused(Code.BAD_NAME, "keeps for itself"):
            check_player_name(name)


def test_every_post_is_filled_on_the_first_evening() -> None:
    assert set(OPENING_STAFF.values()) == STAFF
