"""Every bet of a blackjack table: when it wins, and what it then pays."""

from typing import NamedTuple

from croupier.engine.rules import setting_name
from croupier.games.blackjack.engine.rules import EVEN, BlackjackRules
from croupier.games.blackjack.notices.signs import NAMES, bust_cards, bust_steps
from croupier.kit.odds import Odds
from croupier.kit.phrase import Phrase, words
from croupier.notices.page import Pay
from croupier.notices.statement_writer import StatementWriter


class _MainBet(NamedTuple):
    id: str
    name: Phrase
    beats: Phrase
    blackjack: Phrase
    even_money: Phrase


_INITIAL = _MainBet(
    "initial",
    words("Initial bet"),
    words("your hand beats the dealer’s, or the dealer busts"),
    words("your first two cards are a blackjack, and the dealer has none"),
    words("your blackjack is paid at once against the dealer’s ace"),
)
_BEHIND = _MainBet(
    "behind",
    words("Bet behind"),
    words("the seat’s hand beats the dealer’s, or the dealer busts"),
    words("the seat’s first two cards are a blackjack, and the dealer has none"),
    words("the seat’s blackjack is paid at once against the dealer’s ace"),
)

_PAIRS = {
    "ace_suited": words("the box’s first two cards are two aces of one suit"),
    "suited": words("the box’s first two cards are a pair of one suit, but not aces"),
    "coloured": words("the box’s first two cards are a pair of one colour in two suits"),
    "mixed": words("the box’s first two cards are a pair of one red card and one black"),
}


def bets(rules: BlackjackRules) -> tuple[Pay, ...]:
    write = StatementWriter(rules)
    rows = _main_bet(write, rules, _INITIAL)
    if rules.bet_behind:
        rows += _main_bet(write, rules, _BEHIND)
    wins = words("the dealer’s ace turns out to be a blackjack")
    name, odds = words("Insurance"), rules.insurance_pays
    under = ["insurance"]
    rows.append(write.pay("insurance", name, wins, odds, "insurance_pays", under=under))
    return (*rows, *_side_bets(write, rules))


def _main_bet(write: StatementWriter, rules: BlackjackRules, bet: _MainBet) -> list[Pay]:
    rows = [
        write.pay(bet.id, bet.name, bet.beats, EVEN, under=("higher", "dealer-bust")),
        write.pay(bet.id, bet.name, bet.blackjack, rules.blackjack_pays, "blackjack_pays"),
    ]
    if rules.even_money:
        under = ["even-money"]
        rows.append(write.pay(bet.id, bet.name, bet.even_money, EVEN, "even_money", under=under))
    return rows


def _side_bets(write: StatementWriter, rules: BlackjackRules) -> list[Pay]:
    rows = []

    def add(bet: str, wins: Phrase, odds: Odds, field: str, topic: str) -> None:
        rows.append(write.pay(bet, NAMES[bet], wins, odds, field, under=[topic]))

    if odds := rules.player_pair:
        rank = words("the box’s first two cards are of one rank")
        add("player-pair", rank, odds, "player_pair", "pair-decided")
    if odds := rules.over_under:
        over = words("the box’s first two cards count 14 or more, aces as 1")
        under = words("the box’s first two cards count 12 or less, aces as 1")
        add("over-13", over, odds, "over_under", "over-under-decided")
        add("under-13", under, odds, "over_under", "over-under-decided")
    if pairs := rules.rws_pairs:
        for kind, cards in _PAIRS.items():
            topic = f"pair-{setting_name(kind)}"
            add("rws-pairs", cards, getattr(pairs, kind), "rws_pairs", topic)
    if rules.boom_busted:
        for count, odds in bust_steps(rules):
            wins = words("the dealer busts with {cards}", cards=bust_cards(rules, count))
            add("boom-busted", wins, odds, "boom_busted", "boom-busted-decided")
    for bet, side_bet in rules.switched_on.items():
        rows += [
            write.brought(bet, side_bet.title, pay.title, pay.odds, side_bet.clause)
            for pay in side_bet.pays.values()
        ]
    return rows
