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
    BAD_SCAN = "bad-scan"
    """What the scanner typed is no card, no pocket and no command."""
    SHORT_OF_FUNDS = "short-of-funds"
    """At a live table: the wallet does not hold the stake."""
    OTHER_COMMAND = "other-command"
    """At a live table: this command id was used before, for something else."""
    STALE = "stale"
    """At a live table: it was meant for a round that is over, or not yet begun."""
    COUNTERSIGN = "countersign"
    """At a live table: a second person has to sign it first."""
    TOO_OFTEN = "too-often"
    """More was asked in a short time than anybody needs."""
    BAD_TEXT = "bad-text"
    """A text that cannot be shown to others: too long, empty, or not plain."""
    BAD_MESSAGE = "bad-message"
    """At the door: not JSON, not of the protocol, too large."""
    NOT_FOUND = "not-found"
    UNKNOWN_TABLE = "unknown-table"
    CLOSING = "closing"
    """The house is about to close: rounds are finished, no bet is taken."""
    NOT_STORED = "not-stored"
    """At a live table: the store could not keep it, so it has not happened."""
    SAME_PERSON = "same-person"
    """Two signatures are needed, and both are one person's."""
    EXCLUDED = "excluded"
    """Player protection: they have excluded themselves."""
    ON_BREAK = "on-break"
    TIME_LIMIT = "time-limit"
    REALITY_CHECK = "reality-check"
    """Player protection: they have not yet answered how long they have played."""
    LOSS_LIMIT = "loss-limit"
    DEPOSIT_LIMIT = "deposit-limit"
    NOT_KNOWN = "not-known"
    """At the door: the name, the password or the code is not right; which, is not said."""
    BLOCKED = "blocked"
    BUSY = "busy"
    """At the door: too many are waiting already; nothing was tried."""
    BAD_NAME = "bad-name"
    BAD_PASSWORD = "bad-password"
    NOT_ALLOWED = "not-allowed"
    CONFIRM_FIRST = "confirm-first"
    """It needs a fresh code from the staff member's authenticator."""


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
