"""The sealed report of a day: what it says, its seal, and the file it is handed out as.

The report is canonical JSON (keys sorted, no white space, whole numbers only), so that it has one
hash. The next report names that hash. The house signs it for the purpose "day-close".
"""

import hashlib

import msgspec

from croupier.house.days.facts import CageCount, DayCounted, Signature
from croupier.house.days.figures import DayFigures
from croupier.house.house_signature import HouseSignature, is_signed
from croupier.kit.decode_errors import NotDecoded, decoded
from croupier.kit.errors import Code, Refused

PURPOSE = "day-close"
FORMAT = "croupier day 1"


class DayReport(msgspec.Struct, frozen=True):
    format: str
    number: int
    """From 1, without a gap."""
    day: str
    """By UTC, from midnight to midnight."""
    previous: str
    """The SHA-256 of the report before; empty in the first."""
    figures: DayFigures
    count: CageCount
    since_cut: int
    """What was taken in over the counter, less what was paid out, between the end of the day and
    the count."""
    expected_cash: int
    """What should have been there when it was counted."""
    closing_cash: int
    """What was counted, as it was at the end of the day: the next one begins with it."""
    counted: Signature
    countersigned: Signature

    @property
    def cash_difference(self) -> int:
        """Above zero: more was there."""
        return self.count.counted - self.expected_cash


class SealedFile(msgspec.Struct, frozen=True):
    """What is handed out: whoever has it can check it without us."""

    report: msgspec.Raw
    sha256: str
    public: str
    """The house's public key, Ed25519, in hex."""
    signature: str
    purpose: str = PURPOSE


def expected_cash(figures: DayFigures, count: CageCount, since_cut: int) -> int:
    return figures.cash.closing + since_cut + count.brought - count.taken


def report_of(
    counted: DayCounted, countersigned: Signature, number: int, previous: str
) -> DayReport:
    count, since = counted.count, counted.since_cut
    return DayReport(
        FORMAT,
        number,
        counted.day,
        previous,
        counted.figures,
        count,
        since,
        expected_cash(counted.figures, count, since),
        count.counted - since,
        counted.signature,
        countersigned,
    )


def canonical(value: object) -> bytes:
    """The one way to write it: also of a file that somebody has laid out anew."""
    return msgspec.json.encode(msgspec.to_builtins(value), order="sorted")


def sha256(report: bytes) -> str:
    return hashlib.sha256(report).hexdigest()


def read_report(report: bytes | str) -> DayReport:
    return msgspec.json.decode(report, type=DayReport)


def sealed_file(report: bytes, signature: str, public: bytes) -> bytes:
    return msgspec.json.encode(
        SealedFile(msgspec.Raw(report), sha256(report), public.hex(), signature)
    )


def sign(key: HouseSignature, report: bytes) -> str:
    return key.sign(PURPOSE, report).hex()


def read_sealed_file(data: bytes) -> tuple[SealedFile, bytes]:
    """The file and the canonical bytes of its report; refused, if it is none."""
    try:
        file = decoded(data, SealedFile, "the file")
        return file, canonical(msgspec.json.decode(file.report))
    except (NotDecoded, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refused(Code.BAD_FILE, f"this is no report of a day: {error}") from None


def seal_faults(file: SealedFile, report: bytes) -> list[str]:
    """What is wrong with the file in itself; nothing, if all is well."""
    faults = []
    if sha256(report) != file.sha256:
        faults.append("the report is not the one that was hashed")
    try:
        public, signature = bytes.fromhex(file.public), bytes.fromhex(file.signature)
    except ValueError:
        return [*faults, "the signature cannot be read"]
    if not is_signed(public, signature, PURPOSE, report):
        faults.append("the house has not signed this report")
    return faults
