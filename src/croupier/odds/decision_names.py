"""What decisions about a hand are called, where they stand in a table by name."""

from croupier.engine.inputs import Action


def decision_name(shown: int, action: Action, total: int, *, soft: bool, first: bool) -> str:
    """The dealer's card by its value from zero, the ace being zero; `first`: of two cards."""
    return f"{shown} {action} {total}{'s' if soft else ''}{'f' if first else ''}"


def split_name(shown: int, pair: int) -> str:
    return f"{shown} {Action.SPLIT} {pair}"
