"""Bytes on their way to a shuffle: health tests that see all of them, and stop a broken source."""

import random
from itertools import cycle

import pytest

from croupier.chance.health import REPEATS, TOO_MANY, WINDOW, HealthTest, too_many
from croupier.chance.self_test import check_chance
from croupier.chance.source import ByteSource, SourceFailed, WatchedSource, repeatable_bytes
from croupier.kit.errors import Refused


def stuck(value: int) -> ByteSource:
    return lambda count: bytes([value]) * count


def poor(values: int) -> ByteSource:
    """Only so many different bytes."""
    chance = random.Random(3)
    return lambda count: bytes(chance.randrange(values) for _ in range(count))


def counting() -> ByteSource:
    numbers = cycle(range(256))
    return lambda count: bytes(next(numbers) for _ in range(count))


def test_the_cutoffs_are_those_of_the_standard() -> None:
    # SP 800-90B 4.4.1: 1 + ceil(40 / 8).
    assert REPEATS == 6
    # 4.4.2's own example: one bit of entropy, 2^-20, a window of 1,024.
    assert too_many(1_024, 1, 20) == 590
    assert TOO_MANY == 20


def test_a_byte_that_repeats_itself_once_too_often() -> None:
    test = HealthTest()
    assert not test.feed(b"\x07" * (REPEATS - 1))
    assert test.feed(b"\x07") == f"0x07 came {REPEATS} times in a row"
    assert HealthTest().feed(b"\x07" * (REPEATS - 1) + b"\x08" + b"\x07" * (REPEATS - 1)) == ""


@pytest.mark.parametrize("block", [1, 7, WINDOW, 3 * WINDOW + 5, 1 << 16])
def test_a_byte_that_comes_too_often_in_a_window(block: int) -> None:
    chance, test = random.Random(2), HealthTest()
    fine = bytes(chance.randrange(1, 256) for _ in range(1 << 16))
    for at in range(0, len(fine), block):
        assert not test.feed(fine[at : at + block])
    window = bytearray(WINDOW)
    window[1::2] = bytes(range(256))
    bad = bytes(window) * 200
    why = [test.feed(bad[at : at + block]) for at in range(0, len(bad), block)]
    assert why[-1].startswith("0x00 came 20 times among")


def test_blocks_of_any_size_come_to_the_same() -> None:
    drawn = repeatable_bytes(4)(40_000) + b"\x05" * REPEATS + repeatable_bytes(5)(5_000)
    for block in (1, 100, 1_024, 5_000, len(drawn)):
        test = HealthTest()
        told = [test.feed(drawn[at : at + block]) for at in range(0, len(drawn), block)]
        assert told[-1] == "0x05 came 6 times in a row", block


@pytest.mark.parametrize("draw", [stuck(0), stuck(255), poor(2), poor(6)])
def test_a_broken_source_is_stopped_and_says_so_once(draw: ByteSource) -> None:
    told: list[str] = []
    source = WatchedSource(draw)
    source.on_failure = told.append
    with pytest.raises(SourceFailed, match="health test"):
        [source.below(52) for _ in range(10_000)]
    drawn = source.drawn
    with pytest.raises(SourceFailed):
        source.below(2)
    assert source.drawn == drawn  # it is not even asked any more
    assert told == [source.failed]


def test_a_source_that_runs_dry_is_stopped() -> None:
    with pytest.raises(SourceFailed, match="fewer bytes"):
        WatchedSource(lambda count: b"").below(52)


def test_a_sound_source_goes_on() -> None:
    source = WatchedSource()
    assert {source.below(37) for _ in range(5_000)} == set(range(37))
    source.bytes(1 << 20)
    assert not source.failed


@pytest.mark.parametrize("draw", [stuck(3), poor(4), counting()])
def test_a_house_does_not_open_on_it(draw: ByteSource) -> None:
    with pytest.raises(Refused):
        check_chance(WatchedSource(draw).below)
