"""Bets as the lines of a table: the 151 spots of a wheel's layout are only a few."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from croupier.games.roulette import RouletteRules
from croupier.games.roulette.spots import kind_of
from croupier.games.rules import Rules


class _OfBet(Protocol):
    @property
    def bet(self) -> str: ...


T = TypeVar("T", bound=_OfBet)


def lines(
    rules: Rules, bets: Iterable[T], figures: Callable[[T], object]
) -> Iterator[tuple[str, T]]:
    """Name and bet; spots of one kind and with equal figures as one."""
    if not isinstance(rules, RouletteRules):
        yield from ((one.bet, one) for one in bets)
        return
    groups: dict[tuple[str, object], list[T]] = {}
    for one in bets:
        kind = kind_of(one.bet) if ":" in one.bet else "even chance"
        groups.setdefault((kind, figures(one)), []).append(one)
    for (kind, _), alike in groups.items():
        yield f"{kind} ({len(alike)})", alike[0]
