"""What the house makes of a message to a table, and looks at before the table does.

The node that a client is connected to does it for every message; the node that deals does it again
for what another node forwards.
"""

import hashlib

import msgspec
from msgspec.structs import replace

from croupier.engine.inputs import Capacity
from croupier.house.floor.text import clean
from croupier.house.people.people import People
from croupier.house.protection.protection import Protection
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.table import commands as table
from croupier.table.scan_codes import ScanCommand, read_code
from croupier.wire.commands import ClientMessage, Scan, ToTable

_SCANNED: dict[ScanCommand, table.Command] = {
    ScanCommand.OPEN_BETTING: table.OpenBetting(),
    ScanCommand.CLOSE_BETTING: table.CloseBetting(),
    ScanCommand.TAKE_BACK: table.TakeBack(),
    ScanCommand.CONFIRM_RESULT: table.ConfirmResult(),
}


def digest_of(message: ClientMessage) -> bytes:
    """Of the whole message: an id stands for what was sent, to which table and for which round, not
    for what the house made of it."""
    return hashlib.sha256(msgspec.json.encode(message)).digest()


def command_of(message: ToTable[table.Command] | Scan) -> table.Command:
    """What is put to the table: a scanned code as what it stands for, and text that others read
    without anything in it that turns, hides or rings."""
    if isinstance(message, Scan):
        return _scanned(message.code)
    command = message.command
    match command:
        case table.GiveConsent(instruction):
            return table.GiveConsent(_cleaned(instruction if instruction.strip() else ""))
        case table.InspectEquipment(inspection):
            return table.InspectEquipment(replace(inspection, note=_cleaned(inspection.note)))
        case table.ReplaceEquipment(note):
            return table.ReplaceEquipment(_cleaned(note))
        case table.ChangeShoe(record):
            return table.ChangeShoe(replace(record, video=_cleaned(record.video)))
        case table.AnswerCall(note):
            return table.AnswerCall(_cleaned(note))
        case table.CallPit(text):
            return table.CallPit(clean(text))
        case table.Rule():
            return replace(command, reason=_cleaned(command.reason))
    return command


def check_command(
    command: table.Command, name: str, role: Role, people: People, protection: Protection
) -> None:
    """What the table cannot know: it sees neither accounts nor who may play."""
    match command:
        case table.TakeSeat() | table.JoinWaiting():
            protection.check_entry(name)
        case table.ChangeDealer(dealer=str(dealer)):
            account = people.account(dealer)
            if account is None or account.role is not Role.DEALER:
                raise Refused(Code.NOT_ALLOWED, f"no dealer here is called {dealer}", "R30")
        # R30: in the capacity the ruling names; for the house itself only the shift manager speaks.
        case table.Rule(ruling) if ruling.by is Capacity.HOUSE and role is not Role.SHIFT:
            raise Refused(Code.NOT_ALLOWED, "only the shift manager speaks for the house", "R30")


def _scanned(code: str) -> table.Command:
    read = read_code(code)
    if isinstance(read, ScanCommand):
        return _SCANNED[read]
    return table.Call(read) if isinstance(read, int) else table.Scan(read)


def _cleaned(text: str) -> str:
    return clean(text) if text else ""
