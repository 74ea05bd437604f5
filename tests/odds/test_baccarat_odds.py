"""Baccarat: every bet as small shoes are dealt out, and as it is published for whole ones."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from croupier.engine import protocol as engine
from croupier.engine.inputs import Act, Action
from croupier.engine.layout import Bet
from croupier.games.baccarat.engine.rules import ANTES, BaccaratRules
from croupier.games.baccarat.engine.state import Round
from croupier.games.baccarat.engine.table_of_play import card_points
from croupier.games.baccarat.odds.coups import ante_decisions, baccarat_odds, count_coups
from croupier.kit.errors import Code, Refused
from croupier.odds.shoe import ShoeComposition, parse_shoe
from croupier.odds.worth import BetOdds
from tests.odds.counting import Decide, as_odds, counted_by_bet, endings

SHOES = (
    "3H=1,2H=2,TH=3,8H=3",
    "KD=2,KH=1,2C=1,JD=2,3C=2",
    "9H=1,AS=2,JC=2,4C=2",
    "8C=2,5C=1,7C=2,6S=2",
    "4S=2,5D=3,QC=2",
    "7H=2,QH=4",
)
STAKE = 100
_ANTES = tuple(Bet("ann", bet, STAKE) for bet in ANTES)


def _rules(game: str, **settings: object) -> BaccaratRules:
    named = {name.replace("_", "-"): value for name, value in settings.items()}
    rules = engine.variant(game, named)
    assert isinstance(rules, BaccaratRules)
    return rules


def _knockout(**settings: object) -> BaccaratRules:
    return _rules("rws-knockout-baccarat", **settings)


def _all_bets(rules: BaccaratRules) -> tuple[Bet, ...]:
    return tuple(Bet("ann", bet, STAKE) for bet in rules.spots())


def _by_first_card(raises: Mapping[tuple[str, int], bool]) -> Decide:
    def decide(round: engine.Round) -> Act:
        asked = engine.waiting(round).decisions[0]
        assert isinstance(round, Round)
        assert asked.bet is not None
        key = asked.bet, card_points(round.player[0])
        return Act("ann", Action.RAISE if raises[key] else Action.FOLD, bet=asked.bet)

    return decide


def _decisions(rules: BaccaratRules, shoe: ShoeComposition) -> dict[tuple[str, int], bool]:
    return {(one.bet, one.points): one.raises for one in ante_decisions(rules, shoe)}


def _plain(odds: BetOdds) -> BetOdds:
    return replace(odds, per_unit_wagered=UNSET)


def _odds(rules: BaccaratRules, shoe: ShoeComposition) -> dict[str, BetOdds]:
    return {one.bet: one for one in baccarat_odds(rules, shoe)}


@pytest.mark.parametrize("text", SHOES)
@pytest.mark.parametrize(
    "rules",
    [
        _rules("live-baccarat"),
        _knockout(),
        _knockout(raise_multiple=5, ante_pays="2 to 1", banker_six_pays="1 to 4"),
    ],
    ids=("live", "knockout", "house"),
)
def test_every_bet_as_the_engine_settles_it(rules: BaccaratRules, text: str) -> None:
    shoe = parse_shoe(text)
    decide = _by_first_card(_decisions(rules, shoe))
    counted = counted_by_bet(rules, Counter(shoe.cards), _all_bets(rules), decide)
    odds = _odds(rules, shoe)
    assert set(odds) == set(counted) == set(rules.spots())
    for bet, nets in counted.items():
        assert _plain(odds[bet]) == as_odds(bet, nets, STAKE)


def test_the_shoes_above_are_raised_and_folded_in_both_antes() -> None:
    found = {
        (bet, raises)
        for text in SHOES
        for (bet, _), raises in _decisions(_knockout(), parse_shoe(text)).items()
    }
    assert found == {(bet, raises) for bet in ANTES for raises in (True, False)}


@pytest.mark.parametrize("text", SHOES[:3])
def test_what_a_raise_is_worth_once_the_first_card_lies(text: str) -> None:
    rules, shoe = _knockout(), parse_shoe(text)
    always = dict.fromkeys(_decisions(rules, shoe), True)
    met: dict[int, Fraction] = defaultdict(Fraction)
    won: dict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for round, chance in endings(rules, Counter(shoe.cards), _ANTES, _by_first_card(always)):
        assert isinstance(round, Round)
        points = card_points(round.player[0])
        met[points] += chance
        for line in round.lines:
            won[line.bet.replace("wager-", "ante-"), points] += line.net * chance
    table = ante_decisions(rules, shoe)
    assert {one.points for one in table} == set(met)
    for one in table:
        assert one.p == float(met[one.points])
        exactly = won[one.bet, one.points] / met[one.points] / STAKE
        assert one.raise_ev == float(exactly)
        assert one.raises == (exactly > -1)
        assert one.fold_ev == -1


@pytest.mark.parametrize("text", SHOES[:3])
def test_per_unit_wagered_counts_the_raises(text: str) -> None:
    rules, shoe = _knockout(), parse_shoe(text)
    decide = _by_first_card(_decisions(rules, shoe))
    staked: dict[str, Fraction] = dict.fromkeys(ANTES, Fraction())
    for round, chance in endings(rules, Counter(shoe.cards), _ANTES, decide):
        for line in round.lines:
            ante = line.bet.replace("wager-", "ante-")
            staked[ante] += chance * Fraction(line.stake, STAKE)
    for bet, odds in _odds(rules, shoe).items():
        if bet in ANTES:
            assert odds.per_unit_wagered == float(Fraction(odds.ev_exact or "") / staked[bet])
        else:
            assert odds.per_unit_wagered is UNSET


def test_nobody_stakes_more_for_nothing() -> None:
    """A raise that is worth exactly what folding loses is not made."""
    shoe = parse_shoe("9S=3,3S=3")
    found = {(one.bet, one.points): one for one in ante_decisions(_knockout(), shoe)}
    assert found["ante-player", 3].raise_ev == -1
    assert not found["ante-player", 3].raises


def test_eight_decks_as_published() -> None:
    # Combinations and edges: https://excelpunks.com/tag/non-commission-baccarat-edge/
    coups = count_coups(ShoeComposition.of_decks(8)).sum(0)
    assert sum(int(coups[p, b]) for p in range(10) for b in range(p)) == 2_230_518_282_592_256
    by_points = [sum(int(coups[p, b]) for p in range(b)) for b in range(10)]
    assert by_points == [
        0,
        24_291_119_898_624,
        44_681_581_871_104,
        72_927_778_568_192,
        163_359_790_133_248,
        216_715_928_915_968,
        269_232_304_455_680,
        384_279_324_919_808,
        529_914_458_673_152,
        586_850_279_002_112,
    ]
    live = _odds(_rules("live-baccarat"), ShoeComposition.of_decks(8))
    edges = {bet: round(100 * one.house_edge, 4) for bet, one in live.items()}
    assert edges == {"player": 1.2351, "banker": 1.0579, "tie": 14.3596}
    assert (
        round(100 * _odds(_knockout(), ShoeComposition.of_decks(8))["banker"].house_edge, 4)
        == 1.4581
    )


def test_six_decks_as_published() -> None:
    # http://www.casinoexploit.com/baccarat.html
    coups = count_coups(ShoeComposition.of_decks(6)).sum(0)
    banker = sum(int(coups[p, b]) for b in range(10) for p in range(b))
    tie = sum(int(coups[p, p]) for p in range(10))
    assert banker == 403_095_751_234_560
    assert tie == 83_552_962_932_288
    assert int(coups.sum()) - banker - tie == 392_220_492_728_832


def test_a_pair_of_eight_decks() -> None:
    # One rank in 31 of 415 cards, at 11 to 1.
    odds = _odds(_knockout(), ShoeComposition.of_decks(8))
    assert odds["player-pair"].ev_exact == odds["banker-pair"].ev_exact == "-43/415"


@pytest.mark.parametrize("decks", range(1, 9))
def test_nothing_is_lost_in_counting(decks: int) -> None:
    shoe = ShoeComposition.of_decks(decks)
    cards = shoe.total
    orders = cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) * (cards - 5)
    coups = count_coups(shoe)
    assert int(coups.sum()) == orders
    assert (coups >= 0).all()
    # Any card is as likely to be the first.
    assert [int(ways) * 13 for ways in coups.sum((1, 2))] == [4 * orders, *[orders] * 9]


@pytest.mark.parametrize("game", ["live-baccarat", "rws-knockout-baccarat"])
def test_every_bet_is_told_consistently(game: str) -> None:
    shoe = ShoeComposition.of_decks(8)
    for odds in baccarat_odds(_rules(game), shoe):
        assert odds.win + odds.push + odds.lose == pytest.approx(1, abs=1e-12)
        assert sum(one.p for one in odds.outcomes) == pytest.approx(1, abs=1e-12)
        assert sum(one.net * one.p for one in odds.outcomes) == pytest.approx(odds.ev, abs=1e-12)
        assert odds.house_edge == -odds.ev == -float(Fraction(odds.ev_exact or ""))
        assert [one.net for one in odds.outcomes] == sorted(one.net for one in odds.outcomes)


def test_removing_nothing_changes_nothing_and_suits_do_not_matter() -> None:
    rules, shoe = _knockout(), ShoeComposition.of_decks(4)
    by_rank = parse_shoe(",".join(f"{rank}=16" for rank in "A23456789TJQK"))
    assert baccarat_odds(rules, shoe.without(())) == baccarat_odds(rules, shoe)
    assert baccarat_odds(rules, by_rank) == baccarat_odds(rules, shoe)


def test_cards_that_are_gone_change_every_bet() -> None:
    rules = _knockout()
    shoe = ShoeComposition.of_decks(8)
    whole, less = _odds(rules, shoe), _odds(rules, shoe.without(("6S", "6H")))
    assert all(whole[bet].ev_exact != less[bet].ev_exact for bet in rules.spots())


def test_a_shoe_too_short_for_a_coup() -> None:
    with pytest.raises(Refused, match="a coup needs 6 cards, and the shoe holds 5") as refused:
        baccarat_odds(_rules("live-baccarat"), parse_shoe("A=5"))
    assert refused.value.code is Code.BAD_SETTING
