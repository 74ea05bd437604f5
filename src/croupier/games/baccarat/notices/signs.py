"""What hangs at a baccarat table: limits and pays, and every bet of the layout."""

from itertools import groupby

from croupier.engine.layout import Limits
from croupier.games.baccarat.engine.rules import ANTES, PAIRS, BaccaratRules
from croupier.kit.odds import Odds
from croupier.kit.phrase import Item, Phrase, words
from croupier.notices.common import EACH_BET, closing_notice, limits_notice, side_limits_notice
from croupier.notices.page import Pay, Statement
from croupier.notices.statement_writer import StatementWriter
from croupier.notices.words import pay, spoken

_HANDS = {"player": words("Player"), "banker": words("Banker")}


def felt(_rules: BaccaratRules) -> None:
    """Nothing is printed on it but the bets."""


def in_short(rules: BaccaratRules) -> tuple[Phrase, ...]:
    """What players compare tables by."""
    banker = spoken(rules.banker_pays)
    if six := rules.banker_six_pays:
        said = [words("Banker pays {odds}, {six} with six", odds=banker, six=spoken(six))]
    else:
        said = [words("Banker pays {odds}", odds=banker)]
    said.append(words("Tie pays {odds}", odds=spoken(rules.tie_pays)))
    if rules.ante_pays:
        said.append(words("Raise or fold"))
    return tuple(said)


def headline(rules: BaccaratRules) -> str:
    return f"Banker {rules.banker_pays}"


def notices(rules: BaccaratRules, limits: Limits) -> tuple[Statement, ...]:
    write = StatementWriter(rules)
    signs = [limits_notice(write, limits, EACH_BET)]
    if side := side_names(rules):
        signs.append(side_limits_notice(write, rules, limits, side))
    signs += [
        write.say(words("Player pays {odds}.", odds=spoken(rules.player_pays)), "player_pays"),
        write.say(_banker_pays(rules), "banker_pays", "banker_six_pays"),
        write.say(words("Tie pays {odds}.", odds=spoken(rules.tie_pays)), "tie_pays"),
        write.say(tie_returns(rules), under=("tie-returns", "ruling")),
    ]
    if rules.pair_pays:
        pair = words("A pair pays {odds}.", odds=spoken(rules.pair_pays))
        signs.append(write.say(pair, "pair_pays"))
    if rules.winning_totals:
        pays = tuple(
            words("{total} pays {odds}", total=_total(bet), odds=pay(odds))
            for bet, odds in rules.winning_totals.items()
        )
        signs.append(write.say(words("Winning Total {pays:and}.", pays=pays), "winning_totals"))
    if rules.ante_pays:
        signs.append(write.say(_ante_notice(rules, rules.ante_pays), "ante_pays", "wager_pays"))
    return (*signs, closing_notice(write))


def _banker_pays(rules: BaccaratRules) -> Phrase:
    odds = spoken(rules.banker_pays)
    if not rules.banker_six_pays:
        return words("Banker pays {odds}.", odds=odds)
    return words(
        "Banker pays {odds}, but {six} when it wins with six.",
        odds=odds,
        six=spoken(rules.banker_six_pays),
    )


def side_names(rules: BaccaratRules) -> tuple[Phrase, ...]:
    names = []
    if rules.pair_pays:
        names.append(words("Pairs"))
    if rules.winning_totals:
        names.append(words("Winning Totals"))
    if rules.ante_pays:
        names.append(words("Antes"))
    return tuple(names)


def tie_returns(rules: BaccaratRules) -> Phrase:
    back = [*_HANDS.values()]
    if rules.winning_totals:
        back.append(words("Winning Total"))
    if rules.ante_pays:
        back += [words("Ante"), words("Wager")]
    return words("A tie gives bets on {bets:and} back.", bets=tuple(back))


def _ante_notice(rules: BaccaratRules, ante: Odds) -> Phrase:
    pays = tuple(
        words("{odds} against {points}", odds=pay(odds), points=points)
        for points, odds in _wager_steps(rules)
    )
    return words(
        "A winning ante pays {odds}; its Wager pays by the losing hand’s points: {pays:and}.",
        odds=pay(ante),
        pays=pays,
    )


def _wager_steps(rules: BaccaratRules) -> list[tuple[Item, Odds]]:
    """The losing hand's points, neighbours of equal pay together, and the pay."""
    steps = []
    for odds, group in groupby(enumerate(rules.wager_pays), key=lambda item: item[1]):
        points = [count for count, _ in group]
        steps.append((_from_to(points[0], points[-1]), odds))
    return steps


def _from_to(low: int, high: int) -> Item:
    if low == high:
        return low
    if high == low + 1:
        return words("{low} or {high}", low=low, high=high)
    return words("{low} to {high}", low=low, high=high)


def _total(bet: str) -> Item:
    """ "1 to 4" for "winning-total-1-4"."""
    low, _, high = bet.removeprefix("winning-total-").partition("-")
    return _from_to(int(low), int(high or low))


def bets(rules: BaccaratRules) -> tuple[Pay, ...]:
    write = StatementWriter(rules)
    player, banker = _HANDS.values()
    higher = words("{hand}’s hand is the higher", hand=player)
    rows = [write.pay("player", player, higher, rules.player_pays, "player_pays")]
    higher = words("{hand}’s hand is the higher", hand=banker)
    if rules.banker_six_pays:
        higher = words("Banker’s hand is the higher with another total than six")
    rows.append(write.pay("banker", banker, higher, rules.banker_pays, "banker_pays"))
    if rules.banker_six_pays:
        six = words("Banker’s hand is the higher, with six")
        rows.append(write.pay("banker", banker, six, rules.banker_six_pays, "banker_six_pays"))
    equal = words("the hands are equal")
    rows.append(write.pay("tie", words("Tie"), equal, rules.tie_pays, "tie_pays"))
    return (*rows, *_pairs(write, rules), *_totals(write, rules), *_antes(write, rules))


def _pairs(write: StatementWriter, rules: BaccaratRules) -> list[Pay]:
    if not rules.pair_pays:
        return []
    rows = []
    for bet in PAIRS:
        hand = _HANDS[bet.partition("-")[0]]
        name = words("{hand} Pair", hand=hand)
        wins = words("{hand}’s first two cards are of one rank", hand=hand)
        under = ["pair-terms"]
        rows.append(write.pay(bet, name, wins, rules.pair_pays, "pair_pays", under=under))
    return rows


def _totals(write: StatementWriter, rules: BaccaratRules) -> list[Pay]:
    rows = []
    for bet, odds in rules.winning_totals.items():
        name = words("Winning Total {total}", total=_total(bet))
        wins = words("the winning hand counts {total}", total=_total(bet))
        under = ["winning-total-terms"]
        rows.append(write.pay(bet, name, wins, odds, "winning_totals", under=under))
    return rows


def _antes(write: StatementWriter, rules: BaccaratRules) -> list[Pay]:
    if not rules.ante_pays:
        return []
    rows = []
    for ante, wager in ANTES.items():
        hand = _HANDS[ante.partition("-")[2]]
        name = words("Ante on {hand}", hand=hand)
        wins = words("{hand}’s hand is the higher, the ante having been raised", hand=hand)
        rows.append(write.pay(ante, name, wins, rules.ante_pays, "ante_pays"))
        for points, odds in _wager_steps(rules):
            name = words("Wager on {hand}", hand=hand)
            wins = words("{hand}’s hand beats a hand of {points}", hand=hand, points=points)
            under = ["ante-decided"]
            rows.append(write.pay(wager, name, wins, odds, "wager_pays", under=under))
    return rows
