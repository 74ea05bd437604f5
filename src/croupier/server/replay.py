"""A round that is over, as its table showed it: the views of then, after each step.

The table is made again from the facts of the round and shown by the projection that shows it live,
so a card nobody had turned is in no step. Names are changed before the first fact: those of others
are never in it.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from croupier.engine.inputs import Input
from croupier.engine.layout import Bet
from croupier.engine.lines import Line
from croupier.house.anonymous import renamed
from croupier.house.records.steps import told_inputs
from croupier.server.projection import (
    PlayerParts,
    result_of,
    spot_terms,
    table_view,
    you_view,
)
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    Fed,
    SeatTaken,
    TableOpened,
)
from croupier.table.rounds import PlayedRound
from croupier.table.state import TablePhase, TableState
from croupier.wire.views import BoxView, LastResult, Play, SpotTerms, TableView, Turn, YouView

_HOUSE = "house"
Part = TypeVar("Part", bound=msgspec.Struct)


class TableStep(msgspec.Struct, frozen=True):
    """What of the table's view a step may change."""

    phase: TablePhase
    boxes: tuple[BoxView, ...]
    play: Play | None
    turns: tuple[Turn, ...]
    offers: bool
    choices: bool
    over: bool
    void: bool
    staked: int
    returned: int | None
    last: tuple[LastResult, ...]


class YouStep(msgspec.Struct, frozen=True):
    """What of the player's own view a step may change. A card that lay face down for the others
    does so here."""

    lines: tuple[Line, ...]
    current_bet: int


class ReplayStep(msgspec.Struct, frozen=True):
    table: TableStep
    you: YouStep | None


class Replay(msgspec.Struct, frozen=True):
    """A name that begins with "#" is nobody's: "#3" sits at box 3."""

    spots: tuple[SpotTerms, ...]
    view: TableView
    """At "No more bets"."""
    you: YouView | None
    """The player's whose round it is; none for the house."""
    steps: tuple[ReplayStep, ...]
    """After each step of the round as this viewer is told it; and the end, where what others
    decided, which is not told, has brought it."""


def replay_for_house(played: PlayedRound) -> Replay:
    """With every name, and a step for every input."""
    return _replay(played, None, {}, [True] * len(played.inputs))


def replay_for_player(played: PlayedRound, player: str, name: str | None = None) -> Replay:
    """The others are called by their boxes, and the player so too, where it is said how."""
    names = _by_box(played, {player: player if name is None else name})
    return _replay(played, names[player], names, told_inputs(played, player))


def box_name(played: PlayedRound, player: str) -> str:
    """What a player is called whose name is not told."""
    return _by_box(played, {})[player]


def _replay(
    played: PlayedRound, player: str | None, names: Mapping[str, str], told: Iterable[bool]
) -> Replay:
    state = _at_no_more_bets(played, names)
    view, you = _views(state, player)
    steps: list[ReplayStep] = []
    for input, is_told in zip(played.inputs, told, strict=True):
        state.apply(Fed(renamed(input, names), _HOUSE))
        if is_told:
            steps.append(_step(*_views(state, player)))
    end = _step(*_views(state, player))
    if steps and end.table.over and not steps[-1].table.over:
        steps.append(end)
    return Replay(spot_terms(state), view, you, tuple(steps))


def _at_no_more_bets(played: PlayedRound, names: Mapping[str, str]) -> TableState:
    state = TableState(played.config)
    state.apply(TableOpened(played.config))
    for box, seated in played.seats.items():
        state.apply(SeatTaken(names.get(seated, seated), box))
    state.apply(BettingOpened(played.number))
    # In their order: who came first to a box plays it.
    for bet in played.bets:
        state.layout.put(replace(bet, player=names.get(bet.player, bet.player)))
    state.apply(BetsClosed(played.number, ""))
    return state


def _views(state: TableState, player: str | None) -> tuple[TableView, YouView | None]:
    result = result_of(state)
    last = () if result is None else (result,)
    you = None if player is None else you_view(state, player, PlayerParts(state))
    return table_view(state, None, last, standstill=None), you


def _step(view: TableView, you: YouView | None) -> ReplayStep:
    return ReplayStep(_part(view, TableStep), None if you is None else _part(you, YouStep))


def _part(view: msgspec.Struct, kind: type[Part]) -> Part:
    return kind(**{name: getattr(view, name) for name in kind.__struct_fields__})


def _by_box(played: PlayedRound, kept: Mapping[str, str]) -> dict[str, str]:
    """Nobody's own name begins with "#": no two are ever called the same."""
    names = dict(kept)
    for box, player in sorted(played.seats.items()):
        names.setdefault(player, f"#{box}")
    others = (f"#player-{n}" for n in count(1))
    for player in _met(played.bets, played.inputs):
        if player not in names:
            names[player] = next(others)
    return names


def _met(bets: Iterable[Bet], inputs: Iterable[Input]) -> Iterator[str]:
    yield from (bet.player for bet in bets)
    for input in inputs:
        if (player := getattr(input, "player", None)) is not None:
            yield player
