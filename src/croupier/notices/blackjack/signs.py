"""What hangs at a blackjack table: limits, the dealer's rule, pays and restrictions; and every bet.

LIVE 2.1.5 and 2.1.6 list what must be shown; every variant shows it.
"""

from croupier.games.blackjack.rules import EVEN, BlackjackRules
from croupier.games.layout import Limits
from croupier.kit.odds import Odds
from croupier.notices.blackjack.where import where_of
from croupier.notices.common import closing_notice, limits_notice, side_limits_notice
from croupier.notices.page import Pay, Statement
from croupier.notices.pen import Pen
from croupier.notices.words import counted, listed, number, spoken

MAIN_BETS = ("initial", "behind")

_PAIRS = {
    "ace_suited": "are two aces of one suit",
    "suited": "are a pair of one suit, but not aces",
    "coloured": "are a pair of one colour in two suits",
    "mixed": "are a pair of one red card and one black",
}


def headline(rules: BlackjackRules) -> str:
    return f"Blackjack {rules.blackjack_pays}"


def notices(rules: BlackjackRules, limits: Limits) -> tuple[Statement, ...]:
    pen, where = Pen(rules), where_of(rules)
    per = "the initial bets of a box together" if rules.shared_boxes else "each bet of each player"
    said = [limits_notice(pen, limits, per, where.limits)]
    if names := side_names(rules):
        said.append(side_limits_notice(pen, rules, limits, listed(names)))
    said += [
        pen.say(dealer_notice(rules), "h17", under=where.dealer_notice),
        pen.say(
            f"Blackjack pays {spoken(rules.blackjack_pays)}.",
            "blackjack_pays",
            under=where.pays_notice,
        ),
        pen.say(
            f"Insurance pays {spoken(rules.insurance_pays)}; it may be up to half the bet, "
            f"{insurance_rounding(rules)}.",
            "insurance_pays",
            "insurance_rounds_up",
            under=where.pays_notice,
        ),
        pen.say(_doubling(rules), *_doubling_fields(rules), under=where.double_notice),
        pen.say(_splitting(rules), *_splitting_fields(rules), under=where.split_notice),
    ]
    said += _special_pays(pen, rules)
    return (*said, closing_notice(pen, where.closes))


def dealer_notice(rules: BlackjackRules) -> str:
    """LIVE 2.1.5a: one of these two, in these words."""
    if rules.h17:
        return "Dealer must draw to soft 17, and stand on hard 17."
    return "Dealer must draw to 16 and stand on all 17s."


def insurance_rounding(rules: BlackjackRules) -> str:
    if rules.insurance_rounds_up:
        return "rounded up to the next chip where half cannot be bet"
    return "rounded down to whole chips"


def side_names(rules: BlackjackRules) -> list[str]:
    return [_NAMES[bet] for bet in rules.spots() if bet not in MAIN_BETS]


_NAMES = {
    "player-pair": "Player Pair",
    "over-13": "Over 13",
    "under-13": "Under 13",
    "rws-pairs": "RWS Pairs",
    "boom-busted": "Boom Busted",
}


def _doubling(rules: BlackjackRules) -> str:
    if not rules.double:
        return "No doubling."
    text = "Any first two cards may be doubled, by up to the stake, for one card"
    if rules.max_hands == 1:
        return f"{text}."
    if rules.double_after_split:
        return f"{text}; after a split too, but not split aces."
    return f"{text}; not after a split."


def _doubling_fields(rules: BlackjackRules) -> tuple[str, ...]:
    after_split = rules.double and rules.max_hands > 1
    return ("double", "double_after_split") if after_split else ("double",)


def _splitting(rules: BlackjackRules) -> str:
    if rules.max_hands == 1:
        return "No splitting."
    text = f"Cards of equal value may be split, into up to {number(rules.max_hands)} hands"
    if rules.max_hands == 2:
        return f"{text}; split aces get one card each."
    again = "aces may be split again" if rules.resplit_aces else "aces only once"
    return f"{text}, {again}; split aces get one card each."


def _splitting_fields(rules: BlackjackRules) -> tuple[str, ...]:
    return ("max_hands", "resplit_aces") if rules.max_hands > 2 else ("max_hands",)


def _special_pays(pen: Pen, rules: BlackjackRules) -> list[Statement]:
    """LIVE 2.1.6d: whatever else is paid, or given up."""
    under = where_of(rules).special_pays
    said = []
    if rules.even_money:
        text = f"Even money: a blackjack against an ace may be paid {EVEN} at once."
        said.append(pen.say(text, "even_money", under=under))
    if rules.surrender:
        text = "Surrender: half the bet back, unless the dealer shows an ace."
        said.append(pen.say(text, "surrender", under=under))
    if rules.player_pair:
        said.append(pen.say(f"Player Pair pays {spoken(rules.player_pair)}.", "player_pair"))
    if rules.over_under:
        text = f"Over 13 and Under 13 pay {spoken(rules.over_under)}; exactly 13 loses both."
        said.append(pen.say(text, "over_under"))
    if pairs := rules.rws_pairs:
        text = (
            f"RWS Pairs pays {pairs.ace_suited} on suited aces, {pairs.suited} on another suited "
            f"pair, {pairs.coloured} on a pair of one colour, {pairs.mixed} on a mixed one."
        )
        said.append(pen.say(text, "rws_pairs"))
    if rules.boom_busted:
        steps = (f"{odds} with {_cards(rules, n)}" for n, odds in _bust_steps(rules))
        text = f"Boom Busted pays when the dealer busts: {listed(steps)}."
        said.append(pen.say(text, "boom_busted"))
    return said


def _bust_steps(rules: BlackjackRules) -> list[tuple[int, Odds]]:
    assert rules.boom_busted is not None
    return sorted(rules.boom_busted.by_cards.items())


def _cards(rules: BlackjackRules, count: int) -> str:
    """The longest hand listed stands for all longer ones."""
    assert rules.boom_busted is not None
    longest = count == max(rules.boom_busted.by_cards)
    return f"{number(count)} or more cards" if longest else counted(count, "card")


def bets(rules: BlackjackRules) -> tuple[Pay, ...]:
    pen, cite = Pen(rules), rules.clauses
    even = (cite.higher, cite.dealer_bust)
    rows = []
    for bet in MAIN_BETS:
        if bet not in rules.spots():
            continue
        name, whose = ("Initial bet", "your") if bet == "initial" else ("Bet behind", "the seat’s")
        wins = f"{whose} hand beats the dealer’s, or the dealer busts"
        rows.append(pen.pay(bet, name, wins, EVEN, under=even))
        wins = f"{whose} first two cards are a blackjack, and the dealer has none"
        rows.append(pen.pay(bet, name, wins, rules.blackjack_pays, "blackjack_pays"))
        if rules.even_money:
            wins = f"{whose} blackjack is paid at once against the dealer’s ace"
            rows.append(pen.pay(bet, name, wins, EVEN, "even_money", under=[cite.even_money]))
    wins = "the dealer’s ace turns out to be a blackjack"
    rows.append(
        pen.pay(
            "insurance",
            "Insurance",
            wins,
            rules.insurance_pays,
            "insurance_pays",
            under=[cite.insurance],
        )
    )
    return (*rows, *_side_bets(pen, rules))


def _side_bets(pen: Pen, rules: BlackjackRules) -> list[Pay]:
    cite, where = rules.clauses, where_of(rules)
    two = "the box’s first two cards"
    rows = []

    def add(bet: str, wins: str, odds: Odds, field: str, clause: str) -> None:
        rows.append(pen.pay(bet, _NAMES[bet], wins, odds, field, under=[clause]))

    if odds := rules.player_pair:
        add("player-pair", f"{two} are of one rank", odds, "player_pair", cite.pair)
    if odds := rules.over_under:
        for bet, total in (("over-13", "14 or more"), ("under-13", "12 or less")):
            add(bet, f"{two} count {total}, aces as 1", odds, "over_under", cite.over_under)
    if pairs := rules.rws_pairs:
        kinds = where.pair_kinds or (cite.pair,) * len(_PAIRS)
        for (kind, cards), clause in zip(_PAIRS.items(), kinds, strict=True):
            add("rws-pairs", f"{two} {cards}", getattr(pairs, kind), "rws_pairs", clause)
    if rules.boom_busted:
        for count, odds in _bust_steps(rules):
            wins = f"the dealer busts with {_cards(rules, count)}"
            add("boom-busted", wins, odds, "boom_busted", cite.boom_busted)
    return rows
