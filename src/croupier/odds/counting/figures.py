"""What is said of a bet that may be counted, in plain numbers."""

import msgspec


class Count(msgspec.Struct, frozen=True):
    """A whole number for each card, added up as the card is seen."""

    level: int
    """The largest of the numbers."""
    tags: dict[str, int]
    """Rank, or card where suits count → its number."""
    balance: int
    """What a whole deck adds up to."""
    correlation: float
    """With the effects of the cards: 1 where the count tells all that adding up can tell."""
    worth: float
    """What one point for each deck left adds to the worth of the bet."""
    index: float | None
    """At how many such points the bet is worth making; None where no count says so. If a deck does
    not add up to nothing, points above those that so many cards bring on average."""


class Winnings(msgspec.Struct, frozen=True):
    """Of a hundred rounds, in units of the least stake."""

    share: float
    """In what part of all rounds the bet is made; of one that is always made, raised."""
    win: float
    error: float
    """The standard error of the win, from the number of shoes drawn; 0 where none had to be."""
    deviation: float
    """Of the result of a hundred rounds."""
    n0: float | None
    """Rounds after which the win is one deviation; None where nothing is won."""
    di: float
    score: float
    most_from: float | None
    """The advantage from which on the most is staked, where stakes grow with it."""


class AtCut(msgspec.Struct, frozen=True):
    """With so many cards behind the cut card."""

    cut: int
    observer: Winnings
    """Who knows every card that was seen."""
    count: Winnings | None
    """Who keeps the best count and nothing else."""


class BetProtection(msgspec.Struct, frozen=True):
    bet: str
    ev: float
    """From a fresh shoe, best played by the cards."""
    effects: dict[str, float]
    """Rank, or card where suits count → what the worth gains if one such card is gone."""
    mean_effect: float
    """What it is worth to know one card that is gone, whichever it is."""
    exact: bool
    """Whether each shoe was valued exactly; else by adding up effects."""
    shoes: int
    """How many were drawn; 0 where every composition was looked at with its chance."""
    counts: tuple[Count, ...]
    """The best simple one, and a better one where that tells much more; none where no single card
    has an effect. The last is the one that winnings are told of."""
    hi_lo: float | None
    """The correlation of Hi-Lo, where players count that."""
    always_made: bool
    """Whether nobody is dealt in without it."""
    cuts: tuple[AtCut, ...]
    """The first is what was asked for."""


class GameProtection(msgspec.Struct, frozen=True):
    game: str
    settings: dict[str, bool | int | str]
    """All that are in force, as a round file writes them."""
    cards: int
    cut: int
    burned: int
    spread: int
    cards_a_round: float
    rounds: int
    """That begin in a shoe before the cut card."""
    bets: tuple[BetProtection, ...]
