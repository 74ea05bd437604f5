"""What can go wrong at which table, and an evening on which it does."""

import re
from functools import cache
from typing import NamedTuple

import pytest

from croupier import VARIANTS
from tests.play.trainee import Sitting, one_round, troubles

ALL = list(VARIANTS)
RWS, LIVE = ["rws-blackjack", "rws-blackjack-plus"], ["live-blackjack"]
SHOE = [game for game in VARIANTS if game != "live-roulette"]
BLACKJACK = [game for game in SHOE if "blackjack" in game]
BACCARAT = [game for game in SHOE if "baccarat" in game]

DECIDING = [*(game for game in BLACKJACK if game not in LIVE), "rws-knockout-baccarat"]
"""Where a bet can be decided while others are open, as these tests bet."""

VOIDS = {
    "foreign": ("A joker|back of another colour", "foreign-card", "5.5.1", "5.1.1"),
    "short": ("found under the table", "short-shoe", "5.5.2", None),
    "excess": ("once too often", "excess-cards", "5.5.2", None),
    "empty": ("(shoe|deck) is empty", "out-of-cards", "5.5.3", "5.1.3"),
    "unshuffled": ("nobody has shuffled", "unshuffled", "5.5.4", None),
}
"""What is seen, the reason, and the clause: in the RWS blackjacks and in knockout baccarat."""


def cited(game: str, rws: str, ruling: str, nkb: str | None = None) -> str:
    """The clause under which this game's trouble is ruled."""
    documents = {"rws-blackjack": "BJ5", "rws-blackjack-plus": "BJP"}
    if game in documents:
        return f"{documents[game]} {rws}"
    return f"NKB {nkb}" if nkb and game == "rws-knockout-baccarat" else ruling


class Case(NamedTuple):
    """One thing that can go wrong: how it looks, the right call, and its clause."""

    kind: str
    games: list[str]
    looks: str
    call: str
    rws: str
    ruling: str
    nkb: str | None = None


def void_case(looks: str, reason: str, rws: str, nkb: str | None) -> Case:
    return Case("faulty cards", SHOE, looks, f"void {reason}", rws, "R26", nkb)


CASES = {name: void_case(*void) for name, void in VOIDS.items()} | {
    "misplaced": Case("misplaced card", SHOE, "It lies apart", "reconstruct", "5.9", "R27"),
    "mixed": Case("mixed up", BLACKJACK, "pushed in among", "misdeal", "5.7.1", "R28"),
    "wrong count": Case(
        "wrong count", BACCARAT, "swept together", "void wrong-count", "", "R24", "5.1.2"
    ),
    "found late": Case("found late", RWS, "Only now it is seen", "misdeal", "5.10.1", ""),
    "no bet, early": Case("empty box", BLACKJACK, "nobody has a bet", "reconstruct", "5.9", "R27"),
    "no bet, late": Case("empty box", BLACKJACK, "nobody has a bet", "discard", "5.10.3", "R27"),
    "overdraw": Case("overdraw", BLACKJACK, "but takes another", "discard", "5.10.2", "R27"),
    "together": Case("together", BLACKJACK, "where box", "together", "5.12", "R29"),
    "dealer's": Case("together", BLACKJACK, "where the dealer", "together", "5.12.1", "R29"),
    "coup's": Case("together", BACCARAT, "where (Player|Banker)", "together", "", "R29"),
    "face up": Case("face up", SHOE, "lies face up in the", "continue", "5.11", "R29"),
    "burn": Case("house error", LIVE, "reports a game error", "burn", "", "LIVE 2.3.5b"),
    "short stop": Case("interruption", ALL, "It takes .* as it was", "continue", "", "R4"),
    "long stop": Case("interruption", ALL, "Only after", "interrupt", "5.4.2", "R4"),
    "decided": Case("interruption", DECIDING, "Only after", "continue", "5.4.1", "R4"),
    "the ball": Case("interruption", ["live-roulette"], "ball .* after", "interrupt", "", "R4"),
}


def verdict(screen: str) -> str:
    """The right call, as the trainer says it."""
    said = re.search(r"^(?:Right: (.*?)|Wrong: the call is (.*?))\.$", screen, re.MULTILINE)
    assert said, screen
    return said[1] or said[2]


WRONG_MOSTLY = "void foreign-card"


@cache
def occurrence(name: str, game: str) -> Sitting:
    """The first evening on which it happens, ruled without much thought."""
    case = CASES[name]
    for seed in range(300):
        sitting = one_round(
            game, seed, lambda _screen, _prompt: WRONG_MOSTLY, hits=bool(seed % 2), only=case.kind
        )
        told = troubles(sitting.screen)
        if told and re.search(case.looks, told[0]) and verdict(sitting.screen) == case.call:
            return sitting
    pytest.fail(f"{name} never happens in {game}")


@cache
def ruled_right(name: str, game: str) -> str:
    """The same evening with the right call."""
    return ruled(occurrence(name, game), CASES[name].call)


def until_asked(sitting: Sitting) -> list[str]:
    """What was typed before the pit was asked."""
    return sitting.lines[: sitting.lines.index(WRONG_MOSTLY)]


def ruled(sitting: Sitting, call: str) -> str:
    """The same evening with another call."""
    before = until_asked(sitting)
    return sitting.replay([*before, call, *sitting.lines[len(before) + 1 :]])
