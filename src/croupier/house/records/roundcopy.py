"""A played round as a round file: the house's with every name, a player's own without others'."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from msgspec.structs import replace

from croupier.engine.inputs import Adjust, Input
from croupier.house.anonymous import renamed
from croupier.roundfile import write
from croupier.table.rounds import PlayedRound

NOT_TOLD = "another player's adjustment"


def round_file(played: PlayedRound, viewer: str | None = None) -> dict[str, Any]:
    """For the house; or for a viewer, to whom the others are player-2, player-3 and so on."""
    if viewer is None:
        return renamed_file(played, {})
    inputs = [_without_reason(input, viewer) for input in played.inputs]
    return renamed_file(replace(played, inputs=inputs), _names(played, viewer))


def renamed_file(played: PlayedRound, names: Mapping[str, str]) -> dict[str, Any]:
    """With other names in it; who is not among them keeps theirs."""
    config = played.config
    return write(
        config.game,
        [replace(bet, player=names.get(bet.player, bet.player)) for bet in played.bets],
        [renamed(input, names) for input in played.inputs],
        settings=config.settings,
        limits=config.limits,
        seats={box: names.get(player, player) for box, player in played.seats.items()},
    )


def _names(played: PlayedRound, viewer: str) -> dict[str, str]:
    """By who comes first; a viewer who is called player-2 stays the only one."""
    free = (f"player-{n}" for n in count(2) if f"player-{n}" != viewer)
    return {
        player: player if player == viewer else next(free) for player in dict.fromkeys(_met(played))
    }


def _met(played: PlayedRound) -> Iterator[str]:
    yield from (bet.player for bet in played.bets)
    yield from played.seats.values()
    for input in played.inputs:
        if (player := getattr(input, "player", None)) is not None:
            yield player


def _without_reason(input: Input, viewer: str) -> Input:
    """Why another's round was corrected is theirs to know."""
    if isinstance(input, Adjust) and input.player != viewer:
        return replace(input, reason=NOT_TOLD)
    return input
