"""Money is an integer of the smallest currency unit (R1); text is decimal currency units.

No float comes near: "2.50" is read digit by digit, and written back the same way.
"""

import re
from decimal import Decimal

from croupier.kit.errors import Code, Refused

CENTS = 100
"""Smallest units in one currency unit."""

_DECIMAL = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?")
_LONGEST = 10_000
"""Characters of an amount; more is no money anyone ever staked."""


def parse_amount(text: object, what: str = "amount") -> int:
    """Read a decimal string of currency units, "100" or "2.50"; a JSON number is refused."""
    if not isinstance(text, str):
        raise Refused(
            Code.BAD_AMOUNT,
            f'{what} must be a decimal string such as "100" or "2.50", not {_kind(text)}',
            "R1",
        )
    if len(text) > _LONGEST or not (match := _DECIMAL.fullmatch(text)):
        raise Refused(Code.BAD_AMOUNT, f"{what} {_short(text)} is not a decimal string", "R1")
    sign, whole, fraction = match.group(1), match.group(2), match.group(3) or ""
    fraction = fraction.rstrip("0")
    if len(fraction) > 2:
        raise Refused(
            Code.BAD_AMOUNT, f"{what} {_short(text)} is finer than the smallest unit", "R1"
        )
    # Through Decimal: int() of a long string is capped by the interpreter.
    units = int(Decimal(whole + fraction.ljust(2, "0")))
    return -units if sign else units


def format_amount(amount: int) -> str:
    """Write currency units with no trailing zeros: "-12.5", "0", "150"."""
    whole, fraction = divmod(abs(amount), CENTS)
    text = format(Decimal(whole), "f")
    if fraction:
        text += f".{fraction:02d}".rstrip("0")
    return f"-{text}" if amount < 0 else text


def format_cents(amount: int) -> str:
    """Write currency units to the cent, as they stand in columns: "-12.50", "0.00", "150.00"."""
    whole, fraction = divmod(abs(amount), CENTS)
    return f"{'-' if amount < 0 else ''}{whole}.{fraction:02d}"


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else "a number"


def _short(text: str) -> str:
    return repr(text if len(text) <= 24 else text[:24] + "…")
