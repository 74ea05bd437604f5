"""Between rounds: the shoe, and the betting."""

import msgspec

from croupier.games import baccarat, roulette
from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import AnyRules
from croupier.games.inputs import VoidReason
from croupier.kit.phrase import Phrase, words
from croupier.table.guide.calls import PLACE_BETS
from croupier.table.guide.names import box_name
from croupier.table.guide.value import Guide, Step, Task, guided
from croupier.table.handling import by_live
from croupier.table.state import TableState

PLAYER_CUT = "player-cut"
_BACCARAT_CUT = 14
"""Cards behind the cut card of a baccarat shoe."""


_INSPECT = words(
    "Inspect the dealing shoe and the discard rack before cards go in: once every gaming day."
)


def between(state: TableState) -> Guide:
    if state.closing:
        return guided(Step.WAIT_FOR_PIT, words("The table closes now."))
    if state.handling.inspection_due:
        return guided(Step.INSPECT, _INSPECT, checklist=_equipment(state.rules))
    if _shoe_needed(state):
        return guided(Step.MAKE_SHOE, _why(state), checklist=_tasks(state.rules))
    return guided(Step.OPEN_BETTING, words("Open the betting."), PLACE_BETS)


def _equipment(rules: AnyRules) -> tuple[Task, ...]:
    clause = "LIVE 2.1.7" if by_live(rules) else None
    shoe = words("The shoe is whole, works, and nobody has tampered with it")
    rack = words("The discard rack is whole, and nobody has tampered with it")
    return _task("shoe", shoe, clause), _task("rack", rack, clause)


def _why(state: TableState) -> Phrase:
    if state.spoiled is not None:
        return words(
            "The round was void for its cards: take them all off the table, and make a fresh shoe."
        )
    if state.shoes:
        return words("The cut card is out: make a fresh shoe.")
    return words("There is no shoe yet: make a fresh shoe.")


def _shoe_needed(state: TableState) -> bool:
    """LIVE 2.3.2: shuffled at the end of the hand in which the cut card appears."""
    if isinstance(state.rules, roulette.RouletteRules):
        return False
    _, behind = _burned_and_behind(state.rules)
    out = state.seen.total() + state.handling.unseen
    return state.shoe_decks != state.rules.decks or out >= state.rules.decks * 52 - behind


def _burned_and_behind(rules: BlackjackRules | baccarat.BaccaratRules) -> tuple[int, int]:
    """Cards burned after the shuffle, and cards behind the cut card."""
    if isinstance(rules, BlackjackRules):
        return rules.burn_after_shuffle, rules.cut_card_from_back
    return 0, _BACCARAT_CUT


def _tasks(rules: AnyRules) -> tuple[Task, ...]:
    assert not isinstance(rules, roulette.RouletteRules)
    burned, behind = _burned_and_behind(rules)
    cut_card = words(
        "Put the cut card {count, plural, one {# card} other {# cards}} from the end", count=behind
    )
    tasks = [
        _task("inspect", words("Look over every card, face up")),
        _task("count", _count(rules.decks), rules.cites["decks"], rules.decks),
        _task("shuffle", words("Shuffle"), rules.clauses.void.get(VoidReason.UNSHUFFLED, "R26")),
        _task("cut", words("Cut")),
        *_player_cut(rules),
        _task("cut-card", cut_card, rules.cites.get("cut_card_from_back"), behind),
    ]
    if burned:
        burn = words("Burn {count, plural, one {# card} other {# cards}}", count=burned)
        tasks.append(_task("burn", burn, rules.cites["burn_after_shuffle"], burned))
    if by_live(rules):
        tasks = [_by_live(task) for task in tasks]
    return tuple(tasks)


def _task(name: str, told: Phrase, clause: str | None = None, number: int | None = None) -> Task:
    return Task(name, str(told), told, clause, number)


def _count(decks: int) -> Phrase:
    return words(
        "Count {decks, plural, one {# deck} other {# decks}}, "
        "{cards, plural, one {# card} other {# cards}}",
        decks=decks,
        cards=decks * 52,
    )


def _player_cut(rules: AnyRules) -> tuple[Task, ...]:
    """LIVE 2.3.3d: a player says where the cutting card goes in; the end of the shoe is marked
    after that (LIVE 2.3.3e)."""
    told = words("A player at the table places the cutting card in the stack")
    return (_task(PLAYER_CUT, told, "LIVE 2.3.3d"),) if by_live(rules) else ()


def _by_live(task: Task) -> Task:
    clause = {"inspect": "LIVE 2.3.1", "shuffle": "LIVE 2.3.2", "cut": "LIVE 2.3.3a"}
    return msgspec.structs.replace(task, clause=clause.get(task.name, task.clause))


def betting(state: TableState) -> Guide:
    """The clock closes it; the dealer may before, and need not at the first chip."""
    bettors = tuple(dict.fromkeys(bet.player for bet in state.layout.bets))
    missing = tuple(
        words("{player} at {box}", player=player, box=box_name(state.rules, box))
        for box, player in sorted(state.seats.items())
        if player not in bettors
    )
    if not bettors:
        return guided(Step.BETTING, words("Wait: nobody has bet yet."))
    have = words(
        "{count, plural, one {# player has bet} other {# players have bet}}", count=len(bettors)
    )
    told = words("Wait for the clock, or close: {have}.", have=have)
    if missing:
        told = words("Wait for {missing:and}, or close: {have}.", missing=missing, have=have)
    return guided(Step.BETTING, told, then=Step.CLOSE_BETTING)
