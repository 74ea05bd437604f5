"""The parameters behind the rulings: what a house may set in each game, and what it may not."""

from collections.abc import Mapping
from typing import Annotated

import pytest
from msgspec import Meta
from msgspec.structs import replace

from croupier import VARIANTS, Code, Refused, variant
from croupier.engine.rules import Rules, describe, settable, setting_name, show
from croupier.games.roulette.engine.rules import RouletteRules
from croupier.kit.odds import Odds
from croupier.rulebooks import clause
from tests.support.notation import refused, settle

BLACKJACKS = [game for game in VARIANTS if "blackjack" in game]
CLASSICS = [game for game in BLACKJACKS if game.startswith("classic")]

Values = tuple[list[object], list[object]]
"""What a setting takes, and what it refuses."""

FLAG: Values = ([True, False], [0, 1, "true", None, "yes"])
PAY: Values = (
    ["1 to 1", "2 to 1", "7 to 5"],
    ["0 to 1", "1 to 0", "3:2", "-1 to 2", 2, None, "1 to 7"],
)
COMMON: dict[str, Values] = {
    "chip-unit": (["1", "5", "10", "100"], ["0", "-1", 1, None, "x", "0.001"]),
    "grace-seconds": ([0, 15, 3600], [-1, 3601, "15", 1.5, True, None]),
}
BLACKJACK: dict[str, Values] = COMMON | {
    "boxes": ([1, 7], [0, 8, "7"]),
    "boxes-per-player": ([1, 3, 7], [0, 8, "3"]),
    "shared-boxes": FLAG,
    "bet-behind": FLAG,
    "face-down": FLAG,
    "h17": FLAG,
    "insurance-rounds-up": FLAG,
    "even-money": FLAG,
    "surrender": FLAG,
    "hard-21-draws": FLAG,
    "resplit-aces": FLAG,
    "double": FLAG,
    "double-after-split": FLAG,
    "blackjack-pays": PAY,
    "insurance-pays": PAY,
    "must-draw-below": ([0, 12, 17], [-1, 18, "12"]),
    "max-hands": ([1, 2, 4], [0, 5, "2"]),
    "blackjack-takes": (["one-initial-bet", "original-stakes", "everything"], ["nothing", True]),
    "missed-decision": (["stands", "house-draws"], ["folds", None]),
    "burn-after-shuffle": ([0, 6, 52], [-1, 53, "6"]),
}
HOLE: dict[str, Values] = {"look-under-ace": FLAG, "look-under-ten": FLAG}
SETTINGS: dict[str, dict[str, Values]] = {
    "rws-blackjack": BLACKJACK
    | {"decks": ([4, 5, 6, 7, 8], [3, 9, "8", None, True]), "player-pair": PAY, "over-under": PAY}
    | {"hole-card": FLAG, "cut-card-from-back": ([0, 52, 415], [-1, 416, 417])}
    | {"look-under-ace": ([False], [True]), "look-under-ten": ([False], [True])},
    "rws-blackjack-plus": BLACKJACK
    | {"decks": ([4, 5, 6, 7, 8], [3, 9]), "hole-card": FLAG}
    | {"cut-card-from-back": ([0, 415], [-1, 416])}
    | {"look-under-ace": ([False], [True]), "look-under-ten": ([False], [True])},
    "live-blackjack": BLACKJACK
    | HOLE
    | {"decks": ([2, 6, 8], [0, 9]), "cut-card-from-back": ([0, 415], [-1, 416])}
    | {"hole-card": ([True], [False])},
    "classic-blackjack-shoe": BLACKJACK
    | HOLE
    | {"decks": ([3, 4, 5, 6, 7, 8], [1, 2, 9]), "cut-card-from-back": ([0, 311], [312])}
    | {"hole-card": ([True], [False])},
    "classic-blackjack-double": BLACKJACK
    | HOLE
    | {"decks": ([2], [1, 3, 6]), "cut-card-from-back": ([0, 103], [104])}
    | {"hole-card": ([True], [False])},
    "classic-blackjack-single": BLACKJACK
    | HOLE
    | {"decks": ([1], [2, 6]), "cut-card-from-back": ([0, 51], [52])}
    | {"hole-card": ([True], [False])},
    "live-baccarat": COMMON
    | {"decks": ([8], [6, 7, 9])}
    | dict.fromkeys(("player-pays", "banker-pays", "tie-pays"), PAY),
    "rws-knockout-baccarat": COMMON
    | {"decks": ([4, 5, 6, 7, 8], [3, 9]), "raise-multiple": ([1, 2, 5], [0, 6, "2"])}
    | {"boxes": ([5, 6], [0, 4, 7, "6", None])}
    | dict.fromkeys(("player-pays", "banker-pays", "banker-six-pays", "tie-pays"), PAY)
    | dict.fromkeys(("pair-pays", "ante-pays"), PAY),
    "live-roulette": COMMON
    | dict.fromkeys(("straight-pays", "split-pays", "street-pays", "corner-pays"), PAY)
    | dict.fromkeys(("line-pays", "dozen-pays", "even-chance-pays"), PAY),
}


def code_of(game: str, settings: Mapping[str, object]) -> str:
    try:
        variant(game, settings)
    except Refused as refusal:
        return refusal.code
    return ""


@pytest.mark.clause("R1", "R4", "R6", "R16", "R20", "R22", "R23", "R25")
@pytest.mark.parametrize("game", VARIANTS)
def test_this_is_all_a_house_may_set(game: str) -> None:
    assert set(SETTINGS[game]) == {name.replace("_", "-") for name in VARIANTS[game].settings()}


@pytest.mark.clause("R1", "R4", "R6", "R16", "R20", "R22", "R23")
@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, names in SETTINGS.items() for name in names]
)
def test_values_a_setting_takes_and_refuses(game: str, name: str) -> None:
    good, bad = SETTINGS[game][name]
    for value in good:
        assert code_of(game, {name: value}) == "", value
    for value in bad:
        assert code_of(game, {name: value}) == Code.BAD_SETTING, value


@pytest.mark.clause("R1")
@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize(
    "settings",
    [
        {"colour": "red"},
        {"Decks": 8},
        {"chip_unit": "1"},
        {"": 1},
        {"game": "x"},
        {"cites": {}},
        {"title": "mine"},
        {"clauses": {}},
        {"allowed": {}},
        {"winning-totals": {}},
    ],
)
def test_a_setting_no_variant_has(game: str, settings: dict[str, object]) -> None:
    assert code_of(game, settings) == "bad-setting"


@pytest.mark.clause("R1")
@pytest.mark.parametrize(
    ("game", "unit", "exact"),
    [
        ("live-blackjack", "0.02", True),
        ("live-blackjack", "0.01", False),  # 3 to 2 of a cent
        ("classic-blackjack-single", "0.1", True),
        ("classic-blackjack-single", "0.02", False),  # 6 to 5 of two cents
        ("live-baccarat", "0.2", True),
        ("live-baccarat", "0.1", False),  # 0.95 to 1 of ten cents
        ("rws-knockout-baccarat", "0.02", True),
        ("rws-knockout-baccarat", "0.01", False),  # 1 to 2 of a cent
        ("live-roulette", "0.01", True),
    ],
)
def test_every_pay_must_be_exact_on_a_chip(game: str, unit: str, exact: bool) -> None:
    assert code_of(game, {"chip-unit": unit}) == ("" if exact else "bad-setting")


@pytest.mark.clause("R1", "NKB 4.1.2", "NKB 4.1.3")
def test_the_pays_no_house_sets_must_be_exact_too() -> None:
    """A raised wager pays 1 to 2, a winning total what its document says."""
    even = {"chip-unit": "0.01", "banker-six-pays": "1 to 1"}
    assert code_of("rws-knockout-baccarat", even) == "bad-setting"
    thirds = replace(variant("rws-knockout-baccarat"), winning_totals={"x": Odds(4, 3)})
    with pytest.raises(Refused) as refusal:
        thirds.with_settings({})
    assert (refusal.value.code, refusal.value.clause) == ("bad-setting", "R1")
    assert thirds.with_settings({"chip-unit": "3"}).chip_unit == 3_00


@pytest.mark.clause("R16", "R20")
@pytest.mark.parametrize("game", ["live-blackjack", *CLASSICS])
def test_without_a_hole_card_there_is_nothing_to_look_at(game: str) -> None:
    assert code_of(game, {"hole-card": False}) == "bad-setting"
    assert code_of(game, {"hole-card": False, "look-under-ace": False}) == ""


@pytest.mark.clause("R16", "R20")
@pytest.mark.parametrize("game", BLACKJACKS)
def test_a_setting_decides_the_round(game: str) -> None:
    """Soft 17 against 18: drawing a 4 the dealer wins, standing loses."""
    deal = "TS AD 8H 6C"
    drawn = settle(game, "ann 1 10", f"{deal} 4C", "ann 1 stand", settings={"h17": True})
    assert drawn.net == {"ann": "-10"}
    stood = settle(game, "ann 1 10", deal, "ann 1 stand", settings={"h17": False})
    assert stood.net == {"ann": "10"}


@pytest.mark.clause("R22", "R23", "R25")
@pytest.mark.parametrize(
    ("game", "bets", "cards", "settings", "net"),
    [
        ("live-baccarat", "ann banker 10", "8S KD QH 9C", {"banker-pays": "1 to 1"}, "10"),
        ("live-baccarat", "ann tie 10", "6S KD QH 6C", {"tie-pays": "9 to 1"}, "90"),
        (
            "rws-knockout-baccarat",
            "ann player-pair 10",
            "9S KD 9H 8C",
            {"pair-pays": "12 to 1"},
            "120",
        ),
        ("classic-blackjack-single", "ann 1 10", "AS TD KH 7C", {"blackjack-pays": "3 to 2"}, "15"),
        ("live-blackjack", "ann 1 10", "AS TD KH 7C", {"blackjack-pays": "2 to 1"}, "20"),
    ],
)
def test_a_pay_that_was_set_is_the_pay(
    game: str, bets: str, cards: str, settings: dict[str, object], net: str
) -> None:
    assert settle(game, bets, cards, settings=settings).net == {"ann": net}


@pytest.mark.clause("R3a")
@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize(
    ("limits", "code"),
    [(("100", "10"), "bad-setting"), (("0", "10"), "bad-amount"), (("x", "10"), "bad-amount")],
)
def test_limits_no_table_could_have(game: str, limits: tuple[str, str], code: str) -> None:
    assert refused(game, "", limits=limits).code == code


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=lambda rules: rules.game)
def test_every_field_of_a_variant_names_its_clause(rules: Rules) -> None:
    """A variant is a value whose every setting says which clause sets it."""
    for field in rules.settings():
        clause(rules.topics[setting_name(field)])


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=lambda rules: rules.game)
def test_every_setting_is_described_and_can_be_written_down(rules: Rules) -> None:
    for field in rules.settings():
        assert describe(type(rules), field)
        kind, meta = settable(type(rules))[field]
        written: object = show(kind, meta, getattr(rules, field))
        if kind is bool:
            assert written in ("true", "false")
            written = written == "true"
        elif field != "chip_unit" and kind is int:
            written = int(str(written))
        assert rules.with_settings({setting_name(field): written}) == rules


def test_only_annotated_fields_are_settings_and_their_bounds_add_up() -> None:
    class LuckyRules(RouletteRules, frozen=True, kw_only=True):
        jackpot: Annotated[int, Meta(ge=1, description="the jackpot"), Meta(le=9)] = 1
        colour: str = "gold"

    settings = settable(LuckyRules)
    assert settings["jackpot"] == (int, Meta(ge=1, le=9, description="the jackpot"))
    assert set(settings) == {*settable(RouletteRules), "jackpot"}


@pytest.mark.clause("R1")
def test_an_amount_is_written_in_units_and_a_number_as_it_is() -> None:
    rules = variant("live-blackjack", {"chip-unit": "2.50"})
    told = {
        field: show(*settable(type(rules))[field], getattr(rules, field))
        for field in ("chip_unit", "decks", "hole_card", "face_down", "blackjack_pays")
    }
    assert list(told.values()) == ["2.5", "8", "true", "false", "3 to 2"]


@pytest.mark.clause("NKB 2.2.1", "R16", "R22")
@pytest.mark.parametrize(
    ("game", "settings", "said"),
    [
        ("rws-knockout-baccarat", {"decks": 3}, "decks must be one of 4, 5, 6, 7, 8"),
        ("live-blackjack", {"decks": 9}, "decks must be a whole number from 1 to 8"),
        ("live-blackjack", {"h17": 1}, "h17 must be true or false"),
        ("live-blackjack", {"missed-decision": ["stands"]}, "must be one of house-draws, stands"),
        ("live-blackjack", {"blackjack-pays": "3:2"}, "must be a pay such as '3 to 2'"),
        ("live-blackjack", {"chip-unit": "0"}, 'must be an amount such as "1" or "0.50"'),
        ("live-baccarat", {"pair-pays": "11 to 1"}, "live-baccarat has no setting 'pair-pays'"),
    ],
)
def test_a_refused_setting_says_what_is_allowed(
    game: str, settings: dict[str, object], said: str
) -> None:
    with pytest.raises(Refused, match=said) as refusal:
        variant(game, settings)
    assert refusal.value.code == "bad-setting"
