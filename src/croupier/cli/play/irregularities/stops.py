"""Interruptions: R4 asks how long one lasted, and whether any bet was decided before it."""

from collections.abc import Iterable

from croupier.cli.play.irregularities.calls import Call, PitRuling
from croupier.cli.play.irregularities.incident import Incident, Kind, Scene
from croupier.engine.inputs import Capacity, Interrupt
from croupier.engine.protocol import Round, standings
from croupier.engine.standing import Fate, Standing
from croupier.engine.waiting import Waiting
from croupier.kit.phrase import listed

_ANYWHERE = ("The power fails", "The fire alarm sounds", "The dealer feels unwell")
_AT_THE_WHEEL = ("The ball jumps off the wheel", "The wheel stops turning")
_FATES = {
    Fate.WON: "has won",
    Fate.LOST: "has lost",
    Fate.BACK: "goes back",
    Fate.OPEN: "is open",
}


def _interrupted(scene: Scene) -> Incident:
    what = scene.any_of(_AT_THE_WHEEL + _ANYWHERE[:2] if scene.now.pocket else _ANYWHERE)
    grace = scene.rules.grace_seconds
    if grace > 1 and scene.randbelow(3) == 0:
        seconds = 1 + scene.randbelow(grace - 1)
        return Incident(
            f"{what}. It takes {_seconds(seconds)}, and all is as it was.",
            right=(PitRuling(Call.CONTINUE),),
            because=f"Within the grace of {_seconds(grace)} an interruption changes nothing.",
            clauses=("R4",),
        )
    seconds = grace + 5 * (1 + scene.randbelow(20))
    happened = f"{what}. Only after {_seconds(seconds)} could the game be resumed."
    return _past_the_grace(scene, happened)


def _past_the_grace(scene: Scene, happened: str) -> Incident:
    round, rules = scene.round, scene.rules
    late = f"The grace is {_seconds(rules.grace_seconds)}, so it depends on what is decided."
    decided = [standing for standing in standings(round) if standing.fate in (Fate.WON, Fate.LOST)]
    if decided:
        call, clauses = Call.CONTINUE, rules.topics.all("resumed", "R4")
        finding = f"By what lies open {fates_told(decided)}: the round goes on from where it stood."
    else:
        call, clauses = Call.INTERRUPT, rules.topics.all("interrupted", "R4")
        finding = "By what lies open no bet has won or lost yet: the round is void."
    return Incident(
        happened,
        right=(PitRuling(call),),
        because=f"{late} {finding}",
        clauses=clauses,
        ruled=Interrupt(Capacity.HOUSE),
    )


def _seconds(number: int) -> str:
    return "1 second" if number == 1 else f"{number} seconds"


def fates_told(bets: Iterable[Standing]) -> str:
    """ "over-13 on box 1 has won and initial on box 1 is open"."""
    parts = []
    for bet in bets:
        hand = f", hand {bet.hand}," if bet.hand and bet.hand > 1 else ""
        where = f" on box {bet.box}{hand}" if bet.box else ""
        parts.append(f"{bet.bet}{where} {_FATES[bet.fate]}")
    return listed(parts, "and")


def _going_on(round: Round, now: Waiting) -> bool:
    return not now.over


INTERRUPTIONS = (Kind("interruption", _going_on, _interrupted),)
