"""A sealed order binds the house, tells nobody, and can be checked by anybody."""

import secrets
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.chance import fair
from croupier.chance.sealed import (
    Opening,
    commitment_of,
    cut_of,
    cut_order,
    proves,
    seal,
    shoe_order,
    unseal,
    wheel_run,
)
from croupier.kit.cards import DECK
from croupier.kit.errors import Refused

KEY = secrets.token_bytes(32)


def test_what_is_opened_is_what_was_sealed() -> None:
    order = shoe_order(8, fair())
    sealed = seal("t/1", order, KEY)
    opening = unseal(sealed, KEY)
    assert opening.outcomes == order
    assert proves("t/1", sealed.commitment, opening)


def test_a_shoe_holds_its_decks_and_a_wheel_its_pockets() -> None:
    assert Counter(shoe_order(6, fair())) == Counter({str(card): 6 for card in DECK})
    assert set(wheel_run(37, 5000, fair())) == {str(pocket) for pocket in range(37)}


def test_a_box_tells_nothing_and_no_two_are_alike() -> None:
    order = shoe_order(1, fair())
    one, other = seal("t/1", order, KEY), seal("t/1", order, KEY)
    assert one.commitment != other.commitment
    assert one.box != other.box
    assert b"AS" not in one.box or order[0].encode() + b'","' not in one.box


@given(st.data())
@settings(max_examples=50)
def test_any_change_is_found(data: st.DataObject) -> None:
    sealed = seal("t/1", shoe_order(1, fair()), KEY)
    at = data.draw(st.integers(0, len(sealed.box) - 1))
    changed = bytearray(sealed.box)
    changed[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(Refused):
        unseal(replace(sealed, box=bytes(changed)), KEY)


def test_another_key_name_or_commitment_is_refused() -> None:
    sealed = seal("t/1", ("1", "2"), KEY)
    for other in (replace(sealed, name="t/2"), replace(sealed, commitment="00" * 32)):
        with pytest.raises(Refused):
            unseal(other, KEY)
    with pytest.raises(Refused):
        unseal(sealed, KEY[::-1])


def test_outcomes_cannot_be_moved_across_their_borders() -> None:
    """ "1 23" and "12 3" are different orders, and so are a name and a salt that run together."""
    salt = "00" * 32
    assert commitment_of("t", Opening(salt, ("1", "23"))) != commitment_of(
        "t", Opening(salt, ("12", "3"))
    )
    assert not proves("t", commitment_of("t", Opening(salt, ("1",))), Opening(salt, ("2",)))


def test_the_cut_follows_from_what_players_gave_and_from_nothing_else() -> None:
    commitment = "ab" * 32
    assert cut_of(commitment, [], 416) == 0
    cut = cut_of(commitment, ["ann", "bob"], 416)
    assert cut == cut_of(commitment, ["ann", "bob"], 416)
    others = [
        cut_of(commitment, ["bob", "ann"], 416),
        cut_of(commitment, ["annbob"], 416),
        cut_of(commitment, ["ann", "bob", "cat"], 416),
        cut_of("cd" * 32, ["ann", "bob"], 416),
    ]
    assert len({cut, *others}) > 3


def test_every_place_is_cut_about_as_often() -> None:
    cuts = Counter(cut_of("ab" * 32, [str(n)], 37) for n in range(37 * 200))
    assert set(cuts) == set(range(37))
    assert 130 < min(cuts.values()) <= max(cuts.values()) < 280


def test_cutting_puts_the_top_under_the_bottom() -> None:
    assert cut_order(("a", "b", "c", "d"), 1) == ("b", "c", "d", "a")
    assert cut_order(("a", "b"), 0) == ("a", "b")
