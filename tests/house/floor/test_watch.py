"""Statistics that raise an alarm, and those that must not."""

import random

from croupier.house.floor import PlayStatistics
from croupier.house.floor.play_statistics import MOST_COUNTED


def voids(watch: PlayStatistics, many: int, player: str = "ann", dealer: str = "dora") -> list[str]:
    alarms: list[str] = []
    for _ in range(many):
        alarms += map(str, watch.round_over("bj-1", dealer, True, {player: (10, 0)}))
    return alarms


def calm(watch: PlayStatistics, many: int, player: str = "ann", dealer: str = "dora") -> list[str]:
    alarms: list[str] = []
    for n in range(many):
        alarms += map(
            str, watch.round_over("bj-1", dealer, False, {player: (10, 10 if n % 2 else -10)})
        )
    return alarms


def test_a_player_at_more_than_three_voids_in_fifty_rounds() -> None:
    watch = PlayStatistics()
    assert voids(watch, 3) == []
    assert calm(watch, 46) == []
    (alarm,) = voids(watch, 1)
    assert "ann" in alarm
    assert "bj-1" in alarm


def test_voids_long_ago_are_forgotten() -> None:
    watch = PlayStatistics()
    voids(watch, 3)
    calm(watch, 49)
    assert voids(watch, 1) == []
    assert watch.tables["bj-1"].players["ann"].voids == 4


def test_a_dealer_with_more_than_five_voids_in_a_hundred_rounds() -> None:
    watch = PlayStatistics()
    for n in range(5):
        assert voids(watch, 1, f"player {n}") == []
    assert calm(watch, 94, "ann") == []
    (alarm,) = voids(watch, 1, "bob")
    assert "dora" in alarm
    assert voids(watch, 1, "cat", "dirk") == []


def test_a_win_beyond_six_sigma_is_told_once() -> None:
    """Even money won n times in a row: n² > 36 n from the 37th on."""
    watch = PlayStatistics()
    alarms = [watch.round_over("bj-1", None, False, {"ann": (10, 10)}) for _ in range(40)]
    assert [n for n, told in enumerate(alarms, 1) if told] == [37]
    assert str(alarms[36][0]).startswith("ann has won more than chance explains")


def test_a_loss_is_nobodys_alarm() -> None:
    watch = PlayStatistics()
    assert not any(watch.round_over("bj-1", None, False, {"ann": (10, -10)}) for _ in range(99))


def test_luck_at_the_wheel_is_no_alarm() -> None:
    """A thousand players on single numbers, honest spins; some are very lucky."""
    chosen, watch = random.Random(3), PlayStatistics()
    names = [f"player {n}" for n in range(1_000)]
    for _ in range(100):
        spin = chosen.randrange(37)
        nets = {one: (10, 350 if chosen.randrange(37) == spin else -10) for one in names}
        assert watch.round_over("wheel", None, False, nets) == []
    assert max(one.net for one in watch.tables["wheel"].players.values()) > 2_000


def test_everything_is_counted() -> None:
    watch = PlayStatistics()
    watch.round_over("bj-1", "dora", False, {"ann": (10, 15), "bob": (20, -20)}, late=["bob"])
    watch.round_over("bj-1", "dora", True, {"ann": (10, 0)})
    counts = watch.tables["bj-1"]
    ann, bob, dora = counts.players["ann"], counts.players["bob"], counts.dealers["dora"]
    assert (ann.rounds, ann.net, ann.voids, ann.late) == (2, 15, 1, 0)
    assert (bob.rounds, bob.net, bob.voids, bob.late) == (1, -20, 0, 1)
    assert (dora.rounds, dora.net, dora.voids, dora.late) == (2, -5, 1, 1)


def test_what_is_won_at_two_tables_is_added_up() -> None:
    watch = PlayStatistics()
    tables = ["bj-1", "bj-2"] * 20
    alarms = [watch.round_over(table, None, False, {"ann": (10, 10)}) for table in tables]
    assert [n for n, told in enumerate(alarms, 1) if told] == [37]


def test_who_has_not_played_for_longest_is_forgotten() -> None:
    watch = PlayStatistics()
    for n in range(MOST_COUNTED):
        watch.round_over("wheel", None, False, {f"player {n}": (10, -10)})
    watch.round_over("wheel", None, False, {"player 0": (10, -10), "ann": (10, -10)})
    counted = watch.tables["wheel"].players
    assert len(counted) == MOST_COUNTED
    assert counted["player 0"].rounds == 2
    assert "player 1" not in counted
