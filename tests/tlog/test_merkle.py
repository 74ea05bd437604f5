"""Hashes and proofs of RFC 6962, held to the vectors that the reference implementation of
Certificate Transparency and transparency-dev/merkle are tested with."""

import pytest

from croupier.tlog.merkle import (
    EMPTY_ROOT,
    Node,
    consistency_proof,
    includes,
    inclusion_proof,
    is_consistent,
    leaf_hash,
    node_hash,
    root_of,
)

LEAVES = [
    bytes.fromhex(leaf)
    for leaf in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
CONSISTENCY = {
    (1, 1): [],
    (1, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
INCLUSION = {
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
}


def nodes(entries: list[bytes]) -> Node:
    """Of a tree that is all in memory."""
    hashes = [leaf_hash(entry) for entry in entries]

    def node(level: int, index: int) -> bytes:
        if level == 0:
            return hashes[index]
        return node_hash(node(level - 1, 2 * index), node(level - 1, 2 * index + 1))

    return node


TREE = nodes(LEAVES)
MANY = nodes([str(number).encode() for number in range(70)])


@pytest.mark.parametrize("size", range(9))
def test_the_roots_are_the_published_ones(size: int) -> None:
    assert root_of(size, TREE).hex() == ROOTS[size]


@pytest.mark.parametrize(("sizes", "proof"), CONSISTENCY.items())
def test_consistency_proofs_are_the_published_ones(
    sizes: tuple[int, int], proof: list[str]
) -> None:
    old, new = sizes
    steps = [bytes.fromhex(step) for step in proof]
    assert consistency_proof(old, new, TREE) == steps
    before, after = bytes.fromhex(ROOTS[old]), bytes.fromhex(ROOTS[new])
    assert is_consistent(old, new, before, after, steps)


@pytest.mark.parametrize(("place", "proof"), INCLUSION.items())
def test_inclusion_proofs_are_the_published_ones(place: tuple[int, int], proof: list[str]) -> None:
    index, size = place
    steps = [bytes.fromhex(step) for step in proof]
    assert inclusion_proof(index, size, TREE) == steps
    assert includes(index, size, leaf_hash(LEAVES[index]), steps, bytes.fromhex(ROOTS[size]))


def test_every_proof_of_a_tree_holds_and_no_other() -> None:
    for new in range(1, 71):
        root = root_of(new, MANY)
        for index in range(new):
            proof = inclusion_proof(index, new, MANY)
            leaf = leaf_hash(str(index).encode())
            assert includes(index, new, leaf, proof, root)
            assert not includes(index, new, leaf_hash(b"another"), proof, root)
            assert not includes(index, new, leaf, [*proof, bytes(32)], root)
            if proof:
                assert not includes(index, new, leaf, proof[:-1], root)
        for old in range(new + 1):
            before = root_of(old, MANY)
            proof = consistency_proof(old, new, MANY)
            assert is_consistent(old, new, before, root, proof)
            if old:  # anything has grown from nothing
                assert not is_consistent(old, new, before, bytes(32), proof)
            assert not is_consistent(old, new, bytes(32), root, proof)
            assert not is_consistent(old, new, before, root, [*proof, bytes(32)])
            if proof:
                assert not is_consistent(old, new, before, root, proof[1:])
                assert not is_consistent(old, new, before, root, [bytes(32), *proof[1:]])


def test_a_tree_with_another_leaf_has_not_grown_from_it() -> None:
    other = nodes([str(number if number != 3 else 99).encode() for number in range(70)])
    for old in range(4, 70):
        proof = consistency_proof(old, 70, other)
        assert not is_consistent(old, 70, root_of(old, MANY), root_of(70, other), proof)


def test_nothing_else_is_a_tree() -> None:
    assert root_of(0, MANY) == EMPTY_ROOT
    with pytest.raises(ValueError, match="no leaf 8"):
        inclusion_proof(8, 8, TREE)
    with pytest.raises(ValueError, match="has not grown"):
        consistency_proof(8, 7, TREE)
    assert not includes(8, 8, bytes(32), [], bytes(32))
    assert not is_consistent(8, 7, bytes(32), bytes(32), [])
    assert not is_consistent(3, 8, bytes(32), bytes(32), [])
