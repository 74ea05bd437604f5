"""The odds desk: what the bets of this house are worth, reckoned beside it and remembered.

A blackjack takes seconds of one core. So every reckoning is a process of its own that gives way to
all others, one at a time; whoever asks meanwhile waits for the same one.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from fractions import Fraction

import msgspec

from croupier.games.rules import Rules
from croupier.house.records.edges import edges
from croupier.kit.errors import Code, Refused
from croupier.odds.game import counted_at_once
from croupier.odds.reckoning import Reckoned, reckon
from croupier.odds.worth import settings_in_force

_LOG = logging.getLogger("croupier.odds")
_PROGRAM = (sys.executable, "-P", "-m", "croupier.odds.reckoning")
LONGEST_S = 300.0
"""More than any house's rules take, even on a busy machine."""
MOST_KNOWN = 200
"""More than a house has tables: whoever only asks what would be must not fill its memory."""

_Key = tuple[str, str]


class OddsService:
    def __init__(self, program: tuple[str, ...] = _PROGRAM) -> None:
        self._program = program
        self._known: dict[_Key, Reckoned] = {}
        self._edges: dict[_Key, dict[str, Fraction]] = {}
        self._lacking: dict[_Key, Rules] = {}
        self._under_way: dict[_Key, asyncio.Task[Reckoned]] = {}
        self._turn = asyncio.Lock()
        self._closed = False

    async def of(self, rules: Rules) -> Reckoned:
        """What is known, or soon will be; a refusal where it could not be reckoned this time."""
        key = _key(rules)
        if (reckoned := self._at_once(key, rules)) is not None:
            return reckoned
        if self._closed:
            raise Refused(Code.CLOSING, "the house closes")
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(self._reckon(key))
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        try:
            # Whoever gives up waiting takes it away from nobody else.
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not self._closed:
                raise
            raise Refused(Code.CLOSING, "the house closes") from None

    def edges(self, rules: Rules) -> dict[str, Fraction]:
        """Bet → edge, of what is known already, from any thread; what is not is noted."""
        key = _key(rules)
        if self._at_once(key, rules) is None:
            self._lacking[key] = rules
        return self._edges.get(key, {})

    async def catch_up(self) -> None:
        """Reckon what was found lacking; what fails is tried when it is missed again."""
        while self._lacking:
            _, rules = self._lacking.popitem()
            with suppress(Refused):
                await self.of(rules)

    async def close(self) -> None:
        self._closed = True
        tasks = tuple(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _at_once(self, key: _Key, rules: Rules) -> Reckoned | None:
        if key not in self._known and counted_at_once(rules):
            self._remember(key, reckon(rules))
        return self._known.get(key)

    def _remember(self, key: _Key, reckoned: Reckoned) -> None:
        self._edges[key] = edges(reckoned.odds)
        self._known[key] = reckoned
        for oldest in list(self._known)[:-MOST_KNOWN]:
            self._known.pop(oldest, None)
            self._edges.pop(oldest, None)

    async def _reckon(self, key: _Key) -> Reckoned:
        async with self._turn:
            try:
                reckoned = msgspec.json.decode(await self._output(key), type=Reckoned)
            except (OSError, ValueError, TimeoutError) as error:
                _LOG.warning("odds not reckoned", extra={"game": key[0], "why": str(error)[-500:]})
                raise Refused(
                    Code.NOT_RECKONED, "the odds could not be reckoned now; try again"
                ) from None
            self._remember(key, reckoned)
            return reckoned

    async def _output(self, key: _Key) -> bytes:
        """By the other process, which does not outlive the question."""
        game, settings = key
        # A session of its own: Ctrl-C is the house's to hear.
        process = await asyncio.create_subprocess_exec(
            *self._program, game, settings, stdout=PIPE, stderr=PIPE, start_new_session=True
        )
        try:
            async with asyncio.timeout(LONGEST_S):
                output, complained = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.communicate()
        if process.returncode:
            why = complained.decode(errors="replace").strip() or f"status {process.returncode}"
            raise ValueError(why)
        return output


def _key(rules: Rules) -> _Key:
    """Everything a house can set: tables that are set alike share an answer."""
    return rules.game, msgspec.json.encode(settings_in_force(rules), order="sorted").decode()
