"""The table of every bet of every game in docs/odds.md, reckoned anew.

python -m tools.odds            check that the page says what the code says
python -m tools.odds --write    write it there
"""

from pathlib import Path

from croupier.engine.protocol import variant
from croupier.engine.variants import VARIANTS
from croupier.odds import BetOdds, odds_of
from tools.marked_page import between, write_or_check

PAGE = Path(__file__).parent.parent / "docs" / "odds.md"
BEGIN, END = "<!-- every bet: begin -->", "<!-- every bet: end -->"
_HEAD = (
    "| bet | house edge | exactly | deviation | win | push | lose |\n|---|---|---|---|---|---|---|"
)
_LONGEST = 24
"""Characters of a fraction that still reads as one."""


def table() -> str:
    return "\n\n".join(f"**{game}**\n\n{_game(game)}" for game in VARIANTS)


def _game(game: str) -> str:
    lines = [_HEAD]
    alike: dict[tuple[object, ...], list[BetOdds]] = {}
    for bet in odds_of(variant(game)).bets:
        # Roulette: a line for all spots of one kind.
        kind = bet.bet.partition(":")[0] if ":" in bet.bet else bet.outcomes
        alone = str(bet.ev_not_following)
        alike.setdefault((kind, bet.ev_exact, bet.ev, alone), []).append(bet)
    return "\n".join([*lines, *(_line(bets) for bets in alike.values())])


def _line(bets: list[BetOdds]) -> str:
    one = bets[0]
    kind = one.bet.partition(":")[0]
    name = f"{kind} ({len(bets)})" if ":" in one.bet else ", ".join(bet.bet for bet in bets)
    notes = ""
    if isinstance(one.ev_composition, float):
        notes = f" ({-one.ev_composition * 100:.6f} % by the very cards)"
    if isinstance(one.per_unit_wagered, float):
        notes = f" ({-one.per_unit_wagered * 100:.4f} % of all that is wagered)"
    if isinstance(one.ev_not_following, float):
        notes = f" ({-one.ev_not_following * 100:.6f} % not following)"
    exactly = one.ev_exact or ""
    return (
        f"| {name} | {one.house_edge * 100:.6f} %{notes} "
        f"| {exactly if len(exactly) <= _LONGEST else 'a fraction'} | {one.stddev:.4f} "
        f"| {one.win * 100:.4f} % | {one.push * 100:.4f} % | {one.lose * 100:.4f} % |"
    )


def stands() -> str:
    """What the page says now."""
    return between(PAGE, BEGIN, END)


def main() -> None:
    write_or_check(PAGE, BEGIN, END, table(), "tools.odds")


if __name__ == "__main__":
    main()
