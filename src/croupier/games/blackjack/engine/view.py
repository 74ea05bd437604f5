"""What a viewer may see of a blackjack round. A hidden card is not in it at all."""

import msgspec
from msgspec.structs import replace

from croupier.engine.lines import Line
from croupier.engine.viewer import Viewer, visible_waiting
from croupier.engine.waiting import Waiting
from croupier.games.blackjack.engine.points import points
from croupier.games.blackjack.engine.round import waiting
from croupier.games.blackjack.engine.state import Box, Hand, Round, SideBet, Stake
from croupier.kit.cards import HIDDEN, Card


class HandView(msgspec.Struct, frozen=True):
    cards: tuple[Card, ...]
    total: int | None
    soft: bool
    stakes: tuple[Stake, ...]
    blackjack: bool
    bust: bool
    doubled: bool
    surrendered: bool


class WagerView(msgspec.Struct, frozen=True):
    player: str
    bet: str
    amount: int
    insurance: int
    even_money: bool
    withdrawn: bool


class BoxView(msgspec.Struct, frozen=True):
    number: int
    decider: str | None
    wagers: tuple[WagerView, ...]
    hands: tuple[HandView, ...]


class BlackjackView(msgspec.Struct, frozen=True, tag_field="game", tag="blackjack"):
    variant: str
    boxes: tuple[BoxView, ...]
    side_bets: tuple[SideBet, ...]
    dealer: tuple[Card, ...]
    dealer_total: int | None
    waiting: Waiting
    lines: tuple[Line, ...]
    over: bool
    void: bool


def view(round: Round, viewer: Viewer) -> BlackjackView:
    dealer = round.dealer_seen
    return BlackjackView(
        variant=round.rules.game,
        boxes=tuple(_box(box, viewer) for box in round.boxes),
        side_bets=round.side_bets,
        dealer=dealer,
        dealer_total=points(round.dealer).total if dealer and HIDDEN not in dealer else None,
        waiting=visible_waiting(waiting(round), viewer),
        lines=round.lines,
        over=round.over,
        void=round.void,
    )


def _box(box: Box, viewer: Viewer) -> BoxView:
    # R20: nobody but their owner and the house sees face-down cards until they are turned.
    sees = viewer.house or viewer.player == box.owner
    wagers = tuple(
        WagerView(
            wager.player,
            wager.bet,
            wager.amount,
            wager.insurance,
            wager.even_money,
            wager.withdrawn,
        )
        for wager in box.wagers
    )
    hands = tuple(_hand(hand, sees=sees) for hand in box.hands)
    return BoxView(box.number, box.decider, wagers, hands)


def _hand(hand: Hand, *, sees: bool) -> HandView:
    known = sees or hand.face_up
    total, soft = points(hand.cards)
    return HandView(
        cards=hand.cards if known else hand.seen,
        total=total if known else None,
        soft=soft and known,
        stakes=tuple(replace(stake) for stake in hand.stakes),
        blackjack=hand.blackjack and known,
        bust=hand.bust,
        doubled=hand.doubled,
        surrendered=hand.surrendered,
    )
