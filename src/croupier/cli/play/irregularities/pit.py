"""The pit: where it is decided that something goes wrong, and where you rule on it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

from croupier.chance import RandBelow
from croupier.cli.play.dealer import Dealer
from croupier.cli.play.families import screen_of
from croupier.cli.play.help import show_clauses
from croupier.cli.play.irregularities.calls import (
    MEANING,
    Call,
    PitRuling,
    as_input,
    clauses_behind,
    possible,
)
from croupier.cli.play.irregularities.incident import Incident, Kind, Scene
from croupier.cli.play.terminal import Left, Terminal
from croupier.engine.inputs import VoidReason
from croupier.engine.protocol import Round, step
from croupier.engine.rules import Rules
from croupier.engine.waiting import Waiting
from croupier.kit.errors import Code, Refused
from croupier.story.rulings import FAULTS

T = TypeVar("T", bound=StrEnum)

_LEAVING = ("quit", "q", "exit")
_QUIET = 6
"""One round in so many is meant to pass in peace; others may by luck."""
_MOMENTS = 5
"""In one of so many moments at which it could happen, it does."""


class Pit:
    def __init__(
        self, rules: Rules, dealer: Dealer, terminal: Terminal, randbelow: RandBelow
    ) -> None:
        self._rules = rules
        self._dealer = dealer
        self._terminal = terminal
        self._randbelow = randbelow
        self._kinds = kinds_of(rules)
        self._coming: Kind | None = None
        """What may go wrong in this round; never two things."""
        self._seen: Round | None = None
        self._ruled = 0
        self._right = 0

    def welcome(self) -> None:
        self._terminal.say(
            "Now and then something goes wrong here, and you rule on it as the pit. An "
            f"interruption has a grace of {self._rules.grace_seconds} seconds.",
            "yellow",
        )

    @property
    def score(self) -> str:
        return f"{self._right} of {self._ruled} right" if self._ruled else "nothing to rule on"

    # What happens ----------------------------------------------------------------------------

    def open(self) -> None:
        """A round begins."""
        self._seen = self._coming = None
        if self._randbelow(_QUIET):
            self._coming = self._kinds[self._randbelow(len(self._kinds))]

    def watch(self, round: Round, now: Waiting) -> Incident | None:
        """What goes wrong at this moment, if anything does."""
        if self._coming is None or round is self._seen:
            return None
        self._seen = round
        kind = self._coming
        if not kind.fits(round, now) or self._dealer.left < kind.cards:
            return None
        # A spin has one moment, and when all is dealt there is no other.
        if self._randbelow(1 if now.over else 2 if now.pocket else _MOMENTS):
            return None
        self._coming = None
        cards = self._dealer.draw(kind.cards)
        return kind.happens(Scene(round, now, cards, self._randbelow, self._terminal.glyphs))

    # What you rule ---------------------------------------------------------------------------

    def rule(self, round: Round, now: Waiting, incident: Incident) -> None:
        """Tell it, hear the call and judge it; the round itself is left to the table."""
        terminal = self._terminal
        terminal.say()
        terminal.say(f"Trouble: {incident.description}", "bold yellow")
        try:
            ruling = self._hear(now, incident)
        except Left:
            terminal.say(f"The pit boss rules in your place: {incident.right[0]}.")
            raise
        self._ruled += 1
        terminal.say()
        if ruling in incident.right:
            self._right += 1
            terminal.say(f"Right: {ruling}.", "bold green")
        else:
            terminal.say(f"Wrong: the call is {incident.right[0]}.", "bold red")
            self._try(round, now, incident, ruling)
        terminal.say(incident.because)
        show_clauses(terminal, incident.clauses)
        terminal.say(f"{self.score} so far.", "dim")

    def _try(self, round: Round, now: Waiting, incident: Incident, ruling: PitRuling) -> None:
        """What the rules have to say against it."""
        input = as_input(ruling, now, incident.cards, incident.deal)
        try:
            if input is not None:
                step(round, input)
        except Refused as refused:
            self._terminal.refuse(refused)

    def _hear(self, now: Waiting, incident: Incident) -> PitRuling:
        """Ask until there is a call."""
        open_to_you = (
            possible(now) | {ruling.call for ruling in incident.right} | {*incident.tempting}
        )
        calls = [call for call in Call if call in open_to_you]
        self._list(calls)
        while True:
            try:
                line = self._terminal.ask("pit> ")
                if line in _LEAVING:
                    raise Left
                match line:
                    case "why":
                        show_clauses(self._terminal, clauses_behind(self._rules, calls))
                    case "help" | "?" | "":
                        self._list(calls)
                    case _ if (ruling := self._understand(calls, line)) is not None:
                        return ruling
            except Refused as refused:
                self._terminal.refuse(refused)

    def _list(self, calls: Sequence[Call]) -> None:
        self._terminal.say("What do you rule? (A number or a name; why reads the clauses.)")
        for number, call in enumerate(calls, 1):
            self._terminal.say(f"  {number}  {call:<12} {MEANING[call]}")

    def _understand(self, calls: Sequence[Call], line: str) -> PitRuling | None:
        word, _, reason = line.partition(" ")
        call = _pick(calls, word)
        if call is Call.VOID:
            return self._void(reason)
        return PitRuling(call)

    def _void(self, reason: str) -> PitRuling | None:
        """A void needs its reason; an empty line takes it back."""
        reasons = list(VoidReason)
        if not reason:
            for number, cause in enumerate(reasons, 1):
                self._terminal.say(f"  {number}  {cause:<13}{FAULTS[cause]}")
            reason = self._terminal.ask("void for> ")
        if reason in _LEAVING:
            raise Left
        return PitRuling(Call.VOID, _pick(reasons, reason)) if reason else None


def kinds_of(rules: Rules) -> tuple[Kind, ...]:
    """What can go wrong at this table."""
    return screen_of(rules).irregularities


def _pick(choices: Sequence[T], word: str) -> T:
    """By its number, or by as much of its name as tells it from the others."""
    if word.isdecimal() and 1 <= int(word) <= len(choices):
        return choices[int(word) - 1]
    meant = [choice for choice in choices if choice.startswith(word)]
    if len(meant) != 1:
        raise Refused(Code.ILLEGAL_ACTION, f"{word[:40]!r} is none of these; help lists them")
    return meant[0]
