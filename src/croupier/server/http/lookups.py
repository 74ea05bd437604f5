"""What a path or a body names: a table, a round of it, an account. What is not there is told so."""

from collections.abc import Mapping

from croupier.house.people.book import Account
from croupier.house.people.people import People, Who
from croupier.house.records.index import TableIndex
from croupier.house.records.round_entry import RoundEntry
from croupier.house.roles import PLAYING
from croupier.kit.errors import Code, Refused
from croupier.server.http.book_reader import aside
from croupier.server.room import Room


class Tables:
    """The tables of the house, and what was played at them."""

    def __init__(self, rooms: Mapping[str, Room], indexes: Mapping[str, TableIndex]) -> None:
        self.rooms = rooms
        self.indexes = indexes

    def room(self, table: str) -> Room:
        room = self.rooms.get(table)
        if room is None:
            raise Refused(Code.UNKNOWN_TABLE, "there is no such table")
        return room

    def shown_to(self, who: Who | None) -> list[Room]:
        role = None if who is None else who.role
        return [room for room in self.rooms.values() if room.is_shown_to(role)]

    def index(self, table: str) -> TableIndex:
        """What the books know of a table's rounds; a table that never ran has none."""
        return self.indexes.get(self.room(table).table) or TableIndex(table)

    async def round(self, table: str, number: int) -> RoundEntry:
        return await aside(lambda: self.find_round(table, number))

    async def finished_round(self, table: str, number: int) -> RoundEntry:
        return await aside(lambda: self.find_finished_round(table, number))

    # The same, for who is aside already

    def find_round(self, table: str, number: int) -> RoundEntry:
        entry = self.index(table).round(number)
        if entry is None:
            raise Refused(Code.NOT_FOUND, f"{table} has played no round {number}")
        return entry

    def find_finished_round(self, table: str, number: int) -> RoundEntry:
        entry = self.find_round(table, number)
        if not entry.over:
            raise Refused(Code.STALE, f"round {number} is not over")
        return entry


def account_named(people: People, name: str) -> Account:
    account = people.find(name)
    if account is None:
        raise Refused(Code.NOT_FOUND, "there is no such account")
    return account


def player_named(people: People, name: str) -> Account:
    """A player or a guest: staff never have money or a place at a table."""
    account = account_named(people, name)
    if account.role not in PLAYING:
        raise Refused(Code.NOT_ALLOWED, f"{name} is not a player", "R30")
    return account
