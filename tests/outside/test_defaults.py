"""The default of every part asks the engine what may be seen: a game with a face-down card names
none, and nothing tells the card before it is turned."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import pytest

from croupier.engine import protocol as engine
from croupier.engine.inputs import Act, Action, Capacity, CardDealt, Void, VoidReason
from croupier.engine.layout import Bet
from croupier.engine.viewer import HOUSE, PUBLIC, Viewer
from croupier.house.records.families import family_records
from croupier.kit.cards import HIDDEN, card
from croupier.roundfile import play, read
from croupier.story import tell
from croupier.wire.views import HandsPlay
from tests.outside import hidden_card
from tests.support.example_packages import lay_down, on_path
from tests.support.live_clients import assert_books_balance
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import serving
from tests.support.live_play import Stacked, bet, join_as, listen, no_more_bets, untimed

GAME = "hidden-card"
KING = "KS"
"""The dealer's card in every round here."""


@pytest.fixture(autouse=True)
def installed(installed: Path, tmp_path: Path) -> Iterator[Path]:
    """Beside the examples."""
    entry = {GAME: f"{hidden_card.__name__}:FAMILY"}
    lay_down(tmp_path, "hidden-card", "1", {"croupier.games": entry})
    with on_path(tmp_path):
        yield tmp_path


def _story(*actions: Mapping[str, object]) -> list[str]:
    file = {
        "game": GAME,
        "bets": [{"player": who, "bet": "ante", "amount": "10"} for who in ("ann", "bob")],
        "cards": ["2H", KING],
        "actions": actions,
    }
    chapters = tell(play(read(msgspec.json.encode(file))))
    return [sentence.text for chapter in chapters for sentence in chapter.sentences]


FOLD = {"player": "ann", "bet": "ante", "action": "fold"}
RAISE = {"player": "bob", "bet": "ante", "action": "raise"}
INTERRUPT = {"by": "house", "action": "interrupt"}


def test_the_story_of_an_interrupted_round() -> None:
    told = _story(INTERRUPT)
    assert "By what lies open no bet has won or lost yet, so the round is void." in told
    assert not any("K♠" in text for text in told), "the card was never turned"


def test_the_story_of_an_interruption_after_which_the_round_goes_on() -> None:
    told = _story(FOLD, INTERRUPT, RAISE)
    assert any("ann's Ante has lost by what lies open already" in text for text in told)


def test_the_story_of_a_round_to_its_end() -> None:
    told = _story(FOLD, RAISE)
    assert told[1:4] == [
        "bob bets 10 on Ante.",
        "Player gets 2♥.",
        "Dealer gets a face-down card.",
    ]
    assert "bob's 10 on Ante loses: Player has 2♥ and Dealer has K♠. Nothing comes back." in told


def test_the_story_of_an_interrupted_game_without_decisions() -> None:
    file = (
        b'{"game": "dragon-tiger", "bets": [{"player": "ann", "bet": "tie", "amount": "5"}],'
        b'"cards": ["9S"], "actions": [{"by": "house", "action": "interrupt", "at": 1}]}'
    )
    told = [one.text for chapter in tell(play(read(file))) for one in chapter.sentences]
    assert "By what lies open no bet has won or lost yet, so the round is void." in told


def _dealt() -> engine.Round:
    round = engine.begin(engine.variant(GAME), [Bet("ann", "ante", 10_00)])
    for name in ("2H", KING):
        round = engine.step(round, CardDealt(card(name))).round
    return round


@pytest.mark.parametrize("viewer", [PUBLIC, HOUSE, Viewer.of("ann")])
def test_no_part_shows_a_face_down_card(viewer: Viewer) -> None:
    round = _dealt()
    assert engine.hands(round, viewer) == {"player": ("2H",), "dealer": (HIDDEN,)}
    voided = engine.step(round, Void(Capacity.PIT, VoidReason.FOREIGN_CARD)).round
    assert engine.hands(voided, viewer)["dealer"] == (HIDDEN,)
    over = engine.step(round, Act("ann", Action.RAISE, bet="ante")).round
    assert engine.hands(over, viewer)["dealer"] == (KING,)
    assert family_records(over.rules).outcome(over).facts == {"player": "2H", "dealer": KING}


def test_records_keep_what_everybody_saw() -> None:
    assert family_records(_dealt().rules).outcome(_dealt()).facts["dealer"] == HIDDEN


async def test_nobody_at_a_table_is_shown_the_face_down_card() -> None:
    async with serving([untimed(GAME)], randbelow=Stacked(f"2H {KING}")) as house:
        ann = await join_as(house, GAME, "ann")
        watching = await join_as(house, GAME, "bob")
        heard = [listen(client) for client in (ann, watching)]
        await bet(ann, GAME, ("ante", 10_00))
        await no_more_bets(house, GAME, ann)
        await ann.until(lambda: bool(ann.tables[GAME].turns))
        play = ann.tables[GAME].play
        assert isinstance(play, HandsPlay)
        assert [hand.cards for hand in play.hands] == [("2H",), (HIDDEN,)]
        assert KING.encode() not in b"".join(msgspec.json.encode(each) for each in heard)
        await ann.decide(GAME, Action.RAISE, bet="ante")
        await ann.until(lambda: ann.tables[GAME].over)
        play = ann.tables[GAME].play
        assert isinstance(play, HandsPlay)
        assert play.hands[1].cards == (KING,)
        assert_books_balance(house)


async def test_it_is_dealt_by_hand() -> None:
    async with serving([by_hand(GAME)]) as house:
        table = await HandDealt.open(house, GAME)
        ann = await table.player("ann")
        await table.open_betting(ann)
        await table.bet(ann, "ante", 10_00)
        await table.no_more_bets(ann)
        assert table.guide.text == "Deal: Player."
        await table.deal("2H")
        await table.deal(KING)
        await ann.until(lambda: bool(ann.tables[GAME].turns))
        play = ann.tables[GAME].play
        assert isinstance(play, HandsPlay)
        assert play.hands[1].cards == (HIDDEN,)
        await ann.decide(GAME, Action.RAISE, bet="ante")
        await table.over(ann)
        play = ann.tables[GAME].play
        assert isinstance(play, HandsPlay)
        assert play.hands[1].cards == (KING,)
        assert_books_balance(house)
