"""The odds desk: what the bets of this house are worth, reckoned beside it and remembered.

A blackjack takes seconds of one core. So every reckoning is a process of its own that gives way to
all others, one at a time; whoever asks meanwhile waits for the same one. What counting could win
takes longer, and keeps nobody waiting who asks for odds.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable, Coroutine
from contextlib import suppress
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from croupier.engine.rules import Rules
from croupier.house.records.edges import edges
from croupier.kit.errors import Code, Refused
from croupier.odds.counting.figures import GameProtection
from croupier.odds.game import counted_at_once
from croupier.odds.play_figures import PlayFigures, play_figures
from croupier.odds.reckoning import COUNTING, ODDS, PLAY, Reckoned, reckon
from croupier.odds.sessions.question import SessionAnswer, SessionOdds, SessionQuestion
from croupier.odds.worth import settings_in_force

_LOG = logging.getLogger("croupier.odds")
_PROGRAM = (sys.executable, "-P", "-m", "croupier.odds.reckoning")
_SESSIONS = (sys.executable, "-P", "-m", "croupier.odds.sessions")
LONGEST_S = 300.0
"""More than any house's rules take, even on a busy machine."""
MOST_KNOWN = 200
"""More than a house has tables: whoever only asks what would be must not fill its memory."""

_Key = tuple[str, str]
T = TypeVar("T")


class OddsService:
    def __init__(
        self, program: tuple[str, ...] = _PROGRAM, sessions: tuple[str, ...] = _SESSIONS
    ) -> None:
        self._program = program
        self._sessions = sessions
        self._known: dict[_Key, Reckoned] = {}
        self._edges: dict[_Key, dict[str, Fraction]] = {}
        self._countings: dict[_Key, GameProtection] = {}
        self._play: dict[_Key, PlayFigures] = {}
        self._lacking: dict[_Key, Rules] = {}
        self._under_way: dict[tuple[str, ...], asyncio.Task[Any]] = {}
        self._turns = {what: asyncio.Lock() for what in (ODDS, COUNTING, PLAY)}
        self._closed = False

    async def of(self, rules: Rules) -> Reckoned:
        """What is known, or soon will be; a refusal where it could not be reckoned this time."""
        key = _key(rules)
        if (reckoned := self._at_once(key, rules)) is not None:
            return reckoned
        return await self._shared((*key, ODDS), lambda: self._reckon(key, rules))

    async def counting(self, rules: Rules) -> GameProtection:
        """What could be won by counting cards, at the usual spread; as `of`."""
        key = _key(rules)
        if key in self._countings:
            return self._countings[key]
        return await self._shared((*key, COUNTING), lambda: self._count(key))

    async def play(self, rules: Rules) -> PlayFigures:
        """What the play under these rules is measured by; as `of`."""
        key = _key(rules)
        if key not in self._play and counted_at_once(rules):
            self._play[key] = play_figures(rules)
        if key in self._play:
            return self._play[key]
        return await self._shared((*key, PLAY), lambda: self._measure(key))

    async def session(self, rules: Rules, asked: SessionQuestion) -> SessionOdds:
        """What a session of these bets may come to; reckoned anew each time."""
        key = (*_key(rules), msgspec.json.encode(asked).decode())
        answer = await self._shared(key, lambda: self._answer(key))
        if answer.refused is not None:
            raise Refused(answer.refused.code, answer.refused.message)
        assert answer.told is not None
        return answer.told

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
            self._remember(key, rules, reckon(rules))
        return self._known.get(key)

    def _remember(self, key: _Key, rules: Rules, reckoned: Reckoned) -> None:
        self._edges[key] = edges(rules, reckoned.odds)
        self._known[key] = reckoned
        for oldest in list(self._known)[:-MOST_KNOWN]:
            self._known.pop(oldest, None)
            self._edges.pop(oldest, None)

    async def _shared(self, key: tuple[str, ...], ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The answer to whoever asks the same meanwhile."""
        if self._closed:
            raise Refused(Code.CLOSING, "the house closes")
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(ask())
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        try:
            # Whoever gives up waiting takes it away from nobody else.
            answer: T = await asyncio.shield(task)
        except asyncio.CancelledError:
            if not self._closed:
                raise
            raise Refused(Code.CLOSING, "the house closes") from None
        return answer

    async def _reckon(self, key: _Key, rules: Rules) -> Reckoned:
        async with self._turns[ODDS]:
            reckoned = await self._told(self._program, (*key, ODDS), Reckoned)
            self._remember(key, rules, reckoned)
            return reckoned

    async def _count(self, key: _Key) -> GameProtection:
        async with self._turns[COUNTING]:
            found = await self._told(self._program, (*key, COUNTING), GameProtection)
            self._countings[key] = found
            for oldest in list(self._countings)[:-MOST_KNOWN]:
                self._countings.pop(oldest, None)
            return found

    async def _measure(self, key: _Key) -> PlayFigures:
        async with self._turns[PLAY]:
            figures = await self._told(self._program, (*key, PLAY), PlayFigures)
            self._play[key] = figures
            for oldest in list(self._play)[:-MOST_KNOWN]:
                self._play.pop(oldest, None)
            return figures

    async def _answer(self, key: tuple[str, ...]) -> SessionAnswer:
        async with self._turns[ODDS]:
            return await self._told(self._sessions, key, SessionAnswer)

    async def _told(self, program: tuple[str, ...], key: tuple[str, ...], kind: type[T]) -> T:
        try:
            return msgspec.json.decode(await self._output(program, key), type=kind)
        except (OSError, ValueError, TimeoutError) as error:
            _LOG.warning("odds not reckoned", extra={"game": key[0], "why": str(error)[-500:]})
            raise Refused(
                Code.NOT_RECKONED, "the odds could not be reckoned now; try again"
            ) from None

    async def _output(self, program: tuple[str, ...], key: tuple[str, ...]) -> bytes:
        """By the other process, which does not outlive the question."""
        # A session of its own: Ctrl-C is the house's to hear.
        process = await asyncio.create_subprocess_exec(
            *program, *key, stdout=PIPE, stderr=PIPE, start_new_session=True
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
