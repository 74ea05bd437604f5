"""The tables of what can be counted, game by game, in docs/game-protection.md, reckoned anew.

python -m tools.protection            check that the page says what the code says
python -m tools.protection --write    write it there
"""

from collections.abc import Mapping
from pathlib import Path

from croupier.engine.protocol import variant
from croupier.engine.variants import VARIANTS
from croupier.odds import BetProtection, game_protection_of
from croupier.odds.counting.figures import Winnings
from tools.marked_page import between, write_or_check

PAGE = Path(__file__).parent.parent / "docs" / "game-protection.md"
BEGIN, END = "<!-- every game: begin -->", "<!-- every game: end -->"
RANKS = "A23456789T"
"""In no game of these documents does a picture do anything else than a ten."""


def page() -> str:
    return "\n\n".join(map(of_game, filter(_has_cards, VARIANTS)))


def _has_cards(game: str) -> bool:
    return bool(variant(game).deck_count)


def of_game(game: str) -> str:
    found = game_protection_of(variant(game))
    head = f"**{game}**: {found.cut} of {found.cards} cards behind the cut card"
    effects = ["bet", *RANKS, "best count", "correlation"]
    wins = ["bet", "seen: win", "N0", "SCORE", "count: win", "N0", "SCORE", "seen, by cut"]
    return "\n\n".join(
        [
            head,
            _table(effects, [_effects(bet) for bet in found.bets]),
            _table(wins, [_wins(bet) for bet in found.bets]),
        ]
    )


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _effects(bet: BetProtection) -> list[str]:
    best = bet.counts[-1] if bet.counts else None
    return [
        bet.bet,
        *(f"{100 * bet.effects[rank]:+z.4f}" for rank in RANKS),
        _written(best.tags) if best else "none",
        f"{best.correlation:.4f}" if best else "",
    ]


def _written(tags: Mapping[str, int]) -> str:
    """A to T; what a deck adds up to is seen at once."""
    return " ".join(f"{tags[rank]:+d}" if tags[rank] else "0" for rank in RANKS)


def _wins(bet: BetProtection) -> list[str]:
    at = bet.cuts[0]
    by_cut = ", ".join(
        f"{one.cut}: {one.observer.win:+z.3f}" for one in sorted(bet.cuts, key=lambda one: one.cut)
    )
    return [bet.bet, *_won(at.observer), *(_won(at.count) if at.count else ("", "", "")), by_cut]


def _won(won: Winnings) -> tuple[str, str, str]:
    error = f" ± {won.error:.3f}" if won.error else ""
    rounds = "" if won.n0 is None else f"{won.n0:,.0f}"
    return f"{won.win:+z.3f}{error}", rounds, f"{won.score:.1f}"


def stands() -> str:
    """What the page says now."""
    return between(PAGE, BEGIN, END)


def main() -> None:
    write_or_check(PAGE, BEGIN, END, page(), "tools.protection")


if __name__ == "__main__":
    main()
