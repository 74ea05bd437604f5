"""What a path names: a table, a round of it, an account, a number. What is not there is told so."""

import re

from croupier.house.people.book import Account
from croupier.house.records.index import RoundEntry, TableIndex
from croupier.house.roles import PLAYING
from croupier.kit.errors import Code, Refused
from croupier.server.house import House
from croupier.server.http.endpoint import Visit
from croupier.server.room import Room

_NUMBER = re.compile("[0-9]{1,15}")


def room_of(house: House, table: str) -> Room:
    room = house.rooms.get(table)
    if room is None:
        raise Refused(Code.UNKNOWN_TABLE, "there is no such table")
    return room


def table_in(visit: Visit) -> str:
    return room_of(visit.house, visit.params["table"]).table


def number_in(visit: Visit, name: str = "number") -> int:
    told = visit.params[name]
    # fullmatch with ASCII digits only: other scripts' digits are no number of ours.
    if not _NUMBER.fullmatch(told):
        raise Refused(Code.NOT_FOUND, "that is no number")
    return int(told)


def index_of(house: House, table: str) -> TableIndex:
    """What the books know of a table's rounds; a table that never ran has none."""
    room_of(house, table)
    return house.listener.indexes.get(table) or TableIndex(table)


def round_at(house: House, table: str, number: int) -> RoundEntry:
    entry = index_of(house, table).rounds.get(number)
    if entry is None:
        raise Refused(Code.NOT_FOUND, f"{table} has played no round {number}")
    return entry


def round_in(visit: Visit) -> RoundEntry:
    return round_at(visit.house, table_in(visit), number_in(visit, "round"))


def finished_round(house: House, table: str, number: int) -> RoundEntry:
    entry = round_at(house, table, number)
    if not entry.over:
        raise Refused(Code.STALE, f"round {number} is not over")
    return entry


def account_named(house: House, name: str) -> Account:
    account = house.people.account(name)
    if account is None:
        raise Refused(Code.NOT_FOUND, "there is no such account")
    return account


def account_in(visit: Visit, name: str = "name") -> Account:
    return account_named(visit.house, visit.params[name])


def player_named(house: House, name: str) -> Account:
    """A player or a guest: staff never have money or a place at a table."""
    account = account_named(house, name)
    if account.role not in PLAYING:
        raise Refused(Code.NOT_ALLOWED, f"{name} is not a player", "R30")
    return account
