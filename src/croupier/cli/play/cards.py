"""Cards drawn with characters: small boxes, fanned into hands, hands side by side."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.text import Text

from croupier.kit.cards import HIDDEN, RED_SUITS, Card, rank, suit

GAP = 3
INDENT = 2


class Glyphs(NamedTuple):
    """What cards are drawn with."""

    top: tuple[str, str, str]
    side: str
    bottom: tuple[str, str, str]
    back: str
    suits: dict[str, str]
    pointer: str
    dot: str


UNICODE = Glyphs(
    ("╭", "───", "╮"),
    "│",
    ("╰", "───", "╯"),
    "░░░",
    dict(zip("SHDC", "♠♥♦♣", strict=True)),
    "◂",
    "·",
)
ASCII = Glyphs(
    (".", "---", "."),
    "|",
    ("'", "---", "'"),
    "###",
    dict(zip("SHDC", "shdc", strict=True)),
    "<",
    "-",
)


def name(card: Card, glyphs: Glyphs) -> str:
    """ "10♥"."""
    return rank(card).replace("T", "10") + glyphs.suits[suit(card)]


def coloured(card: Card) -> str:
    return "bold red" if suit(card) in RED_SUITS else "bold"


def fan(cards: Iterable[Card], glyphs: Glyphs) -> list[Text]:
    """The cards of a hand, each half over the one before: three lines."""
    top, middle, bottom = Text(), Text(), Text()
    dealt = list(cards)
    if not dealt:
        return [top, middle, bottom]
    for card in dealt:
        top.append("".join(glyphs.top[:2]), "dim")
        middle.append(glyphs.side, "dim")
        if card == HIDDEN:
            middle.append(glyphs.back, "blue")
        else:
            middle.append(name(card, glyphs).ljust(3), coloured(card))
        bottom.append("".join(glyphs.bottom[:2]), "dim")
    top.append(glyphs.top[2], "dim")
    middle.append(glyphs.side, "dim")
    bottom.append(glyphs.bottom[2], "dim")
    return [top, middle, bottom]


def hand_block(caption: Text, cards: Iterable[Card], foot: str, glyphs: Glyphs) -> list[Text]:
    """One hand: whose it is, its cards, and what they count."""
    return [caption, *fan(cards, glyphs), Text(foot, style="bold")]


def side_by_side(blocks: Sequence[Sequence[Text]], width: int) -> list[Text]:
    """Blocks of equal height in rows as wide as the screen allows, a free line between rows."""
    rows: list[list[Sequence[Text]]] = []
    room = 0
    for block in blocks:
        wide = _width(block) + GAP
        if not rows or wide > room:
            rows.append([])
            room = width - INDENT + GAP
        rows[-1].append(block)
        room -= wide
    lines = [line for row in rows for line in (Text(), *_joined(row))]
    return lines[1:]


def _joined(row: Sequence[Sequence[Text]]) -> list[Text]:
    lines = []
    for parts in zip(*row, strict=True):
        line = Text(" " * INDENT)
        for block, part in zip(row, parts, strict=True):
            line.append_text(part)
            line.append(" " * (_width(block) - part.cell_len + GAP))
        line.rstrip()
        lines.append(line)
    return lines


def _width(block: Sequence[Text]) -> int:
    return max(line.cell_len for line in block)
