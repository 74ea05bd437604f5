"""Commands to a table: most are put to it as they are. Here is what the house looks at, or cleans,
before that, and what it does after."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.engine import protocol as engine
from croupier.engine.inputs import CardMove
from croupier.house.roles import BETTING, PIT, Role
from croupier.kit.errors import Code, Refused
from croupier.server.connection import Connection
from croupier.server.handlers.dispatcher import HANDLERS, Dispatcher, handles
from croupier.story.ruling_preview import RulingPreview
from croupier.story.ruling_preview import preview_ruling as describe_ruling
from croupier.table import commands as table
from croupier.table.checking import Spot, check_draft
from croupier.table.family import TableFamily, table_family
from croupier.table.table import check_round
from croupier.wire import commands as say
from croupier.wire.checks import CheckedBets, CheckedMoves, MoveVerdict, SpotRefusal
from croupier.wire.commands import ForRound, ToTable

# Not while the house closes -------------------------------------------------------------------


@handles(say.TakeSeat, say.JoinWaiting, say.PlaceBets, say.OpenBetting)
async def if_open(
    dispatcher: Dispatcher, connection: Connection, message: ToTable[table.Command]
) -> Any:
    dispatcher.check_open()
    return await dispatcher.ask(connection, message)


@handles(say.OpenTable)
async def open_table(
    dispatcher: Dispatcher, connection: Connection, message: ToTable[table.OpenTable]
) -> Any:
    dispatcher.check_open()
    live = dispatcher.live(message.table)
    if live.owned:  # another node looks at its own source
        dispatcher.house.source_watch.check(live.state.config.dealer)
    return await dispatcher.ask(connection, message)


@handles(say.PlaceFor, say.MoveFor)
async def bet_for(
    dispatcher: Dispatcher,
    connection: Connection,
    message: ForRound[Any],
) -> Any:
    """The player's own limits hold, and are looked up though the player may not be here."""
    dispatcher.check_open()
    player = message.command.player
    if player in dispatcher.room(message.table).state.consents:
        await dispatcher.house.players.know(player)
    return await dispatcher.ask(connection, message)


@handles(say.FinishBetting)
async def finish_betting(
    dispatcher: Dispatcher, connection: Connection, message: ForRound[table.FinishBetting]
) -> Any:
    """R33: whoever else is here may be choosing chips, though none lie on the layout yet."""
    alone = dispatcher.room(message.table).players() <= {connection.name}
    command = replace(message.command, alone=alone)
    return await dispatcher.ask(connection, message, command)


@handles(say.CheckBets, roles=BETTING, looks=True)
async def check_bets(
    dispatcher: Dispatcher, connection: Connection, message: say.CheckBets
) -> CheckedBets:
    dispatcher.check_open()
    state = dispatcher.room(message.table).state
    check_round(state, message.round)
    checked = check_draft(state, connection.name, message.bets)
    return CheckedBets(*(tuple(_refusals(spots)) for spots in checked))


def _refusals(spots: Mapping[Spot, Refused]) -> Iterator[SpotRefusal]:
    for (bet, box), why in spots.items():
        clause = why.clause or ""
        yield SpotRefusal(bet, box, str(why.code), why.message, clause, why.words)


# The pit ---------------------------------------------------------------------------------------


@handles(say.CallPit, once=True)
async def call_pit(
    dispatcher: Dispatcher, connection: Connection, message: ToTable[table.CallPit]
) -> Any:
    if dispatcher.room(message.table).state.dealer != connection.name:
        raise Refused(Code.NOT_ALLOWED, f"the dealer here is not {connection.name}", "R30")
    reply = await dispatcher.ask(connection, message)
    if reply.ok:
        await dispatcher.house.calls.called(message.table)
    return reply


@handles(say.CheckMoves, roles=PIT | {Role.DEALER}, looks=True)
async def check_moves(
    dispatcher: Dispatcher, connection: Connection, message: say.CheckMoves
) -> CheckedMoves:
    state = dispatcher.room(message.table).state
    check_round(state, message.round)
    family, round = table_family(state.rules), state.round
    if round is None:
        return CheckedMoves((), (), ())
    verdicts = tuple(_verdict(family, round, move) for move in message.moves)
    return CheckedMoves(family.laid_cards(round), family.card_places(round), verdicts)


def _verdict(family: TableFamily[Any], round: engine.Round, move: CardMove) -> MoveVerdict:
    try:
        return MoveVerdict(move, family.check_move(round, move).deal)
    except Refused as why:
        return MoveVerdict(move, None, str(why.code), why.message, why.clause or "")


@handles(say.PreviewRuling, roles=PIT | {Role.DEALER}, looks=True)
async def preview_ruling(
    dispatcher: Dispatcher, connection: Connection, message: say.PreviewRuling
) -> RulingPreview:
    state = dispatcher.room(message.table).state
    check_round(state, message.round)
    return describe_ruling(state, dispatcher.actor(connection), message.ruling)


@handles(say.StageOutcomes, roles=PIT | {Role.LAB})
async def stage_outcomes(
    dispatcher: Dispatcher, connection: Connection, message: ToTable[table.StageOutcomes]
) -> Any:
    """A lab sits at a table as a player does; what comes next is no player's to say."""
    return await dispatcher.ask(connection, message)


# What a station has signed -------------------------------------------------------------------

handles(say.Signed, roles=PIT | {Role.DEALER})(Dispatcher.answer_signed)


# All others -----------------------------------------------------------------------------------

for _kind in say.MESSAGES:
    if issubclass(_kind, ToTable) and _kind not in HANDLERS:
        handles(_kind)(Dispatcher.ask)
