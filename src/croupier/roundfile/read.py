"""From JSON to a round file: every field known, every type right, amounts still as they stood.

Amounts are judged later, each in its turn, because what is wrong is reported in the order of
the file, the game, the settings, the cards, the bets, and the play.
"""

from collections.abc import Callable
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from croupier.engine.equipment import Wheel
from croupier.engine.inputs import Capacity, CardMove, CardPlace, Deal, DiscardReason, VoidReason
from croupier.engine.layout import Accepted
from croupier.engine.variants import VARIANTS
from croupier.kit.cards import Card, card
from croupier.kit.errors import Code, Refused
from croupier.kit.json_text import parse

LONGEST_NAME = 64
LONGEST_REASON = 500

E = TypeVar("E", bound=StrEnum)


class FileBet(msgspec.Struct, frozen=True):
    player: str
    bet: str
    amount: object
    box: int | None = None
    follow: bool | None = None
    accepted: Accepted | None = None


class PlayerAction(msgspec.Struct, frozen=True):
    player: str
    action: str
    step: int | None = None
    box: int | None = None
    amount: object = None
    bet: str | None = None
    card: Card | None = None


class HouseAction(msgspec.Struct, frozen=True):
    """An irregularity; `at` says after how many cards it happened, `step` after how many steps."""

    by: Capacity | None
    action: str
    step: int | None = None
    at: int | None = None
    reason: str = ""
    reconstructed: bool = False
    deal: Deal | None = None
    moves: tuple[CardMove, ...] = ()
    box: int | None = None
    hand: int | None = None
    dealer: bool = False
    count: int = 0
    player: str = ""
    amount: object = None


FileAction = PlayerAction | HouseAction


class RoundFile(msgspec.Struct, frozen=True):
    game: str
    bets: tuple[FileBet, ...]
    cards: tuple[Card, ...] = ()
    pocket: int | None = None
    settings: dict[str, Any] = {}
    limits: dict[str, object] = {}
    seats: dict[int, str] = {}
    actions: tuple[FileAction, ...] = ()


def has_wheel(game: str) -> bool:
    """Whether its file has a pocket instead of cards; a game that nobody knows is refused later."""
    rules = VARIANTS.get(game)
    return rules is not None and isinstance(rules.equipment, Wheel)


def read(text: str | bytes) -> RoundFile:
    data = _dict(parse(text), "a round file")
    game = _text(_need(data, "game", "the file"), "game")
    wheel = has_wheel(game)
    chance = "pocket" if wheel else "cards"
    _only(data, {"game", "bets", "settings", "limits", "seats", "actions", chance}, "the file")
    outcome = _need(data, chance, "the file")
    return RoundFile(
        game=game,
        bets=tuple(_bet(bet) for bet in _list(_need(data, "bets", "the file"), "bets")),
        cards=() if wheel else tuple(_card(card) for card in _list(outcome, "cards")),
        pocket=_pocket(outcome) if wheel else None,
        settings=_dict(data.get("settings", {}), "settings"),
        limits=_limits(data.get("limits", {})),
        seats=_seats(data.get("seats", {})),
        actions=tuple(read_action(action) for action in _list(data.get("actions", []), "actions")),
    )


def _bad(message: str) -> Refused:
    return Refused(Code.BAD_FILE, message)


def _need(data: dict[str, Any], field: str, where: str) -> Any:
    if field not in data:
        raise _bad(f"{where} has no field {field!r}")
    return data[field]


def _only(data: dict[str, Any], known: set[str], where: str) -> None:
    for field in data:
        if field not in known:
            near = get_close_matches(field, known, 1)
            fields = f"it may have {', '.join(sorted(known))}"
            hint = f"did you mean {near[0]!r}?" if near else fields
            raise _bad(f"{where} has an unknown field {field[:40]!r}; {hint}")


def _dict(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _bad(f"{what} must be an object")
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise _bad(f"{what} must be a list")
    return value


def _text(value: object, what: str, longest: int = LONGEST_NAME) -> str:
    if not isinstance(value, str) or not value:
        raise _bad(f"{what} must be a text that is not empty")
    if len(value) > longest:
        raise _bad(f"{what} is longer than {longest} characters")
    if not value.isprintable():
        raise _bad(f"{what} has characters that cannot be printed")
    return value


def _whole(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(f"{what} must be a whole number")
    return value


def _true_or_false(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise _bad(f"{what} must be true or false")
    return value


def _card(value: object) -> Card:
    if not isinstance(value, str):
        raise _bad('a card must be two characters such as "AS"')
    if len(value) > 8 or not value.isprintable():
        raise _bad('a card has two characters, such as "AS"')
    return card(value)


def _pocket(value: object) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not 0 <= value <= 36:
        raise Refused(Code.BAD_FILE, "the pocket must be 0 to 36, or null", "R25")
    return value


def _limits(value: object) -> dict[str, object]:
    limits = _dict(value, "limits")
    _only(limits, {"min", "max"}, "limits")
    return limits


def _seats(value: object) -> dict[int, str]:
    seats = {}
    for box, player in _dict(value, "seats").items():
        if box not in {"1", "2", "3", "4", "5", "6", "7"}:
            raise _bad(f"there is no seat {box[:40]!r}; seats are 1 to 7")
        seats[int(box)] = _text(player, f"the player at seat {box}")
    return seats


def _one_of(kind: type[E], value: object, what: str) -> E:
    if not isinstance(value, str) or value not in set(kind):
        raise _bad(f"{what} must be one of {', '.join(kind)}")
    return kind(value)


def _bet(value: object) -> FileBet:
    data = _dict(value, "a bet")
    _only(data, {"player", "bet", "amount", "box", "follow", "accepted"}, "a bet")
    name = _text(_need(data, "bet", "a bet"), "bet")
    if "follow" in data and name != "behind":
        raise _bad("only a bet behind has a field 'follow'")
    return FileBet(
        player=_text(_need(data, "player", "a bet"), "player"),
        bet=name,
        amount=_need(data, "amount", "a bet"),
        box=_whole(data["box"], "box") if "box" in data else None,
        follow=_true_or_false(data["follow"], "follow") if "follow" in data else None,
        accepted=_one_of(Accepted, data["accepted"], "accepted") if "accepted" in data else None,
    )


_PLAYER_FIELDS: dict[str, set[str]] = {
    "insure": {"box", "amount"},
    "double": {"box", "amount"},
    "follow": {"box", "amount"},
    "raise": {"bet"},
    "fold": {"bet"},
    "timeout": {"box", "bet"},
    "continue": set(),
    "withdraw": set(),
    "take": {"card"},
} | {
    name: {"box"}
    for name in (
        "even-money",
        "surrender",
        "pass",
        "hit",
        "stand",
        "split",
        "turn",
        "stop-following",
    )
}
"""What goes with each action of a player."""

_HOUSE_FIELDS: dict[str, dict[str, Callable[[Any], Any]]] = {
    "void": {"reason": lambda value: _one_of(VoidReason, value, "reason")},
    "interrupt": {},
    "hold": {},
    "squeeze": {"box": lambda value: _whole(value, "box")},
    "misdeal": {"reconstructed": lambda value: _true_or_false(value, "reconstructed")},
    "place": {},
    "discard": {"reason": lambda value: _one_of(DiscardReason, value, "reason")},
    "together": {"count": lambda value: _whole(value, "count")},
    "burn": {"count": lambda value: _whole(value, "count")},
    "adjust": {
        "player": lambda value: _text(value, "player"),
        "amount": lambda value: value,
        "reason": lambda value: _text(value, "reason", LONGEST_REASON),
    },
}
"""What must go with each irregularity, and how it is read."""


def read_action(value: object) -> PlayerAction | HouseAction:
    data = _dict(value, "an action")
    name = _text(_need(data, "action", "an action"), "action")
    if name in _HOUSE_FIELDS:
        return _house_action(name, data)
    if name not in _PLAYER_FIELDS:
        known = ", ".join(sorted(_PLAYER_FIELDS.keys() | _HOUSE_FIELDS))
        raise _bad(f"there is no action {name[:40]!r}; action must be one of {known}")
    if "by" in data:
        raise _bad(f"{name} is a player's action, and has no field 'by'")
    _only(data, {"player", "action", "step", *_PLAYER_FIELDS[name]}, f"the action {name}")
    return PlayerAction(
        player=_text(_need(data, "player", "an action"), "player"),
        action=name,
        step=_count(data, "step"),
        box=_whole(data["box"], "box") if "box" in data else None,
        amount=_need(data, "amount", "insure") if name == "insure" else data.get("amount"),
        bet=_text(data["bet"], "bet") if "bet" in data else None,
        card=_card(_need(data, "card", "take")) if name == "take" else None,
    )


def _house_action(name: str, data: dict[str, Any]) -> HouseAction:
    where = f"the action {name}"
    optional = {"misdeal": {"deal", "moves"}, "place": {"box", "hand", "dealer"}}.get(name, set())
    # A player who calls an irregularity is refused in the play, not here (R30).
    by_player = "by" not in data and "player" in data and name != "adjust"
    known = {"action", "at", "step", "by", *_HOUSE_FIELDS[name], *optional}
    _only(data, known | ({"player"} if by_player else set()), where)
    by = None if by_player else _one_of(Capacity, _need(data, "by", where), "by")
    fields = {field: read(_need(data, field, where)) for field, read in _HOUSE_FIELDS[name].items()}
    if name == "misdeal" and "deal" in data:
        fields["deal"] = _one_of(Deal, data["deal"], "deal")
    if "moves" in data:
        fields["moves"] = tuple(_move(move) for move in _list(data["moves"], "moves"))
    if name == "place":
        fields |= _place(data)
    return HouseAction(
        by=by, action=name, step=_count(data, "step"), at=_count(data, "at"), **fields
    )


def _move(value: object) -> CardMove:
    """A card that was put back into order: where it belongs, and where it lay."""
    data = _dict(value, "a move")
    _only(data, {"belongs", "at", "lies", "lies_at"}, "a move")
    return CardMove(
        belongs=_card_place(_need(data, "belongs", "a move")),
        at=_whole(_need(data, "at", "a move"), "at"),
        lies=_card_place(_need(data, "lies", "a move")),
        lies_at=_whole(data["lies_at"], "lies_at") if "lies_at" in data else None,
    )


def _card_place(value: object) -> CardPlace:
    data = _dict(value, "a place")
    _only(data, {"to", "box", "hand"}, "a place")
    return CardPlace(
        to=_text(_need(data, "to", "a place"), "to"),
        box=_whole(data["box"], "box") if "box" in data else None,
        hand=_whole(data["hand"], "hand") if "hand" in data else None,
    )


def _count(data: dict[str, Any], field: str) -> int | None:
    if field not in data:
        return None
    count = _whole(data[field], field)
    if count < 0:
        raise _bad(f"{field} must not be below 0")
    return count


def _place(data: dict[str, Any]) -> dict[str, Any]:
    if "dealer" in data:
        if data["dealer"] is not True or "box" in data or "hand" in data:
            raise _bad('place says a box and a hand, or "dealer": true')
        return {"dealer": True}
    return {
        "box": _whole(_need(data, "box", "place"), "box"),
        "hand": _whole(_need(data, "hand", "place"), "hand"),
    }
