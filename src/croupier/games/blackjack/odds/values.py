"""What every position is worth against one card of the dealer's, action by action.

All values are per unit of the initial bet and count only what is still to be decided: where the
dealer looks for a blackjack first, they are over the rounds in which there is none.
"""

from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.engine.rules import BlackjackRules, BlackjackTakes
from croupier.games.blackjack.odds.dealer import BLACKJACK, BUST, ENDS, blackjack_card, dealer_ends
from croupier.games.blackjack.odds.hands import Flags, Floats, Ints, hands
from croupier.games.blackjack.odds.numbering import ACE, SOFT, TEN, VALUES
from croupier.games.blackjack.odds.positions import Positions

STAND, HIT, DOUBLE = range(3)
NEVER = -1e9
"""The worth of what may not be done."""


class Drawing(NamedTuple):
    """Positions at which a card is drawn, and what it makes of them."""

    rows: Ints
    """Ascending."""
    after: Ints
    chances: Floats
    """Of each next card; of one that busts the hand, nothing."""

    def comes_to(self, worth: Floats) -> Floats:
        """What drawing is worth by what the positions after it are; a bust is no position, and
        whatever stands at -1 counts nothing."""
        come_to: Floats = np.einsum("pv,pv->p", self.chances, worth.take(self.after, mode="wrap"))
        return come_to

    def before(self, row: int) -> "Drawing":
        upto = np.searchsorted(self.rows, row)
        return Drawing(self.rows[:upto], self.after[:upto], self.chances[:upto])


class Against(NamedTuple):
    """A shoe, the dealer's card, and what follows from them before anybody decides."""

    rules: BlackjackRules
    shown: int
    left: Ints
    """What is in the shoe after the card shown."""
    positions: Positions
    chances: Floats
    """Position × value: of the next card."""
    bust: Floats
    """Position: what drawing there loses to hands that go over 21."""
    unseen: Floats
    """Position × value: of no blackjack after that card; 1 where the dealer has not looked."""
    ends: Floats
    """Position × end of the dealer's hand."""
    even: Floats
    """What standing wins over what it loses, while the dealer has no blackjack."""
    looks: bool
    allowed: Flags
    """Position × action, a split and a surrender apart."""
    cell: Ints
    """Position → its total, soft ones after the hard ones."""
    levels: tuple[Drawing, ...]
    """All positions by hard total, highest first: each is worth what later ones make of it."""
    doubles: Drawing
    """Those that may be doubled."""


OUTCOME = np.array(
    [
        [
            0.0 if end == BLACKJACK else 1.0 if end == BUST else np.sign(total - 17 - end)
            for end in range(ENDS)
        ]
        for total in range(SOFT)
    ]
)
"""Total × end: won, level or lost; a blackjack is counted apart."""


def against(rules: BlackjackRules, shoe: Ints, shown: int, positions: Positions) -> Against:
    every = hands()
    left = shoe.copy()
    left[shown] -= 1
    shoes = np.maximum(left - positions.out, 0)
    remaining = shoes[positions.shoe]
    cards = np.maximum(remaining.sum(1, keepdims=True), 1)
    looks = rules.looks(ace=shown == ACE, ten=shown == TEN)
    ends = dealer_ends(shoes, shown, h17=rules.h17)[positions.shoe]
    chances = remaining / cards
    unseen = _no_blackjack(remaining, cards, shown) if looks else np.ones_like(chances)
    allowed = _plain_options(rules, positions)
    safe = np.where(positions.after < 0, 0.0, chances)

    def drawing(rows: Ints) -> Drawing:
        return Drawing(rows, positions.after[rows], safe[rows])

    return Against(
        rules=rules,
        shown=shown,
        left=left,
        positions=positions,
        chances=chances,
        bust=-np.einsum("pv,pv,pv->p", chances, unseen, positions.after < 0),
        unseen=unseen,
        ends=ends,
        even=np.einsum("pe,pe->p", ends, OUTCOME[every.total[positions.hand]]),
        looks=looks,
        allowed=allowed,
        cell=every.total[positions.hand] + SOFT * every.soft[positions.hand],
        levels=tuple(drawing(rows) for rows in positions.levels),
        doubles=drawing(np.flatnonzero(allowed[:, DOUBLE])),
    )


def _plain_options(rules: BlackjackRules, at: Positions) -> Flags:
    every = hands()
    total, size = every.total[at.hand], every.size[at.hand]
    from_split = at.gone.any(1)
    allowed = np.zeros((len(total), 3), dtype=np.bool_)
    allowed[:, STAND] = total >= rules.must_draw_below
    allowed[:, HIT] = (total < 21) | (rules.hard_21_draws & ~every.soft[at.hand])
    allowed[:, DOUBLE] = (size == 2) & (total < 21) & rules.double
    allowed[from_split, DOUBLE] &= rules.double_after_split
    # BJ5 3.21.2, LIVE 2.2.7: a split ace keeps its one card.
    aces = from_split & (at.gone[:, ACE] > 0)
    allowed[aces] = False
    allowed[aces & (size == 2), STAND] = True
    allowed[size == 1] = [False, True, False]
    return allowed


def _no_blackjack(remaining: Ints, cards: Ints, shown: int) -> Floats:
    """The chance that the hole card makes no blackjack, once the next card too is seen."""
    makes = blackjack_card(shown)
    assert makes is not None
    of_it = np.repeat(remaining[:, [makes]], VALUES, axis=1)
    of_it[:, makes] -= 1
    return 1 - np.maximum(of_it, 0) / np.maximum(cards - 1, 1)


class Decided(NamedTuple):
    """The worth of each action at each position, and of the position as it is played."""

    stand: Floats
    hit: Floats
    double: Floats
    """Where a hand may be doubled."""
    played: Floats
    choice: Ints


def decide(
    game: Against,
    choice: Ints | None = None,
    spared: Floats | float = 0.0,
    until: int | None = None,
    *,
    twice: bool = True,
) -> Decided:
    """Value every position, or those before `until`, under these choices or under the best ones.

    `spared` says, position by position, what part of one initial bet a hand that is not bust keeps
    when the dealer has a blackjack. Not `twice`: a double puts no more on the hand.
    """
    stand, double = stakes_against_blackjack(game, spared)
    if not twice:
        double = stand
    doubled = np.zeros_like(stand)
    two = game.doubles.rows
    doubled[two] = (1 + twice) * game.bust[two] + game.doubles.comes_to(double)
    hit, played = np.zeros_like(stand), np.zeros_like(stand)
    chosen = np.zeros(len(stand), dtype=np.int64) if choice is None else choice
    for level in game.levels if until is None else [level.before(until) for level in game.levels]:
        rows = level.rows
        hit[rows] = game.bust[rows] + level.comes_to(played)
        worth = np.stack([stand[rows], hit[rows], doubled[rows]])
        if choice is None:
            chosen[rows] = np.where(game.allowed[rows].T, worth, NEVER).argmax(0)
        played[rows] = np.choose(chosen[rows], worth)
    return Decided(stand, hit, doubled, played, chosen)


def stakes_against_blackjack(game: Against, spared: Floats | float) -> tuple[Floats, Floats]:
    """What a hand stood on is worth, plain and doubled, the dealer's blackjack included (R13, R18,
    R20)."""
    if game.looks:
        return game.even, 2 * game.even
    blackjack = game.ends[:, BLACKJACK]
    one, two = (taken_by_blackjack(game.rules, stake) for stake in (1, 2))
    return game.even - blackjack * (one - spared), 2 * game.even - blackjack * (two - spared)


def taken_by_blackjack(rules: BlackjackRules, stake: int) -> int:
    """From one hand (R13, R18, R20)."""
    return stake if rules.blackjack_takes is BlackjackTakes.EVERYTHING else 1


def drawn_on(game: Against, met: Floats, choice: Ints) -> Floats:
    """How often each position is come to, from how often hands begin at some of them."""
    met = met.copy()
    for rows, after, chances in reversed(game.levels):
        on = (choice[rows] == HIT) & (met[rows] != 0)
        np.add.at(met, after[on], met[rows][on, None] * chances[on])
    return met
