"""How far each bet of a game can be counted, and what that is worth to whoever counts."""

from collections.abc import Collection
from typing import NamedTuple

from croupier.engine.equipment import Cards
from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.odds.cache import as_played, kept
from croupier.odds.counting.family import counting_of
from croupier.odds.counting.figures import BetProtection, GameProtection
from croupier.odds.game import checked_bets
from croupier.odds.shoe import ShoeComposition
from croupier.odds.worth import Progress, settings_in_force

LARGEST_SPREAD = 1_000
USUAL_SPREAD = 10


class Dealt(NamedTuple):
    """A shoe, how far it is dealt, and what is staked on it."""

    shoe: ShoeComposition
    burned: int
    cards_a_round: float
    cuts: tuple[int, ...]
    """How many cards are behind the cut card; each is looked at."""
    spread: int
    """The most that is staked, in units of the least."""

    def seen(self, cut: int) -> list[int]:
        """How many cards have been seen when each round begins; none begins once the cut card is
        out. Cards that were burned unseen are as unknown as those in the shoe."""
        seen: list[int] = []
        last = self.shoe.total - self.burned - cut
        while (now := round(len(seen) * self.cards_a_round)) < last:
            seen.append(now)
        return seen


def game_protection_of(
    rules: Rules,
    cut: int | None = None,
    spread: int = USUAL_SPREAD,
    bets: Collection[str] | None = None,
    progress: Progress | None = None,
) -> GameProtection:
    """Of all bets or of those named, from a fresh shoe down to the cut card: where the rules have
    it, or with so many cards behind it; never so few that the last round might not be dealt out."""
    equipment = rules.equipment
    if not isinstance(equipment, Cards):
        message = f"{rules.game} has no memory: no round tells anything of the next"
        raise Refused(Code.BAD_SETTING, message)
    if not 1 <= spread <= LARGEST_SPREAD:
        raise Refused(Code.BAD_SETTING, f"a spread is from 1 to {LARGEST_SPREAD}, not {spread}")
    family = counting_of(rules)
    most = equipment.size - equipment.burned - 1
    if most < family.least_cards:
        raise Refused(
            Code.BAD_SETTING, "so many are burned that no round begins before the cut card"
        )
    if cut is None:
        cut = min(max(equipment.behind_cut, family.least_cards), most)
    elif not family.least_cards <= cut <= most:
        message = f"from {family.least_cards} to {most} cards lie behind the cut card, not {cut}"
        raise Refused(Code.BAD_SETTING, message)
    cuts = (cut, *(usual for usual in usual_cuts(rules) if usual != cut))
    named = checked_bets(rules, bets)
    dealt = Dealt(
        ShoeComposition.of_decks(equipment.decks),
        equipment.burned,
        family.cards_a_round(rules),
        cuts,
        spread,
    )
    told = (
        _of_bet(rules, bet, dealt, _part(progress, done, len(named)))
        for done, bet in enumerate(named)
    )
    return GameProtection(
        rules.game,
        settings_in_force(rules),
        equipment.size,
        cut,
        equipment.burned,
        spread,
        dealt.cards_a_round,
        len(dealt.seen(cut)),
        tuple(told),
    )


def usual_cuts(rules: Rules) -> dict[int, int]:
    """Cards behind the cut card, from an eighth of the shoe to a half → how many eighths."""
    equipment, least = rules.equipment, counting_of(rules).least_cards
    assert isinstance(equipment, Cards)
    eighths = {equipment.size * eighths // 8: eighths for eighths in range(1, 5)}
    most = equipment.size - equipment.burned - 1
    return {cut: share for cut, share in eighths.items() if least <= cut <= most}


def _of_bet(rules: Rules, bet: str, dealt: Dealt, progress: Progress | None) -> BetProtection:
    def reckon() -> BetProtection:
        from croupier.odds.counting.bet_protection import bet_protection  # noqa: PLC0415 -- numpy

        return bet_protection(rules, bet, dealt, progress)

    if not counting_of(rules).is_own(rules, bet):
        return reckon()
    question = ("counting", bet, as_played(rules), rules.family, dealt.cuts, dealt.spread)
    return kept(question, BetProtection, reckon)


def _part(progress: Progress | None, done: int, of: int) -> Progress | None:
    """What one bet reports, as a part of all."""
    if progress is None:
        return None
    return lambda part, parts: progress(done * parts + part, of * parts)
