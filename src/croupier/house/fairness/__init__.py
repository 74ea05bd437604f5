"""The public record of one round, and how anyone checks it without the house.

Before betting opened the house had committed to the seed of a whole shoe, or of a run of the
wheel; after that players gave something, and after a delay the order followed from both. The record
tells all of it, at which place of the order the round began, what came out and what it paid. Once
the shoe is used up the seed and the order are in the record too, and everything can be checked, by
anyone, with nothing but the record.
"""

from croupier.house.fairness.checks import CheckResult, Finding, check_record
from croupier.house.fairness.journal import fair_record
from croupier.house.fairness.record import (
    FairDelay,
    FairRecord,
    FairShoe,
    Note,
    Scheme,
    StationSignature,
    UnsignedEntry,
    read_record,
)

__all__ = [
    "CheckResult",
    "FairDelay",
    "FairRecord",
    "FairShoe",
    "Finding",
    "Note",
    "Scheme",
    "StationSignature",
    "UnsignedEntry",
    "check_record",
    "fair_record",
    "read_record",
]
