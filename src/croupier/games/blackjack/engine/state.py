"""A blackjack round as a value: boxes, hands, stakes, and where the round stands."""

from collections.abc import Callable
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.engine.inputs import Action
from croupier.engine.layout import Bet
from croupier.engine.lines import Line
from croupier.games.blackjack.engine.points import is_bust, is_natural, points
from croupier.games.blackjack.engine.rules import MAIN_BETS, BlackjackRules
from croupier.kit.cards import HIDDEN, Card


class Phase(StrEnum):
    DEAL = "deal"
    WINDOW = "window"
    """After the initial deal, before any further card: insurance, even money, surrender (R9)."""
    PLAY = "play"
    DEALER = "dealer"
    COMPLETE = "complete"
    """Every card is out and lies open; the final settlement comes next."""
    OVER = "over"


class Stake(msgspec.Struct, frozen=True):
    """One player's money on one hand."""

    player: str
    amount: int
    added: int = 0
    """By a double."""
    settled: bool = False

    @property
    def whole(self) -> int:
        return self.amount + self.added


class Hand(msgspec.Struct, frozen=True):
    cards: tuple[Card, ...] = ()
    stakes: tuple[Stake, ...] = ()
    shown: int = 0
    """How many of its cards lie face up for everyone."""
    from_split: bool = False
    doubled: bool = False
    done: bool = False
    """Stood, or may take no card any more."""
    surrendered: bool = False

    @property
    def bust(self) -> bool:
        return is_bust(self.cards)

    @property
    def blackjack(self) -> bool:
        """BJ5 1.2, LIVE 2.2.7: a split hand is never a blackjack."""
        return not self.from_split and is_natural(self.cards)

    @property
    def split_ace(self) -> bool:
        return self.from_split and self.cards[0][0] == "A"

    @property
    def open(self) -> bool:
        """Somebody's money still depends on this hand."""
        return any(not stake.settled for stake in self.stakes)

    @property
    def seen(self) -> tuple[Card, ...]:
        """Its cards as everyone sees them."""
        return (*self.cards[: self.shown], *(HIDDEN for _ in self.cards[self.shown :]))

    @property
    def face_up(self) -> bool:
        return self.shown >= len(self.cards)

    def stake_of(self, player: str) -> Stake | None:
        return next((stake for stake in self.stakes if stake.player == player), None)


class Wager(msgspec.Struct, frozen=True):
    """One player's bet on a box, from "No more bets" to the end."""

    player: str
    bet: str
    amount: int
    """The part in action (R1)."""
    follows: bool
    insurance: int = 0
    insurance_settled: bool = False
    even_money: bool = False
    declined: bool = False
    """Wants neither insurance nor even money."""
    split_declined: bool = False
    """R11: takes no part in later splits."""
    withdrawn: bool = False


class Box(msgspec.Struct, frozen=True):
    number: int
    wagers: tuple[Wager, ...]
    hands: tuple[Hand, ...]
    deciders: tuple[str, ...]
    """Who decides, and who after them when a decision is missed (R7, R15)."""
    owner: str
    """Who may look at the box's face-down cards."""
    squeeze: bool = False

    @property
    def decider(self) -> str | None:
        return self.deciders[0] if self.deciders else None

    def wager_of(self, player: str) -> Wager | None:
        return next((wager for wager in self.wagers if wager.player == player), None)


class SideBet(msgspec.Struct, frozen=True):
    player: str
    bet: str
    amount: int
    box: int | None
    settled: bool


class Follow(msgspec.Struct, frozen=True):
    """A split or double that the standing players may still follow (R11)."""

    box: int
    hand: int
    action: Action
    players: tuple[str, ...]


class Misdealt(msgspec.Struct, frozen=True):
    """A dealing error after which each player may withdraw (R28)."""

    unanswered: tuple[str, ...]


class Round(msgspec.Struct, frozen=True):
    rules: BlackjackRules
    bets: tuple[Bet, ...]
    boxes: tuple[Box, ...]
    side_bets: tuple[SideBet, ...]
    dealer: tuple[Card, ...] = ()
    hole_down: bool = False
    """The dealer's second card lies face down."""
    peeked: bool = False
    """The dealer has looked at the hole card, and has no blackjack."""
    phase: Phase = Phase.DEAL
    due: tuple[int, int] | None = None
    """The hand that asked for a card: box and hand, as indexes."""
    follow: Follow | None = None
    misdealt: Misdealt | None = None
    unordered: bool = False
    """After a misdeal that was not reconstructed, cards may be placed where they were dealt."""
    place: tuple[int, int] | None = None
    """Where the next card stays: box and hand; (-1, -1) is the dealer."""
    discard: int = 0
    """How many of the next cards are thrown away."""
    together: tuple[Card, ...] = ()
    """Cards out at once, of which the player concerned takes one first (R29)."""
    upcoming: tuple[Card, ...] = ()
    """Cards already out that are the next cards of the shoe."""
    out: tuple[Card, ...] = ()
    """Cards burned or discarded."""
    held: bool = False
    """The final settlement waits until the dealer goes on."""
    lines: tuple[Line, ...] = ()
    void: bool = False

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def complete(self) -> bool:
        """No bet needs another card."""
        return self.phase in (Phase.COMPLETE, Phase.OVER)

    @property
    def second_card_known(self) -> bool:
        return len(self.dealer) > 1 and not self.hole_down

    @property
    def dealer_seen(self) -> tuple[Card, ...]:
        """LIVE 2.4.2: the dealer's cards as everyone sees them."""
        if not self.hole_down:
            return self.dealer
        return (self.dealer[0], HIDDEN, *self.dealer[2:])

    @property
    def exposed(self) -> tuple[Card, ...]:
        """The dealer's cards that lie face up."""
        return tuple(card for card in self.dealer_seen if card != HIDDEN)

    def hand(self, where: tuple[int, int]) -> Hand:
        return self.boxes[where[0]].hands[where[1]]

    def with_box(self, index: int, box: Box) -> "Round":
        return replace(self, boxes=(*self.boxes[:index], box, *self.boxes[index + 1 :]))

    def with_hand(self, where: tuple[int, int], hand: Hand) -> "Round":
        index, at = where
        box = self.boxes[index]
        return self.with_box(
            index, replace(box, hands=(*box.hands[:at], hand, *box.hands[at + 1 :]))
        )

    def with_wager(self, index: int, wager: Wager) -> "Round":
        box = self.boxes[index]
        wagers = tuple(wager if other.player == wager.player else other for other in box.wagers)
        return self.with_box(index, replace(box, wagers=wagers))

    def box_index(self, number: int | None) -> int | None:
        return next((i for i, box in enumerate(self.boxes) if box.number == number), None)


DEALER = (-1, -1)


def staked(round: Round) -> dict[str, int]:
    """What each player has put down so far: the bets, and what play has added to them."""
    total: dict[str, int] = {}
    for bet in round.bets:
        total[bet.player] = total.get(bet.player, 0) + bet.amount
    for box in round.boxes:
        for wager in box.wagers:
            on_hands = sum(
                stake.whole
                for hand in box.hands
                for stake in hand.stakes
                if stake.player == wager.player
            )
            total[wager.player] += on_hands - wager.amount + wager.insurance
    return total


def has_turn(round: Round, box: Box, hand: Hand) -> bool:
    """Whether a decision about the hand is still possible."""
    if hand.done or hand.doubled or hand.surrendered or not hand.open or len(hand.cards) < 2:
        return False
    # BJ5 3.21.2, LIVE 2.2.7: one card to each split ace; then only another split, if the house
    # allows that.
    if hand.split_ace and not may_resplit_aces(round, box, hand):
        return False
    return _may_draw(round.rules, hand)


def _may_draw(rules: BlackjackRules, hand: Hand) -> bool:
    """BJ5 3.17: soft 21 takes no card, hard 21 may. LIVE 2.4.4, R20: no 21 does."""
    total, soft = points(hand.cards)
    return total < 21 or (total == 21 and not soft and rules.hard_21_draws)


def is_complete(rules: BlackjackRules, hand: Hand) -> bool:
    """R32: another card would never count. A hand that stood is not complete: until the round is,
    it keeps a card that was dealt to it out of order (R28)."""
    has_only_card = (hand.doubled and len(hand.cards) > 2) or (
        hand.split_ace and len(hand.cards) > 1
    )
    return has_only_card or not _may_draw(rules, hand)


def may_resplit_aces(round: Round, box: Box, hand: Hand) -> bool:
    pair = len(hand.cards) == 2 and hand.cards[1][0] == "A"
    return round.rules.resplit_aces and pair and len(box.hands) < round.rules.max_hands


def awaits_second_card(hand: Hand) -> bool:
    """BJ5 3.21.2: a split hand gets its second card when its turn comes. After the deal no other
    that is open has only one."""
    return len(hand.cards) == 1 and hand.open


def turn(round: Round) -> tuple[int, int] | None:
    """The hand whose turn it is: boxes clockwise, hands in the order formed."""
    for index, box in enumerate(round.boxes):
        for at, hand in enumerate(box.hands):
            if awaits_second_card(hand) or has_turn(round, box, hand):
                return index, at
    return None


def first_stakes(round: Round, whose: Callable[[str], bool]) -> dict[str, int]:
    """What these players had on their hands before doubles and splits, and did not take back."""
    stakes = dict.fromkeys(MAIN_BETS, 0)
    for box in round.boxes:
        for wager in box.wagers:
            if whose(wager.player) and not wager.withdrawn:
                stakes[wager.bet] += wager.amount
    return stakes
