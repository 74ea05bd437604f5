"""The chat at the tables (LIVE 1.5, 3.4): who may say what, how often, and what was said last.

Lines are kept in memory only, and few of them; what matters of a quarrel is kept by its report.
"""

import secrets
from collections import deque
from itertools import islice

from croupier.house.buckets import Buckets
from croupier.house.clock import SECOND, Clock
from croupier.house.floor.book import FloorBook
from croupier.house.floor.facts import ChatLine
from croupier.house.floor.text import clean
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words

KEPT_LINES = 200
"""Of each table."""
KEPT_BEFORE = 10
"""Lines before a reported one, so that it can be understood."""


EVERY = 2 * SECOND
BURST = 3
"""One message in two seconds, three at once after a silence."""


class Chat:
    def __init__(self, book: FloorBook, clock: Clock) -> None:
        self._book = book
        self._clock = clock
        self._slow = Buckets(BURST, EVERY)
        self._lines: dict[str, deque[ChatLine]] = {}

    def say(self, player: str, table: str, text: str, betting_behind: bool) -> ChatLine:
        """The line as everybody at the table sees it, or a refusal."""
        if betting_behind:
            raise Refused(
                Code.ILLEGAL_ACTION, words("those betting behind have no chat"), "LIVE 2.5.2.9"
            )
        self._check_manners(player)
        cleaned = clean(text)
        self._book.manners.check(cleaned)
        self._check_pace(player)
        line = ChatLine(secrets.token_urlsafe(12), table, player, cleaned, self._clock.wall())
        self.hear(line)
        return line

    def hear(self, line: ChatLine) -> None:
        """A line that was said here, or on another node."""
        self._lines.setdefault(line.table, deque(maxlen=KEPT_LINES)).append(line)

    def _check_pace(self, player: str) -> None:
        now = self._clock.forward()
        if (wait := self._slow.wait(player, now)) > 0:
            seconds = -(-wait // SECOND)
            raise Refused(
                Code.TOO_OFTEN,
                words(
                    "one message in {every, plural, one {# second} other {# seconds}}: "
                    "wait {wait} s more",
                    every=EVERY // SECOND,
                    wait=seconds,
                ),
            )
        self._slow.take(player, now)

    def _check_manners(self, player: str) -> None:
        # LIVE 1.5, 3.4: offensive talk can get an account blocked.
        if player in self._book.blocked:
            raise Refused(Code.ILLEGAL_ACTION, words("the chat is closed to you"), "LIVE 1.5")
        if self._clock.wall() < self._book.muted.get(player, 0):
            raise Refused(Code.ILLEGAL_ACTION, words("you are muted for a while"), "LIVE 1.5")

    def lines(self, table: str) -> tuple[ChatLine, ...]:
        """What a player who comes to the table sees, the oldest first."""
        return tuple(self._lines.get(table, ()))

    def find(self, table: str, line_id: str) -> tuple[ChatLine, tuple[ChatLine, ...]]:
        """A line, and what was said before it."""
        lines = self._lines.get(table, deque())
        for at, line in enumerate(lines):
            if line.id == line_id:
                return line, tuple(islice(lines, max(0, at - KEPT_BEFORE), at))
        raise Refused(Code.ILLEGAL_ACTION, words("this line is not there any more"))
