"""Rounds that did not come to their end because of an interruption, for whoever had bet in them.

R4 is often carried out while the house opens and nobody is there to hear of it. So who is not there
is told on coming back, each once: by what went back to the wallet since the books last heard of
them. With the telling it is written down that they were here.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping

from croupier.engine.inputs import Interrupt, Void, VoidReason
from croupier.house.protection.protection import Protection
from croupier.house.records.causes import round_of
from croupier.kit.phrase import Phrase, words
from croupier.ledger import Reason, wallet
from croupier.server.accounts import Accounts
from croupier.server.background import Background
from croupier.server.purse_feed import PurseFeed
from croupier.server.room import Room
from croupier.store.pages import every_movement
from croupier.store.protocol import Reader
from croupier.table.cage import is_table
from croupier.table.commands import TableRole
from croupier.table.facts import BetsPlaced, Fact, Fed
from croupier.table.recovery import recorded
from croupier.table.table import News, Recorded
from croupier.wire.messages import NoticeCode

Returned = Counter[tuple[str, int, int]]
"""What went back to a wallet: by table, entry and round."""


class Interrupted:
    def __init__(
        self,
        reader: Reader,
        rooms: Mapping[str, Room],
        protection: Protection,
        accounts: Accounts,
        *,
        purse_feed: PurseFeed,
        spawn: Background,
    ) -> None:
        self._reader = reader
        self._rooms = rooms
        self._protection = protection
        self._accounts = accounts
        self._purse_feed = purse_feed
        self._spawn = spawn
        self._telling: set[str] = set()

    def on_entry(self, table: str, news: News) -> None:
        """As it happens: who is here is told now."""
        if not any(_interrupts(news.recorded, fact) for fact in news.recorded.facts):
            return
        back: Counter[str] = Counter()
        for moved in news.transfers:
            if moved.reason is Reason.STAKE_BACK:
                back[moved.payee.partition(":")[2]] += moved.amount
        number = self._rooms[table].state.round_number
        for player, text in self._notices(news.recorded, table, number, back):
            if self._accounts.get(player) is not None:
                self._purse_feed.notice(player, NoticeCode.INTERRUPTED, text, table)
                self._spawn(self._protection.write_time(player))

    async def tell(self, player: str) -> None:
        """What happened while the player was not here."""
        since = self._protection.seen(player)
        if not since or player in self._telling:
            return
        self._telling.add(player)
        try:
            told = await asyncio.to_thread(self._since, player, since)
            for table, text in told:
                self._purse_feed.notice(player, NoticeCode.INTERRUPTED, text, table)
            if told:
                await self._protection.write_time(player)
        finally:
            self._telling.remove(player)

    def _since(self, player: str, since_ms: int) -> list[tuple[str, Phrase]]:
        returned: Returned = Counter()
        for moved in every_movement(self._reader, wallet(player), since_ms=since_ms + 1):
            played = round_of(moved.transfer.cause) if is_table(moved.stream) else None
            if (
                played
                and moved.transfer.reason is Reason.STAKE_BACK
                and moved.stream in self._rooms
            ):
                returned[moved.stream, moved.seq, played[1]] += moved.transfer.amount
        told: list[tuple[str, Phrase]] = []
        for (table, seq, number), amount in returned.items():
            (entry,) = self._reader.entries(table, seq - 1, 1)
            notices = self._notices(recorded(entry), table, number, {player: amount})
            told += [(table, text) for _, text in notices]
        return told

    def _notices(
        self, entry: Recorded, table: str, number: int, back: Mapping[str, int]
    ) -> Iterator[tuple[str, Phrase]]:
        """For everybody to whom something went back by an interruption, if the entry is one."""
        live = self._rooms[table].live
        title = live.state.config.title or live.state.rules.title
        for fact in entry.facts:
            match fact:
                case BetsPlaced(player=player, returned=returned) if returned and player in back:
                    yield player, _words(fact, title, number, back[player])
                case Fed() if _interrupts(entry, fact):
                    played = live.fold.index.round(number)
                    # Otherwise it went on, or what was decided was settled.
                    if played is not None and played.void:
                        for player, returned in back.items():
                            yield player, _words(fact, title, number, returned)


def _interrupts(entry: Recorded, fact: Fact) -> bool:
    """Whether it is an interruption, if money goes back by it."""
    match fact:
        case BetsPlaced(returned=returned):
            return returned > 0
        case Fed(input=Interrupt()):
            return True
        case Fed(input=Void(reason=VoidReason.UNSHUFFLED)):
            return entry.role is TableRole.HOUSE
    return False


def _words(fact: Fact, table: str, number: int, returned: int) -> Phrase:
    match fact:
        case BetsPlaced():
            return words(
                "{table}: the house was interrupted before round {round} began, and your "
                "{returned:amount} went back to you (R4).",
                table=table,
                round=number,
                returned=returned,
            )
        case Fed(input=Interrupt()):
            return words(
                "{table}: the house was interrupted in round {round}. The round is void, "
                "and your {returned:amount} went back to you (R4).",
                table=table,
                round=number,
                returned=returned,
            )
    return words(
        "{table}: the house had to put its books back from a copy, and round "
        "{round} could not go on. It is void, and your {returned:amount} went back "
        "to you (R26).",
        table=table,
        round=number,
        returned=returned,
    )
