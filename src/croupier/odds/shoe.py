"""How many of each card are in the shoe, whole or partly dealt."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from croupier.kit.cards import DECK, RANKS, Card
from croupier.kit.errors import Code, Refused

MOST_DECKS = 8
MOST_CARDS = MOST_DECKS * len(DECK)

_LONGEST = 4_000
"""Characters; every card of a full shoe can be named in fewer."""
_NUMBER = re.compile(r"(-?)([0-9]{1,6})")


class ShoeComposition(msgspec.Struct, frozen=True):
    ranks: tuple[int, ...]
    """How many of each, the ace first, then two to ten, jack, queen, king."""
    by_card: tuple[int, ...] | None
    """How many of each card, in the order of a new deck; None where the suits are not known."""

    def __post_init__(self) -> None:
        if min(self.ranks) < 0 or (self.by_card and min(self.by_card) < 0):
            raise _bad("a shoe cannot hold less than none of a card")
        if not self.total:
            raise _bad("no card is left in the shoe")
        if self.total > MOST_CARDS:
            raise _bad(f"a shoe holds {MOST_CARDS} cards at most, not {self.total}")

    @classmethod
    def of_decks(cls, decks: int) -> "ShoeComposition":
        if not 1 <= decks <= MOST_DECKS:
            raise _bad(f"a shoe is of 1 to {MOST_DECKS} decks, not {decks}")
        return cls.of({str(card): decks for card in DECK})

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> "ShoeComposition":
        """From how many there are of each rank or card; one bare rank, and no suit is known."""
        ranks: Counter[str] = Counter()
        for name, count in counts.items():
            ranks[name[0]] += count
        known = all(len(name) == 2 or not count for name, count in counts.items())
        return cls(
            tuple(ranks[rank] for rank in RANKS),
            tuple(counts.get(card, 0) for card in DECK) if known else None,
        )

    @property
    def total(self) -> int:
        return sum(self.ranks)

    @property
    def suits_known(self) -> bool:
        return self.by_card is not None

    @property
    def counts_tens_together(self) -> bool:
        """Tens, and neither jack, queen nor king: whoever counts values writes it so."""
        ten = RANKS.index("T")
        return self.ranks[ten] > 0 and not any(self.ranks[ten + 1 :])

    @property
    def cards(self) -> dict[Card, int]:
        if self.by_card is None:
            raise _bad("the suits of this shoe are not known: name whole cards, such as 8S")
        return dict(zip(DECK, self.by_card, strict=True))

    @property
    def counts(self) -> dict[str, int]:
        """By card where the suits are known, else by rank."""
        if self.by_card is not None:
            return {str(card): count for card, count in self.cards.items()}
        return dict(zip(RANKS, self.ranks, strict=True))

    def without(self, seen: Iterable[str]) -> "ShoeComposition":
        """After these cards were seen; one seen without its suit leaves no suit known."""
        seen = [_known(card) for card in seen]
        ranks = Counter(card[0] for card in seen)
        left = {rank: count - ranks[rank] for rank, count in zip(RANKS, self.ranks, strict=True)}
        _check_left(left, ranks)
        if self.by_card is None:
            return ShoeComposition(tuple(left.values()), None)
        cards = Counter(card for card in seen if len(card) == 2)
        by_card = {str(card): count - cards[card] for card, count in self.cards.items()}
        _check_left(by_card, cards)
        known = cards.total() == len(seen)
        return ShoeComposition(tuple(left.values()), tuple(by_card.values()) if known else None)

    def check_holds(self, least: int, what: str) -> None:
        if self.total < least:
            raise _bad(f"{what} needs {least} cards, and the shoe holds {self.total}")


def parse_shoe(text: str) -> ShoeComposition:
    """Read "A=4,2=4,T=16", or "8S=3,KD=2" card by card; what is not named is not there."""
    counts: dict[str, int] = {}
    for part in _parts(text):
        name, _, number = (word.strip() for word in part.partition("="))
        match = _NUMBER.fullmatch(number)
        if match is None or not name:
            raise _bad(f"a count is written A=4 or 8S=3, not {_short(part)}")
        if match[1]:
            raise _bad(f"{_short(part)} is less than none")
        card = _known(name)
        if card in counts:
            raise _bad(f"{card} is counted twice")
        counts[card] = int(match[2])
    for name in counts:
        if len(name) == 2 and name[0] in counts:
            raise _bad(f"{name} is counted twice, once as {name[0]}")
    return ShoeComposition.of(counts)


def parse_cards(text: str) -> tuple[str, ...]:
    """Read "8S,KD,5": cards, with or without their suits."""
    return tuple(_known(part) for part in _parts(text))


def _parts(text: str) -> list[str]:
    if len(text) > _LONGEST:
        raise _bad("that is longer than any shoe")
    return [part.strip() for part in text.split(",")] if text.strip() else []


def _known(name: str) -> str:
    """As the deck writes it; 10 and small letters are understood."""
    card = name.upper().replace("10", "T")
    if card in DECK or (len(card) == 1 and card in RANKS):
        return card
    raise _bad(f"there is no card {_short(name)}: the ranks are {' '.join(RANKS)}, T for a ten")


def _check_left(left: Mapping[str, int], taken: Mapping[str, int]) -> None:
    for name, count in left.items():
        if count < 0:
            raise Refused(
                Code.CARD_IMPOSSIBLE,
                f"{taken[name]} of {name} were seen, and the shoe holds {count + taken[name]}",
            )


def _short(text: str) -> str:
    return repr(text if len(text) <= 24 else text[:24] + "…")


def _bad(message: str) -> Refused:
    return Refused(Code.BAD_SETTING, message)
