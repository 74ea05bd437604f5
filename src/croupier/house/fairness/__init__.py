"""The public record of one round, and how anyone checks it without the house.

Before betting opened the house had committed to the order of the whole shoe, or of a run of the
wheel. The record says which commitment, at which place of that order the round began, what came
out and what it paid. Once the shoe is used up its order is in the record too, and everything can
be checked, by anyone, with nothing but the record.
"""

from croupier.house.fairness.checks import CheckResult, Finding, check_record
from croupier.house.fairness.journal import fair_record
from croupier.house.fairness.record import FairRecord, FairShoe, Note, StationSignature, read_record

__all__ = [
    "CheckResult",
    "FairRecord",
    "FairShoe",
    "Finding",
    "Note",
    "StationSignature",
    "check_record",
    "fair_record",
    "read_record",
]
