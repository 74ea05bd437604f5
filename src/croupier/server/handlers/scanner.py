"""What a dealer's scanner has typed: a card, a pocket, or a command printed at the table."""

from croupier.house.floor.facts import AlertKind
from croupier.kit.errors import Code
from croupier.kit.phrase import words
from croupier.server.connection import Connection
from croupier.server.handlers.dispatcher import Dispatcher, handles, who_may_give
from croupier.table import commands as table
from croupier.table.scan_codes import read_code
from croupier.table.table import Reply
from croupier.wire import commands as say


@handles(say.Scan, roles=who_may_give(table.Scan))
async def scan(dispatcher: Dispatcher, connection: Connection, message: say.Scan) -> Reply:
    reply = await dispatcher.ask(connection, message)
    if reply.code == Code.CARD_IMPOSSIBLE:
        text = words(
            "the shoe of {decks, plural, one {# deck} other {# decks}} has no {card:card} left",
            decks=dispatcher.room(message.table).state.rules.deck_count,
            card=str(read_code(message.code)),
        )
        alert = AlertKind.IMPOSSIBLE_CARD
        await dispatcher.house.alert(alert, message.table, text, connection.name)
    return reply
