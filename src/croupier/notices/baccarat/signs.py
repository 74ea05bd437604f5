"""What hangs at a baccarat table: limits and pays, and every bet of the layout."""

from itertools import groupby

from croupier.games.baccarat.rules import ANTES, PAIRS, BaccaratRules
from croupier.games.layout import Limits
from croupier.kit.odds import Odds
from croupier.notices.baccarat.where import where_of
from croupier.notices.common import closing_notice, limits_notice, side_limits_notice
from croupier.notices.page import Pay, Statement
from croupier.notices.pen import Pen
from croupier.notices.words import listed, spoken


def headline(rules: BaccaratRules) -> str:
    return f"Banker {rules.banker_pays}"


def notices(rules: BaccaratRules, limits: Limits) -> tuple[Statement, ...]:
    pen, where = Pen(rules), where_of(rules)
    said = [limits_notice(pen, limits, "each bet of each player", where.limits)]
    if side := side_names(rules):
        said.append(side_limits_notice(pen, rules, limits, side))
    banker = f"Banker pays {spoken(rules.banker_pays)}"
    if rules.banker_six_pays:
        banker += f", but {spoken(rules.banker_six_pays)} when it wins with six"
    said += [
        pen.say(f"Player pays {spoken(rules.player_pays)}.", "player_pays"),
        pen.say(f"{banker}.", "banker_pays", "banker_six_pays"),
        pen.say(f"Tie pays {spoken(rules.tie_pays)}.", "tie_pays"),
        pen.say(tie_returns(rules), under=(rules.clauses.tie_returns, *where.ruling)),
    ]
    if rules.pair_pays:
        said.append(pen.say(f"A pair pays {spoken(rules.pair_pays)}.", "pair_pays"))
    if rules.winning_totals:
        pays = (f"{_total(bet)} pays {odds}" for bet, odds in rules.winning_totals.items())
        said.append(pen.say(f"Winning Total {listed(pays)}.", "winning_totals"))
    if rules.ante_pays:
        said.append(pen.say(_ante_notice(rules), "ante_pays", "wager_pays"))
    return (*said, closing_notice(pen, where.closes))


def side_names(rules: BaccaratRules) -> str:
    names = []
    if rules.pair_pays:
        names.append("Pairs")
    if rules.winning_totals:
        names.append("Winning Totals")
    if rules.ante_pays:
        names.append("Antes")
    return listed(names) if names else ""


def tie_returns(rules: BaccaratRules) -> str:
    back = ["Player", "Banker"]
    if rules.winning_totals:
        back.append("Winning Total")
    if rules.ante_pays:
        back += ["Ante", "Wager"]
    return f"A tie gives bets on {listed(back)} back."


def _ante_notice(rules: BaccaratRules) -> str:
    pays = (f"{odds} against {points}" for points, odds in _wager_steps(rules))
    return (
        f"A winning ante pays {rules.ante_pays}; its Wager pays by the losing hand’s points: "
        f"{listed(pays)}."
    )


def _wager_steps(rules: BaccaratRules) -> list[tuple[str, Odds]]:
    """The losing hand's points, neighbours of equal pay together, and the pay."""
    steps = []
    for odds, group in groupby(enumerate(rules.wager_pays), key=lambda one: one[1]):
        points = [count for count, _ in group]
        steps.append((_from_to(points[0], points[-1]), odds))
    return steps


def _from_to(low: int, high: int) -> str:
    if low == high:
        return str(low)
    return f"{low} or {high}" if high == low + 1 else f"{low} to {high}"


def _total(bet: str) -> str:
    """ "1 to 4" for "winning-total-1-4"."""
    low, _, high = bet.removeprefix("winning-total-").partition("-")
    return _from_to(int(low), int(high or low))


def bets(rules: BaccaratRules) -> tuple[Pay, ...]:
    pen, where, cite = Pen(rules), where_of(rules), rules.clauses
    six = " with another total than six" if rules.banker_six_pays else ""
    rows = [
        pen.pay(
            "player", "Player", "Player’s hand is the higher", rules.player_pays, "player_pays"
        ),
        pen.pay(
            "banker",
            "Banker",
            f"Banker’s hand is the higher{six}",
            rules.banker_pays,
            "banker_pays",
        ),
    ]
    if rules.banker_six_pays:
        wins = "Banker’s hand is the higher, with six"
        rows.append(pen.pay("banker", "Banker", wins, rules.banker_six_pays, "banker_six_pays"))
    rows.append(pen.pay("tie", "Tie", "the hands are equal", rules.tie_pays, "tie_pays"))
    if rules.pair_pays:
        for bet in PAIRS:
            side = bet.partition("-")[0].title()
            wins = f"{side}’s first two cards are of one rank"
            rows.append(
                pen.pay(bet, f"{side} Pair", wins, rules.pair_pays, "pair_pays", under=where.pair)
            )
    for bet, odds in rules.winning_totals.items():
        total = _total(bet)
        wins = f"the winning hand counts {total}"
        name = f"Winning Total {total}"
        rows.append(pen.pay(bet, name, wins, odds, "winning_totals", under=where.totals))
    if rules.ante_pays:
        for ante, wager in ANTES.items():
            side = ante.partition("-")[2].title()
            wins = f"{side}’s hand is the higher, the ante having been raised"
            rows.append(pen.pay(ante, f"Ante on {side}", wins, rules.ante_pays, "ante_pays"))
            for points, odds in _wager_steps(rules):
                wins = f"{side}’s hand beats a hand of {points}"
                name = f"Wager on {side}"
                rows.append(pen.pay(wager, name, wins, odds, "wager_pays", under=[cite.ante]))
    return tuple(rows)
