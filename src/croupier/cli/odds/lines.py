"""Bets as the lines of a table: the 151 spots of a wheel's layout are only a few."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from croupier.engine.rules import Rules


class _OfBet(Protocol):
    @property
    def bet(self) -> str: ...


T = TypeVar("T", bound=_OfBet)


def lines(
    rules: Rules, bets: Iterable[T], figures: Callable[[T], object]
) -> Iterator[tuple[str, T]]:
    """Name and bet; spots of one kind and with equal figures as one."""
    groups: dict[tuple[str, object], list[T]] = {}
    for bet in bets:
        groups.setdefault((rules.kind_of(bet.bet), figures(bet)), []).append(bet)
    for (kind, _), alike in groups.items():
        yield alike[0].bet if kind == alike[0].bet else f"{kind} ({len(alike)})", alike[0]
