"""The sheet of an incident: each round, each player, what was paid and what should have been.

A sheet is a value. It is made from rounds, remedies and earlier adjustments alone, so whoever makes
it again from the same books has the same sheet, and the same digest.
"""

import hashlib
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property

import msgspec
from msgspec.structs import replace

from croupier.engine.lines import Line
from croupier.house.incidents.remedies import (
    ByHand,
    Remedies,
    Remedy,
    RightOutcome,
    RightRules,
    StakesBack,
    Stands,
)
from croupier.house.people.names import is_guest
from croupier.house.records.roundcopy import round_file
from croupier.house.records.sheet import Amount, sheet
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.kit.stakes import check_size
from croupier.roundfile import play, read
from croupier.table.cage import Adjusted
from croupier.table.rounds import PlayedRound

_PIECE = 500
"""Rows that are written at once."""


class Why(StrEnum):
    """Where what should have been paid comes from."""

    STANDS = "stands"
    STAKES_BACK = "stakes-back"
    RIGHT_RULES = "right-rules"
    RIGHT_OUTCOME = "right-outcome"
    BY_HAND = "by-hand"
    CANNOT = "cannot"
    """It cannot be told: the stakes go back, or the shift manager rules."""


_CLAUSES = {
    Why.STANDS: "R5",
    Why.STAKES_BACK: "R26",
    Why.RIGHT_RULES: "R5",
    Why.RIGHT_OUTCOME: "R5",
    Why.BY_HAND: "BJ5 5.19",
    Why.CANNOT: "R5",
}


class SheetRow(msgspec.Struct, frozen=True):
    round: int
    player: str
    guest: bool
    """For play chips: no money."""
    staked: int
    paid: int
    """What came back in the round, with the stake."""
    adjusted: int
    """What was put right before, and not for this incident."""
    should: int | None
    """What should have come back; None: it cannot be told."""
    why: Why
    clause: str
    note: str = ""
    """Why it cannot be told."""

    @property
    def difference(self) -> int:
        """Owed to the player; below zero: had too much."""
        return 0 if self.should is None else self.should - self.paid - self.adjusted


class Due(msgspec.Struct, frozen=True):
    """What is to be put right for one player in one round."""

    player: str
    round: int
    amount: int
    """To the player, or below zero: from the player."""


def to_and_from(dues: Iterable[Due]) -> tuple[int, int]:
    """What goes to players in all, and what comes from them."""
    amounts = [due.amount for due in dues]
    return sum(max(one, 0) for one in amounts), -sum(min(one, 0) for one in amounts)


def check_payable(dues: Iterable[Due]) -> None:
    """Refuse what the cage would not pay: an adjustment is one amount."""
    for due in dues:
        check_size(due.amount, f"the adjustment of round {due.round} for {due.player}")


class PlayerTotal(msgspec.Struct, frozen=True):
    player: str
    guest: bool
    rounds: int
    staked: int
    paid: int
    should: int
    owed: int
    """To the player, over all rounds that came out too low."""
    overpaid: int
    """By the house, over all that came out too high."""


class Sheet(msgspec.Struct, frozen=True, dict=True):
    """What is made of its rows is made once: there may be a hundred thousand."""

    incident: int
    table: str
    since_round: int
    until_round: int
    rounds: int
    """How many there were."""
    remedies: Remedies
    rows: tuple[SheetRow, ...]

    @cached_property
    def digest(self) -> str:
        """Over its JSON, which is written in pieces: other threads go on in between."""
        assert self.__struct_fields__[-1] == "rows", "they are the last of the JSON"
        hashed = hashlib.sha256(msgspec.json.encode(replace(self, rows=()))[:-2])
        for first in range(0, len(self.rows), _PIECE):
            piece = msgspec.json.encode(self.rows[first : first + _PIECE])[1:-1]
            hashed.update(b"," + piece if first else piece)
        hashed.update(b"]}")
        return hashed.hexdigest()

    @cached_property
    def untold(self) -> tuple[int, ...]:
        """Rounds of which it cannot be told what they should have paid."""
        return tuple(sorted({row.round for row in self.rows if row.should is None}))

    @cached_property
    def by_player(self) -> dict[str, tuple[SheetRow, ...]]:
        """By name; each one's in the order of the rounds."""
        players: dict[str, list[SheetRow]] = {}
        for row in self.rows:
            players.setdefault(row.player, []).append(row)
        return {player: tuple(rows) for player, rows in sorted(players.items())}

    @cached_property
    def totals(self) -> tuple[PlayerTotal, ...]:
        """By name."""
        return tuple(_total(player, rows) for player, rows in self.by_player.items())

    def dues(self, *, claims: bool) -> tuple[Due, ...]:
        """What is to move; what players have had too much only where the house claims it."""
        return tuple(
            Due(row.player, row.round, row.difference)
            for row in self.rows
            if row.difference > 0 or (claims and row.difference < 0)
        )

    def csv(self) -> str:
        head = SheetRow.__struct_fields__[:7]
        header = (*head, "difference", "why", "clause", "note")
        return "".join(sheet((header, *map(_cells, self.rows))))


def _cells(row: SheetRow) -> tuple[str, ...]:
    amounts = (row.staked, row.paid, row.adjusted, row.should, row.difference)
    written = [Amount("" if one is None else format_amount(one)) for one in amounts]
    return (str(row.round), row.player, str(row.guest), *written, row.why, row.clause, row.note)


def make_sheet(
    incident: int,
    table: str,
    scope: tuple[int, int],
    remedies: Remedies,
    rounds: Iterable[tuple[PlayedRound, Sequence[Adjusted]]],
) -> Sheet:
    """`rounds`: those that are concerned, each with the adjustments that were made to it."""
    rows: list[SheetRow] = []
    count = 0
    for played, adjusted in rounds:
        count += 1
        others = [one for one in adjusted if one.incident != incident]
        rows += _rows(played, others, remedies.of(played.number))
    return Sheet(incident, table, *scope, count, remedies, tuple(rows))


def _total(player: str, rows: Sequence[SheetRow]) -> PlayerTotal:
    differences = [row.difference for row in rows]
    paid = sum(row.paid + row.adjusted for row in rows)
    return PlayerTotal(
        player,
        is_guest(player),
        len(rows),
        sum(row.staked for row in rows),
        paid,
        paid + sum(differences),
        sum(one for one in differences if one > 0),
        -sum(one for one in differences if one < 0),
    )


def _rows(played: PlayedRound, adjusted: Sequence[Adjusted], remedy: Remedy) -> Iterable[SheetRow]:
    staked, returned = _sums(played.lines)
    before = dict.fromkeys(staked, 0)
    for one in adjusted:
        before[one.player] = before.get(one.player, 0) + one.amount
    why, note = _WHY[type(remedy)], ""
    should: dict[str, int] | None = None
    try:
        should = _should(played, remedy, staked, returned)
    except Refused as refused:
        why, note = Why.CANNOT, str(refused.message)
    for player in sorted(staked):
        yield SheetRow(
            played.number,
            player,
            is_guest(player),
            staked[player],
            returned[player],
            before[player],
            None if should is None else _right(should, player, why, returned, before),
            why,
            _CLAUSES[why],
            note,
        )


def _right(
    should: dict[str, int], player: str, why: Why, returned: dict[str, int], before: dict[str, int]
) -> int:
    """What stands, stands with what was put right before."""
    stays = why is Why.STANDS or player not in should
    return returned[player] + before[player] if stays else should[player]


_WHY: dict[type, Why] = {
    Stands: Why.STANDS,
    StakesBack: Why.STAKES_BACK,
    RightRules: Why.RIGHT_RULES,
    RightOutcome: Why.RIGHT_OUTCOME,
    ByHand: Why.BY_HAND,
}


def _should(
    played: PlayedRound, remedy: Remedy, staked: dict[str, int], returned: dict[str, int]
) -> dict[str, int]:
    """What each player should have had back, told against what they staked; refused where the
    engine cannot say."""
    match remedy:
        case Stands():
            return returned
        case StakesBack():
            return staked
        case ByHand():
            return remedy.returned
    right_staked, right_returned = _sums(_settled_again(played, remedy))
    return {
        player: staked[player] + right_returned.get(player, 0) - right_staked.get(player, 0)
        for player in staked
    }


def _settled_again(played: PlayedRound, remedy: RightRules | RightOutcome) -> tuple[Line, ...]:
    """By the engine, from the same bets, cards and decisions. Cards that are not needed any more
    are as good as discarded (R27); one that is missing, or a decision that could not have been
    taken, is refused."""
    file = round_file(played)
    if isinstance(remedy, RightRules):
        file["settings"] = file["settings"] | remedy.settings
    elif remedy.pocket is not None and "pocket" in file:
        file["pocket"] = remedy.pocket
    for right in remedy.cards if isinstance(remedy, RightOutcome) else ():
        cards = file.get("cards", [])
        if not 1 <= right.place <= len(cards):
            raise Refused(Code.CARD_MISSING, f"round {played.number} has no card {right.place}")
        cards[right.place - 1] = right.card
    return play(read(msgspec.json.encode(file)), spare_cards=True).lines


def _sums(lines: Iterable[Line]) -> tuple[dict[str, int], dict[str, int]]:
    """What each player staked, and had back."""
    staked: dict[str, int] = {}
    returned: dict[str, int] = {}
    for line in lines:
        staked[line.player] = staked.get(line.player, 0) + line.stake
        returned[line.player] = returned.get(line.player, 0) + line.returned
    return staked, returned
