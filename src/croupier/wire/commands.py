"""What a client may say on its socket. Every kind has a tag, and an id that its sender made: the
answer carries it, and repeating it is safe.

A command to a table is defined in `table/commands.py`; here it is put in the envelope in which it
travels. The rest are messages to the house itself.
"""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar, Union

import msgspec
from msgspec import Meta

from croupier.engine.inputs import CardMove, Ruling
from croupier.kit.decode_errors import FORM
from croupier.table import commands as table
from croupier.table.commands import HOUSE_ONLY, MOST_AMOUNT, Command, LaidBet, Text
from croupier.table.signed_command import SignatureText, StationId

Id = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern="^[ -~]+$",
        description="Made by the sender, used once.",
        extra={FORM: "printable characters of ASCII"},
    ),
]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Round = Annotated[int, Meta(ge=0, le=MOST_AMOUNT, description="The round it is meant for.")]

C_co = TypeVar("C_co", bound=Command, covariant=True)
P = ParamSpec("P")


class _Said(
    msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True
):
    """Each kind has its own tag. What may be left out is left out, so that a field that comes new
    does not change what older messages are remembered by."""


class ClientMessage(_Said, frozen=True):
    """Everything after `hello`."""

    id: Id


class ToTable(ClientMessage, Generic[C_co], frozen=True):
    """A command in its envelope. The fields of the command stand beside those of the envelope; a
    class for it is made by `to_table` or `for_round`."""

    table: TableId
    kind: ClassVar[type[Command]]
    own: ClassVar[tuple[str, ...]]
    """The fields that are the command's."""

    @property
    def command(self) -> C_co:
        return self.kind(**{name: getattr(self, name) for name in self.own})  # type: ignore[return-value]


class ForRound(ToTable[C_co], frozen=True):
    """A command that is never taken for another round than it was meant for."""

    round: Round


def to_table(command: Callable[P, C_co]) -> Callable[Concatenate[str, str, P], ToTable[C_co]]:
    return _message(command, ToTable)


def for_round(
    command: Callable[P, C_co],
) -> Callable[Concatenate[str, str, int, P], ForRound[C_co]]:
    return _message(command, ForRound)


def _message(command: Any, envelope: type) -> Callable[..., Any]:
    fields = [
        (field.name, field.type) if field.required else (field.name, field.type, field.default)
        for field in msgspec.structs.fields(command)
        if HOUSE_ONLY not in getattr(field.type, "__metadata__", ())
    ]
    own = tuple(field[0] for field in fields)
    return msgspec.defstruct(
        command.__name__,
        fields,
        bases=(envelope,),
        # Where its fields are described.
        module=command.__module__,
        namespace={"__doc__": command.__doc__, "kind": command, "own": own},
        tag=command.__struct_config__.tag,
        frozen=True,
    )


# Coming and going -----------------------------------------------------------------------------


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last message a client has of a feed."""

    feed: Annotated[str, Meta(max_length=40)]
    n: Annotated[int, Meta(ge=0, le=MOST_AMOUNT)]


class Hello(_Said, frozen=True, tag="hello"):
    """The first word on a socket; the ticket is good for one use."""

    ticket: Annotated[str, Meta(max_length=100)]
    you: Mark | None = None


class Ping(ClientMessage, frozen=True, tag="ping"):
    pass


class Lobby(ClientMessage, frozen=True, tag="lobby"):
    """Answered with every table of the house."""


class Join(ClientMessage, frozen=True, tag="join"):
    """Follow a table; with a mark: from there on, if the house still has it."""

    table: TableId
    mark: Mark | None = None


class Part(ClientMessage, frozen=True, tag="part"):
    """Follow a table no longer; seats and bets stay."""

    table: TableId


class WatchFloor(ClientMessage, frozen=True, tag="watch-floor"):
    """Staff: every table at a glance, the alerts, and how many papers wait."""


class WatchCage(ClientMessage, frozen=True, tag="watch-cage"):
    """Cashiers: how many requests of players wait."""


class Acknowledge(ClientMessage, frozen=True, tag="acknowledge"):
    """The answer to a reality check; betting goes on after it."""


# Players --------------------------------------------------------------------------------------

TakeSeat = to_table(table.TakeSeat)
LeaveSeat = to_table(table.LeaveSeat)
JoinWaiting = to_table(table.JoinWaiting)
LeaveWaiting = to_table(table.LeaveWaiting)
ChooseFollow = to_table(table.ChooseFollow)
GiveEntropy = to_table(table.GiveEntropy)
PlaceCut = to_table(table.PlaceCut)
DeclineCut = to_table(table.DeclineCut)
AskBurned = to_table(table.AskBurned)
PlaceBets = for_round(table.PlaceBets)
FinishBetting = for_round(table.FinishBetting)


class CheckBets(ClientMessage, frozen=True, tag="check-bets"):
    """What these would be refused for if they were placed now, and which spots would take no
    further chip beside them. Nothing is kept."""

    table: TableId
    round: Round
    bets: tuple[LaidBet, ...]


GiveConsent = for_round(table.GiveConsent)
WithdrawConsent = for_round(table.WithdrawConsent)
AskSqueeze = for_round(table.AskSqueeze)
Decide = for_round(table.Decide)
TurnCards = for_round(table.TurnCards)
Squeeze = for_round(table.Squeeze)


class Say(ClientMessage, frozen=True, tag="say"):
    table: TableId
    text: Text


class ReportChat(ClientMessage, frozen=True, tag="report-chat"):
    table: TableId
    line: Annotated[str, Meta(max_length=40)]
    reason: Text


# Dealers --------------------------------------------------------------------------------------


class Scan(ClientMessage, frozen=True, tag="scan"):
    """What the scanner typed: a card, or a pocket at the wheel."""

    table: TableId
    round: Round
    code: Annotated[str, Meta(min_length=1, max_length=40)]


class Signed(ClientMessage, frozen=True, tag="signed"):
    """A message to a table as a station has signed it: answered as the message itself is, whose id
    this one has. The signature is under `croupier/station-command`, a newline, the station's id, a
    newline and the message."""

    station: StationId
    signature: SignatureText
    message: Annotated[str, Meta(min_length=1, max_length=12_000)]
    """The JSON text of it, byte for byte."""


TakeBack = for_round(table.TakeBack)
OpenBetting = to_table(table.OpenBetting)
CloseBetting = for_round(table.CloseBetting)
CloseOffers = for_round(table.CloseOffers)
ConfirmResult = for_round(table.ConfirmResult)
ChangeShoe = to_table(table.ChangeShoe)
PlaceFor = for_round(table.PlaceFor)
MoveFor = for_round(table.MoveFor)
InspectEquipment = to_table(table.InspectEquipment)
ReplaceEquipment = to_table(table.ReplaceEquipment)
OfferCut = to_table(table.OfferCut)
BurnCards = to_table(table.BurnCards)
ShowBurned = to_table(table.ShowBurned)
DeclineBurned = to_table(table.DeclineBurned)
CallPit = to_table(table.CallPit)
WithdrawCall = to_table(table.WithdrawCall)

# The pit --------------------------------------------------------------------------------------

Rule = for_round(table.Rule)
WithdrawRuling = for_round(table.WithdrawRuling)


class CheckMoves(ClientMessage, frozen=True, tag="check-moves"):
    """Every card of the round as it ought to lie, and of each that lies elsewhere whether it may be
    put back (R27). Nothing is kept."""

    table: TableId
    round: Round
    moves: Annotated[tuple[CardMove, ...], Meta(max_length=table.MOST_CARDS)] = ()


class PreviewRuling(ClientMessage, frozen=True, tag="preview-ruling"):
    """What this ruling would come to if it were made now, or why it would be refused. Nothing is
    kept."""

    table: TableId
    round: Round
    ruling: Ruling


AnswerCall = to_table(table.AnswerCall)
AllowSqueeze = for_round(table.AllowSqueeze)
RefuseSqueeze = for_round(table.RefuseSqueeze)
ChangeDealer = to_table(table.ChangeDealer)
Reconfigure = to_table(table.Reconfigure)
Reshuffle = to_table(table.Reshuffle)
OpenTable = to_table(table.OpenTable)
StageOutcomes = to_table(table.StageOutcomes)
CloseTable = to_table(table.CloseTable)

_ENVELOPES = (ClientMessage, ToTable, ForRound)
MESSAGES: tuple[type[ClientMessage], ...] = tuple(
    kind
    for kind in tuple(globals().values())
    if isinstance(kind, type) and issubclass(kind, ClientMessage) and kind not in _ENVELOPES
)
Asked: Any = Union[MESSAGES]  # noqa: UP007 -- of a tuple
"""Everything after `hello`."""
