import pytest

from croupier.house.house_books import HOUSE_BOOKS
from croupier.house.people.names import OPENING_STAFF, check_name, check_player_name
from croupier.house.roles import STAFF, Role
from croupier.kit.errors import Code
from croupier.ledger import ADJUSTMENTS, CAGE
from croupier.store.archive.notes import ARCHIVE
from croupier.store.occupied import OCCUPANT
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


@pytest.mark.parametrize(
    "name",
    [
        "pit3",
        "admin2",
        "dealer-1",
        "1dealer",
        "croupier",
        "house",
        "h0use",
        "house-7",
        "pit_boss",
        "adm1n",
        "admln",
        "d3aler",
        "dea1er",
        "deaier",
        "p1t",
        "plt",
        "the-dealer",
        "headdealer",
        "rnoderator",
        "shift-manager",
        "5hift",
        "d-e-a-l-e-r",
        "inspect0r",
        "cash1er_9",
        "staff99",
    ],
)
def test_nor_do_they_look_like_staff(name: str) -> None:
    """With digits, in pieces, or with letters that are taken for others."""
    with refused(Code.BAD_NAME, "keeps for itself"):
        check_player_name(name)


@pytest.mark.parametrize(
    "name",
    ["bot-1", "bot7", "b0t", "bots", "floor", "fl00r", "floor-2", "witness", "virtual", "nobody"],
)
def test_nor_like_what_the_house_writes_under(name: str) -> None:
    with refused(Code.BAD_NAME, "keeps for itself"):
        check_player_name(name)


def test_the_names_of_journals_and_accounts_are_the_houses() -> None:
    for name in (*HOUSE_BOOKS, ARCHIVE, OCCUPANT, CAGE, ADJUSTMENTS):
        with refused(Code.BAD_NAME, "keeps for itself"):
            check_name(name.removeprefix("house/"))


@pytest.mark.parametrize(
    "name",
    [
        "dance-floor",
        "robot",
        "talbot",
        "brad-pitt",
        "lighthouse",
        "modern",
        "piter",
        "shifty",
        "bossa",
        "player1",
        "spit-7",
    ],
)
def test_what_only_sounds_a_little_like_it_is_a_name(name: str) -> None:
    check_player_name(name)


def test_every_post_is_filled_on_the_first_evening() -> None:
    assert set(OPENING_STAFF.values()) == STAFF - {Role.LAB}
