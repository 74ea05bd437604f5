"""Amounts that may be put at risk (R1)."""

from croupier.kit.errors import Code, Refused
from croupier.kit.money import parse_amount
from croupier.kit.phrase import Phrase, words

LARGEST_AMOUNT = 10**12
"""The most that one amount may be, at the cage, in a limit or in a table's maximum: ten thousand
million currency units. Thousands of them add up within what the books hold, 2**53 - 1."""

AMOUNT = words("amount")


def parse_stake(text: object, chip_unit: int, what: str = "amount") -> int:
    """Read an amount that is put at risk: positive, and a multiple of the chip unit (R1)."""
    amount = parse_amount(text, what)
    check_stake(amount, chip_unit, what)
    return amount


def check_stake(amount: int, chip_unit: int, what: str | Phrase = AMOUNT) -> None:
    if amount <= 0:
        raise Refused(Code.BAD_AMOUNT, words("{what} must be more than nothing", what=what), "R1")
    if amount % chip_unit:
        message = words(
            "{what} {amount:amount} is not a multiple of the chip unit {unit:amount}",
            what=what,
            amount=amount,
            unit=chip_unit,
        )
        raise Refused(Code.BAD_AMOUNT, message, "R1")


def check_size(amount: int, what: str | Phrase = AMOUNT) -> None:
    """Refuse what is no sane amount of money, in either direction."""
    if abs(amount) > LARGEST_AMOUNT:
        message = words("{what} is at most {most:amount}", what=what, most=LARGEST_AMOUNT)
        raise Refused(Code.LIMIT, message, "R1")
