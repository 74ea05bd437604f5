"""Several machines on one event loop, in a time that is ours: nothing waits, and nothing is chance.

The loop jumps to whatever is due next. Whatever a machine does runs in its context, so that it can
be frozen: what falls due there then is kept until it goes on. Threads are played too: what is given
to one is done a moment later, at the other end of the line, whether its machine is frozen or not.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Executor
from contextvars import Context, ContextVar, copy_context
from types import SimpleNamespace
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

STARTS_S = 1_000.0
NOON_S = 1_777_896_000
"""On the wall when it starts: the 4th of May 2026, far from a day's end."""

_MACHINE: ContextVar["Machine | None"] = ContextVar("machine", default=None)


class Machine:
    def __init__(self, skew_s: float = 0.0) -> None:
        """`skew_s`: how far its clock on the wall is off."""
        self.skew_s = skew_s
        self.frozen = False
        self.thawed_at = 0.0
        """When it went on, after it was frozen last."""
        self.kept: list[_Due] = []
        """What fell due while it was frozen."""
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.context = copy_context()
        self.context.run(_MACHINE.set, self)


class StandsStill(AssertionError):  # noqa: N818 -- what the world does then
    """Nothing is due, and nothing ever will be."""


class _Jump(selectors.SelectSelector):
    """Instead of waiting, time goes on."""

    passed_s = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise StandsStill
        self.passed_s += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self, latency_s: Callable[[], float]) -> None:
        """`latency_s`: how long it takes to the other end of a line, each time."""
        self._jump = _Jump()
        self.latency_s = latency_s
        super().__init__(self._jump)
        self.set_task_factory(_belonging_to_its_machine)

    def time(self) -> float:
        return STARTS_S + self._jump.passed_s

    def clocks(self) -> SimpleNamespace:
        """In place of the module `time`, for who asks it in nanoseconds."""
        return SimpleNamespace(
            monotonic_ns=lambda: round(self.time() * 1e9),
            time_ns=lambda: round((NOON_S + self._jump.passed_s + _skew_s()) * 1e9),
        )

    def from_outside(self, delay_s: float, callback: Callable[..., object], *args: Any) -> None:
        """What no machine does: no one's being frozen keeps it back."""
        Context().run(self.call_later, delay_s, callback, *args)

    def thaw(self, machine: Machine) -> None:
        if machine.frozen:
            machine.thawed_at = self.time()
        machine.frozen = False
        kept, machine.kept = machine.kept, []
        beneath: Any = super()
        for due in kept:
            beneath._call_soon(due, (), due.context)

    def run_in_executor(  # type: ignore[override]
        self,
        executor: Executor | None,  # noqa: ARG002
        func: Callable[..., Any],
        *args: Any,
    ) -> asyncio.Future[Any]:
        future = self.create_future()
        self.from_outside(self.latency_s(), _work, future, func, args)
        return future

    # Beneath call_soon, call_soon_threadsafe, call_later and call_at

    def _call_soon(self, callback: Any, args: Any, context: Any) -> Any:
        context = copy_context() if context is None else context
        beneath: Any = super()
        due = _Due(callback, args, context)
        due.handle = beneath._call_soon(due, (), context)
        return due.handle

    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        context = copy_context() if context is None else context
        due = _Due(callback, args, context)
        due.handle = super().call_at(when, due, context=context)
        return due.handle

    def _write_to_self(self) -> None:
        """There is no other thread to be woken by."""


class _Due:
    """A callback that waits while its machine is frozen."""

    def __init__(
        self, callback: Callable[..., object], args: tuple[Any, ...], context: Context
    ) -> None:
        self._callback, self._args = callback, args
        self.context = context
        self.handle: asyncio.Handle | None = None

    def __call__(self) -> None:
        machine = _MACHINE.get()
        if machine is not None and machine.frozen:
            machine.kept.append(self)
        elif self.handle is None or not self.handle.cancelled():
            self._callback(*self._args)


def _belonging_to_its_machine(
    loop: asyncio.AbstractEventLoop,
    work: Generator[Any, None, T] | Coroutine[Any, Any, T],
    /,
    **more: Any,
) -> asyncio.Task[T]:
    task = asyncio.Task(work, loop=loop, **more)
    context = more.get("context")
    machine = _MACHINE.get() if context is None else context.get(_MACHINE)
    if machine is not None:
        machine.tasks[task] = None
        task.add_done_callback(lambda done: machine.tasks.pop(done, None))
    return task


def _work(future: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]) -> None:
    try:
        result = func(*args)
    except Exception as error:
        loop: Any = future.get_loop()
        loop.from_outside(getattr(error, "held_s", 0.0), _fail, future, error)
    else:
        if not future.done():
            future.set_result(result)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)


def _skew_s() -> float:
    machine = _MACHINE.get()
    return 0.0 if machine is None else machine.skew_s
