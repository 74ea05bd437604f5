"""Croupier: casino table games as pure rules that deal, and settle every cent under its clause.

    rules = variant("rws-blackjack", {"decks": 6})
    round = begin(rules, [Bet("ann", "initial", 100_00, box=1)])
    waiting(round)                              # a card is due to box 1
    round, lines = step(round, CardDealt(card("AS")))

Amounts are integers of the smallest currency unit. A round is a value: nothing changes it, and
`step` hands out the next one.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.public import *  # noqa: F403


def __getattr__(name: str) -> Any:
    """What is public, once it is asked for: `croupier --help` has no use for the games."""
    if name != "__all__" and (name.startswith("__") or find_spec(f"{__name__}.{name}")):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    attribute = getattr(import_module("croupier.public"), name)
    # Python calls this function only for missing names: each public name is looked up once.
    globals()[name] = attribute
    return attribute


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
