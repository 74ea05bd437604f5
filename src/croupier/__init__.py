"""Croupier: casino table games as pure rules that deal, and settle every cent under its clause.

    rules = variant("rws-blackjack", {"decks": 6})
    round = begin(rules, [Bet("ann", "initial", 100_00, box=1)])
    waiting(round)                              # a card is due to box 1
    round, lines = step(round, CardDealt(card("AS")))

Amounts are integers of the smallest currency unit. A round is a value: nothing changes it, and
`step` hands out the next one.
"""

from croupier.games.books import VARIANTS
from croupier.games.engine import Round, Step, begin, spots, standings, step, variant, view, waiting
from croupier.games.inputs import (
    Act,
    Action,
    Adjust,
    BallRested,
    Burn,
    Capacity,
    CardDealt,
    CardsTurned,
    Deal,
    Discard,
    DiscardReason,
    FollowingEnded,
    Input,
    Interrupt,
    Misdeal,
    OffersClosed,
    Place,
    Ruling,
    SettlementHeld,
    SqueezeAllowed,
    Together,
    Void,
    VoidReason,
)
from croupier.games.layout import Accepted, Bet, Layout, Limits
from croupier.games.lines import Line, Result
from croupier.games.standing import Fate, Standing
from croupier.games.viewer import HOUSE, PUBLIC, Viewer
from croupier.games.waiting import CardDue, Choice, Decision, Offer, Option, Waiting
from croupier.kit.cards import Card, card, cards
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount, parse_amount

__all__ = [
    "HOUSE",
    "PUBLIC",
    "VARIANTS",
    "Accepted",
    "Act",
    "Action",
    "Adjust",
    "BallRested",
    "Bet",
    "Burn",
    "Capacity",
    "Card",
    "CardDealt",
    "CardDue",
    "CardsTurned",
    "Choice",
    "Code",
    "Deal",
    "Decision",
    "Discard",
    "DiscardReason",
    "Fate",
    "FollowingEnded",
    "Input",
    "Interrupt",
    "Layout",
    "Limits",
    "Line",
    "Misdeal",
    "Offer",
    "OffersClosed",
    "Option",
    "Place",
    "Refused",
    "Result",
    "Round",
    "Ruling",
    "SettlementHeld",
    "SqueezeAllowed",
    "Standing",
    "Step",
    "Together",
    "Viewer",
    "Void",
    "VoidReason",
    "Waiting",
    "begin",
    "card",
    "cards",
    "format_amount",
    "parse_amount",
    "spots",
    "standings",
    "step",
    "variant",
    "view",
    "waiting",
]
