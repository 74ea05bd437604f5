"""Games in which cards go to named places, nobody decides anything, and all bets are settled when
the last card lies there: Dragon Tiger, Casino War without a war, and whatever a house thinks of.

Such a game is a value: a class of rules that names its places and bets and judges each bet. The
engine is this module, and a `Family` that names no other one has it.
"""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from croupier.engine.at_once import Judge, first_stakes, ruled, settled, staked, standing
from croupier.engine.equipment import Cards
from croupier.engine.inputs import (
    CardDealt,
    Input,
    OffersClosed,
    Ruling,
    SettlementHeld,
    VoidReason,
)
from croupier.engine.layout import Bet, Layout, Limits
from croupier.engine.lines import Line, Verdict
from croupier.engine.rules import Rules
from croupier.engine.standing import Standing
from croupier.engine.viewer import Viewer, own_bets, visible_waiting
from croupier.engine.waiting import CardDue, Waiting
from croupier.kit.cards import Card
from croupier.kit.errors import Code, Refused
from croupier.kit.odds import Odds
from croupier.kit.phrase import words
from croupier.kit.stakes import check_stake

__all__ = [
    "VOID_CAUSES",
    "BetText",
    "DealtOutRules",
    "DealtOutView",
    "Hands",
    "Round",
    "check_bet",
    "first_stakes",
    "open_round",
    "staked",
    "standings",
    "step",
    "view",
    "waiting",
]

VOID_CAUSES = tuple(cause for cause in VoidReason if cause is not VoidReason.WRONG_COUNT)
"""R26: the faults of cards; a place that has its cards gets no further one."""

Hands = Mapping[str, tuple[Card, ...]]
"""Place → the cards that lie there."""


class BetText(msgspec.Struct, frozen=True):
    """What a table shows of a bet."""

    title: str
    wins: str
    """When it wins: "the Dragon's card is the higher"."""
    pays: str
    """The field of the rules that holds its pay."""
    main: bool = True
    """Whether the table's limits hold for it, and not those of side bets (R3a)."""


class DealtOutRules(Rules, frozen=True, kw_only=True):
    deals_to: ClassVar[tuple[str, ...]]
    """Where the cards go, in the order in which they are dealt."""
    bets: ClassVar[dict[str, BetText]]

    decks: Annotated[int, Meta(ge=1, le=8, description="decks of 52 in the shoe")] = 8

    def judge(self, bet: str, hands: Hands) -> Verdict:
        """How the bet ends, all cards being there."""
        raise NotImplementedError

    def spots(self) -> dict[str, bool]:
        return dict.fromkeys(self.bets, False)

    def is_main(self, bet: str) -> bool:
        return self.bets[bet].main

    def odds(self, bet: str) -> Odds:
        odds = getattr(self, self.bets[bet].pays)
        assert isinstance(odds, Odds)
        return odds

    @property
    def equipment(self) -> Cards:
        return Cards(self.decks, behind_cut=14, reserve=max(14, len(self.deals_to)))


class Round(msgspec.Struct, frozen=True):
    rules: DealtOutRules
    bets: tuple[Bet, ...]
    cards: tuple[Card, ...] = ()
    lines: tuple[Line, ...] = ()
    over: bool = False
    void: bool = False
    held: bool = False
    """The last card settles nothing before the dealer goes on."""

    @property
    def hands(self) -> dict[str, tuple[Card, ...]]:
        hands: dict[str, tuple[Card, ...]] = dict.fromkeys(self.rules.deals_to, ())
        for place, card in zip(self.rules.deals_to, self.cards, strict=False):
            hands[place] += (card,)
        return hands

    @property
    def all_out(self) -> bool:
        return len(self.cards) == len(self.rules.deals_to)


class DealtOutView(msgspec.Struct, frozen=True):
    variant: str
    bets: tuple[Bet, ...]
    """The viewer's own; the house sees all."""
    hands: dict[str, tuple[Card, ...]]
    waiting: Waiting
    lines: tuple[Line, ...]
    over: bool
    void: bool


def check_bet(
    rules: DealtOutRules, limits: Limits, bet: Bet, so_far: Layout, whole: Layout
) -> None:
    """R3a: the table's limits hold for each bet of each player."""
    check_stake(bet.amount, rules.chip_unit)
    side, clause = not rules.is_main(bet.bet), "R3a"
    what = words("the bet on {bet:bet}", bet=bet.bet)
    limits.check_most(so_far.amount(bet.player, bet.bet), what, clause, side=side)
    least = rules.chip_unit if side else None
    limits.check_least(whole.amount(bet.player, bet.bet), what, clause, least)


def open_round(rules: DealtOutRules, limits: Limits, layout: Layout) -> Round:
    return Round(rules, layout.bets)


def waiting(round: Round) -> Waiting:
    if round.over:
        return Waiting(over=True, rulings=("adjust",))
    due = None if round.all_out else CardDue(round.rules.deals_to[len(round.cards)])
    return Waiting(card=due, rulings=("void", "interrupt"), settlement=round.all_out)


def step(round: Round, input: Input) -> Round:
    if isinstance(input, Ruling):
        return ruled(round, input, standings(round), f"in {round.rules.family}")
    if round.over:
        raise Refused(Code.ILLEGAL_ACTION, "the round is over", round.rules.topics["finished"])
    match input:
        case SettlementHeld():
            return replace(round, held=True)
        case OffersClosed() if round.all_out:
            return settled(round, _judge(round))
        case CardDealt(card=card) if not round.all_out:
            round = replace(round, cards=(*round.cards, card))
            return settled(round, _judge(round)) if round.all_out and not round.held else round
        case CardDealt(card=card):
            raise Refused(Code.ILLEGAL_ACTION, f"no card is due: {card} has no place")
    raise Refused(Code.ILLEGAL_ACTION, f"that has no meaning in {round.rules.family}")


def _judge(round: Round) -> Judge:
    return partial(round.rules.judge, hands=round.hands)


def standings(round: Round) -> tuple[Standing, ...]:
    return standing(round, _judge(round) if round.all_out else None)


def view(round: Round, viewer: Viewer) -> DealtOutView:
    return DealtOutView(
        variant=round.rules.game,
        bets=own_bets(round.bets, viewer),
        hands=round.hands,
        waiting=visible_waiting(waiting(round), viewer),
        lines=round.lines,
        over=round.over,
        void=round.void,
    )
