"""Checking a record with nothing but the record."""

from base64 import b64decode
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

import msgspec

from croupier.chance.derived import (
    REFERENCE_US,
    closed_in_time,
    derived_order,
    given_digest,
    shows_delay,
)
from croupier.chance.sealed import Opening, cut_of, cut_order, proves
from croupier.engine import protocol as engine
from croupier.engine.equipment import Cards
from croupier.engine.rules import Rules
from croupier.engine.rules_digest import rules_digest
from croupier.house.fairness.record import (
    FairDelay,
    FairRecord,
    FairShoe,
    Scheme,
    StationSignature,
)
from croupier.house.stations.signatures import command_bytes, is_signed
from croupier.house.stations.signed_texts import message_of, of_round, scanned_outcomes
from croupier.kit.cards import shoe
from croupier.kit.errors import Refused
from croupier.roundfile import RoundFile, play, read
from croupier.table.config import DealerKind

MOST_OUTCOMES = 10_000


class CheckResult(StrEnum):
    HOLDS = "holds"
    WRONG = "wrong"
    NOT_YET = "not-yet"
    """It cannot be checked before the shoe is opened."""
    UNSIGNED = "unsigned"
    """Nothing is wrong: whoever did it had no station that could have signed."""

    @property
    def well(self) -> bool:
        return self in (CheckResult.HOLDS, CheckResult.UNSIGNED)


class Finding(msgspec.Struct, frozen=True):
    check: str
    verdict: CheckResult
    says: str


def check_record(record: FairRecord) -> list[Finding]:
    """Every check that the record's kind of dealing allows, in the order of the proof."""
    try:
        file = read(msgspec.json.encode(record.file)) if record.file is not None else None
        rules = engine.variant(file.game, file.settings) if file is not None else None
    except Refused as refused:
        return [Finding("file", CheckResult.WRONG, f"there is no such round: {refused}")]
    findings = [*_rules(record, rules), *_sealing(record)]
    if record.shoe is not None:
        findings += _order(record.shoe, file, rules)
    findings += _stations(record, file)
    return [*findings, _settlement(record, file)]


def _finding(check: str, held: bool, says: str, wrong: str) -> Finding:
    return (
        Finding(check, CheckResult.HOLDS, says)
        if held
        else Finding(check, CheckResult.WRONG, wrong)
    )


def _rules(record: FairRecord, rules: Rules | None) -> Iterator[Finding]:
    """What no honest round of the house's is: staged, or of other rules than it names. The round
    file says by which settings it was played, and those come to a digest."""
    if record.staged is True:
        says = "the cards were known beforehand, and no money was on them"
        yield Finding("staged", CheckResult.WRONG, says)
    named = record.rules
    if rules is not None and isinstance(named, str) and named != rules_digest(rules):
        says = "it was played by other rules than it names"
        yield Finding("rules", CheckResult.WRONG, says)


def _sealing(record: FairRecord) -> Iterator[Finding]:
    """By the journal's numbers: a clock can be set back, the order of entries cannot."""
    if record.shoe is None:
        if record.dealer is DealerKind.VIRTUAL:
            yield Finding("sealed", CheckResult.WRONG, "the house dealt, and names no sealed order")
        return
    yield _finding(
        "sealed",
        record.shoe.sealed_entry < record.betting_entry
        and (record.shoe.scheme is Scheme.DELAY) is (record.shoe.delay is not None),
        "the order was committed to before betting opened",
        "betting opened before the order was committed to",
    )


def _order(shoe: FairShoe, file: RoundFile | None, rules: Rules | None) -> Iterator[Finding]:
    if shoe.delay is None:
        yield _cut(shoe)
    else:
        yield from _delay(shoe, shoe.delay)
    opening = shoe.opening
    if opening is None:
        derived = ("order",) if shoe.delay else ()
        for check in ("opening", *derived, "whole", "place"):
            yield Finding(check, CheckResult.NOT_YET, "to be checked when the shoe is used up")
        return
    yield _finding(
        "opening",
        _proves(shoe, opening),
        "what was published is what was committed to",
        "what was published is not what was committed to",
    )
    if shoe.delay is not None:
        yield _derived(shoe, shoe.delay, opening)
    if file is not None and rules is not None:
        yield _whole(shoe, opening, rules)
        yield _place(shoe, opening, file)


def _proves(shoe: FairShoe, opening: Opening) -> bool:
    terms = None if shoe.delay is None else shoe.delay.terms
    try:
        return proves(shoe.name, shoe.commitment, opening, terms)
    except ValueError:  # a salt that is not hexadecimal
        return False


def _delay(shoe: FairShoe, delay: FairDelay) -> Iterator[Finding]:
    """Anyone who gave something finds it in the list; the list was closed, and then the delay
    begun."""
    held = delay.digest == given_digest(shoe.commitment, shoe.entropy).hex()
    yield _finding(
        "closed",
        held and delay.closed_entry > shoe.sealed_entry and shoe.cut == 0,
        f"after the commitment {_people(shoe)} gave something, and nothing was added later",
        "what was closed is not what players gave after the commitment",
    )
    if not shoe.entropy:
        nobody = "nobody gave anything: there was no delay, and only the commitment holds"
        yield _finding(
            "delay", delay.result is None, nobody, "there was a delay over what nobody gave"
        )
        return
    squarings = delay.terms.squarings
    yield _finding(
        "delay",
        delay.result is not None
        and shows_delay(shoe.commitment, shoe.entropy, squarings, delay.result),
        f"the order waited for {squarings:,} squarings after the last of it",
        f"it is not proved that {squarings:,} squarings lay between",
    )
    yield _margin(delay)


def _margin(delay: FairDelay) -> Finding:
    """By the house's own clocks; whoever gave something has a clock too."""
    since = delay.closed_ms if delay.given_ms is None else delay.given_ms
    squarings, open_ms = delay.terms.squarings, delay.closed_ms - since
    seconds, open_for = squarings * REFERENCE_US / 1e6, open_ms / 1e3
    times = f", {seconds / open_for:.1f} times as long" if open_for > 0 else ""
    return _finding(
        "margin",
        closed_in_time(open_ms, squarings),
        f"it was open for {open_for:.1f} s; the squarings take a fast core {seconds:.1f} s{times}",
        f"it was open for {open_for:.1f} s, and the squarings take a fast core {seconds:.1f} s: "
        "whoever gave last had the time to choose",
    )


def _derived(shoe: FairShoe, delay: FairDelay, opening: Opening) -> Finding:
    terms, output = delay.terms, delay.result.output if delay.result else ""
    sane = terms.size == shoe.size <= MOST_OUTCOMES and terms.burned == shoe.burned
    sane = sane and (terms.size == 52 * terms.decks or (not terms.decks and terms.pockets > 0))
    try:
        held = sane and derived_order(shoe.name, opening.salt, output, terms) == opening.outcomes
    except ValueError:  # not hexadecimal
        held = False
    return _finding(
        "order",
        held,
        "the whole order follows from the seed and what the delay came to",
        "the published order does not follow from the seed and what the delay came to",
    )


def _people(shoe: FairShoe) -> str:
    return f"{len(shoe.entropy)} players" if len(shoe.entropy) != 1 else "one player"


def _cut(shoe: FairShoe) -> Finding:
    """Anyone who gave something finds it in the list, and the cut follows from the list."""
    cut = cut_of(shoe.commitment, shoe.entropy, max(shoe.size, 1))
    return _finding(
        "cut",
        cut == shoe.cut,
        f"the shoe was cut at {shoe.cut}, as what {_people(shoe)} gave says"
        if shoe.entropy
        else "nobody asked for a cut, and there was none",
        "the shoe was cut elsewhere than what its players gave says",
    )


def _whole(sealed: FairShoe, opening: Opening, rules: Rules) -> Finding:
    equipment = rules.equipment
    if isinstance(equipment, Cards):
        decks = equipment.decks
        held = Counter(opening.outcomes) == Counter(map(str, shoe(decks)))
        what = f"{decks} whole decks" if decks > 1 else "one whole deck"
    else:
        pockets = range(equipment.pockets)
        held = set(opening.outcomes) <= {str(pocket) for pocket in pockets}
        what = f"pockets of the wheel, 0 to {pockets[-1]}"
    held = held and len(opening.outcomes) == sealed.size
    return _finding("whole", held, f"the order is of {what}", f"the order is not of {what}")


def _place(shoe: FairShoe, opening: Opening, file: RoundFile) -> Finding:
    dealt = tuple(map(str, file.cards)) if file.pocket is None else (str(file.pocket),)
    there = cut_order(opening.outcomes, max(shoe.cut, 0))[max(shoe.place, 0) :][: len(dealt)]
    where = f"the {shoe.used} outcomes after the first {shoe.place}"
    return _finding(
        "place",
        dealt == there and len(dealt) == shoe.used and shoe.place >= max(shoe.burned, 0),
        f"what was dealt are {where}",
        f"what was dealt are not {where}",
    )


def _stations(record: FairRecord, file: RoundFile | None) -> Iterator[Finding]:
    """Of a round dealt by hand: what was scanned is signed, and is what the round was played with;
    and nothing that should have been signed was done without it."""
    if record.dealer is not DealerKind.HUMAN or file is None:
        return
    unsigned = record.unsigned
    if record.signatures or unsigned == ():
        yield _signed(record, file)
    if isinstance(unsigned, msgspec.UnsetType):
        return
    owed = sum(each.owed for each in unsigned)
    if not unsigned:
        says = "everything that staff did in this round is signed"
        yield Finding("all-signed", CheckResult.HOLDS, says)
    elif owed:
        says = f"{_entries(owed)} not signed, and a station was there to do it"
        yield Finding("all-signed", CheckResult.WRONG, says)
    else:
        says = f"{_entries(len(unsigned))} not signed: whoever made them had no station then"
        yield Finding("all-signed", CheckResult.UNSIGNED, says)


def _signed(record: FairRecord, file: RoundFile) -> Finding:
    if not all(_signs(each) for each in record.signatures):
        return Finding("signed", CheckResult.WRONG, "a station's signature is not good")
    dealt = Counter(map(str, file.cards) if file.pocket is None else [str(file.pocket)])
    messages = [message_of(each.text) for each in record.signatures]
    meant = all(of_round(message, record.table, record.round) for message in messages)
    scanned = Counter(scanned_outcomes(messages))
    # Where nothing is unsigned, what was dealt is signed to the last card.
    whole = scanned == dealt or record.unsigned != ()
    return _finding(
        "signed",
        meant and whole and scanned <= dealt,
        f"{scanned.total()} of the {dealt.total()} cards or pockets dealt were signed by their"
        " station",
        "a station has signed something else than was dealt",
    )


def _entries(count: int) -> str:
    return f"{count} entries are" if count != 1 else "one entry is"


def _signs(each: StationSignature) -> bool:
    try:
        public = b64decode(each.public, validate=True)
    except ValueError:
        return False
    body = command_bytes(each.station, each.text)
    return is_signed(each.algorithm, public, each.signature, body)


def _settlement(record: FairRecord, file: RoundFile | None) -> Finding:
    if file is None:
        in_use = record.shoe is not None and record.shoe.opening is None
        verdict = CheckResult.NOT_YET if in_use else CheckResult.WRONG
        return Finding("settlement", verdict, "the cards of the round are not in the record")
    try:
        lines = play(file).lines
    except Refused as refused:
        return Finding(
            "settlement", CheckResult.WRONG, f"the round cannot be played again: {refused}"
        )
    return _finding(
        "settlement",
        lines == record.lines,
        "played again, the round pays what the house paid",
        "played again, the round pays something else than the house paid",
    )
