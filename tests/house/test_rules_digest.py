"""A set of rules as one number: the same on every machine, and another for other rules."""

import hashlib

import msgspec
import pytest

from croupier.engine import protocol as engine
from croupier.engine.rules_digest import canonical_rules, rules_digest
from croupier.engine.variants import VARIANTS
from croupier.games.roulette.engine.rules import RouletteRules
from croupier.rulebooks import book_head

KNOWN = {
    "rws-blackjack": "d3e50d3cf7778ecfa5f0ccf45b60c5059453cb4585510b7b55b8a3f5831fc058",
    "rws-blackjack-plus": "a78063ff9379395a24a6236da5db774790d377fe764661a9faffa8aa6a9f67bf",
    "live-blackjack": "710b79a07d6d3a65a479bece41578c0db3afe16d8c8e5b0058b3a175645bb573",
    "classic-blackjack-shoe": "c016860fdec1a8b03f572bd23962e8a8a54315cd26975b1bdb1e2e5e6efb5e4c",
    "classic-blackjack-double": "7ff399abb92f5361cd9985ce11c7562a1c4523648cd881ccb905496e649feb8b",
    "classic-blackjack-single": "474281c85693e2c0bfc914ef73d261d60a6be707fe551a8297965638f3b89d8c",
    "live-baccarat": "c01e260b0d215ef43a8105d111ee6020ff3edac5c03e0925141ff6c855bdf077",
    "rws-knockout-baccarat": "8f3b65211c0a5326a29578d7a87ec4811e30340633bbc8e1a5656b1ce230d3c2",
    "live-roulette": "c66707565b2899b0128d2a865610eabd286f8faf176ece43f06cced292665599",
}
"""What houses have approved: if one of these changes, they all approve anew. So it may change only
where the rules do."""


@pytest.mark.parametrize("game", VARIANTS)
def test_the_digests_that_are_approved_somewhere_stay(game: str) -> None:
    assert rules_digest(engine.variant(game)) == KNOWN[game]


def test_all_games_differ() -> None:
    assert len(set(KNOWN.values())) == len(VARIANTS)


def test_the_order_of_settings_is_no_rule() -> None:
    one = engine.variant("rws-blackjack", {"decks": 6, "h17": True})
    other = engine.variant("rws-blackjack", {"h17": True, "decks": 6})
    assert rules_digest(one) == rules_digest(other)


def test_a_setting_that_says_what_the_document_says_changes_nothing() -> None:
    plain = engine.variant("rws-blackjack")
    said = engine.variant("rws-blackjack", {"decks": plain.deck_count})
    assert rules_digest(said) == rules_digest(plain)


@pytest.mark.parametrize("game", VARIANTS)
def test_each_setting_counts(game: str) -> None:
    """Every field but what the game is called, and what a house may choose from."""
    rules = engine.variant(game)
    before = rules_digest(rules)
    assert rules_digest(msgspec.structs.replace(rules, title="Another", allowed={})) == before
    for field in rules.settings():
        value = getattr(rules, field)
        other = not value if isinstance(value, bool) else value + 1 if type(value) is int else None
        if other is not None:
            assert rules_digest(msgspec.structs.replace(rules, **{field: other})) != before, field


def test_members_of_a_set_are_sorted() -> None:
    class LuckyRules(RouletteRules, frozen=True, kw_only=True):
        lucky: frozenset[str] = frozenset()

    fields = msgspec.structs.asdict(engine.variant("live-roulette"))
    rules = LuckyRules(**fields, lucky=frozenset(["red", "black", "even", "odd", "low", "high"]))
    assert b'"lucky":["black","even","high","low","odd","red"]' in canonical_rules(rules)


def test_it_is_the_sha_256_of_text_anyone_can_write() -> None:
    """As docs/approved-rules.md says it, by hand."""
    text = (
        '{"document":{"effective":"","sha256":"'
        + book_head("LIVE").source_sha256
        + '","short":"LIVE","version":""},"family":"roulette",'
        '"fields":{"document":"LIVE","game":"live-roulette"},"rules":"croupier/rules/1"}'
    )
    rules = engine.variant("live-roulette")
    assert canonical_rules(rules) == text.encode()
    assert rules_digest(rules) == hashlib.sha256(text.encode()).hexdigest()
