"""The page: its clauses exist, nothing is left out, and every change of a setting can be read."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache

import pytest
from msgspec.structs import replace

from croupier import VARIANTS, Limits, Refused, variant
from croupier.engine.rules import Rules, settable, setting_name, show
from croupier.kit.odds import Odds
from croupier.notices import RulesPage, rules_page
from croupier.notices.page import Pay, Setting, Statement
from croupier.rulebooks import clause, rulebooks
from tests.support.families import instance_of

GAMES = sorted(VARIANTS)


def said(page: RulesPage) -> list[str]:
    """Every sentence a player reads, the list of settings apart."""
    texts = [one.text for one in page.notices]
    texts += [f"{one.name}: {one.wins}: {one.pays}" for one in page.bets]
    texts += [one.text for section in page.play for one in section.sentences]
    return texts


def sentence(page: RulesPage, words: str) -> str:
    """The one sentence of play with these words."""
    texts = [one.text for section in page.play for one in section.sentences]
    found = [text for text in texts if words in text]
    assert len(found) == 1, (words, found)
    return found[0]


def notice(page: RulesPage, words: str) -> str:
    found = [one.text for one in page.notices if words in one.text]
    assert len(found) == 1, (words, found)
    return found[0]


@pytest.mark.parametrize("game", GAMES)
def test_everything_said_cites_clauses_that_exist(game: str) -> None:
    page = rules_page(variant(game))
    known = {one.clause for one in (*page.clauses, *page.rulings)}
    for one in _everything(page):
        assert one.clauses, one
        for citation in one.clauses:
            assert clause(citation).says
            assert citation in known
    for setting in page.settings:
        assert setting.clause in known
    for listed in (*page.clauses, *page.rulings):
        assert listed.text == clause(listed.clause).says


@pytest.mark.parametrize("game", GAMES)
def test_a_document_cites_itself_and_the_rulings_only(game: str) -> None:
    page = rules_page(variant(game))
    assert {one.clause.split()[0] for one in page.clauses} == {page.document.short}


RULINGS = {
    "rws-blackjack": [*range(6, 16), 28],
    "rws-blackjack-plus": [*range(6, 16), 28],
    "live-blackjack": [16, 17, 18, 19, 28],
    "classic-blackjack-shoe": [20, 28],
    "classic-blackjack-double": [20, 28],
    "classic-blackjack-single": [20, 28],
    "live-baccarat": [21, 22, 24],
    "rws-knockout-baccarat": [21, 23, 24],
    "live-roulette": [25],
}


@pytest.mark.parametrize("game", GAMES)
def test_the_rulings_of_the_game_are_told(game: str) -> None:
    with_cards = [] if "decks" not in {one.name for one in _settings(game)} else [27, 29]
    always = [1, 2, 3, 4, 5, 26, 30]
    numbers = sorted({*always, *with_cards, *RULINGS[game]})
    expected = [f"R{n}" for n in numbers]
    expected.insert(3, "R3a")
    assert [one.clause for one in rules_page(variant(game)).rulings] == expected


def _settings(game: str) -> tuple[Setting, ...]:
    return rules_page(variant(game)).settings


@pytest.mark.parametrize("game", GAMES)
def test_the_document_is_named(game: str) -> None:
    page = rules_page(variant(game))
    book = next(one for one in rulebooks() if game in one.games)
    assert (page.document.short, page.document.title) == (book.short, book.title)
    assert (page.document.version, page.document.effective) == (book.version, book.effective)


@pytest.mark.parametrize("game", GAMES)
def test_every_setting_is_listed_with_its_value(game: str) -> None:
    rules = variant(game)
    listed = {one.name: one for one in rules_page(rules).settings}
    assert list(listed) == [setting_name(field) for field in rules.settings()]
    for field in rules.settings():
        one = listed[setting_name(field)]
        kind, meta = settable(type(rules))[field]
        assert one.value == show(kind, meta, getattr(rules, field))
        assert one.meaning == meta.description
        assert one.allowed
        assert one.clause == rules.topics[one.name]
        assert one.document_value is None


@pytest.mark.parametrize("game", GAMES)
def test_what_is_allowed_is_what_the_variant_takes(game: str) -> None:
    rules = variant(game)
    for one in rules_page(rules).settings:
        if one.name == "decks":
            for decks in range(10):
                offered = str(decks) in one.allowed.split(", ") or (
                    " to " in one.allowed
                    and int(one.allowed.split()[0]) <= decks <= int(one.allowed.split()[-1])
                )
                assert offered == _takes(rules, decks), (game, decks, one.allowed)


def _takes(rules: Rules, decks: int) -> bool:
    settings = {"decks": decks}
    if "cut-card-from-back" in {setting_name(one) for one in rules.settings()}:
        settings["cut-card-from-back"] = 0
    try:
        rules.with_settings(settings)
    except Refused:
        return False
    return True


BASES: list[dict[str, object]] = [{}, {"max-hands": 4}, {"hole-card": True}]
"""Some settings say nothing until another makes room for them."""


def others(rules: Rules, field: str) -> Iterator[object]:
    """Every other value of a setting, or a few where there is no end of them."""
    kind, meta = settable(type(rules))[field]
    now = getattr(rules, field)
    if kind is bool:
        yield not now
    elif kind is Odds:
        yield from (text for text in ("7 to 1", "9 to 1") if text != str(now))
    elif issubclass(kind, StrEnum):
        yield from (one.value for one in kind if one is not now)
    elif (meta.extra or {}).get("amount"):
        yield from ("2", "10")
    else:
        low, high = int(meta.ge or 0), int(meta.le or 0)
        allowed = rules.allowed.get(field, range(low, min(high, 60) + 1))
        yield from (one for one in allowed if one != now)


CHANGES = [
    pytest.param(game, field, value, id=f"{game}-{setting_name(field)}-{value}")
    for game in GAMES
    for field in VARIANTS[game].settings()
    for value in others(VARIANTS[game], field)
]


@cache
def _said_by_base(game: str, number: int) -> list[str]:
    return said(rules_page(variant(game, BASES[number])))


@pytest.mark.parametrize(("game", "field", "value"), CHANGES)
@pytest.mark.clause("LIVE 2.1.5", "LIVE 2.1.6")
def test_a_changed_setting_changes_what_is_said(game: str, field: str, value: object) -> None:
    """No setting can be turned without a sentence, a pay or a notice turning with it."""
    name = setting_name(field)
    read = []
    for number, base in enumerate(BASES):
        try:
            before = _said_by_base(game, number)
            after = rules_page(variant(game, {**base, name: value}))
        except Refused:
            continue
        read.append(before != said(after))
        changed = {one.name: one for one in after.settings}[name]
        assert changed.document_value is not None
    assert not read or any(read), f"{name}={value} is not told"


@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_the_house_has_changed_is_marked(game: str) -> None:
    """Wherever a changed sentence names a setting as its source, it says that the house set it."""
    for one in _everything(rules_page(variant(game))):
        assert one.set_by_house == ()
    for field in VARIANTS[game].settings():
        for value in others(VARIANTS[game], field):
            try:
                page = rules_page(variant(game, {setting_name(field): value}))
            except Refused:
                continue
            marks = {mark for one in _everything(page) for mark in one.set_by_house}
            assert marks <= {setting_name(field)}


def _everything(page: RulesPage) -> list[Statement | Pay]:
    return [*page.notices, *page.bets, *(one for part in page.play for one in part.sentences)]


@pytest.mark.parametrize("game", GAMES)
def test_a_departure_says_what_the_document_says(game: str) -> None:
    page = rules_page(variant(game, {"grace-seconds": 5}))
    grace = next(one for one in page.settings if one.name == "grace-seconds")
    assert (grace.value, grace.document_value, grace.clause) == ("5", "15", "R4")
    others = [one for one in page.settings if one is not grace]
    assert all(one.document_value is None for one in others)
    (marked,) = (one for one in _everything(page) if one.set_by_house)
    text = instance_of(Statement, marked).text
    assert text == "An interruption of less than five seconds changes nothing."


def test_a_value_of_no_book_is_its_own_document() -> None:
    """A house's own variant, never registered, still gets its page."""
    own = replace(variant("live-blackjack"), game="house-blackjack", title="House Blackjack")
    page = rules_page(own)
    assert page.title == "House Blackjack"
    assert all(one.document_value is None for one in page.settings)


@pytest.mark.parametrize(
    "limits",
    [Limits(0, 10), Limits(-5, 10), Limits(20_00, 10_00), Limits(side_min=5_00, side_max=2_00)],
)
def test_limits_nobody_could_bet_within_are_refused(limits: Limits) -> None:
    with pytest.raises(Refused):
        rules_page(variant("rws-blackjack"), limits)
