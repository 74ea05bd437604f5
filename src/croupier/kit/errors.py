"""Refusals: every 'no' of the house has a code, a reason and, where there is one, its clause."""

from enum import StrEnum


class Code(StrEnum):
    BAD_FILE = "bad-file"
    UNKNOWN_GAME = "unknown-game"
    UNKNOWN_BET = "unknown-bet"
    BAD_SETTING = "bad-setting"
    BAD_AMOUNT = "bad-amount"
    LIMIT = "limit"
    ILLEGAL_BET = "illegal-bet"
    NO_INITIAL_BET = "no-initial-bet"
    NOT_YOUR_TURN = "not-your-turn"
    ILLEGAL_ACTION = "illegal-action"
    CARD_MISSING = "card-missing"
    DECISION_MISSING = "decision-missing"
    ACTION_LEFT_OVER = "action-left-over"
    CARD_LEFT_OVER = "card-left-over"
    CARD_IMPOSSIBLE = "card-impossible"
    SHORT_OF_FUNDS = "short-of-funds"
    """At a live table: the wallet does not hold the stake."""
    OTHER_COMMAND = "other-command"
    """At a live table: this command id was used before, for something else."""
    NOT_STORED = "not-stored"
    """At a live table: the store could not keep it, so it has not happened."""


class Refused(Exception):  # noqa: N818 -- the word of the trade: a bet is refused
    """Something was asked that the rules do not allow; nothing has changed."""

    def __init__(self, code: Code, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.clause = clause

    def __str__(self) -> str:
        cited = f" ({self.clause})" if self.clause else ""
        return f"{self.code}: {self.message}{cited}"
