"""Settlement lines: what became of each stake, and under which clause."""

from enum import StrEnum

import msgspec

from croupier.kit.odds import Odds


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    SURRENDER = "surrender"
    RETURNED = "returned"
    VOID = "void"
    ADJUSTED = "adjusted"


class Line(msgspec.Struct, frozen=True):
    player: str
    bet: str
    stake: int
    returned: int
    result: Result
    clause: str
    box: int | None = None
    hand: int | None = None

    @property
    def net(self) -> int:
        return self.returned - self.stake


class Verdict(msgspec.Struct, frozen=True):
    """How a bet ends, before it is known whose money it is."""

    result: Result
    clause: str
    odds: Odds | None = None
    half: bool = False
    """Only half of the stake is lost."""

    def returns(self, stake: int) -> int:
        """Stake plus winnings for a win; the stake for a push or a return; half for a surrender."""
        if self.result is Result.WIN:
            assert self.odds is not None
            return stake + self.odds.payout(stake)
        if self.result is Result.SURRENDER or self.half:
            return stake // 2
        return 0 if self.result is Result.LOSE else stake

    def line(
        self, player: str, bet: str, stake: int, box: int | None = None, hand: int | None = None
    ) -> Line:
        return Line(player, bet, stake, self.returns(stake), self.result, self.clause, box, hand)


def win(odds: Odds, clause: str) -> Verdict:
    return Verdict(Result.WIN, clause, odds)


def lose(clause: str) -> Verdict:
    return Verdict(Result.LOSE, clause)


def lose_half(clause: str) -> Verdict:
    return Verdict(Result.LOSE, clause, half=True)


def push(clause: str) -> Verdict:
    return Verdict(Result.PUSH, clause)


def give_back(clause: str) -> Verdict:
    return Verdict(Result.RETURNED, clause)


def void(clause: str) -> Verdict:
    return Verdict(Result.VOID, clause)
