"""Checks that a sentence of the house can be translated."""

from tools.phrases import phrases

from croupier.kit.phrase import Item, Phrase, places

KNOWN = frozenset(phrases())


def sayable(said: Phrase) -> bool:
    """Every part of it is among the phrases the languages translate, and no place stays empty."""
    filled = places(said.key).keys() == said.args.keys()
    return said.key in KNOWN and filled and all(map(_part, said.args.values()))


def _part(value: Item | tuple[Item, ...]) -> bool:
    if isinstance(value, tuple):
        return all(map(_part, value))
    return not isinstance(value, Phrase) or sayable(value)
