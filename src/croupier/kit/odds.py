"""What a bet pays: "3 to 2" (R2)."""

import re

import msgspec

_TEXT = re.compile(r"([0-9]{1,4}) to ([0-9]{1,4})")


class Odds(msgspec.Struct, frozen=True):
    """`win` for every `stake` put down, on top of the stake itself."""

    win: int
    stake: int

    @classmethod
    def parse(cls, text: str) -> "Odds":
        match = _TEXT.fullmatch(text)
        if not match or not int(match[1]) or not int(match[2]):
            raise ValueError(f"{text!r} is not a pay such as '3 to 2'")
        return cls(int(match[1]), int(match[2]))

    def payout(self, stake: int) -> int:
        """Won on top of the stake: exact on whole chips; a pro-rated stake rounds down (R1)."""
        return stake * self.win // self.stake

    def exact_on(self, chip_unit: int) -> bool:
        return chip_unit * self.win % self.stake == 0

    def __str__(self) -> str:
        return f"{self.win} to {self.stake}"
