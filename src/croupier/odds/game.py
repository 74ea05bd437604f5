"""What every bet of a variant is worth."""

from collections.abc import Collection, Iterable, Iterator

from msgspec import UNSET
from msgspec.structs import replace

from croupier.games.baccarat import BaccaratRules
from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import AnyRules
from croupier.games.roulette import RouletteRules
from croupier.kit.errors import Code, Refused
from croupier.odds.blackjack.main_bet import MainBet, Progress
from croupier.odds.cache import as_played, kept, solved
from croupier.odds.first_cards import (
    BOOM_BUSTED,
    FIRST_TWO,
    INSURANCE,
    SUITED,
    first_two_odds,
    insurance_odds,
)
from croupier.odds.roulette import roulette_odds
from croupier.odds.shoe import Shoe
from croupier.odds.worth import BetOdds, GameOdds, approximate, settings_in_force

BEHIND = "behind"
PLAYED = ("initial", BEHIND)
"""Bets that the player's decisions make; one behind a seat follows what the seat does."""


def bets_of(rules: AnyRules) -> tuple[str, ...]:
    """Every bet that can be valued: those of the layout, and insurance."""
    spots = tuple(rules.spots())
    return (*spots, INSURANCE) if isinstance(rules, BlackjackRules) else spots


def _kinds(bets: Iterable[str]) -> Iterator[str]:
    """Every bet by name, and of a kind that has many the first."""
    of_kind: dict[str, list[str]] = {}
    for bet in bets:
        of_kind.setdefault(bet.split(":")[0], []).append(bet)
    for kind, (first, *others) in of_kind.items():
        yield f"{first} and other {kind}s" if others else first


def odds_of(
    rules: AnyRules,
    shoe: Shoe | None = None,
    bets: Collection[str] | None = None,
    progress: Progress | None = None,
) -> GameOdds:
    """Of all bets or of those named, from a fresh shoe or from this one. Of all bets, those that
    need suits are left out where the shoe's are not known."""
    known = bets_of(rules)
    for bet in bets or ():
        if bet not in known:
            raise Refused(
                Code.UNKNOWN_BET,
                f"{rules.game} has no bet {bet[:40]!r}; it has {', '.join(_kinds(known))}",
            )
    if bets is None:
        suits_known = shoe is None or shoe.suits_known
        bets = [bet for bet in known if suits_known or bet != SUITED]
        if shoe is not None and not shoe.ranks[0]:
            bets = [bet for bet in bets if bet != INSURANCE]
    wanted = [bet for bet in known if bet in bets]
    if isinstance(rules, RouletteRules):
        found = roulette_odds(rules)
    elif isinstance(rules, BaccaratRules):
        found = _baccarat(rules, shoe or Shoe.of_decks(rules.decks))
    else:
        found = _blackjack(rules, shoe or Shoe.of_decks(rules.decks), wanted, progress)
    return GameOdds(
        rules.game,
        settings_in_force(rules),
        tuple(one for one in found if one.bet in wanted),
        UNSET if shoe is None else shoe.counts,
    )


def _baccarat(rules: BaccaratRules, shoe: Shoe) -> tuple[BetOdds, ...]:
    def reckon() -> tuple[BetOdds, ...]:
        from croupier.odds.baccarat import baccarat_odds  # noqa: PLC0415 -- brings numpy

        return baccarat_odds(rules, shoe)

    return kept(("baccarat", as_played(rules), shoe.ranks), tuple[BetOdds, ...], reckon)


def _boom_busted(rules: BlackjackRules, shoe: Shoe) -> BetOdds:
    def reckon() -> BetOdds:
        from croupier.odds.boom_busted import boom_busted_odds  # noqa: PLC0415 -- brings numpy

        return boom_busted_odds(rules, shoe)

    return kept((BOOM_BUSTED, rules.boom_busted, rules.h17, shoe.values), BetOdds, reckon)


def _blackjack(
    rules: BlackjackRules, shoe: Shoe, wanted: list[str], progress: Progress | None
) -> tuple[BetOdds, ...]:
    main = solved(rules, shoe.values, progress) if {*PLAYED} & {*wanted} else None
    found = []
    for bet in wanted:
        if bet in PLAYED:
            assert main is not None
            found.append(main_odds(bet, main))
        elif bet == BOOM_BUSTED:
            found.append(_boom_busted(rules, shoe))
        elif bet in FIRST_TWO:
            found.append(first_two_odds(rules, shoe, bet))
        elif bet == INSURANCE:
            found.append(insurance_odds(rules, shoe))
        else:
            raise AssertionError(f"nobody values {bet}")
    return tuple(found)


def main_odds(bet: str, main: MainBet) -> BetOdds:
    nets = {float(net): p for net, p in main.spread.items()}
    found = approximate(bet, nets, main.ev, ev_composition=main.ev_composition)
    if bet == BEHIND and main.ev_not_following is not None:
        found = replace(found, ev_not_following=main.ev_not_following)
    return found
