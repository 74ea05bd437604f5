"""What a sign says can be said in every language, and in English it is said as it always was."""

import pytest

from croupier import VARIANTS, Limits, Refused, variant
from croupier.engine.rules import setting_name
from croupier.kit.phrase import places, words
from croupier.notices import RulesPage, rules_page
from tests.notices.test_page import BASES, others
from tests.support.phrases import KNOWN, sayable


def test_a_phrase_is_said_in_english() -> None:
    hand = words("box {number}", number=3)
    assert str(words("{hand}: {pay:amount}", hand=hand, pay=12_50)) == "box 3: 12.5"
    assert str(words("{^who:and} wait", who=("ann",))) == "Ann wait"
    assert str(words("{who:and}", who=("ann", hand, 7))) == "ann, box 3 and 7"
    assert str(words("{who:or}", who=("ann", "bob"))) == "ann or bob"
    assert str(words("{cards:cards}; {card:card}", cards=("KD", "4C"), card="AS")) == "KD 4C; AS"
    assert str(words("{all:semicolon}. {all:space}", all=(hand, hand))) == (
        "box 3; box 3. box 3 box 3"
    )


def test_a_phrase_counts_as_english_does() -> None:
    key = "{n, plural, one {# card of {who:and}} other {# cards}} left"
    assert places(key) == {"n": "", "who": "and"}
    said = [str(words(key, n=n, who=("ann", "bob"))) for n in (0, 1, 2)]
    assert said == ["0 cards left", "1 card of ann and bob left", "2 cards left"]


def test_bets_actions_and_moments_are_told_apart_from_words() -> None:
    said = words(
        "{bet:bet}, {do:action} until {when:moment}", bet="red", do="hit", when="1970-01-01T00:01Z"
    )
    assert str(said) == "red, hit until 1970-01-01 00:01 UTC"


def test_what_a_player_is_called_is_not_read_as_a_place() -> None:
    assert str(words("{player} waits", player="{count}")) == "{count} waits"


def test_a_place_that_nobody_fills_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        str(words("Dealer has {total}"))


@pytest.mark.parametrize("game", VARIANTS)
def test_every_sentence_of_every_page_can_be_said_in_other_languages(game: str) -> None:
    check(rules_page(variant(game), Limits(10_00, 500_00)))
    for base in BASES:
        for field in VARIANTS[game].settings():
            for value in others(VARIANTS[game], field):
                try:
                    page = rules_page(variant(game, {**base, setting_name(field): value}))
                except Refused:
                    continue
                check(page)


def check(page: RulesPage) -> None:
    for printed in () if page.felt is None else (page.felt.headline, *page.felt.more):
        assert sayable(printed), printed
    for one in (*page.notices, *(one for part in page.play for one in part.sentences)):
        assert one.words is not None
        assert sayable(one.words), one.words
        assert str(one.words) == one.text
    for pay in page.bets:
        for said, text in (
            (pay.name_words, pay.name),
            (pay.wins_words, pay.wins),
            (pay.pays_words, pay.pays),
        ):
            assert said is not None
            assert sayable(said), said
            assert str(said) == text
    for part in page.play:
        assert part.heading in KNOWN
        if part.table:
            cells = {cell for row in part.table.rows for cell in row}
            for text in {part.table.caption, *part.table.columns, *cells} - {"–"}:
                assert text.isdigit() or text in KNOWN
    assert {one.meaning for one in page.settings} <= KNOWN
