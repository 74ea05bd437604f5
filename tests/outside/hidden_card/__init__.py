"""A game with a face-down card and a decision: an engine of its own, and the default of every other
part.

One card to the player, face up, and one to the dealer, face down. Who bets an ante folds or raises;
then the dealer's card is turned, and the higher card wins. Raising adds nothing to the stake.
"""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from croupier.engine.at_once import first_stakes, ruled, settled, staked
from croupier.engine.dealt_out import VOID_CAUSES, BetText, DealtOutRules, DealtOutView, check_bet
from croupier.engine.inputs import (
    Act,
    Action,
    CardDealt,
    Input,
    OffersClosed,
    Ruling,
    SettlementHeld,
)
from croupier.engine.layout import Bet, Layout, Limits
from croupier.engine.lines import Line, lose, win
from croupier.engine.standing import Fate, Standing
from croupier.engine.viewer import Viewer, own_bets, visible_waiting
from croupier.engine.waiting import CardDue, Decision, Option, Waiting
from croupier.kit.cards import HIDDEN, RANKS, Card
from croupier.kit.errors import Code, Refused
from croupier.kit.family import Family
from croupier.kit.odds import Odds

__all__ = ["VOID_CAUSES", "check_bet", "first_stakes", "staked"]

OPTIONS = (Option(Action.FOLD), Option(Action.RAISE))


class HiddenCardRules(DealtOutRules, frozen=True, kw_only=True):
    family: ClassVar[str] = "hidden-card"
    deals_to: ClassVar = ("player", "dealer")
    bets: ClassVar = {"ante": BetText("Ante", "the player's card is the higher", "ante_pays")}

    ante_pays: Annotated[Odds, Meta(description="Ante pays")] = Odds(1, 1)


class Round(msgspec.Struct, frozen=True):
    rules: HiddenCardRules
    bets: tuple[Bet, ...]
    cards: tuple[Card, ...] = ()
    raised: dict[str, bool] = {}
    lines: tuple[Line, ...] = ()
    over: bool = False
    void: bool = False
    held: bool = False

    @property
    def hands(self) -> dict[str, tuple[Card, ...]]:
        """As the cards are, whoever may see them."""
        return {"player": self.cards[:1], "dealer": self.cards[1:]}

    @property
    def undecided(self) -> list[str]:
        return [bet.player for bet in self.bets if bet.player not in self.raised]


def open_round(rules: HiddenCardRules, limits: Limits, layout: Layout) -> Round:
    return Round(rules, layout.bets)


def waiting(round: Round) -> Waiting:
    if round.over:
        return Waiting(over=True, rulings=("adjust",))
    rulings = ("void", "interrupt")
    if len(round.cards) < 2:
        place = round.rules.deals_to[len(round.cards)]
        return Waiting(card=CardDue(place, face_up=place == "player"), rulings=rulings)
    decisions = tuple(Decision(player, OPTIONS, bet="ante") for player in round.undecided)
    return Waiting(decisions=decisions, rulings=rulings, settlement=not decisions)


def step(round: Round, input: Input) -> Round:
    if isinstance(input, Ruling):
        return ruled(round, input, standings(round), "in hidden card")
    now = waiting(round)
    match input:
        case SettlementHeld():
            return replace(round, held=True)
        case CardDealt(card=card) if now.card:
            return replace(round, cards=(*round.cards, card))
        case OffersClosed() if now.settlement:
            return _settled(round)
        case Act(player=player, action=action) if player in round.undecided:
            raised = {**round.raised, player: action is Action.RAISE}
            after = replace(round, raised=raised)
            return after if after.undecided or after.held else _settled(after)
    raise Refused(Code.ILLEGAL_ACTION, "not now")


def _settled(round: Round) -> Round:
    player, dealer = (RANKS.index(card[0]) for card in round.cards)
    won = settled(round, lambda _: win(round.rules.ante_pays, "HC 2"))
    lost = settled(round, lambda _: lose("HC 2")).lines
    lines = tuple(
        line if round.raised[line.player] and player > dealer else other
        for line, other in zip(won.lines, lost, strict=True)
    )
    return replace(won, lines=lines)


def standings(round: Round) -> tuple[Standing, ...]:
    """R4: a card that lies face down decides nothing."""
    ends = {line.player: Fate.WON if line.returned else Fate.LOST for line in round.lines}
    folded = {player: Fate.LOST for player, raises in round.raised.items() if not raises}
    return tuple(
        Standing(bet.player, bet.bet, (ends | folded).get(bet.player, Fate.OPEN))
        for bet in round.bets
    )


def view(round: Round, viewer: Viewer) -> DealtOutView:
    hands = round.hands
    if not round.over or round.void:
        hands["dealer"] = tuple(HIDDEN for _ in hands["dealer"])
    return DealtOutView(
        variant=round.rules.game,
        bets=own_bets(round.bets, viewer),
        hands=hands,
        waiting=visible_waiting(waiting(round), viewer),
        lines=round.lines,
        over=round.over,
        void=round.void,
    )


HIDDEN_CARD = HiddenCardRules(game="hidden-card", title="Hidden Card", document="HC")
FAMILY = Family(
    name="hidden-card",
    games=(f"{__name__}:HIDDEN_CARD",),
    documents={"HC": __name__},
    engine=__name__,
)
