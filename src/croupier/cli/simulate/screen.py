"""What a run came to, in the terminal."""

from collections.abc import Iterable, Iterator

from rich.table import Table
from rich.text import Text

from croupier.cli.odds.figures import rounded, worth
from croupier.cli.terminal import OUT
from croupier.engine.rules import Rules
from croupier.sim import Simulated, SimulatedBet

_UNIT = {"fresh": "rounds, each from a fresh shoe", "shoe": "rounds down to the cut card"}
_FAR = 3.0
"""Standard errors from which on a line is marked."""


def show(rules: Rules, result: Simulated, notes: Iterable[str], *, alone: bool) -> None:
    OUT.print(Text(f"{rules.title}: simulated", style="bold"))
    for sentence in (*notes, *_facts(rules, result)):
        OUT.print(Text(sentence, style="dim"))
    bets = ((bet.bet, bet) for bet in result.bets)
    OUT.print(_table(bets if alone else _lines(rules, result.bets), shoes=result.shoes is not None))
    if not alone and any(rules.kind_of(bet.bet) != bet.bet for bet in result.bets):
        OUT.print(Text("Of each kind the one that is furthest off; --bet tells of any.", "dim"))
    for sentence in _shoes(result):
        OUT.print(Text(sentence))
    if result.unlikely:
        names = ", ".join(f"{bet.bet} (z {bet.z:+.1f})" for bet in result.unlikely)
        OUT.print(
            Text(f"Unlikely: {names}. In a thousand such runs, one has any bet so far off.", "red")
        )
    OUT.print(
        Text(
            f"{result.seconds:.2f} s, {rounded(result.rounds_per_second)} rounds a second"
            f" ({result.device})",
            style="dim",
        )
    )


def _facts(rules: Rules, result: Simulated) -> Iterator[str]:
    dealt = _UNIT[result.dealt] if rules.deck_count else "rounds"
    boxes = "" if result.boxes == 1 else f", {result.boxes} boxes"
    strategy = "" if result.strategy is None else f", played by {result.strategy}"
    yield f"{result.rounds:,} {dealt}{boxes}{strategy}; seed {result.seed}."
    if result.stopped:
        yield f"It was stopped; {result.asked:,} were asked for."


def _shoes(result: Simulated) -> Iterator[str]:
    if result.shoes is not None and result.units:
        rounds, cards = result.rounds / result.units, result.shoes.cards / result.units
        yield f"{result.units:,} shoes, of {rounds:.2f} rounds and {cards:.2f} cards on average."


def _lines(rules: Rules, bets: Iterable[SimulatedBet]) -> Iterator[tuple[str, SimulatedBet]]:
    """Of many spots of one kind that which is furthest off."""
    kinds: dict[str, list[SimulatedBet]] = {}
    for bet in bets:
        kinds.setdefault(rules.kind_of(bet.bet), []).append(bet)
    for alike in kinds.values():
        furthest = max(alike, key=lambda bet: abs(bet.z or 0))
        many = f" (of {len(alike)})" if len(alike) > 1 else ""
        yield furthest.bet + many, furthest


def _table(bets: Iterable[tuple[str, SimulatedBet]], *, shoes: bool) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column("bet", no_wrap=True)
    # The deviation of a bet is that from a fresh shoe, near enough.
    beside = ("fresh ev", "cut card") if shoes else ("std dev", "ev", "z")
    for name in ("rounds", "mean", "std err", *beside):
        table.add_column(name, justify="right", no_wrap=True)
    for name, bet in bets:
        tally = bet.tally
        table.add_row(
            Text(name, style="bold"),
            rounded(tally.rounds),
            worth(tally.mean),
            f"{tally.stderr:.6f}",
            *(() if shoes else (f"{tally.deviation:.4f}",)),
            "" if bet.fresh_ev is None else worth(bet.fresh_ev),
            _difference(bet) if shoes else _z(bet),
        )
    return table


def _difference(bet: SimulatedBet) -> Text:
    return Text("") if bet.cut_card_effect is None else worth(bet.cut_card_effect)


def _z(bet: SimulatedBet) -> Text:
    z = bet.z
    return Text("") if z is None else Text(f"{z:+.2f}", style="yellow" if abs(z) > _FAR else "")
