"""The page on fairness suffices: its examples are computed by its words, with nothing but Python's
own hashes and numbers."""

import hashlib
import hmac
from itertools import count
from pathlib import Path

from croupier.chance.delay import MODULUS, Delayed, evaluate, is_delayed
from croupier.chance.derived import Terms, derived_order, given_digest, seed_commitment
from croupier.chance.sealed import Opening, commitment_of, cut_of, cut_order
from croupier.table.config import Shuffle

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")


def example(name: str) -> dict[str, str]:
    """What stands behind each word; a line that begins with spaces goes on with the one before."""
    told: dict[str, str] = {}
    block = PAGE.partition(f"<!-- begin {name} -->")[2].partition(f"<!-- end {name} -->")[0]
    label = ""
    for line in block.strip().strip("`").strip().splitlines():
        if line.strip():
            label = line[:12].strip() or label
            told[label] = (told.get(label, "") + " " + line[12:]).strip()
    return told


DELAYED, PLAIN, DRAWN = map(example, ("delayed example", "plain example", "worked example"))


def number(text: str) -> int:
    return int(text.replace(" ", ""), 16)


def measured(part: bytes) -> bytes:
    return len(part).to_bytes(8, "big") + part


def h(*parts: bytes | str) -> bytes:
    joined = b"".join(measured(part.encode() if isinstance(part, str) else part) for part in parts)
    return hashlib.sha256(joined).digest()


def element(value: int) -> int:
    return min(value % MODULUS, -value % MODULUS)


def is_prime(candidate: int) -> bool:
    primes = [n for n in range(2, 174) if all(n % d for d in range(2, n))]
    assert len(primes) == 40
    if any(candidate % prime == 0 for prime in primes):
        return False
    odd, halvings = candidate - 1, 0
    while odd % 2 == 0:
        odd, halvings = odd // 2, halvings + 1
    for base in primes:
        powers = [pow(base, odd << n, candidate) for n in range(halvings)]
        if powers[0] != 1 and candidate - 1 not in powers:
            return False
    return True


def words_of(key: bytes) -> list[int]:
    blocks = b"".join(hmac.digest(key, n.to_bytes(8, "big"), "sha256") for n in range(200))
    return [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]


def below(words: list[int], bound: int) -> int:
    while (word := words.pop(0)) >= 2**32 - 2**32 % bound:
        pass
    return word % bound


def test_the_delayed_example_follows_from_the_words_of_the_page() -> None:
    told = DELAYED
    seed = bytes.fromhex(told["seed"])
    assert h("croupier/sealed/2", told["name"], seed, told["terms"]).hex() == told["commitment"]
    digest = h("croupier/given/2", told["commitment"], *told["entropy"].split())
    assert digest.hex() == told["digest"]

    blocks = [h("croupier/element/2", digest, bytes([n])) for n in range(9)]
    x = element(int.from_bytes(b"".join(blocks), "big"))
    assert x == number(told["x"])
    output = element(pow(x, 2**1000, MODULUS))
    assert output == number(told["output"])
    claimed = x.to_bytes(256, "big"), output.to_bytes(256, "big"), (1000).to_bytes(8, "big")
    prime = next(
        candidate
        for n in count()
        if is_prime(
            candidate := int.from_bytes(
                h("croupier/prime/2", *claimed, n.to_bytes(8, "big")), "big"
            )
            | 1 << 255
            | 1
        )
    )
    assert prime == number(told["prime"])
    assert element(pow(x, 2**1000 // prime, MODULUS)) == number(told["proof"])

    key = h("croupier/order/2", told["name"], seed, output.to_bytes(256, "big"))
    assert key.hex() == told["key"]
    assert hmac.digest(key, bytes(8), "sha256").hex() == told["block 0"]
    words = words_of(key)
    assert [str(below(words, 37)) for _ in range(7)] == told["order"].split()


def test_the_plain_example_follows_from_the_words_of_the_page() -> None:
    told = PLAIN
    seed = bytes.fromhex(told["seed"])
    assert h("croupier/sealed/2", told["name"], seed, told["terms"]).hex() == told["commitment"]
    order = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    words = words_of(h("croupier/order/2", told["name"], seed, b""))
    for last in range(51, 0, -1):
        other = below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    assert order == told["order"].split()


def terms_of(told: dict[str, str]) -> Terms:
    return Terms(**{key: int(value) for key, _, value in _pairs(told["terms"])})


def _pairs(text: str) -> list[tuple[str, str, str]]:
    return [one.partition("=") for one in text.split()]


def test_the_house_computes_the_examples_too() -> None:
    for told in (DELAYED, PLAIN):
        terms, output = terms_of(told), told.get("output", "").replace(" ", "")
        assert terms.text() == told["terms"]
        assert seed_commitment(told["name"], told["seed"], terms) == told["commitment"]
        order = derived_order(told["name"], told["seed"], output, terms)
        assert order == tuple(told["order"].split())
    digest = given_digest(DELAYED["commitment"], DELAYED["entropy"].split())
    proof = DELAYED["proof"].replace(" ", "")
    delayed = Delayed(DELAYED["output"].replace(" ", ""), proof)
    assert evaluate(digest, 1000) == delayed
    assert is_delayed(digest, 1000, delayed)


def test_the_drawn_example_follows_from_the_words_of_the_page() -> None:
    told = DRAWN
    parts = (
        b"croupier/sealed/1",
        told["name"].encode(),
        bytes.fromhex(told["salt"]),
        told["outcomes"].encode(),
    )
    sealed = b"".join(map(measured, parts))
    assert bytes.fromhex(told["sealed"]) == sealed
    assert hashlib.sha256(sealed).hexdigest() == told["commitment"]

    given = (told["commitment"], *told["entropy"].split())
    hashed = b"croupier/cut/1" + b"".join(measured(one.encode()) for one in given)
    assert bytes.fromhex(told["hashed"]) == hashed
    assert hashlib.sha256(hashed).hexdigest() == told["digest"]

    order = told["outcomes"].split()
    cut = int(told["digest"], 16) % len(order)
    assert cut == int(told["cut"]) > 0
    assert order[cut:] + order[:cut] == told["dealt"].split()

    opening = Opening(told["salt"], tuple(order))
    assert commitment_of(told["name"], opening) == told["commitment"]
    assert cut_of(told["commitment"], told["entropy"].split(), len(order)) == cut
    assert cut_order(opening.outcomes, cut) == tuple(told["dealt"].split())


def test_the_page_tells_the_usual_window_and_delay() -> None:
    usual = Shuffle()
    told = f"a window of {usual.window // 1000} s and\n{usual.squarings:,} squarings"
    assert told in PAGE
    assert PAGE.count("25195908475657893494") == 1
    assert str(MODULUS).startswith("25195908475657893494")
    assert str(MODULUS).endswith("97122822120720357")
