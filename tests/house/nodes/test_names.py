"""Two nodes of one name are refused; one that was killed and is started again is not."""

import pytest

from croupier.house.nodes.ownership import check_name
from croupier.kit.errors import Refused
from croupier.store.nodes import DEAD_MS, MemoryNodes, Node

FIRST, AGAIN = Node("a", "run-1", "test"), Node("a", "run-2", "test")


class Time:
    """Seconds that pass only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.nodes = MemoryNodes(lambda: self.now)
        self.lives = False

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.lives:
            self.nodes.sign(FIRST)


def test_a_node_that_signs_on_keeps_its_name() -> None:
    time = Time()
    time.nodes.sign(FIRST)
    time.now, time.lives = 1.0, True
    with pytest.raises(Refused, match="the node a runs already"):
        check_name(time.nodes, AGAIN, time.sleep)


def test_a_node_that_was_killed_is_started_again_at_once() -> None:
    time = Time()
    time.nodes.sign(FIRST)
    check_name(time.nodes, AGAIN, time.sleep)
    assert time.now * 1000 >= DEAD_MS


def test_nobody_waits_for_a_node_of_another_name_or_for_who_has_left() -> None:
    time = Time()
    time.nodes.sign(FIRST)
    check_name(time.nodes, Node("b", "run-2", "test"), time.sleep)
    check_name(time.nodes, FIRST, time.sleep)
    time.nodes.leave(FIRST)
    check_name(time.nodes, AGAIN, time.sleep)
    assert time.now == 0
