"""Bets as a player says them: "100", "2 50", "over-13 20", "red 10", "17 5"."""

from croupier.cli.play.terminal import YOU
from croupier.engine.layout import Bet
from croupier.engine.protocol import spots
from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.kit.money import parse_amount


def read_bets(rules: Rules, line: str) -> tuple[Bet, ...]:
    """Several bets, separated by commas; the rules judge them later."""
    return tuple(_read_bet(rules, part.split()) for part in line.split(",") if part.strip())


def _read_bet(rules: Rules, words: list[str]) -> Bet:
    layout = spots(rules)
    boxes = any(layout.values())
    *where, amount = words
    if not (where or boxes):
        raise Refused(Code.UNKNOWN_BET, "say what you bet on and how much; `help` shows how")
    if not where and not amount[0].isdecimal():
        raise Refused(Code.UNKNOWN_BET, f"{amount[:40]!r} is no bet; `help` shows how to bet")
    box = None
    if boxes and where and where[0].isdecimal():
        box = int(where.pop(0))
    bet = find_spot(layout, where) if where else "initial"
    if layout.get(bet) and box is None:
        box = 1
    return Bet(YOU, bet, parse_amount(amount), box)


def find_spot(layout: dict[str, bool], words: list[str]) -> str:
    """ "over 13" or "over" is over-13, "dozen 2" dozen:2, "17" straight:17, "17-18" split:17-18."""
    name = "-".join(words)
    numbers = "-".join(words[1:])
    for spot in (name, f"straight:{name}", f"{words[0]}:{numbers}"):
        if spot in layout:
            return spot
    meant = [spot for spot in layout if spot.partition(":")[2] == name and "-" in name]
    meant = meant or [spot for spot in layout if spot.startswith(name)]
    return meant[0] if len(meant) == 1 else name
