"""What was taken in a round adds up to what the round came to, and tells how hands were played."""

import pytest

from croupier.engine import protocol as engine
from croupier.engine.inputs import Act, Action, CardDealt, OffersClosed
from croupier.engine.layout import Bet
from croupier.engine.protocol import variant
from croupier.house.people.names import is_guest
from croupier.house.records.bands import BandBy, BandQuestion, OddsMissing, band_report
from croupier.house.records.shoe_seen import ShoeSeen
from croupier.house.records.taken import seen_in, taken_of
from croupier.kit.cards import cards
from croupier.monitoring.taken import InsuranceOffer, PlayedHand, TakenBet
from croupier.odds.play_figures import play_figures
from tests.support.evening import FOREVER, Evening


@pytest.fixture(scope="module")
def evening() -> Evening:
    evening = Evening(seed=9)
    evening.stroll(3_000)
    evening.finish()
    return evening


def test_every_bet_is_there_and_adds_up(evening: Evening) -> None:
    rounds = hands = 0
    for index in evening.live.values():
        for entry in index.finished(0, FOREVER):
            bets = entry.taken.bets
            for guests, play in ((False, entry.players), (True, entry.guests)):
                own = [bet for bet in bets if is_guest(bet.player) is guests]
                assert -sum(bet.net for bet in own) == (0 if entry.void else play.win)
                first = sum(bet.stake for bet in own if not bet.bet.startswith("wager"))
                told = {bet: at for bet, at in play.first.items() if not bet.startswith("wager")}
                assert first == (0 if entry.void else sum(told.values()))
            rounds += bool(bets)
            hands += len(entry.taken.hands)
    assert rounds > 50
    assert hands > 20


def test_a_report_says_what_it_has_no_odds_for(evening: Evening) -> None:
    asked = BandQuestion(0, FOREVER, BandBy.GAME, 0.01)
    with pytest.raises(OddsMissing):
        band_report(evening.live.values(), asked, lambda _: None)
    told = band_report(evening.live.values(), asked, lambda config: play_figures(config.check()))
    assert told.total.win == sum(row.band.win for row in told.rows)
    assert told.total.rounds == sum(row.band.rounds for row in told.rows)
    assert told.total.mean == pytest.approx(sum(row.band.mean for row in told.rows))
    assert told.course[-1].win == told.total.win
    assert (told.course[-1].low, told.course[-1].high) == pytest.approx(
        (told.total.low, told.total.high), abs=2 * max(told.total.step, 1)
    )
    by_player = band_report(
        evening.live.values(),
        BandQuestion(0, FOREVER, BandBy.PLAYER, 0.01, name="ann"),
        lambda config: play_figures(config.check()),
    )
    assert by_player.total == told.total
    assert sum(row.band.win for row in by_player.rows) == told.total.win
    (ann,) = (row for row in by_player.rows if row.name == "ann")
    assert by_player.course[-1].win == ann.band.win


def played(game: str, dealt: str, *acts: Act | OffersClosed, stake: int = 10_00) -> engine.Round:
    """Ann on box 1, with these cards; what she says, in order."""
    rules = variant(game)
    round = engine.begin(rules, [Bet("ann", "initial", stake, 1)], seats={1: "ann"})
    coming, said = list(cards(dealt)), list(acts)
    while not (waiting := engine.waiting(round)).over:
        if waiting.decisions or waiting.offers:
            step: Act | OffersClosed | CardDealt = said.pop(0)
        else:
            step = CardDealt(coming.pop(0))
        round = engine.step(round, step).round
    assert not said
    return round


def says(action: Action, amount: int | None = None) -> Act:
    return Act("ann", action, 1, amount)


def test_a_hand_is_told_as_it_was_played() -> None:
    """Twelve against a six, doubled: a nine, and the dealer goes over."""
    round = played("live-blackjack", "TS 6D 2H TC 9S TD", says(Action.DOUBLE))
    taken = taken_of(round, ShoeSeen(1))
    assert taken.hands == (PlayedHand("ann", 5, (9, 1, 8), True, False, 10_00, 20_00),)
    assert taken.bets == (TakenBet("ann", "initial", 10_00, 20_00, 1),)
    assert taken.offers == ()
    assert seen_in(round) == (6, 3)


def test_insurance_is_told_with_what_could_be_known() -> None:
    insure = says(Action.INSURE, amount=5_00)
    round = played("live-blackjack", "TS AD 9H KC", insure)
    (offer,) = taken_of(round, ShoeSeen(1, 7, 100, 40)).offers
    decks = variant("live-blackjack").deck_count
    assert offer == InsuranceOffer("ann", 52 * decks - 103, 16 * decks - 41, True, True)
    # The dealer has looked: nobody was asked how to play the hand.
    assert taken_of(round, ShoeSeen(1)).hands == ()
    names = {bet.bet: bet.net for bet in taken_of(round, ShoeSeen(1)).bets}
    assert names == {"initial": -10_00, "insurance": 10_00}


def test_cards_of_a_shoe_are_counted_once() -> None:
    seen = ShoeSeen()
    first = seen.before(1, 1)
    seen = first.plus(6, 2)
    again = seen.before(1, 1)  # a correction of the same round
    assert (again.cards, again.tens) == (0, 0)
    seen = again.plus(6, 2)
    later = seen.before(1, 2)
    assert (later.cards, later.tens) == (6, 2)
    assert later.plus(5, 1).before(2, 3).cards == 0
