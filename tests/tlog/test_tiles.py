"""Tiles of 256 hashes, as c2sp.org/tlog-tiles describes them."""

import pytest

from croupier.tlog.merkle import consistency_proof, is_consistent, leaf_hash, root_of
from croupier.tlog.tiles import (
    WIDTH,
    Tile,
    TileNodes,
    bundle,
    parse_path,
    split_hashes,
    tile_in,
    tiles_of,
    unbundle,
    whole_node,
)
from tests.tlog.test_merkle import nodes

SIZE = 70_000
"""The example of the specification."""


def test_the_example_of_the_specification() -> None:
    tiles = list(tiles_of(SIZE))
    assert [tile for tile in tiles if tile.width < WIDTH] == [
        Tile(0, 273, 112),
        Tile(1, 1, 17),
        Tile(2, 0, 1),
    ]
    assert [sum(tile.level == level for tile in tiles) for level in range(4)] == [274, 2, 1, 0]
    assert list(tiles_of(256)) == [Tile(0, 0), Tile(1, 0, 1)]
    assert list(tiles_of(0)) == []


def test_paths_are_written_in_groups_of_three_digits() -> None:
    assert Tile(4, 1234067).path == "tile/4/x001/x234/067"
    assert Tile(0, 273, 112).path == "tile/0/273.p/112"
    assert Tile(0, 1000, 1).entries_path == "tile/entries/x001/000.p/1"
    for tile in (Tile(4, 1234067), Tile(0, 0, 1), Tile(63, 999), Tile(0, 273, 112)):
        assert parse_path(tile.path.removeprefix("tile/")) == (tile, False)
    assert parse_path("entries/x001/000.p/1") == (Tile(0, 1000, 1), True)


@pytest.mark.parametrize(
    "path",
    [
        "0/0",
        "0/00",
        "00/000",
        "64/000",
        "0/x000/001",
        "0/001/x002",
        "0/000.p/0",
        "0/000.p/256",
        "0/000.p/01",
        "0/000.p/",
        "0/000/",
        "data/000",
        "0/٠٠٠",
        "-1/000",
        "",
    ],
)
def test_no_other_path_names_a_tile(path: str) -> None:
    with pytest.raises(ValueError, match="no tile"):
        parse_path(path)


def test_a_tree_is_known_by_its_tiles() -> None:
    entries = [str(number).encode() for number in range(1_000)]
    node = nodes(entries)
    asked: list[Tile] = []

    def fetch(tile: Tile) -> bytes:
        asked.append(tile)
        first = tile.index * WIDTH
        return b"".join(node(8 * tile.level, first + at) for at in range(tile.width))

    for size in (1, 255, 256, 257, 600, 1_000):
        assert root_of(size, TileNodes(size, fetch)) == root_of(size, node)
    asked.clear()
    proof = consistency_proof(300, 1_000, TileNodes(1_000, fetch))
    assert is_consistent(300, 1_000, root_of(300, node), root_of(1_000, node), proof)
    # Each tile once, and none that is not there in a tree of that size.
    assert len(set(asked)) == len(asked)
    assert set(asked) <= set(tiles_of(1_000))


def test_a_tile_holds_what_it_should() -> None:
    hashes = [leaf_hash(bytes([number])) for number in range(4)]
    assert split_hashes(b"".join(hashes), 4) == hashes
    assert whole_node(hashes) == root_of(4, nodes([bytes([number]) for number in range(4)]))
    with pytest.raises(ValueError, match="a tile of 5 hashes has 128 bytes"):
        split_hashes(b"".join(hashes), 5)
    assert tile_in(0, 7, 300).width == 0


def test_entries_come_in_bundles() -> None:
    entries = [b"", b"a", b"x" * 0x1234]
    body = bundle(entries)
    assert body[:5] == b"\x00\x00\x00\x01a"
    assert body[5:7] == b"\x12\x34"
    assert unbundle(body, 3) == entries
    with pytest.raises(ValueError, match="ends within"):
        unbundle(body[:-1], 3)
    with pytest.raises(ValueError, match="ends within"):
        unbundle(body + b"\x00", 3)
    with pytest.raises(ValueError, match="has 3"):
        unbundle(body, 2)
