"""What hangs at a blackjack table: limits, the dealer's rule, pays and restrictions.

LIVE 2.1.5 and 2.1.6 list what must be shown; every variant shows it.
"""

from croupier.engine.layout import Limits
from croupier.games.blackjack.engine.rules import EVEN, BlackjackRules
from croupier.kit.odds import Odds
from croupier.kit.phrase import Item, Phrase, words
from croupier.notices.common import EACH_BET, closing_notice, limits_notice, side_limits_notice
from croupier.notices.page import LayoutWords, Statement
from croupier.notices.statement_writer import StatementWriter
from croupier.notices.words import number, pay, spoken

MAIN_BETS = ("initial", "behind")
_ON_THE_FELT = 4

NAMES = {
    "player-pair": words("Player Pair"),
    "over-13": words("Over 13"),
    "under-13": words("Under 13"),
    "rws-pairs": words("RWS Pairs"),
    "boom-busted": words("Boom Busted"),
}


def headline(rules: BlackjackRules) -> str:
    return f"Blackjack {rules.blackjack_pays}"


def in_short(rules: BlackjackRules) -> tuple[Phrase, ...]:
    """What players compare tables by."""
    said = [
        words("Blackjack pays {odds}", odds=spoken(rules.blackjack_pays)),
        words("Dealer draws to soft 17") if rules.h17 else words("Dealer stands on all 17s"),
    ]
    if rules.max_hands == 1:
        said.append(words("No splitting"))
    else:
        said.append(words("Split into up to {count} hands", count=number(rules.max_hands)))
    if not rules.double:
        said.append(words("No doubling"))
    elif rules.max_hands > 1 and not rules.double_after_split:
        said.append(words("No doubling after a split"))
    if rules.surrender:
        said.append(words("Surrender"))
    if rules.bet_behind:
        said.append(words("Bets behind"))
    return tuple(said)


def felt(rules: BlackjackRules) -> LayoutWords:
    """As much of the notices as there is room for; LIVE 2.1.5 requires the first two."""
    paying = tuple(bet for bet in ("rws-pairs", "boom-busted") if bet in rules.spots())
    more = [
        words("Dealer must draw to soft 17, and stand on hard 17")
        if rules.h17
        else words("Dealer must draw to 16 and stand on all 17s"),
        words("Insurance pays {odds}", odds=spoken(rules.insurance_pays)),
    ]
    if not rules.double:
        more.append(words("No doubling"))
    if rules.max_hands == 1:
        more.append(words("No splitting"))
    if rules.player_pair:
        more.append(words("Player Pair pays {odds}", odds=spoken(rules.player_pair)))
    if rules.over_under:
        more.append(words("Over 13 and Under 13 pay {odds}", odds=spoken(rules.over_under)))
    more.append(words("Bets close at “No more bets”"))
    pays = words("Blackjack pays {odds}", odds=spoken(rules.blackjack_pays))
    return LayoutWords(pays, tuple(more[: _ON_THE_FELT - len(paying)]), paying)


def notices(rules: BlackjackRules, limits: Limits) -> tuple[Statement, ...]:
    write = StatementWriter(rules)
    per = words("the initial bets of a box together") if rules.shared_boxes else EACH_BET
    signs = [limits_notice(write, limits, per)]
    if names := side_names(rules):
        signs.append(side_limits_notice(write, rules, limits, names))
    blackjack = words("Blackjack pays {odds}.", odds=spoken(rules.blackjack_pays))
    insurance = words(
        "Insurance pays {odds}; it may be up to half the bet, {rounded}.",
        odds=spoken(rules.insurance_pays),
        rounded=insurance_rounding(rules),
    )
    insured = ("insurance_pays", "insurance_rounds_up")
    signs += [
        write.say(dealer_notice(rules), "h17", under=["dealer-notice"]),
        write.say(blackjack, "blackjack_pays", under=["pays-notice"]),
        write.say(insurance, *insured, under=["pays-notice"]),
        write.say(_doubling(rules), *_doubling_fields(rules), under=["double-notice"]),
        write.say(_splitting(rules), *_splitting_fields(rules), under=["split-notice"]),
    ]
    signs += _special_pays(write, rules)
    return (*signs, closing_notice(write))


def dealer_notice(rules: BlackjackRules) -> Phrase:
    """LIVE 2.1.5a: one of these two, in these words."""
    if rules.h17:
        return words("Dealer must draw to soft 17, and stand on hard 17.")
    return words("Dealer must draw to 16 and stand on all 17s.")


def insurance_rounding(rules: BlackjackRules) -> Phrase:
    if rules.insurance_rounds_up:
        return words("rounded up to the next chip where half cannot be bet")
    return words("rounded down to whole chips")


def side_names(rules: BlackjackRules, *, on_box: bool | None = None) -> tuple[Item, ...]:
    """Of all side bets, or of those alone that need a bet on their own box, or on any."""
    return tuple(
        NAMES.get(bet) or rules.switched_on[bet].title
        for bet, needs_box in rules.spots().items()
        if bet not in MAIN_BETS and on_box in (None, needs_box)
    )


def _doubling(rules: BlackjackRules) -> Phrase:
    if not rules.double:
        return words("No doubling.")
    if rules.max_hands == 1:
        return words("Any first two cards may be doubled, by up to the stake, for one card.")
    if rules.double_after_split:
        return words(
            "Any first two cards may be doubled, by up to the stake, for one card; after a split "
            "too, but not split aces."
        )
    return words(
        "Any first two cards may be doubled, by up to the stake, for one card; not after a split."
    )


def _doubling_fields(rules: BlackjackRules) -> tuple[str, ...]:
    after_split = rules.double and rules.max_hands > 1
    return ("double", "double_after_split") if after_split else ("double",)


def _splitting(rules: BlackjackRules) -> Phrase:
    if rules.max_hands == 1:
        return words("No splitting.")
    if rules.max_hands == 2:
        return words(
            "Cards of equal value may be split, into up to two hands; split aces get one card each."
        )
    count = number(rules.max_hands)
    if rules.resplit_aces:
        return words(
            "Cards of equal value may be split, into up to {count} hands, aces may be split again; "
            "split aces get one card each.",
            count=count,
        )
    return words(
        "Cards of equal value may be split, into up to {count} hands, aces only once; split aces "
        "get one card each.",
        count=count,
    )


def _splitting_fields(rules: BlackjackRules) -> tuple[str, ...]:
    return ("max_hands", "resplit_aces") if rules.max_hands > 2 else ("max_hands",)


def _special_pays(write: StatementWriter, rules: BlackjackRules) -> list[Statement]:
    """LIVE 2.1.6d: whatever else is paid, or given up."""
    under = ["special-pays-notice"]
    signs = []
    if rules.even_money:
        even = words(
            "Even money: a blackjack against an ace may be paid {odds} at once.", odds=pay(EVEN)
        )
        signs.append(write.say(even, "even_money", under=under))
    if rules.surrender:
        half = words("Surrender: half the bet back, unless the dealer shows an ace.")
        signs.append(write.say(half, "surrender", under=under))
    if rules.player_pair:
        pair = words("Player Pair pays {odds}.", odds=spoken(rules.player_pair))
        signs.append(write.say(pair, "player_pair"))
    if rules.over_under:
        thirteen = words(
            "Over 13 and Under 13 pay {odds}; exactly 13 loses both.", odds=spoken(rules.over_under)
        )
        signs.append(write.say(thirteen, "over_under"))
    if pairs := rules.rws_pairs:
        kinds = words(
            "RWS Pairs pays {aces} on suited aces, {suited} on another suited pair, {coloured} on "
            "a pair of one colour, {mixed} on a mixed one.",
            aces=pay(pairs.ace_suited),
            suited=pay(pairs.suited),
            coloured=pay(pairs.coloured),
            mixed=pay(pairs.mixed),
        )
        signs.append(write.say(kinds, "rws_pairs"))
    if rules.boom_busted:
        steps = tuple(
            words("{odds} with {cards}", odds=pay(odds), cards=bust_cards(rules, count))
            for count, odds in bust_steps(rules)
        )
        busts = words("Boom Busted pays when the dealer busts: {steps:and}.", steps=steps)
        signs.append(write.say(busts, "boom_busted"))
    return signs


def bust_steps(rules: BlackjackRules) -> list[tuple[int, Odds]]:
    assert rules.boom_busted is not None
    return sorted(rules.boom_busted.by_cards.items())


def bust_cards(rules: BlackjackRules, count: int) -> Phrase:
    """The longest hand listed stands for all longer ones."""
    assert rules.boom_busted is not None
    if count == max(rules.boom_busted.by_cards):
        return words("{count} or more cards", count=number(count))
    return words("{count} cards", count=number(count))
