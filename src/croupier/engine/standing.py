"""Where each bet of a round stands by what is exposed: won, lost, given back, or still open."""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from croupier.engine.lines import Line, Result


class Fate(StrEnum):
    WON = "won"
    LOST = "lost"
    BACK = "back"
    """Neither won nor lost: a push, or given back by rule."""
    OPEN = "open"


class Standing(msgspec.Struct, frozen=True):
    player: str
    bet: str
    fate: Fate
    box: int | None = None
    hand: int | None = None


_FATES = {Result.WIN: Fate.WON, Result.LOSE: Fate.LOST, Result.SURRENDER: Fate.LOST}


def fate(result: Result) -> Fate:
    return _FATES.get(result, Fate.BACK)


def fates(lines: Iterable[Line]) -> dict[tuple[str, str, int | None, int | None], Fate]:
    """What is settled already, by whose bet it was."""
    return {(line.player, line.bet, line.box, line.hand): fate(line.result) for line in lines}


def established(standings: Iterable[Standing]) -> bool:
    """R4, BJ5 5.4: whether any bet has conclusively won or lost, so that the round goes on."""
    return any(standing.fate in (Fate.WON, Fate.LOST) for standing in standings)
