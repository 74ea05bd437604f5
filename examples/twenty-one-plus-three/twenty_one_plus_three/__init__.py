"""21+3: a box's first two cards and the dealer's first make a poker hand of three."""

from croupier.games.blackjack.engine.side_bets import Pay, SideBetRules
from croupier.kit.cards import RANKS, Card, rank, suit
from croupier.kit.family import Extension
from croupier.kit.odds import Odds


def judge(cards: tuple[Card, ...]) -> str | None:
    ranks = sorted(RANKS.index(rank(card)) for card in cards)
    flush = len({suit(card) for card in cards}) == 1
    three = len(set(ranks)) == 1
    if three:
        return "suited-three" if flush else "three"
    # TPT 3: an ace stands below the two or above the king, and never between them.
    straight = ranks in ([ranks[0], ranks[0] + 1, ranks[0] + 2], [0, 11, 12])
    if straight and flush:
        return "straight-flush"
    return "straight" if straight else "flush" if flush else None


SIDE_BET = SideBetRules(
    bet="21+3",
    title="21+3",
    clause="TPT 4",
    with_dealer=True,
    suits_count=True,
    pays={
        "suited-three": Pay("suited three of a kind", Odds(100, 1)),
        "straight-flush": Pay("straight flush", Odds(40, 1)),
        "three": Pay("three of a kind", Odds(30, 1)),
        "straight": Pay("straight", Odds(10, 1)),
        "flush": Pay("flush", Odds(5, 1)),
    },
    judge=judge,
)

ADDED = Extension(
    family="blackjack",
    documents={"TPT": "twenty_one_plus_three"},
    side_bets=("twenty_one_plus_three:SIDE_BET",),
)
