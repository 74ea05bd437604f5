"""Every refusal of a round file, in every game where it can occur, and which comes first."""

import json
from copy import deepcopy
from typing import Any

import pytest

from croupier import VARIANTS, Refused
from croupier.roundfile import play, read
from tests.support.notation import round_file

# One round of each game that is in order.
BASE: dict[str, dict[str, Any]] = {
    "rws-blackjack": round_file("rws-blackjack", "ann 1 100", "TS TD 9H 7C", "ann 1 stand"),
    "rws-blackjack-plus": round_file(
        "rws-blackjack-plus", "ann 1 100", "TS TD 9H 7C", "ann 1 stand"
    ),
    "live-blackjack": round_file("live-blackjack", "ann 1 100", "TS TD 9H 7C", "ann 1 stand"),
    "classic-blackjack-shoe": round_file(
        "classic-blackjack-shoe", "ann 1 100", "TS TD 9H 7C", "ann 1 stand"
    ),
    "classic-blackjack-double": round_file(
        "classic-blackjack-double", "ann 1 100", "TS TD 9H 7C", "ann 1 stand"
    ),
    "classic-blackjack-single": round_file(
        "classic-blackjack-single", "ann 1 100", "TS TD 9H 7C", "ann 1 stand"
    ),
    "live-baccarat": round_file("live-baccarat", "ann player 100", "9S KD QH 8C"),
    "rws-knockout-baccarat": round_file(
        "rws-knockout-baccarat", "ann ante-player 100", "9S KD QH 8C", "ann raise ante-player"
    ),
    "live-roulette": round_file("live-roulette", "ann red 100", pocket=1),
}
BLACKJACKS = [game for game in BASE if "blackjack" in game]
CARDS = [game for game in BASE if game != "live-roulette"]
DECIDING = [*BLACKJACKS, "rws-knockout-baccarat"]

EVERY = pytest.mark.parametrize("game", BASE)
EVERY_BLACKJACK = pytest.mark.parametrize("game", BLACKJACKS)
EVERY_CARD_GAME = pytest.mark.parametrize("game", CARDS)
EVERY_DECIDING_GAME = pytest.mark.parametrize("game", DECIDING)


def code_of(file: object) -> str:
    try:
        play(read(json.dumps(file)))
    except Refused as refusal:
        return refusal.code if refusal.message.isprintable() else refusal.message
    return ""


def base(game: str, /, **changes: object) -> dict[str, Any]:
    return deepcopy(BASE[game]) | changes


def with_bet(game: str, /, **changes: object) -> dict[str, Any]:
    file = base(game)
    file["bets"][0] |= changes
    return file


@EVERY
@pytest.mark.clause("R1")
def test_the_rounds_below_are_in_order(game: str) -> None:
    assert set(BASE) == set(VARIANTS)
    assert code_of(base(game)) == ""


@pytest.mark.clause("R1")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "17",
        "null",
        '"round"',
        "{}",
        "{'game': 1}",
        "\ufeff{",
        "NaN",
        '{"game": "x"}',
        '{"game": "live-roulette", "game": "live-roulette", "bets": [], "pocket": 1}',
        "[" * 100000,
    ],
)
def test_what_is_no_round_file(text: str) -> None:
    with pytest.raises(Refused, match="bad-file"):
        play(read(text))


@EVERY
@pytest.mark.clause("R1", "R25")
def test_bad_file(game: str) -> None:
    chance = "pocket" if game == "live-roulette" else "cards"
    other = "cards" if chance == "pocket" else "pocket"
    for field in ("game", "bets", chance):
        file = base(game)
        del file[field]
        assert code_of(file) == "bad-file", field
    changes: dict[str, Any]
    for changes in (
        {"note": "x"},
        {other: [] if other == "cards" else 1},
        {"game": 7},
        {"game": ""},
        {"bets": {}},
        {"bets": ["ann"]},
        {"actions": {}},
        {"actions": [{}]},
        {"actions": [{"player": "ann", "action": "dance"}]},
        {"actions": [{"player": "ann", "action": "decline", "box": 1}]},
        {"actions": [{"by": "pit", "action": "void"}]},
        {"actions": [{"by": "pit", "action": "void", "reason": "bored"}]},
        {"actions": [{"by": "cook", "action": "interrupt"}]},
        {"actions": [{"action": "interrupt"}]},
        {"actions": [{"by": "house", "action": "interrupt", "at": -1}]},
        {"actions": [{"by": "house", "action": "interrupt", "at": "1"}]},
        {"actions": [{"by": "pit", "action": "misdeal"}]},
        {"actions": [{"by": "pit", "action": "misdeal", "reconstructed": "no"}]},
        {"actions": [{"by": "pit", "action": "place", "box": 1}]},
        {"actions": [{"by": "pit", "action": "place", "dealer": False}]},
        {"actions": [{"by": "shift", "action": "adjust", "player": "ann", "amount": "1"}]},
        {"settings": []},
        {"limits": {"least": "1"}},
        {"limits": "1"},
        {"seats": {"8": "ann"}},
        {"seats": {"1": ""}},
        {"seats": []},
    ):
        assert code_of(base(game, **changes)) == "bad-file", changes
    for field in ("player", "bet", "amount"):
        file = base(game)
        del file["bets"][0][field]
        assert code_of(file) == "bad-file", field
    for changes in ({"colour": 1}, {"player": ""}, {"player": 7}, {"accepted": "gladly"}):
        assert code_of(with_bet(game, **changes)) == "bad-file", changes
    assert code_of(with_bet(game, follow=True)) == "bad-file"
    box = "1" if game in BLACKJACKS else 1
    assert code_of(with_bet(game, box=box)) == "bad-file"


@EVERY_BLACKJACK
@pytest.mark.clause("R7", "R16", "R20")
def test_blackjack_names_the_box(game: str) -> None:
    file = base(game)
    del file["bets"][0]["box"]
    assert code_of(file) == "bad-file"
    file = base(game)
    del file["actions"][0]["box"]
    assert code_of(file) == "bad-file"


@EVERY_CARD_GAME
@pytest.mark.clause("R1")
@pytest.mark.parametrize("card", ["1S", "10S", "AX", "as", "", "??", "A", "ASS", 7, None])
def test_a_card_that_does_not_exist(game: str, card: object) -> None:
    assert code_of(base(game, cards=["TS", card])) == "bad-file"


@pytest.mark.clause("R25")
@pytest.mark.parametrize("pocket", [-1, 37, "1", 1.0, True, [1]])
def test_a_pocket_that_does_not_exist(pocket: object) -> None:
    assert code_of(base("live-roulette", pocket=pocket)) == "bad-file"


@EVERY
@pytest.mark.clause("R25", "R14", "R19", "R22")
def test_unknown_game_and_unknown_bet(game: str) -> None:
    if game != "live-roulette":  # any other game has cards, and no pocket
        for name in (game.upper(), f"{game} ", "pontoon"):
            assert code_of(base(game, game=name)) == "unknown-game"
    for bet in ("jackpot", "Initial", "red:1", "split:0-3", "wager-player"):
        assert code_of(with_bet(game, bet=bet)) == "unknown-bet", bet


@EVERY
@pytest.mark.clause("R1")
@pytest.mark.parametrize(
    "amount",
    [100, 100.0, None, True, [], {}, "", "ten", "1e3", " 1", "+1", "1,5", "0", "-1", "0.5"],
)
def test_bad_amount(game: str, amount: object) -> None:
    assert code_of(with_bet(game, amount=amount)) == "bad-amount"


@EVERY
@pytest.mark.clause("R3a", "R8")
def test_limit(game: str) -> None:
    for low, high in (("101", "500"), ("10", "99")):
        expected = "" if (low, game) == ("101", "rws-knockout-baccarat") else "limit"
        assert code_of(base(game, limits={"min": low, "max": high})) == expected


@EVERY_CARD_GAME
@pytest.mark.clause("R6", "R16", "R20", "R22", "R23")
def test_card_impossible_and_bad_setting(game: str) -> None:
    file = base(game)
    assert code_of(file | {"settings": {"decks": 9}}) == "bad-setting"
    decks = VARIANTS[game].deck_count
    assert code_of(file | {"cards": ["2S"] * (decks + 1)}) == "card-impossible"


@EVERY
@pytest.mark.clause("R21", "R25")
def test_what_is_missing_and_what_is_left_over(game: str) -> None:
    file = base(game)
    if game == "live-roulette":
        assert code_of(file | {"pocket": None}) == "card-missing"
    else:
        assert code_of(file | {"cards": file["cards"][:2]}) == "card-missing"
        assert code_of(file | {"cards": [*file["cards"], "2C"]}) == "card-left-over"
    if game in DECIDING:
        assert code_of(file | {"actions": []}) == "decision-missing"
    extra = {"player": "ann", "action": "hit", "box": 1}
    assert code_of(file | {"actions": [*file["actions"], extra]}) == "action-left-over"


@EVERY_DECIDING_GAME
@pytest.mark.clause("R7", "R9", "R17", "R20", "R23")
def test_illegal_action_and_not_your_turn(game: str) -> None:
    file = base(game)
    if game in BLACKJACKS:
        for player, box in (("bob", 1), ("ann", 2), ("ann", 8)):
            act = {"player": player, "box": box, "action": "hit"}
            assert code_of(file | {"actions": [act]}) == "not-your-turn"
        illegal = [{"player": "ann", "box": 1, "action": "split"}]
    else:
        illegal = [{"player": "ann", "action": "raise", "bet": "ante-banker"}]
        illegal += [{"player": "bob", "action": "fold", "bet": "ante-player"}]
    for act in illegal:
        assert code_of(file | {"actions": [act]}) == "illegal-action"


@EVERY_BLACKJACK
@pytest.mark.clause("R7", "R16", "R20")
@pytest.mark.parametrize("box", [0, -1, 8, 10**20])
def test_illegal_bet(game: str, box: int) -> None:
    assert code_of(with_bet(game, box=box)) == "illegal-bet"


@EVERY
@pytest.mark.clause("R30")
@pytest.mark.parametrize(
    "ruling",
    [
        {"action": "void", "reason": "foreign-card"},
        {"action": "interrupt"},
        {"action": "misdeal", "reconstructed": True},
        {"action": "place", "dealer": True},
        {"action": "discard", "reason": "no-bet"},
        {"action": "burn", "count": 3},
        {"action": "together", "count": 2},
    ],
    ids=lambda ruling: ruling["action"],
)
def test_who_may_do_what(game: str, ruling: dict[str, Any]) -> None:
    rightful = {"interrupt": "house", "together": "dealer"}.get(ruling["action"], "pit")
    for by in {"dealer", "pit", "shift", "house"} - {rightful}:
        file = base(game)
        file["actions"].insert(0, {"by": by, "at": 0} | ruling)
        assert code_of(file) == "illegal-action", by
    file = base(game)
    file["actions"].insert(0, {"player": "ann", "at": 0} | ruling)
    assert code_of(file) == "illegal-action"


@EVERY
@pytest.mark.clause("R5", "R30")
def test_adjustments(game: str) -> None:
    def adjusted(**changes: object) -> str:
        line = {"by": "shift", "action": "adjust", "player": "ann", "amount": "-7.25"}
        file = base(game)
        file["actions"].append(line | {"reason": "miscounted"} | changes)
        return code_of(file)

    assert adjusted() == ""
    assert adjusted(player="zoe") == "illegal-action"
    assert adjusted(at=0) == "illegal-action"
    for by in ("dealer", "pit", "house"):
        assert adjusted(by=by) == "illegal-action"
    for amount in ("0", "0.00", "x", 5, None, "0.001"):
        assert adjusted(amount=amount) == "bad-amount"


@EVERY_DECIDING_GAME
@pytest.mark.clause("R26", "R28")
def test_an_irregularity_reached_too_late(game: str) -> None:
    """Actions stay in the order of the list: before the first card, but after a decision."""
    file = base(game)
    file["actions"].append({"by": "house", "action": "interrupt", "at": 0})
    assert code_of(file) == "illegal-action"


@EVERY_CARD_GAME
@pytest.mark.clause("R1", "R3a", "R26")
def test_the_first_thing_wrong_is_what_is_said(game: str) -> None:
    """Faults are added from the last kind to the first; each takes over from the one before."""
    file = base(game)
    file["cards"] = [*file["cards"], "2C"]
    assert code_of(file) == "card-left-over"
    file["actions"] = [*file["actions"], {"player": "ann", "action": "hit", "box": 1}]
    assert code_of(file) == "action-left-over"
    file["actions"] = [{"by": "dealer", "action": "interrupt", "at": 0}, *file["actions"]]
    assert code_of(file) == "illegal-action"
    box = {"box": 1} if game in BLACKJACKS else {}
    file["bets"] = [*file["bets"], {"player": "bob", "bet": "jackpot", "amount": "1"}]
    assert code_of(file) == "unknown-bet"
    first = dict(file["bets"][0]) | {"amount": "-1"} | box
    file["bets"] = [first, *file["bets"]]
    assert code_of(file) == "bad-amount"
    file["cards"] = [*file["cards"], *["2S"] * 9]
    assert code_of(file) == "card-impossible"
    file["settings"] = {"decks": 9}
    assert code_of(file) == "bad-setting"
    file["game"] = "pontoon"
    assert code_of(file) == "unknown-game"
    file["note"] = "x"
    assert code_of(file) == "bad-file"


@EVERY_BLACKJACK
@pytest.mark.clause("R7", "R16", "R20")
def test_a_missing_box_is_the_files_fault_and_comes_before_the_settings(game: str) -> None:
    for part in ("bets", "actions"):
        file = base(game, settings={"decks": 9})
        del file[part][0]["box"]
        assert code_of(file) == "bad-file", part


@EVERY
@pytest.mark.clause("R3a")
def test_bets_are_judged_in_their_order(game: str) -> None:
    good = BASE[game]["bets"][0]
    small, unknown = good | {"amount": "0.5"}, good | {"bet": "jackpot"}
    assert code_of(base(game, bets=[good, small, unknown])) == "bad-amount"
    assert code_of(base(game, bets=[good, unknown, small])) == "unknown-bet"
    large = good | {"amount": "100000"}
    assert code_of(base(game, bets=[good, large, unknown])) == "limit"
