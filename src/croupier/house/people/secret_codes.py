"""Secrets that a person reads off one screen and types into another."""

import secrets

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Thirty-two that are not taken for one another: five bits each."""


def readable() -> str:
    """80 bits, in four groups of four."""
    groups = ("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))
    return "-".join(groups)


def plain(code: str) -> str:
    """As it was meant, however it was typed."""
    return code.replace("-", "").replace(" ", "").lower()
