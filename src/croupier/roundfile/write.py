"""Write a round that was played elsewhere as a round file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from croupier.engine import protocol as engine
from croupier.engine.inputs import (
    Act,
    Action,
    Adjust,
    BallRested,
    Burn,
    CardDealt,
    CardMove,
    CardPlace,
    CardsTurned,
    Discard,
    FollowingEnded,
    Input,
    Misdeal,
    OffersClosed,
    Place,
    Ruling,
    SettlementHeld,
    SqueezeAllowed,
    Together,
    Void,
)
from croupier.engine.layout import Bet, Layout, Limits
from croupier.engine.protocol import Round
from croupier.kit.cards import Card
from croupier.kit.errors import Refused
from croupier.kit.money import format_amount
from croupier.roundfile.moment import Moment, comes_now
from croupier.roundfile.read import has_wheel, read_action


def write(
    game: str,
    bets: Iterable[Bet],
    inputs: Iterable[Input],
    *,
    settings: Mapping[str, object] | None = None,
    limits: Limits | None = None,
    seats: Mapping[int, str] | None = None,
) -> dict[str, Any]:
    """The round as JSON, which played again takes the same steps.

    Where nothing went wrong, what settles nothing (an offer declined, a squeeze, cards turned) is
    left out: what comes of such a round does not hang on it. So is a discard, ruled after the end,
    whose card has not been scanned.
    """
    limits = limits or Limits()
    bets, inputs = tuple(bets), tuple(inputs)
    opening = engine.open_round(engine.variant(game, settings), limits, Layout(seats, bets))
    inputs = _without_open_discards(opening, inputs)
    irregular = any(
        isinstance(input, Ruling | SettlementHeld | FollowingEnded)
        and not isinstance(input, Adjust)
        for input in _after_routine_hold(inputs)
    )
    outcomes, moments = _moments(opening, inputs, wheel=has_wheel(game))
    file: dict[str, Any] = {
        "game": game,
        "settings": dict(settings or {}),
        "limits": {"min": format_amount(limits.min), "max": format_amount(limits.max)},
        "seats": {str(box): player for box, player in (seats or {}).items()},
        "bets": [_bet(bet) for bet in bets],
    }
    if has_wheel(game):
        file["pocket"] = outcomes[0] if outcomes else None
    else:
        file["cards"] = outcomes
    actions = _exactly(inputs, moments) if irregular else _plainly(inputs)
    return file | {"actions": list(actions)}


def _after_routine_hold(inputs: tuple[Input, ...]) -> tuple[Input, ...]:
    """R31: a settlement held from the beginning is the rule where people deal, and where nothing
    is ruled it changes nothing."""
    return inputs[1:] if isinstance(next(iter(inputs), None), SettlementHeld) else inputs


def _without_open_discards(round: Round, inputs: tuple[Input, ...]) -> tuple[Input, ...]:
    """R27: a discard ruled after the end settles nothing, and without its card a reader of the file
    would wait for one."""
    if not any(isinstance(input, Discard) for input in inputs):
        return inputs
    open_discards: list[int] = []
    for step, input in enumerate(inputs):
        if round.over and isinstance(input, Discard):
            open_discards.append(step)
        elif round.over and isinstance(input, CardDealt):
            del open_discards[:1]
        round = engine.step(round, input).round
    return tuple(input for step, input in enumerate(inputs) if step not in open_discards)


def _moments(
    round: Round, inputs: Sequence[Input], *, wheel: bool
) -> tuple[list[Card | int], list[Moment]]:
    """What left the shoe or the wheel, in order, and how the round stood before each input."""
    outcomes: list[Card | int] = []
    stood = []
    for input in inputs:
        waiting = engine.waiting(round)
        stood.append((waiting, len(outcomes)))
        round = engine.step(round, input).round
        match input:
            case CardDealt():
                # A card that came out together with another stands in the list already.
                if waiting.card is None or waiting.card.exactly is None:
                    outcomes.append(input.card)
            case BallRested():
                outcomes.append(input.pocket)
            case Together():
                outcomes += input.cards
    moments = [
        Moment(waiting, step, dealt, dealt < len(outcomes), wheel)
        for step, (waiting, dealt) in enumerate(stood)
    ]
    return outcomes, moments


def _plainly(inputs: Iterable[Input]) -> Iterator[dict[str, Any]]:
    for input in inputs:
        if isinstance(input, Act) and input.action is not Action.DECLINE:
            yield _act(input)
        elif isinstance(input, Adjust):
            yield _ruling(input)


def _exactly(inputs: Sequence[Input], moments: Sequence[Moment]) -> Iterator[dict[str, Any]]:
    """Everything that was said, each with a mark where its place in the list does not tell the
    moment: the cards that were out, or failing that the steps taken."""
    since = 0
    for step, input in enumerate(inputs):
        if isinstance(input, CardDealt | BallRested | OffersClosed):
            continue
        action = _as_action(input)
        moment = moments[step]
        marks: list[dict[str, int]] = [{}]
        if isinstance(input, Ruling) and not isinstance(input, Adjust):
            counted = {"at": moment.dealt}
            marks = [{}, counted] if moment.waiting.decisions else [counted, {}]
        if isinstance(input, Void) and moment.waiting.over:
            marks = []  # `at` would mean before the settlement
        marks.append({"step": step})
        passed = moments[since : step + 1]
        yield next(action | mark for mark in marks if _comes_last(action | mark, passed))
        since = step + 1


def _comes_last(action: dict[str, Any], passed: Sequence[Moment]) -> bool:
    """Whether a reader lets all these moments but the last pass before the action comes."""
    read = read_action(action)
    try:
        return [comes_now(read, moment) for moment in passed].index(True) == len(passed) - 1
    except (Refused, ValueError):
        return False


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


def _as_action(input: Input) -> dict[str, Any]:
    match input:
        case Act():
            return _act(input)
        case CardsTurned():
            return {"player": input.player, "action": "turn", "box": input.box}
        case FollowingEnded():
            return {"player": input.player, "action": "stop-following", "box": input.box}
        case SqueezeAllowed():
            return {"by": str(input.by), "action": "squeeze", "box": input.box}
        case SettlementHeld():
            return {"by": "dealer", "action": "hold"}
        case _:
            assert isinstance(input, Ruling)
            return _ruling(input)


def _act(act: Act) -> dict[str, Any]:
    name = "pass" if act.action is Action.DECLINE else str(act.action)
    data: dict[str, Any] = {"player": act.player, "action": name}
    if act.box is not None and act.action not in _BOXLESS:
        data["box"] = act.box
    if act.amount is not None and act.action in (Action.INSURE, Action.DOUBLE, Action.FOLLOW):
        data["amount"] = format_amount(act.amount)
    if act.bet is not None:
        data["bet"] = act.bet
    if act.card is not None:
        data["card"] = act.card
    return data


_BOXLESS = (Action.TAKE, Action.CONTINUE, Action.WITHDRAW)


def _ruling(ruling: Ruling) -> dict[str, Any]:
    data: dict[str, Any] = {"by": str(ruling.by), "action": type(ruling).__name__.lower()}
    match ruling:
        case Void() | Discard():
            data["reason"] = str(ruling.reason)
        case Misdeal():
            data["reconstructed"] = ruling.reconstructed
            if ruling.deal is not None:
                data["deal"] = str(ruling.deal)
            if ruling.put_back:
                data["moves"] = [_move(move) for move in ruling.put_back]
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
    return data


def _move(move: CardMove) -> dict[str, Any]:
    data = {"belongs": _card_place(move.belongs), "at": move.at, "lies": _card_place(move.lies)}
    return data if move.lies_at is None else data | {"lies_at": move.lies_at}


def _card_place(place: CardPlace) -> dict[str, Any]:
    fields = {"to": place.to, "box": place.box, "hand": place.hand}
    return {name: value for name, value in fields.items() if value is not None}
