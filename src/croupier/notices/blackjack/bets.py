"""Every bet of a blackjack table: when it wins, and what it then pays."""

from typing import NamedTuple

from croupier.games.blackjack.rules import EVEN, BlackjackRules
from croupier.kit.odds import Odds
from croupier.kit.phrase import Phrase, words
from croupier.notices.blackjack.signs import NAMES, bust_cards, bust_steps
from croupier.notices.blackjack.where import where_of
from croupier.notices.page import Pay
from croupier.notices.pen import Pen


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
    pen, cite = Pen(rules), rules.clauses
    rows = _main_bet(pen, rules, _INITIAL)
    if rules.bet_behind:
        rows += _main_bet(pen, rules, _BEHIND)
    wins = words("the dealer’s ace turns out to be a blackjack")
    name, odds = words("Insurance"), rules.insurance_pays
    under = [cite.insurance]
    rows.append(pen.pay("insurance", name, wins, odds, "insurance_pays", under=under))
    return (*rows, *_side_bets(pen, rules))


def _main_bet(pen: Pen, rules: BlackjackRules, bet: _MainBet) -> list[Pay]:
    cite = rules.clauses
    rows = [
        pen.pay(bet.id, bet.name, bet.beats, EVEN, under=(cite.higher, cite.dealer_bust)),
        pen.pay(bet.id, bet.name, bet.blackjack, rules.blackjack_pays, "blackjack_pays"),
    ]
    if rules.even_money:
        under = [cite.even_money]
        rows.append(pen.pay(bet.id, bet.name, bet.even_money, EVEN, "even_money", under=under))
    return rows


def _side_bets(pen: Pen, rules: BlackjackRules) -> list[Pay]:
    cite, where = rules.clauses, where_of(rules)
    rows = []

    def add(bet: str, wins: Phrase, odds: Odds, field: str, clause: str) -> None:
        rows.append(pen.pay(bet, NAMES[bet], wins, odds, field, under=[clause]))

    if odds := rules.player_pair:
        rank = words("the box’s first two cards are of one rank")
        add("player-pair", rank, odds, "player_pair", cite.pair)
    if odds := rules.over_under:
        over = words("the box’s first two cards count 14 or more, aces as 1")
        under = words("the box’s first two cards count 12 or less, aces as 1")
        add("over-13", over, odds, "over_under", cite.over_under)
        add("under-13", under, odds, "over_under", cite.over_under)
    if pairs := rules.rws_pairs:
        kinds = where.pair_kinds or (cite.pair,) * len(_PAIRS)
        for (kind, cards), clause in zip(_PAIRS.items(), kinds, strict=True):
            add("rws-pairs", cards, getattr(pairs, kind), "rws_pairs", clause)
    if rules.boom_busted:
        for count, odds in bust_steps(rules):
            wins = words("the dealer busts with {cards}", cards=bust_cards(rules, count))
            add("boom-busted", wins, odds, "boom_busted", cite.boom_busted)
    return rows
