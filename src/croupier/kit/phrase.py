"""What the house says itself, told so that it can be said in any language.

    said = words("Wait for {who:and}, or close.", who=("ann", "bob"))
    str(said)                      # Wait for ann and bob, or close.
    said.key, said.args            # what a client looks up in its own language, and fills in

An English sentence with places is its own key. So it is always written out where it is said, and
`tools.phrases` finds them all. A place is `{name}`, or `{name:kind}` where what stands in it is
written in a way of its own; `{^name}` begins with a capital.
"""

import re
from collections.abc import Callable, Iterable

import msgspec

from croupier.kit.money import format_amount

PLACE = re.compile(r"\{(\^?)(\w+)(?::(\w+))?\}")


class Phrase(msgspec.Struct, frozen=True):
    key: str
    args: "dict[str, int | str | Phrase | tuple[int | str | Phrase, ...]]" = {}

    def __str__(self) -> str:
        return PLACE.sub(self._filled, self.key)

    def _filled(self, place: re.Match[str]) -> str:
        capital, name, kind = place.groups()
        text = KINDS[kind](self.args[name])
        return text[:1].upper() + text[1:] if capital else text


Item = int | str | Phrase
Argument = Item | tuple[Item, ...]


def words(key: str, **args: Argument) -> Phrase:
    return Phrase(key, args)


def listed(items: Iterable[Item], last: str) -> str:
    """ "a", "a and b", "a, b and c"."""
    *others, final = map(str, items)
    return f"{', '.join(others)} {last} {final}" if others else final


def _joined(between: str) -> Callable[[Iterable[Item]], str]:
    return lambda items: between.join(map(str, items))


KINDS: dict[str | None, Callable[..., str]] = {
    None: str,
    "amount": format_amount,
    "card": str,
    "cards": _joined(" "),
    "and": lambda items: listed(items, "and"),
    "or": lambda items: listed(items, "or"),
    "semicolon": _joined("; "),
    "space": _joined(" "),
}
