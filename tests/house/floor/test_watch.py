"""Statistics that raise an alarm, and those that must not."""

from croupier.house.floor import PlayStatistics
from croupier.house.floor.play_statistics import MOST_COUNTED


def voids(watch: PlayStatistics, many: int, player: str = "ann", dealer: str = "dora") -> list[str]:
    alarms: list[str] = []
    for _ in range(many):
        alarms += map(str, watch.round_over("bj-1", dealer, True, {player: 0}))
    return alarms


def calm(watch: PlayStatistics, many: int, player: str = "ann", dealer: str = "dora") -> list[str]:
    alarms: list[str] = []
    for n in range(many):
        alarms += map(str, watch.round_over("bj-1", dealer, False, {player: 10 if n % 2 else -10}))
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


def test_everything_is_counted() -> None:
    watch = PlayStatistics()
    watch.round_over("bj-1", "dora", False, {"ann": 15, "bob": -20}, late=["bob"])
    watch.round_over("bj-1", "dora", True, {"ann": 0})
    counts = watch.tables["bj-1"]
    ann, bob, dora = counts.players["ann"], counts.players["bob"], counts.dealers["dora"]
    assert (ann.rounds, ann.net, ann.voids, ann.late) == (2, 15, 1, 0)
    assert (bob.rounds, bob.net, bob.voids, bob.late) == (1, -20, 0, 1)
    assert (dora.rounds, dora.net, dora.voids, dora.late) == (2, -5, 1, 1)


def test_who_has_not_played_for_longest_is_forgotten() -> None:
    watch = PlayStatistics()
    for n in range(MOST_COUNTED):
        watch.round_over("wheel", None, False, {f"player {n}": -10})
    watch.round_over("wheel", None, False, {"player 0": -10, "ann": -10})
    counted = watch.tables["wheel"].players
    assert len(counted) == MOST_COUNTED
    assert counted["player 0"].rounds == 2
    assert "player 1" not in counted
