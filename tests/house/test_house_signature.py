"""Who has signed what, and for what."""

from croupier.house.house_signature import HouseSignature, is_signed

HOUSE, OTHER = HouseSignature(b"h" * 32), HouseSignature(b"o" * 32)


def test_only_what_was_signed_by_the_house_for_this_purpose_is() -> None:
    signature = HOUSE.sign("closure", b"416 cards")
    assert is_signed(HOUSE.public, signature, "closure", b"416 cards")
    assert not is_signed(HOUSE.public, signature, "closure", b"415 cards")
    assert not is_signed(HOUSE.public, signature, "day", b"416 cards")
    assert not is_signed(OTHER.public, signature, "closure", b"416 cards")
    assert not is_signed(b"no key", signature, "closure", b"416 cards")
    assert not is_signed(HOUSE.public, b"no signature", "closure", b"416 cards")


def test_the_same_house_signs_with_the_same_key_after_a_restart() -> None:
    assert HouseSignature(b"h" * 32).public == HOUSE.public != OTHER.public
