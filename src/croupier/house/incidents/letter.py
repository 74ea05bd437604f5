"""The letter to a player whom an incident concerns: which rounds, what was paid, what should have
been, and what was done about it."""

from collections.abc import Sequence

import msgspec

from croupier.engine import protocol as engine
from croupier.house.incidents.book import Incident
from croupier.house.incidents.facts import Cause
from croupier.house.incidents.incidents import PutRight
from croupier.house.incidents.sheet import SheetRow
from croupier.house.records.sheet import day
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_cents
from croupier.kit.phrase import Phrase
from croupier.notices.html import filled


class Letter(msgspec.Struct, frozen=True):
    """As a value; each client writes it in its reader's language."""

    incident: int
    player: str
    guest: bool
    table: str
    game: str
    cause: Cause
    text: str
    words: Phrase | None
    """The text for every language; none where somebody wrote it."""
    opened_ms: int
    issued_ms: int
    rows: tuple[SheetRow, ...]
    """The player's own, in the order of the rounds."""
    owed: int
    """What came out too low, in all."""
    kept: int
    """What came out too high, and the player keeps."""
    claimed: int
    """What came out too high, and the house takes back."""
    moved: int
    """Paid by now; below zero: taken."""
    waived: bool
    """Whether the rest is not paid, or taken, any more."""


def letter_to(incident: Incident, player: str, game: str, put_right: PutRight) -> Letter:
    settled = incident.sheet
    rows = settled.sheet.by_player.get(player, ()) if settled else ()
    if settled is None or not rows:
        raise Refused(Code.NOT_FOUND, "there is no such letter")
    opened = incident.opened
    over = -sum(min(row.difference, 0) for row in rows)
    return Letter(
        opened.number,
        player,
        rows[0].guest,
        opened.table,
        engine.variant(game).title,
        opened.cause,
        opened.text,
        opened.words,
        incident.at_ms,
        incident.letters_ms,
        rows,
        sum(max(row.difference, 0) for row in rows),
        0 if settled.claims else over,
        over if settled.claims else 0,
        sum(put_right(opened.number, player, opened.table, row.round) for row in rows),
        incident.waived is not None,
    )


def letters_to(
    incident: Incident, game: str, put_right: PutRight, some: slice = slice(None)
) -> list[Letter]:
    """To everyone with a bet in the rounds, by name; or to some of them."""
    players = list(incident.sheet.sheet.by_player) if incident.sheet else []
    return [letter_to(incident, player, game, put_right) for player in players[some]]


def letters_html(letters: Sequence[Letter]) -> str:
    """In English, a page each, to be printed or mailed."""
    return filled(
        "croupier.house.incidents",
        "letters.html",
        letters=letters,
        amount=format_cents,
        day=day,
        causes=_CAUSES,
    )


_CAUSES = {
    Cause.SHOE: "the cards of a shoe were not as they should have been",
    Cause.WHEEL: "the wheel did not run as it should have",
    Cause.DEALER: "the dealing was not as it should have been",
    Cause.RULE: "the table was not dealt by the rules that should have held",
    Cause.OTHER: "something at the table was not as it should have been",
}
