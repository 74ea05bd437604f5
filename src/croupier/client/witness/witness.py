"""One look of a witness at a house's log: signed, and grown from what was seen before?"""

from collections.abc import Callable
from enum import StrEnum
from time import gmtime, strftime

import msgspec

from croupier.client.witness.folder import WitnessFolder
from croupier.client.witness.house_log import HouseLog, NotServed
from croupier.kit.errors import Code, Refused
from croupier.tlog.checkpoint import LogCheckpoint, parse_checkpoint
from croupier.tlog.merkle import consistency_proof, is_consistent, root_of
from croupier.tlog.notes import (
    Note,
    VerifierKey,
    cosigned_at,
    is_signed,
    parse_key,
    parse_note,
    signature_by,
)
from croupier.tlog.tiles import TileNodes

_TRIES = 3
"""Of several nodes one may be a moment behind the one that was asked before."""
_AGAIN_S = 2.0
_LAST_TOLD_S = 253_402_300_799
"""The last second of the year 9999: what a clock says that is later is told as that."""


class Verdict(StrEnum):
    FIRST = "first"
    GROWN = "grown"
    UNCHANGED = "unchanged"
    STANDS_STILL = "stands-still"
    UNSIGNED = "unsigned"
    WITHHELD = "withheld"
    SHORTER = "shorter"
    REWRITTEN = "rewritten"
    SPLIT = "split"
    UNPROVEN = "unproven"
    NOT_COSIGNED = "not-cosigned"
    OTHER_BOOKS = "other-books"

    @property
    def well(self) -> bool:
        return self in (Verdict.FIRST, Verdict.GROWN, Verdict.UNCHANGED)


class Look(msgspec.Struct, frozen=True):
    verdict: Verdict
    says: str
    checkpoint: LogCheckpoint | None = None


class Witness:
    def __init__(
        self,
        folder: WitnessFolder,
        log: HouseLog,
        *,
        now: Callable[[], float],
        sleep: Callable[[float], object],
        stale_s: int,
    ) -> None:
        """`stale_s`: how long a log may stand still."""
        self._folder = folder
        self._log = log
        self._now = now
        self._sleep = sleep
        self._stale_s = stale_s

    def key(self, told: str = "") -> tuple[VerifierKey, bool]:
        """Of the log that is watched; and whether it was the house itself that has just said so."""
        known = self._folder.log_key()
        try:
            given = parse_key(told) if told else None
            if known is not None and given not in (None, known):
                message = f"this folder watches the log {known.name}, with another key"
                raise Refused(Code.BAD_SETTING, message)
            asked = known is None and given is None
            key = known or given or parse_key(self._log.key())
        except ValueError as error:
            raise Refused(Code.BAD_SETTING, f"the key of the log: {error}") from None
        if known is None:
            self._folder.pin(key)
        return key, asked

    def look(self, key: VerifierKey) -> Look:
        for _ in range(_TRIES - 1):
            look = self._look(key)
            if look.verdict is not Verdict.SHORTER:
                return look
            self._sleep(_AGAIN_S)
        return self._look(key)

    def _look(self, key: VerifierKey) -> Look:
        try:
            note, checkpoint = read_signed(self._log.checkpoint(), key)
        except NotServed as error:
            return Look(Verdict.WITHHELD, f"the house shows no checkpoint: {error}")
        if note is None or checkpoint is None:
            says = f"what the house shows is no checkpoint signed by {key.name}"
            return Look(Verdict.UNSIGNED, says)
        try:
            look = self._compared(checkpoint)
        except (NotServed, ValueError) as error:
            says = f"the house does not show what its checkpoint is made of: {error}"
            return Look(Verdict.WITHHELD, says, checkpoint)
        seconds = int(self._now())
        if look.verdict in (Verdict.FIRST, Verdict.GROWN):
            self._folder.keep(note, seconds)
        elif not look.verdict.well and look.verdict is not Verdict.STANDS_STILL:
            path = self._folder.keep_evidence(note, seconds)
            return msgspec.structs.replace(look, says=f"{look.says}; both are kept: {path}")
        return look

    def _compared(self, new: LogCheckpoint) -> Look:
        last = self._folder.last()
        nodes = TileNodes(new.size, self._log.tile)
        if last is None:
            if root_of(new.size, nodes) != new.root:
                raise ValueError("its tiles do not come to its root")
            return Look(Verdict.FIRST, f"the log has {new.size} entries", new)
        if new.size < last.size:
            says = f"the log had {last.size} entries and has {new.size}"
            return Look(Verdict.SHORTER, f"{says}: history was cut off, or put back", new)
        if new.size == last.size:
            return self._same_size(last, new)
        proof = consistency_proof(last.size, new.size, nodes)
        if not is_consistent(last.size, new.size, last.root, new.root, proof):
            says = f"the log of {new.size} entries does not begin with the {last.size} seen before"
            return Look(Verdict.REWRITTEN, f"{says}: history was rewritten", new)
        says = f"the log has grown from {last.size} to {new.size} entries, and nothing else"
        return Look(Verdict.GROWN, says, new)

    def _same_size(self, last: LogCheckpoint, new: LogCheckpoint) -> Look:
        if new.root != last.root:
            says = f"the log has {new.size} entries as before, and they are others"
            return Look(Verdict.REWRITTEN, f"{says}: history was rewritten", new)
        since = max((seen.seconds for seen in self._folder.seen()), default=0)
        still = int(self._now()) - since
        if since and still > self._stale_s:
            says = f"the log stands still at {new.size} entries, for {still} seconds"
            return Look(Verdict.STANDS_STILL, says, new)
        return Look(Verdict.UNCHANGED, f"the log still has {new.size} entries", new)

    def cosigned(self, key: VerifierKey, other: VerifierKey) -> Look:
        """What another witness has cosigned, as the house shows it: lately, and of the log that is
        shown here? The house cannot sign for the other."""
        ours = self._folder.last()
        try:
            encoded = self._log.cosigned(other.id.hex())
            note, _ = read_signed(encoded, key)
            signature = None if note is None else signature_by(note, other)
        except NotServed:
            signature = None
        if signature is None:
            says = f"the house shows no checkpoint that {other.name} has cosigned"
            return Look(Verdict.NOT_COSIGNED, says, ours)
        seconds = cosigned_at(signature)
        look = self.compare(key, encoded)
        when = strftime("%Y-%m-%d %H:%M:%S", gmtime(min(seconds, _LAST_TOLD_S)))
        says = f"{other.name} cosigned at {when} UTC: {look.says}"
        if look.verdict.well and self._now() - seconds > self._stale_s:
            return Look(Verdict.NOT_COSIGNED, f"{says}; nothing since", ours)
        return msgspec.structs.replace(look, says=says)

    def compare(self, key: VerifierKey, other: bytes) -> Look:
        """With a checkpoint that somebody else was shown."""
        note, theirs = read_signed(other, key)
        ours = self._folder.last()
        if note is None or theirs is None or ours is None:
            raise Refused(Code.BAD_FILE, f"the other is no checkpoint signed by {key.name}")
        small, large = sorted((ours, theirs), key=lambda each: each.size)
        try:
            nodes = TileNodes(large.size, self._log.tile)
            proof = consistency_proof(small.size, large.size, nodes)
            one = is_consistent(small.size, large.size, small.root, large.root, proof)
        except (NotServed, ValueError):
            one = False
        if one:
            says = f"both were shown one log: {small.size} and {large.size} entries"
            return Look(Verdict.UNCHANGED, says, ours)
        path = self._folder.keep_evidence(note, int(self._now()))
        return Look(Verdict.SPLIT, f"{split_words(ours, theirs)}; both are kept: {path}", ours)


def read_signed(encoded: bytes, key: VerifierKey) -> tuple[Note | None, LogCheckpoint | None]:
    """None, if it is not signed by the log."""
    try:
        note = parse_note(encoded)
        checkpoint = parse_checkpoint(note.text)
    except ValueError:
        return None, None
    if not is_signed(note, key) or checkpoint.origin != key.name:
        return None, None
    return note, checkpoint


def split_words(ours: LogCheckpoint, theirs: LogCheckpoint) -> str:
    return (
        f"the log is split: the {ours.size} entries shown here and the {theirs.size} shown there"
        " are not of one log"
    )


def compare_folders(one: WitnessFolder, other: WitnessFolder) -> Look:
    """Without asking the house: by what each has seen, and by the copies they hold."""
    key = one.log_key()
    if key is None or key != other.log_key():
        raise Refused(Code.BAD_SETTING, "these two do not watch the same log")
    roots = {seen.size: seen.root for seen in one.seen()}
    both = {seen.size: seen.root for seen in other.seen() if seen.size in roots}
    for size, root in sorted(both.items()):
        if roots[size] != root:
            return _split_at(size, one)
    lasts = [(last.size, last.root, folder) for folder in (one, other) if (last := folder.last())]
    if len(lasts) < 2:
        raise Refused(Code.NOT_FOUND, "one of them has not seen the log yet")
    (small, root, _), (large, _, larger) = sorted(lasts, key=lambda last: last[0])
    # The larger log is known to go on from each size that its witness has seen or copied.
    known = larger.root_at(small)
    if known is None:
        says = (
            f"nothing shows that the log of {large} entries goes on from the one of {small}: "
            f"they agree up to {max(both, default=0)}. Compare with the address and --with, or let "
            "them take copies (--copy)"
        )
        return Look(Verdict.UNPROVEN, says, one.last())
    if known != root:
        return _split_at(small, one)
    says = f"both were shown one log, up to {small} entries"
    return Look(Verdict.UNCHANGED, says, one.last())


def _split_at(size: int, one: WitnessFolder) -> Look:
    says = f"the log is split: of {size} entries each was shown others"
    return Look(Verdict.SPLIT, says, one.last())
