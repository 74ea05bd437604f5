"""Write a round that was played elsewhere as a round file."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games import engine
from croupier.games.inputs import (
    Act,
    Action,
    Adjust,
    BallRested,
    Burn,
    CardDealt,
    Discard,
    FollowingEnded,
    Input,
    Interrupt,
    Misdeal,
    Place,
    Ruling,
    Together,
    Void,
)
from croupier.games.layout import Bet, Layout, Limits
from croupier.kit.cards import Card
from croupier.kit.money import format_amount
from croupier.roundfile.read import ROULETTE


def write(
    game: str,
    bets: Iterable[Bet],
    inputs: Iterable[Input],
    *,
    settings: Mapping[str, object] | None = None,
    limits: Limits | None = None,
    seats: Mapping[int, str] | None = None,
) -> dict[str, Any]:
    """The round as JSON. What leaves no trace in a round file (an offer declined or lapsed, a
    squeeze) settles nothing, and is left out."""
    limits = limits or Limits()
    bets = tuple(bets)
    round = engine.open_round(engine.variant(game, settings), limits, Layout(seats, bets))
    cards: list[Card] = []
    pocket: int | None = None
    actions: list[dict[str, Any]] = []
    for input in inputs:
        waiting = engine.waiting(round)
        round = engine.step(round, input).round
        if isinstance(input, CardDealt):
            # A card that came out together with another stands in the list already.
            if waiting.card is None or waiting.card.exactly is None:
                cards.append(input.card)
        elif isinstance(input, BallRested):
            pocket = input.pocket
        elif isinstance(input, FollowingEnded):
            # The file's word for a bet behind that stays on the right hand.
            bets = tuple(
                replace(bet, follow=False)
                if (bet.player, bet.bet, bet.box) == (input.player, "behind", input.box)
                else bet
                for bet in bets
            )
        elif isinstance(input, Act) and input.action is not Action.DECLINE:
            actions.append(_act(input))
        elif isinstance(input, Ruling):
            # Where a decision is awaited the file's order says enough; elsewhere it counts cards.
            actions.append(_ruling(input, None if waiting.decisions else len(cards)))
            if isinstance(input, Together):
                cards.extend(input.cards)
    file: dict[str, Any] = {
        "game": game,
        "settings": dict(settings or {}),
        "limits": {"min": format_amount(limits.min), "max": format_amount(limits.max)},
        "seats": {str(box): player for box, player in (seats or {}).items()},
        "bets": [_bet(bet) for bet in bets],
    }
    file |= {"pocket": pocket} if game == ROULETTE else {"cards": cards}
    return file | {"actions": actions}


def _bet(bet: Bet) -> dict[str, Any]:
    data: dict[str, Any] = {
        "player": bet.player,
        "bet": bet.bet,
        "amount": format_amount(bet.amount),
    }
    if bet.box is not None:
        data["box"] = bet.box
    if bet.bet == "behind":
        data["follow"] = bet.follow
    if bet.accepted is not None:
        data["accepted"] = str(bet.accepted)
    return data


def _act(act: Act) -> dict[str, Any]:
    data: dict[str, Any] = {"player": act.player, "action": str(act.action)}
    if act.box is not None and act.action is not Action.TAKE:
        data["box"] = act.box
    if act.amount is not None and act.action in (Action.INSURE, Action.DOUBLE, Action.FOLLOW):
        data["amount"] = format_amount(act.amount)
    if act.bet is not None:
        data["bet"] = act.bet
    if act.card is not None:
        data["card"] = act.card
    return data


def _ruling(ruling: Ruling, at: int | None) -> dict[str, Any]:
    data: dict[str, Any] = {"by": str(ruling.by), "action": type(ruling).__name__.lower()}
    if at is not None and not isinstance(ruling, Adjust):
        data["at"] = at
    match ruling:
        case Void() | Discard():
            data["reason"] = str(ruling.reason)
        case Misdeal():
            data["reconstructed"] = ruling.reconstructed
            if ruling.deal is not None:
                data["deal"] = str(ruling.deal)
        case Place():
            data |= {"dealer": True} if ruling.dealer else {"box": ruling.box, "hand": ruling.hand}
        case Together():
            data["count"] = len(ruling.cards)
        case Burn():
            data["count"] = ruling.count
        case Adjust():
            data |= {
                "player": ruling.player,
                "amount": format_amount(ruling.amount),
                "reason": ruling.reason,
            }
        case Interrupt():
            pass
    return data
