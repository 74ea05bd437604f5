"""Every command is answered in time, and thousands of them need one timer."""

import asyncio

import pytest

from croupier.house import deadline
from croupier.house.deadline import Deadlines
from croupier.table.table import UNCLEAR


async def answer(waits: asyncio.Event) -> str:
    await waits.wait()
    return "done"


async def test_what_is_late_is_unclear_and_the_rest_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deadlines, never, at_once = Deadlines(), asyncio.Event(), asyncio.Event()
    async with asyncio.TaskGroup() as group:
        patient = group.create_task(deadlines.in_time(answer(at_once)))
        await asyncio.sleep(0)
        monkeypatch.setattr(deadline, "ANSWER_S", 0.01)
        late = [group.create_task(deadlines.in_time(answer(never))) for _ in range(3)]
        assert [await each for each in late] == [UNCLEAR] * 3
        assert not patient.done()
        at_once.set()
    assert patient.result() == "done"


async def test_a_failure_and_a_cancellation_stay_what_they_are() -> None:
    async def fail() -> str:
        raise TimeoutError("of its own")

    deadlines = Deadlines()
    with pytest.raises(TimeoutError, match="of its own"):
        await deadlines.in_time(fail())
    task = asyncio.create_task(deadlines.in_time(answer(asyncio.Event())))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_thousand_commands_share_one_timer() -> None:
    deadlines, go = Deadlines(), asyncio.Event()
    timers: list[asyncio.TimerHandle] = asyncio.get_running_loop()._scheduled  # type: ignore[attr-defined]
    before = len(timers)
    async with asyncio.TaskGroup() as group:
        works = [group.create_task(deadlines.in_time(answer(go))) for _ in range(1_000)]
        await asyncio.sleep(0)
        assert len(timers) - before == 1
        go.set()
    assert {work.result() for work in works} == {"done"}
    assert not deadlines._due
