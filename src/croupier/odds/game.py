"""The odds of any game: its family is asked."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec import UNSET

from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.odds.advice import Advice
from croupier.odds.family import family_odds
from croupier.odds.shoe import ShoeComposition
from croupier.odds.strategy import AnteStrategy, Strategy
from croupier.odds.worth import BetOdds, GameOdds, Progress, settings_in_force


def bets_of(rules: Rules) -> tuple[str, ...]:
    """Every bet that can be valued."""
    return family_odds(rules).bets_of(rules)


def odds_of(
    rules: Rules,
    shoe: ShoeComposition | None = None,
    bets: Collection[str] | None = None,
    progress: Progress | None = None,
) -> GameOdds:
    """Of all bets or of those named, from a fresh shoe or from this one, with the settings that
    are in force."""
    return with_settings(rules, shoe, worth_of(rules, shoe, bets, progress))


def with_settings(
    rules: Rules, shoe: ShoeComposition | None, bets: tuple[BetOdds, ...]
) -> GameOdds:
    counts = UNSET if shoe is None else shoe.counts
    return GameOdds(rules.game, settings_in_force(rules), bets, counts)


def worth_of(
    rules: Rules,
    shoe: ShoeComposition | None = None,
    bets: Collection[str] | None = None,
    progress: Progress | None = None,
) -> tuple[BetOdds, ...]:
    """Of all bets or of those named. Of all bets, those that cannot be told from this shoe are
    left out."""
    family = family_odds(rules)
    if bets is None and shoe is not None:
        bets = tuple(family.countable(rules, shoe))
    bets = checked_bets(rules, bets)
    every = family.worth(rules, shoe, bets, progress)
    return tuple(odds for odds in every if odds.bet in bets)


def together(
    rules: Rules,
    stakes: Mapping[str, int],
    shoe: ShoeComposition | None = None,
    progress: Progress | None = None,
) -> Mapping[Fraction, Fraction | float]:
    """What a round with these bets comes to, all of them added up → how likely that is; a refusal
    where bets depend on each other and are not counted together."""
    checked_bets(rules, stakes)
    return family_odds(rules).together(rules, shoe, stakes, progress)


def checked_bets(rules: Rules, bets: Collection[str] | None) -> tuple[str, ...]:
    """Those named, or all; a refusal where there is no such bet."""
    known = bets_of(rules)
    for bet in bets or ():
        if bet not in known:
            raise unknown_bet(rules, bet, known)
    return known if bets is None else tuple(bet for bet in known if bet in bets)


def unknown_bet(rules: Rules, bet: str, known: Iterable[str]) -> Refused:
    return Refused(
        Code.UNKNOWN_BET,
        f"{rules.game} has no bet {bet[:40]!r}; it has {', '.join(_kinds(known))}",
    )


def _kinds(bets: Iterable[str]) -> Iterator[str]:
    """Every bet by name, and of a kind that has many the first."""
    of_kind: dict[str, list[str]] = {}
    for bet in bets:
        of_kind.setdefault(bet.split(":")[0], []).append(bet)
    for kind, (first, *others) in of_kind.items():
        yield f"{first} and other {kind}s" if others else first


def counted_at_once(rules: Rules) -> bool:
    """Whether its odds are told in no time."""
    return family_odds(rules).quick


def has_strategy(rules: Rules) -> bool:
    """Whether players decide anything."""
    return family_odds(rules).has_strategy(rules)


def decision_heads(rules: Rules) -> tuple[str, str]:
    """What a decision of the strategy is told by, in two columns."""
    return family_odds(rules).decision_heads


def strategy_of(
    rules: Rules, shoe: ShoeComposition | None = None, progress: Progress | None = None
) -> Strategy | AnteStrategy:
    """How it is best played."""
    return family_odds(rules).strategy(rules, shoe, progress)


def advise(rules: Rules, shoe: ShoeComposition, hand: str, dealer: str, seen: str = "") -> Advice:
    """A hand as "8,8" or "8S,8D" against the dealer's card, other cards seen being gone too."""
    return family_odds(rules).advise(rules, shoe, hand, dealer, seen)
