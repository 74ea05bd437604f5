"""The closure of a shoe: when it is done with, every card of it is accounted for, and the house
signs that."""

from croupier.house.closures.certificate import (
    Certificate,
    Closure,
    Verdict,
    certified,
    closure_faults,
    read_certificate,
)
from croupier.house.closures.closures import Closures

__all__ = [
    "Certificate",
    "Closure",
    "Closures",
    "Verdict",
    "certified",
    "closure_faults",
    "read_certificate",
]
