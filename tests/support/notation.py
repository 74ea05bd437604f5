"""Rounds on a few lines, for tests that read like the table they describe.

    settle("rws-blackjack", "ann 1 100; bob 1 50; ann 1 over-13 20",
           "8S 6H 8D 3C KH 9S TD 9C",
           "ann 1 split; ann 1 double 100; ann 1 stand", seats={1: "ann"})

A bet is `player [box] [bet] amount [flag]`: the bet is `initial` unless named; a flag is `follow`,
`over-limit`, `under-limit` or `late-found`. An action is `player [box] action [amount|bet|card]`,
or one of the house's: `pit void foreign-card`, `house interrupt @4`, `pit misdeal reconstructed`,
`pit misdeal`, `pit place 3 1`, `pit place dealer`, `pit discard overdraw`, `dealer together 2`,
`pit burn 3`, `shift adjust ann 25 reason`; `@n` says after how many cards.

Everything goes through the text of a round file, as a stranger's would.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.engine.lines import Line
from croupier.kit.errors import Refused
from croupier.kit.money import format_amount
from croupier.roundfile import Played, as_json, play, read

_ACCEPTED = {"over-limit", "under-limit", "late-found"}
_HOUSE = {"dealer", "pit", "shift", "house"}


@dataclass(frozen=True)
class Outcome:
    status: str
    net: dict[str, str]
    lines: tuple[Line, ...]
    data: dict[str, Any]

    def line(self, player: str, bet: str, hand: int | None = None, box: int | None = None) -> Line:
        """The one line that fits."""
        found = [
            one
            for one in self.lines
            if (one.player, one.bet) == (player, bet)
            and hand in (None, one.hand)
            and box in (None, one.box)
        ]
        assert len(found) == 1, found
        return found[0]

    def told(self) -> list[str]:
        """Every line as short text: "ann initial 200 > 400 win BJ5 3.23.1"."""
        return [
            f"{one.player} {one.bet}{'' if one.hand is None else f'#{one.hand}'} "
            f"{format_amount(one.stake)} > {format_amount(one.returned)} {one.result} {one.clause}"
            for one in self.lines
        ]


def round_file(
    game: str,
    bets: str,
    cards: str = "",
    actions: str = "",
    *,
    pocket: int | None = None,
    limits: tuple[str, str] = ("1", "100000"),
    **fields: Any,
) -> dict[str, Any]:
    file: dict[str, Any] = {
        "game": game,
        "limits": {"min": limits[0], "max": limits[1]},
        "bets": [_bet(one) for one in _split(bets)],
        "actions": [_action(one) for one in _split(actions)],
    }
    file |= {"pocket": pocket} if game == "live-roulette" else {"cards": cards.split()}
    if "seats" in fields:
        fields["seats"] = {str(box): player for box, player in fields["seats"].items()}
    return file | fields


def play_file(file: Mapping[str, object]) -> Played:
    """Play a round file that is given as a value."""
    return play(read(json.dumps(file)))


def settle(game: str, bets: str, cards: str = "", actions: str = "", **fields: Any) -> Outcome:
    played = play_file(round_file(game, bets, cards, actions, **fields))
    data = as_json(played)
    net = {player: one["net"] for player, one in data["players"].items()}
    return Outcome(played.status, net, played.lines, data)


def refused(game: str, bets: str, cards: str = "", actions: str = "", **fields: Any) -> Refused:
    """The refusal this round meets; it is an error if it meets none."""
    try:
        outcome = settle(game, bets, cards, actions, **fields)
    except Refused as refusal:
        return refusal
    raise AssertionError(f"was not refused: {outcome.told()}")


def _split(text: str) -> list[list[str]]:
    return [words for part in text.split(";") if (words := part.split())]


def _bet(words: list[str]) -> dict[str, Any]:
    bet: dict[str, Any] = {"player": words.pop(0)}
    if words[-1] == "follow":
        bet["follow"] = bool(words.pop())
    elif words[-1] in _ACCEPTED:
        bet["accepted"] = words.pop()
    bet["amount"] = words.pop()
    if words and words[0].isdigit():
        bet["box"] = int(words.pop(0))
    bet["bet"] = words.pop() if words else "initial"
    assert not words, words
    return bet


def _action(words: list[str]) -> dict[str, Any]:
    if words[0] in _HOUSE:
        return _house_action(words)
    action: dict[str, Any] = {"player": words.pop(0)}
    if words[0].isdigit():
        action["box"] = int(words.pop(0))
    action["action"] = words.pop(0)
    if words:
        extra = words.pop()
        field = {"take": "card", "raise": "bet", "fold": "bet"}.get(action["action"], "amount")
        action["bet" if extra.startswith("ante-") else field] = extra
    assert not words, words
    return action


def _house_action(words: list[str]) -> dict[str, Any]:
    action: dict[str, Any] = {"by": words.pop(0), "action": words.pop(0)}
    for word in [word for word in words if word.startswith("@")]:
        action["at"] = int(word[1:])
        words.remove(word)
    match action["action"]:
        case "void" | "discard":
            action["reason"] = words.pop(0)
        case "misdeal":
            action["reconstructed"] = "reconstructed" in words
            words = [word for word in words if word != "reconstructed"]
            if words:
                action["deal"] = words.pop()
        case "place" if words == ["dealer"]:
            action["dealer"] = bool(words.pop())
        case "place":
            action |= {"box": int(words.pop(0)), "hand": int(words.pop(0))}
        case "together" | "burn":
            action["count"] = int(words.pop(0))
        case "adjust":
            action |= {"player": words.pop(0), "amount": words.pop(0), "reason": " ".join(words)}
            words = []
    assert not words, words
    return action
