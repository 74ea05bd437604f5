"""A word of the house to people, wherever in it they are connected.

What happens at a table or stands in a journal every node learns from the books. This is the rest:
words that are said once and kept nowhere.
"""

from collections.abc import Callable, Mapping

import msgspec

from croupier.house.floor.chat import Chat
from croupier.house.floor.facts import ChatLine
from croupier.kit.phrase import Phrase
from croupier.server.connections import Connections
from croupier.server.purse_feed import PurseFeed
from croupier.server.room import Room
from croupier.wire.messages import ChatMessage, NoticeCode


class PlayerNotice(msgspec.Struct, frozen=True, tag="notice"):
    player: str
    code: NoticeCode
    text: Phrase


class Announcement(msgspec.Struct, frozen=True, tag="announcement"):
    table: str
    text: Phrase


class Farewell(msgspec.Struct, frozen=True, tag="farewell"):
    """Every socket of an account ends."""

    account: str
    code: str
    message: str


class Said(msgspec.Struct, frozen=True, tag="chat"):
    line: ChatLine


Word = PlayerNotice | Announcement | Farewell | Said


class Broadcast:
    def __init__(
        self,
        rooms: Mapping[str, Room],
        purse_feed: PurseFeed,
        connections: Connections,
        chat: Chat,
    ) -> None:
        self._rooms = rooms
        self._purse_feed = purse_feed
        self._connections = connections
        self._chat = chat
        self.pass_on: Callable[[Word], None] = lambda _: None
        """To the other nodes."""

    def notice(self, player: str, code: NoticeCode, text: Phrase) -> None:
        self._say(PlayerNotice(player, code, text))

    def announce(self, table: str, text: Phrase) -> None:
        self._say(Announcement(table, text))

    def end_account(self, name: str, code: str, message: str) -> None:
        self._say(Farewell(name, code, message))

    def chat(self, line: ChatLine) -> None:
        """A line that was said here, and is in the chat already."""
        self._show(line)
        self.pass_on(Said(line))

    def _say(self, word: Word) -> None:
        self.hear(word)
        self.pass_on(word)

    def hear(self, word: Word) -> None:
        """To those who are connected here."""
        match word:
            case PlayerNotice(player, code, text):
                self._purse_feed.notice(player, code, text)
            case Announcement(table, text):
                if table in self._rooms:
                    self._rooms[table].announce(text)
            case Farewell(account, code, message):
                self._connections.end_account(account, code, message)
            case Said(line):
                self._chat.hear(line)
                self._show(line)

    def _show(self, line: ChatLine) -> None:
        if line.table in self._rooms:
            self._rooms[line.table].chat(chat_message(line))


def chat_message(line: ChatLine) -> ChatMessage:
    return ChatMessage(line.table, line.id, line.player, line.text, line.at_ms)
