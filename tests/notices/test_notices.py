"""What hangs at the table, and that it turns with the setting it is about."""

import re

import pytest

from croupier import VARIANTS, Limits, variant
from croupier.notices import RulesPage, rules_page
from tests.notices.test_page import notice, sentence
from tests.support.families import blackjack_rules
from tests.support.rws import both

BLACKJACK = [game for game in VARIANTS if "blackjack" in game]
WITH_SIDE_BETS = {
    "rws-blackjack": "Player Pair, Over 13 and Under 13",
    "rws-blackjack-plus": "RWS Pairs and Boom Busted",
    "rws-knockout-baccarat": "Pairs, Winning Totals and Antes",
}


def page(game: str, **settings: object) -> RulesPage:
    return rules_page(variant(game, {name.replace("_", "-"): v for name, v in settings.items()}))


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.clause(
    "BJ5 3.4", "BJP 3.4", "LIVE 2.1.6a", "LIVE 2.2.1e", "LIVE 1.2", "LIVE 3.2", "R3a"
)
def test_the_limits_shown_are_those_given(game: str) -> None:
    shown = rules_page(variant(game), Limits(12_50, 777_00))
    first = shown.notices[0]
    assert first.text.startswith("Minimum 12.5, maximum 777, for ")
    expected = {
        "rws-blackjack": "BJ5 3.4",
        "rws-blackjack-plus": "BJP 3.4",
        "live-blackjack": "LIVE 2.2.1e",
        "live-baccarat": "LIVE 3.2",
        "live-roulette": "LIVE 1.2",
    }
    assert expected.get(game, "R3a") in first.clauses


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.clause("R8", "R3a")
def test_whose_bets_the_limits_hold_for(game: str) -> None:
    together = "the initial bets of a box together"
    assert together in notice(page(game, shared_boxes=True), "Minimum")
    assert "each bet of each player" in notice(page(game, shared_boxes=False), "Minimum")


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.clause("R3a", "LIVE 2.1.6a")
def test_side_bets_show_limits_of_their_own(game: str) -> None:
    def side(limits: Limits) -> list[str]:
        shown = rules_page(variant(game, {"chip-unit": "2"}), limits)
        return [one.text for one in shown.notices if ", each." in one.text]

    names = WITH_SIDE_BETS.get(game)
    table, own = Limits(10_00, 500_00), Limits(10_00, 500_00, 4_00, 50_00)
    assert side(table) == ([f"{names}: minimum 2, maximum 500, each."] if names else [])
    assert side(own) == ([f"{names}: minimum 4, maximum 50, each."] if names else [])


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.clause("LIVE 2.1.5", "LIVE 2.1.5a")
def test_whether_the_dealer_draws_to_soft_17(game: str) -> None:
    stands, draws = page(game, h17=False), page(game, h17=True)
    assert notice(stands, "Dealer must") == "Dealer must draw to 16 and stand on all 17s."
    assert notice(draws, "Dealer must") == "Dealer must draw to soft 17, and stand on hard 17."
    assert "every 17, a soft one too" in sentence(stands, "The dealer draws on 16")
    assert "and on a soft 17" in sentence(draws, "The dealer draws on 16")


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.clause("LIVE 2.1.5", "LIVE 2.1.5b", "LIVE 2.1.6d")
def test_what_blackjack_and_insurance_pay(game: str) -> None:
    shown = page(game, blackjack_pays="6 to 5", insurance_pays="9 to 4")
    assert notice(shown, "Blackjack pays") == "Blackjack pays 6 to 5."
    assert notice(shown, "Insurance pays").startswith("Insurance pays 9 to 4; it may be up to half")
    assert "wins 6 to 5" in sentence(shown, "A blackjack wins")
    assert "wins 9 to 4" in sentence(shown, "may insure")
    assert "rounded up" in notice(page(game, insurance_rounds_up=True), "Insurance pays")
    assert "rounded down" in notice(page(game, insurance_rounds_up=False), "Insurance pays")


@pytest.mark.clause("LIVE 2.1.5", "LIVE 2.1.5a", "LIVE 2.1.5b", "LIVE 2.1.6", "LIVE 2.1.6a")
@pytest.mark.clause("LIVE 2.1.6b", "LIVE 2.1.6c", "LIVE 2.1.6d")
def test_the_live_table_shows_all_it_must() -> None:
    cited = {
        clause for one in page("live-blackjack", surrender=True).notices for clause in one.clauses
    }
    assert cited >= {f"LIVE 2.1.{one}" for one in ("5", "5a", "5b", "6", "6a", "6b", "6c", "6d")}


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.clause("LIVE 2.1.6b")
def test_restrictions_on_doubling(game: str) -> None:
    assert notice(page(game, double=False), "oubl") == "No doubling."
    words = "Any first two cards may be doubled"
    never = notice(page(game, max_hands=4, double_after_split=False), words)
    also = notice(page(game, max_hands=4, double_after_split=True), words)
    unsplit = notice(page(game, max_hands=1), words)
    assert never.endswith("; not after a split.")
    assert also.endswith("; after a split too, but not split aces.")
    assert "split" not in unsplit


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.clause("LIVE 2.1.6c")
def test_restrictions_on_splitting_and_on_split_aces(game: str) -> None:
    assert notice(page(game, max_hands=1), "plitting") == "No splitting."
    once, often = page(game, max_hands=2), page(game, max_hands=4, resplit_aces=False)
    assert notice(once, "may be split").endswith("two hands; split aces get one card each.")
    assert "aces only once; split aces get one card" in notice(often, "may be split")
    assert "split once, into two hands" in sentence(once, "A box may split")
    assert "three times, into four hands" in sentence(often, "A box may split")
    again = page(game, max_hands=4, resplit_aces=True)
    assert "aces may be split again" in notice(again, "may be split")


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.clause("LIVE 2.1.6d")
def test_special_pays_are_shown_where_there_are_any(game: str) -> None:
    def texts(**settings: object) -> str:
        return "\n".join(one.text for one in page(game, **settings).notices)

    assert "Even money" in texts(even_money=True)
    assert "Even money" not in texts(even_money=False)
    assert "Surrender: half" in texts(surrender=True)
    assert "Surrender" not in texts(surrender=False)
    assert sentence(page(game, surrender=False), "urrender") == "There is no surrender."
    assert sentence(page(game, even_money=False), "ven money is") == "Even money is not offered."


@pytest.mark.parametrize("game", BLACKJACK)
def test_the_rules_of_play_turn_with_their_settings(game: str) -> None:
    assert "less than 14 must draw" in sentence(page(game, must_draw_below=14), "must draw")
    assert (
        sentence(page(game, must_draw_below=0), "stand on any") == "A hand may stand on any total."
    )
    assert "A hard 21 may draw too" in sentence(page(game, hard_21_draws=True), "A hand may hit")
    assert "No 21 takes a card" in sentence(page(game, hard_21_draws=False), "A hand may hit")
    assert "is a stand" in sentence(page(game, missed_decision="stands"), "does not come in time")
    house = page(game, missed_decision="house-draws", must_draw_below=13)
    assert "to 13 or more" in sentence(house, "the house draws")
    everything = page(game, blackjack_takes="everything")
    assert "takes the whole stake" in sentence(everything, "dealer’s blackjack takes")
    assert "face down: only" in sentence(page(game, face_down=True), "Players’ cards")
    assert "face up" in sentence(page(game, face_down=False), "Players’ cards")


@pytest.mark.parametrize("game", [one for one in BLACKJACK if blackjack_rules(one).hole_card])
@pytest.mark.clause("LIVE 2.3.8", "CLB 8")
def test_where_the_dealer_looks(game: str) -> None:
    both = page(game, look_under_ace=True, look_under_ten=True)
    assert "under an ace or a ten;" in sentence(both, "looks at the hole card")
    ace = page(game, look_under_ace=True, look_under_ten=False)
    assert "under an ace;" in sentence(ace, "looks at the hole card")
    none = page(game, look_under_ace=False, look_under_ten=False)
    assert "does not look" in sentence(none, "look at the hole card")


@both
def test_the_decks_are_counted(game: str) -> None:
    assert sentence(page(game, decks=6), "of 52") == "The cards are six decks of 52."


@pytest.mark.parametrize("game", VARIANTS)
def test_the_closing_of_bets_is_shown(game: str) -> None:
    assert "No more bets" in notice(page(game), "Bets close")


def test_betting_behind_is_told_where_it_is_possible() -> None:
    headings = [[one.heading for one in page(game).play] for game in BLACKJACK]
    behind = {
        game for game, heads in zip(BLACKJACK, headings, strict=True) if "Betting behind" in heads
    }
    standing = {
        game for game, heads in zip(BLACKJACK, headings, strict=True) if "Standing players" in heads
    }
    assert behind == {"live-blackjack"}
    assert standing == {"rws-blackjack", "rws-blackjack-plus"}


@pytest.mark.clause("NKB 3.4.2")
def test_the_raise_is_told() -> None:
    assert "exactly twice the ante" in sentence(page("rws-knockout-baccarat"), "exactly")
    thrice = page("rws-knockout-baccarat", raise_multiple=3)
    assert "exactly three times the ante" in sentence(thrice, "exactly")


@pytest.mark.parametrize("game", ["live-baccarat", "rws-knockout-baccarat"])
@pytest.mark.clause("NKB 3.6", "NKB 3.7", "LIVE 3.3.1", "LIVE 3.3.2")
def test_the_third_card_table_is_the_printed_one(game: str) -> None:
    section = next(one for one in page(game).play if one.table)
    assert section.table is not None
    assert section.table.columns[1:] == ("no third", *map(str, range(10)))
    printed = {
        row[0]: "".join("D" if cell == "draws" else "." for cell in row[1:])
        for row in section.table.rows
    }
    assert printed == {
        "0": "DDDDDDDDDDD",
        "1": "DDDDDDDDDDD",
        "2": "DDDDDDDDDDD",
        "3": "DDDDDDDDD.D",
        "4": "D..DDDDDD..",
        "5": "D....DDDD..",
        "6": ".......DD..",
        "7": "...........",
    }
    assert "on 0 to 5" in sentence(page(game), "Otherwise Player draws")


@pytest.mark.parametrize(
    ("game", "words", "pays"),
    [
        ("rws-blackjack-plus", "RWS Pairs pays", ["50 to 1", "20 to 1", "12 to 1", "6 to 1"]),
        (
            "rws-blackjack-plus",
            "Boom Busted pays",
            ["2 to 1", "2 to 1", "4 to 1", "12 to 1", "50 to 1", "200 to 1"],
        ),
        ("rws-knockout-baccarat", "A winning ante", ["1 to 1", "1 to 2", "1 to 1", "2 to 1"]),
        ("rws-knockout-baccarat", "Banker pays", ["1 to 1", "1 to 2"]),
        ("live-baccarat", "Banker pays", ["19 to 20"]),
        ("live-roulette", "Eighteen numbers", ["1 to 1"]),
    ],
)
@pytest.mark.clause("BJP 4.1.2", "BJP 4.1.3", "NKB 4.1.1", "NKB 4.1.3", "LIVE 3.3.3", "LIVE 1.4")
def test_pay_tables_are_shown(game: str, words: str, pays: list[str]) -> None:
    # "0 to 3" and the like are points: no pay ends in such numbers.
    shown = re.findall(r"\d+ to (?:1|2|20)\b", notice(page(game), words).partition(" (")[0])
    assert shown == pays


@pytest.mark.clause("NKB 4.1.2")
def test_winning_totals_are_shown() -> None:
    assert notice(page("rws-knockout-baccarat"), "Winning Total 1") == (
        "Winning Total 1 to 4 pays 7 to 1, 5 or 6 pays 3 to 1, 7 pays 4 to 1, 8 pays 3 to 1 and "
        "9 pays 2 to 1."
    )


def test_what_the_interim_settlement_settles() -> None:
    words = "interim settlement:"
    assert "side bets on the first two cards, surrenders, even money and blackjacks" in sentence(
        page("rws-blackjack"), words
    )
    given_up = sentence(page("live-blackjack", surrender=True), words)
    assert given_up == "Then comes the interim settlement: surrenders are settled at once."
    texts = [one.text for part in page("live-blackjack").play for one in part.sentences]
    assert not any(words in text for text in texts)


def test_the_felt_has_the_notices_in_a_few_words_and_bets_whose_figures_are_printed() -> None:
    plus = page("rws-blackjack-plus").felt
    assert plus is not None
    assert str(plus.headline) == "Blackjack pays 3 to 2"
    assert list(map(str, plus.more)) == [
        "Dealer must draw to 16 and stand on all 17s",
        "Insurance pays 2 to 1",
    ]
    assert plus.paying == ("rws-pairs", "boom-busted")
    shoe = page("classic-blackjack-shoe", h17=True).felt
    assert shoe is not None
    assert [str(said) for said in shoe.more][::2] == [
        "Dealer must draw to soft 17, and stand on hard 17",
        "No splitting",
    ]
    assert page("live-roulette").felt is None


def test_a_pay_is_told_in_figures_too() -> None:
    for pay in page("rws-blackjack-plus").bets:
        assert pay.pays == f"{pay.odds.win} to {pay.odds.stake}"
