"""Requests of one socket that wait for other nodes: in order, and each answered in time."""

import asyncio
from functools import partial

import pytest

from croupier.house import deadline
from croupier.server.lanes import MAX_WAITING, Lanes


async def test_each_is_answered_in_time_from_when_it_was_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also what has to wait for its turn, behind one that is never answered."""
    monkeypatch.setattr(deadline, "ANSWER_S", 0.05)
    lanes = Lanes()
    late: list[tuple[str, bool]] = []
    never = asyncio.Event()

    async def work() -> None:
        await never.wait()

    def note(name: str, begun: bool) -> None:
        late.append((name, begun))

    for name in ("first", "second", "third"):
        lanes.put("far", work(), partial(note, name))
    await lanes.finish()
    assert sorted(late) == [("first", True), ("second", False), ("third", False)]
    assert not lanes.busy("far")


async def test_each_table_keeps_its_order_and_waits_for_no_other() -> None:
    lanes = Lanes()
    done: list[str] = []
    go = asyncio.Event()

    async def slow() -> None:
        await go.wait()
        done.append("slow")

    async def quick(name: str) -> None:
        done.append(name)

    lanes.put("far", slow(), lambda _: None)
    lanes.put("far", quick("behind it"), lambda _: None)
    lanes.put("other", quick("other"), lambda _: None)
    while done != ["other"]:
        await asyncio.sleep(0)
    go.set()
    await lanes.finish()
    assert done == ["other", "slow", "behind it"]


async def test_nobody_is_answered_who_is_gone() -> None:
    lanes = Lanes()
    late: list[bool] = []
    for _ in range(MAX_WAITING):
        lanes.put("far", asyncio.sleep(3600), late.append)
    assert lanes.full
    await asyncio.sleep(0)
    lanes.cancel()
    await lanes.finish()
    assert (late, lanes.full) == ([], False)
