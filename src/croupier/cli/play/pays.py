"""The bets of a table and what each pays, with the clause that says so."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from rich.table import Table

from croupier.games.baccarat import BaccaratRules
from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import AnyRules
from croupier.games.roulette import RouletteRules
from croupier.games.rules import setting_name


class Pay(NamedTuple):
    bet: str
    """As the player would say it."""
    pays: str
    field: str
    """The field of the rules behind it, which names its clause."""


def pays_table(rules: AnyRules) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("bet", "pays", "clause"):
        table.add_column(name)
    for pay in pays(rules):
        table.add_row(pay.bet, pay.pays, rules.topics[setting_name(pay.field)])
    return table


def pays(rules: AnyRules) -> Iterator[Pay]:
    if isinstance(rules, BlackjackRules):
        return _blackjack(rules)
    return _baccarat(rules) if isinstance(rules, BaccaratRules) else _roulette(rules)


def _blackjack(rules: BlackjackRules) -> Iterator[Pay]:
    yield Pay("initial", f"1 to 1, a blackjack {rules.blackjack_pays}", "blackjack_pays")
    yield Pay("insurance", str(rules.insurance_pays), "insurance_pays")
    if rules.player_pair:
        yield Pay("player-pair", str(rules.player_pair), "player_pair")
    if rules.over_under:
        yield Pay("over-13, under-13", str(rules.over_under), "over_under")
    if kinds := rules.rws_pairs:
        text = (
            f"mixed {kinds.mixed}, same colour {kinds.coloured}, "
            f"suited {kinds.suited}, suited aces {kinds.ace_suited}"
        )
        yield Pay("rws-pairs", text, "rws_pairs")
    if rules.boom_busted:
        by_cards = rules.boom_busted.by_cards
        longest = max(by_cards)
        text = ", ".join(
            f"{cards}{' or more' if cards == longest else ''} cards {odds}"
            for cards, odds in by_cards.items()
        )
        yield Pay("boom-busted", text, "boom_busted")


def _baccarat(rules: BaccaratRules) -> Iterator[Pay]:
    yield Pay("player", str(rules.player_pays), "player_pays")
    six = f", a win with six {rules.banker_six_pays}" if rules.banker_six_pays else ""
    yield Pay("banker", f"{rules.banker_pays}{six}", "banker_pays")
    yield Pay("tie", str(rules.tie_pays), "tie_pays")
    if rules.pair_pays:
        yield Pay("player-pair, banker-pair", str(rules.pair_pays), "pair_pays")
    for bet, odds in rules.winning_totals.items():
        yield Pay(bet, str(odds), "winning_totals")
    if rules.ante_pays:
        yield Pay("ante-player, ante-banker", str(rules.ante_pays), "ante_pays")
        points = groupby(range(len(rules.wager_pays)), key=lambda losing: rules.wager_pays[losing])
        text = ", ".join(
            f"{odds} against {losing[0]} to {losing[-1]}"
            for odds, losing in ((odds, list(group)) for odds, group in points)
        )
        yield Pay(f"  the raise (ante × {rules.raise_multiple})", text, "wager_pays")


def _roulette(rules: RouletteRules) -> Iterator[Pay]:
    yield Pay("17 (or straight:17)", str(rules.straight_pays), "straight_pays")
    yield Pay("17-18 (or split:17-18)", str(rules.split_pays), "split_pays")
    yield Pay("16-18 (or street:16-18)", str(rules.street_pays), "street_pays")
    yield Pay("16-20 (or corner:16-20)", str(rules.corner_pays), "corner_pays")
    yield Pay("13-18 (or line:13-18)", str(rules.line_pays), "line_pays")
    yield Pay("dozen 1, dozen 2, dozen 3", str(rules.dozen_pays), "dozen_pays")
    yield Pay("column 1, column 2, column 3", str(rules.dozen_pays), "dozen_pays")
    yield Pay("red, black, even, odd, low, high", str(rules.even_chance_pays), "even_chance_pays")
