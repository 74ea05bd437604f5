"""Blackjack's side bets and insurance: as small shoes are dealt out, and as they are published."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from croupier.engine import protocol as engine
from croupier.engine.inputs import Act, Action
from croupier.engine.layout import Bet
from croupier.games.blackjack.engine.rules import BlackjackRules, BustPays, PairPays
from croupier.games.blackjack.odds.boom_busted import boom_busted_odds, bust_chances
from croupier.games.blackjack.odds.first_cards import first_cards_odds, insurance_odds
from croupier.games.blackjack.odds.numbering import values_of
from croupier.kit.errors import Code, Refused
from croupier.kit.odds import Odds
from croupier.odds.shoe import ShoeComposition, parse_shoe
from croupier.odds.worth import BetOdds, Outcome
from tests.odds.counting import as_odds, counted_by_bet
from tests.support.rws import both

FIRST_TWO = ("player-pair", "over-13", "under-13", "rws-pairs")
STAKE = 200
INITIAL = Bet("ann", "initial", STAKE, 1)

SHOES = (
    "AS=2,AC=1,8H=2,TS=1,KS=2",
    "AS=1,4D=2,9S=2,QH=1,QD=2",
    "5S=2,6S=1,8D=2,8C=1,TC=3",
    "AH=1,2C=2,3C=1,JS=2,KS=2",
)


def _rules(game: str, **settings: object) -> BlackjackRules:
    named = {name.replace("_", "-"): value for name, value in settings.items()}
    rules = engine.variant(game, named)
    assert isinstance(rules, BlackjackRules)
    return rules


def _plus(**settings: object) -> BlackjackRules:
    return _rules("rws-blackjack-plus", **settings)


def _first_cards(rules: BlackjackRules, shoe: ShoeComposition) -> tuple[BetOdds, ...]:
    return tuple(first_cards_odds(rules, shoe, bet) for bet in FIRST_TWO if bet in rules.spots())


def _stands(round: engine.Round) -> Act | None:
    """Stands as soon as the rules let it, and insures whatever it can."""
    waiting = engine.waiting(round)
    if offers := waiting.offers:
        insure = next((one for one in offers[0].options if one.action is Action.INSURE), None)
        if insure is not None:
            return Act("ann", Action.INSURE, box=1, amount=insure.most)
    if not waiting.decisions:
        return None
    may = {one.action for one in waiting.decisions[0].options}
    return Act("ann", Action.STAND if Action.STAND in may else Action.HIT, box=1)


def _dealt_out(rules: BlackjackRules, shoe: ShoeComposition, *bets: str) -> dict[str, BetOdds]:
    """Until each of these bets has its line."""
    layout = tuple(Bet("ann", bet, STAKE, 1 if rules.spots()[bet] else None) for bet in bets)
    counted = counted_by_bet(
        rules,
        Counter(shoe.cards),
        (INITIAL, *layout),
        _stands,
        lambda at: {line.bet for line in at.lines} >= set(bets),
    )
    return {bet: as_odds(bet, counted[bet], STAKE) for bet in bets}


@pytest.mark.parametrize("text", SHOES)
@pytest.mark.parametrize(
    "rules",
    [
        _rules("rws-blackjack"),
        _rules("rws-blackjack", over_under="3 to 4", player_pair="9 to 1"),
        _plus(),
    ],
    ids=("rws", "house", "plus"),
)
def test_first_cards_as_the_engine_settles_them(rules: BlackjackRules, text: str) -> None:
    shoe = parse_shoe(text)
    odds = {one.bet: one for one in _first_cards(rules, shoe)}
    assert set(odds) == set(rules.spots()) - {"initial", "boom-busted"}
    assert odds == _dealt_out(rules, shoe, *odds)


def test_every_kind_of_pair_is_in_those_shoes() -> None:
    nets = {
        one.net
        for text in SHOES
        for one in first_cards_odds(_plus(), parse_shoe(text), "rws-pairs").outcomes
    }
    assert nets == {-1, 6, 12, 20, 50}


@pytest.mark.parametrize("text", ["AS=2,TD=3,6C=2,9H=2", "AS=3,KD=1,QD=1,7C=3"])
@pytest.mark.parametrize(
    "rules",
    [
        _rules("rws-blackjack", insurance_pays="9 to 4"),
        _rules("live-blackjack"),
        _rules("classic-blackjack-shoe"),
    ],
    ids=("rws", "live", "classic"),
)
def test_insurance_as_the_engine_settles_it(rules: BlackjackRules, text: str) -> None:
    shoe = parse_shoe(text)
    counted = counted_by_bet(
        rules,
        Counter(shoe.cards),
        (INITIAL,),
        _stands,
        lambda at: any(line.bet == "insurance" for line in at.lines),
    )["insurance"]
    # Only an ace can be insured against: of all rounds, as many as show one.
    shown = sum(counted.values())
    assert shown == Fraction(values_of(shoe)[0], shoe.total)
    given = {net: chance / shown for net, chance in counted.items()}
    assert insurance_odds(rules, shoe) == as_odds("insurance", given, STAKE // 2)


@pytest.mark.parametrize("h17", [False, True], ids=("stands", "draws"))
@pytest.mark.parametrize(
    "text", ["AS=2,6S=2,5S=3,TS=2", "2S=5,6S=3,TS=2", "AS=2,6S=3,9S=3,4S=1", "3S=6,2S=2,TS=3"]
)
def test_boom_busted_as_the_engine_settles_it(text: str, *, h17: bool) -> None:
    rules, shoe = _plus(h17=h17), parse_shoe(text)
    # A pay for every number of cards, so that none is taken for another.
    pays = BustPays({cards: Odds(cards, 1) for cards in range(3, 7)})
    for one in (rules, replace(rules, boom_busted=pays)):
        assert boom_busted_odds(one, shoe) == _dealt_out(one, shoe, "boom-busted")["boom-busted"]


def test_a_soft_17_matters_in_those_shoes() -> None:
    shoe = parse_shoe("AS=2,6S=2,5S=3,TS=2")
    assert boom_busted_odds(_plus(h17=True), shoe) != boom_busted_odds(_plus(), shoe)


# The Wizard of Odds on Over/Under 13, updated 4 November 2019, in per cent.
@pytest.mark.parametrize(
    ("decks", "over", "under"),
    [(1, 6.79, 10.11), (2, 6.65, 10.08), (4, 6.58, 10.07), (6, 6.55, 10.07), (8, 6.54, 10.06)],
)
def test_over_and_under_13_as_published(decks: int, over: float, under: float) -> None:
    told = [
        first_cards_odds(_rules("rws-blackjack"), ShoeComposition.of_decks(decks), bet)
        for bet in ("over-13", "under-13")
    ]
    assert [round(100 * one.house_edge, 2) for one in told] == [over, under]


# https://wizardofodds.com/games/blackjack/side-bets/perfect-pairs/: the same pairs, with no word
# of aces; eight decks.
@pytest.mark.parametrize(
    ("pays", "ev"),
    [
        ((25, 12, 6), -0.040964),
        ((30, 10, 5), -0.033735),
        ((25, 12, 5), -0.079518),
        ((25, 15, 5), -0.021687),
    ],
)
def test_pairs_by_suit_and_colour_as_published(pays: tuple[int, int, int], ev: float) -> None:
    perfect, coloured, mixed = (Odds(pay, 1) for pay in pays)
    rules = replace(_plus(), rws_pairs=PairPays(perfect, perfect, coloured, mixed))
    assert round(first_cards_odds(rules, ShoeComposition.of_decks(8), "rws-pairs").ev, 6) == ev


def test_suited_aces_are_one_suited_pair_in_thirteen() -> None:
    odds = first_cards_odds(_plus(), ShoeComposition.of_decks(8), "rws-pairs")
    by_net = {one.net: one.p for one in odds.outcomes}
    assert by_net[50] * 12 == pytest.approx(by_net[20], abs=1e-15)


def test_a_pair_of_eight_decks() -> None:
    # One rank in 31 of 415 cards, at 11 to 1.
    odds = first_cards_odds(_rules("rws-blackjack"), ShoeComposition.of_decks(8), "player-pair")
    assert odds.ev_exact == "-43/415"


# 128 tens among the 415 cards beside the ace:
# https://online.casinocity.com/article/are-there-conditions-under-which-insurance-is-a-good-bet-48592
@pytest.mark.parametrize(("decks", "ev"), [(8, "-31/415"), (6, "-23/311"), (1, "-1/17")])
def test_insurance_as_published(decks: int, ev: str) -> None:
    odds = insurance_odds(_rules("rws-blackjack"), ShoeComposition.of_decks(decks))
    assert odds is not None
    assert odds.ev_exact == ev


def test_the_dealers_bust_by_its_cards_as_published() -> None:
    # Six decks, a soft 17 is drawn to: https://discountgambling.net/tag/sycuan/
    chances = bust_chances(ShoeComposition.of_decks(6), h17=True)
    assert [f"{float(chances[cards]):.5e}" for cards in range(3, 9)] == [
        "1.73032e-01",
        "8.93918e-02",
        "2.04726e-02",
        "2.63760e-03",
        "2.14444e-04",
        "1.15280e-05",
    ]


# The Wizard of Odds on Buster Blackjack, updated 12 September 2016: the edge in per cent where the
# dealer stands on a soft 17, and where he draws.
@pytest.mark.parametrize(
    ("decks", "stands", "draws"),
    [(1, 8.77, 6.89), (2, 8.48, 6.51), (4, 8.31, 6.29), (6, 8.25, 6.21), (8, 8.22, 6.17)],
)
def test_a_bet_on_the_bust_as_published(decks: int, stands: float, draws: float) -> None:
    pays = {3: 2, 4: 2, 5: 4, 6: 12, 7: 50, 8: 250}
    bust = BustPays({cards: Odds(pay, 1) for cards, pay in pays.items()})
    told = [
        boom_busted_odds(replace(_plus(h17=h17), boom_busted=bust), ShoeComposition.of_decks(decks))
        for h17 in (False, True)
    ]
    assert [round(100 * one.house_edge, 2) for one in told] == [stands, draws]


def _every_bet(rules: BlackjackRules, shoe: ShoeComposition) -> tuple[BetOdds, ...]:
    insurance = insurance_odds(rules, shoe)
    assert insurance is not None
    bust = (boom_busted_odds(rules, shoe),) if rules.boom_busted else ()
    return (*_first_cards(rules, shoe), insurance, *bust)


@pytest.mark.parametrize("game", ["rws-blackjack", "rws-blackjack-plus", "classic-blackjack-shoe"])
def test_every_bet_is_told_consistently(game: str) -> None:
    for odds in _every_bet(_rules(game), ShoeComposition.of_decks(6)):
        assert odds.win + odds.push + odds.lose == pytest.approx(1, abs=1e-12)
        assert sum(one.p for one in odds.outcomes) == pytest.approx(1, abs=1e-12)
        assert sum(one.net * one.p for one in odds.outcomes) == pytest.approx(odds.ev, abs=1e-12)
        assert odds.house_edge == -odds.ev == -float(Fraction(odds.ev_exact or ""))


@both
def test_removing_nothing_changes_nothing(game: str) -> None:
    rules, shoe = _rules(game), ShoeComposition.of_decks(4)
    assert _every_bet(rules, shoe.without(())) == _every_bet(rules, shoe)


@both
def test_a_soft_17_has_no_part_in_the_first_cards(game: str) -> None:
    shoe = ShoeComposition.of_decks(8).without(("8S", "KD"))
    stands, draws = _rules(game, h17=False), _rules(game, h17=True)
    assert _first_cards(stands, shoe) == _first_cards(draws, shoe)
    assert insurance_odds(stands, shoe) == insurance_odds(draws, shoe)


def test_suits_that_are_not_known() -> None:
    shoe = ShoeComposition.of_decks(8).without(("8",))
    with pytest.raises(Refused, match="suits of this shoe are not known") as refused:
        _first_cards(_plus(), shoe)
    assert refused.value.code is Code.BAD_SETTING
    assert _first_cards(_rules("rws-blackjack"), shoe)  # nothing here asks for a suit


@pytest.mark.parametrize("bet", ["player-pair", "over-13", "under-13"])
def test_two_cards_are_needed(bet: str) -> None:
    with pytest.raises(Refused, match=f"{bet} needs 2 cards, and the shoe holds 1") as refused:
        first_cards_odds(_rules("rws-blackjack"), parse_shoe("AS=1"), bet)
    assert refused.value.code is Code.BAD_SETTING


def test_insurance_needs_an_ace_and_a_card_beside_it() -> None:
    rules = _rules("rws-blackjack")
    with pytest.raises(Refused, match="the shoe holds none"):
        insurance_odds(rules, parse_shoe("2=4,K=4"))
    with pytest.raises(Refused, match="insurance needs 2 cards"):
        insurance_odds(rules, parse_shoe("A=1"))


def test_a_shoe_the_dealer_may_come_to_the_end_of() -> None:
    with pytest.raises(Refused, match="may run out") as refused:
        boom_busted_odds(_plus(), parse_shoe("4=4"))
    assert refused.value.code is Code.BAD_SETTING


def test_a_shoe_the_dealer_can_just_finish_with() -> None:
    """Four fours and a ten: 18 while the ten is among the first three, bust with it after them."""
    odds = boom_busted_odds(_plus(), parse_shoe("4=4,T=1"))
    assert odds.outcomes == (Outcome(-1, 0.6), Outcome(2, 0.2), Outcome(4, 0.2))
