"""What the house says itself, told so that it can be said in any language.

    said = words("Wait for {who:and}, or close.", who=("ann", "bob"))
    str(said)                      # Wait for ann and bob, or close.
    said.key, said.args            # what a client looks up in its own language, and fills in

An English sentence with places is its own key. So it is always written out where it is said, and
`tools.phrases` finds them all. A place is `{name}`, or `{name:kind}` where what stands in it is
written in a way of its own; `{^name}` begins with a capital. What depends on a number is written as
ICU has it, `{n, plural, one {# card} other {# cards}}`: clients have a library for the rules of
their languages, and English has two forms.
"""

import re
from collections.abc import Callable, Iterable

import msgspec

from croupier.kit.cards import card_name
from croupier.kit.money import format_amount

PLACE = re.compile(r"\{(\^?)(\w+)(?::(\w+))?\}")
_FORM = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
PLURAL = re.compile(rf"\{{(\w+), plural, one {_FORM} other {_FORM}\}}")


class Phrase(msgspec.Struct, frozen=True):
    key: str
    args: "dict[str, int | str | Phrase | tuple[int | str | Phrase, ...]]" = {}

    def __str__(self) -> str:
        return PLACE.sub(self._filled, PLURAL.sub(self._counted, self.key))

    def _counted(self, plural: re.Match[str]) -> str:
        name, one, other = plural.groups()
        return (one if self.args[name] == 1 else other).replace("#", f"{{{name}}}")

    def _filled(self, place: re.Match[str]) -> str:
        capital, name, kind = place.groups()
        text = KINDS[kind](self.args[name])
        return text[:1].upper() + text[1:] if capital else text


def places(key: str) -> dict[str, str]:
    """What has to stand in a phrase, and of which kind each is; none: as it is."""
    counted = {plural[0]: "" for plural in PLURAL.findall(key)}
    single = PLURAL.sub(lambda plural: plural[2] + plural[3], key)
    return counted | {name: kind for _, name, kind in PLACE.findall(single)}


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


# A `card` is written as round files have it, "TH"; a `face` as people read it, "10♥".
KINDS: dict[str | None, Callable[..., str]] = {
    None: str,
    "amount": format_amount,
    "signed": lambda amount: f"+{format_amount(amount)}" if amount > 0 else format_amount(amount),
    "bet": str,
    "action": str,
    "moment": lambda iso: iso.replace("T", " ").replace("Z", " UTC"),
    "card": str,
    "cards": _joined(" "),
    "face": card_name,
    "faces": lambda cards: " ".join(map(card_name, cards)),
    "and": lambda items: listed(items, "and"),
    "or": lambda items: listed(items, "or"),
    "semicolon": _joined("; "),
    "space": _joined(" "),
}
