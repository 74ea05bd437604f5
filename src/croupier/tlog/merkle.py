"""The hash tree of RFC 6962, section 2.1, with SHA-256.

A tree is known by its nodes: the node at a level and an index is the hash of the 2^level leaves
from index * 2^level on, all of which are there. Every root and every proof is made of such nodes.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256

Node = Callable[[int, int], bytes]
"""The hash of the whole subtree at a level (0: leaves) and an index."""
EMPTY_ROOT = sha256(b"").digest()
HASH_BYTES = 32


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root_of(size: int, node: Node) -> bytes:
    return _hash(0, size, node) if size else EMPTY_ROOT


def inclusion_proof(index: int, size: int, node: Node) -> list[bytes]:
    """That a leaf is in the tree of that size: RFC 6962, 2.1.1."""
    if not 0 <= index < size:
        raise ValueError(f"there is no leaf {index} in a tree of {size}")
    return _path(index, 0, size, node)


def consistency_proof(old: int, new: int, node: Node) -> list[bytes]:
    """That the tree of the larger size begins with that of the smaller one: RFC 6962, 2.1.2."""
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {new} has not grown from one of {old}")
    return _subproof(old, 0, new, node, whole=True) if 0 < old < new else []


def includes(index: int, size: int, leaf: bytes, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof shows that the leaf with this hash is in the tree: RFC 9162, 2.1.3.2."""
    if not 0 <= index < size:
        return False
    at, last, hash = index, size - 1, leaf
    for step in proof:
        if not last:
            return False
        if at & 1 or at == last:
            hash = node_hash(step, hash)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            hash = node_hash(hash, step)
        at, last = at >> 1, last >> 1
    return not last and hash == root


def is_consistent(
    old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows that the one tree has grown from the other: RFC 9162, 2.1.4.2."""
    if not 0 <= old <= new:
        return False
    if old == new:
        return not proof and old_root == new_root
    if not old:
        return not proof and old_root == EMPTY_ROOT
    steps = list(proof)
    if old & (old - 1) == 0:  # a power of two: the old root is itself a node of the new tree
        steps.insert(0, old_root)
    if not steps:
        return False
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = after = steps[0]
    for step in steps[1:]:
        if not last:
            return False
        if at & 1 or at == last:
            before, after = node_hash(step, before), node_hash(step, after)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            after = node_hash(after, step)
        at, last = at >> 1, last >> 1
    return not last and before == old_root and after == new_root


def _hash(start: int, end: int, node: Node) -> bytes:
    """MTH(D[start:end])."""
    width = end - start
    if width & (width - 1) == 0:
        return node(width.bit_length() - 1, start // width)
    middle = start + _split(width)
    return node_hash(_hash(start, middle, node), _hash(middle, end, node))


def _path(index: int, start: int, end: int, node: Node) -> list[bytes]:
    if end - start == 1:
        return []
    middle = start + _split(end - start)
    if index < middle:
        return [*_path(index, start, middle, node), _hash(middle, end, node)]
    return [*_path(index, middle, end, node), _hash(start, middle, node)]


def _subproof(old: int, start: int, end: int, node: Node, *, whole: bool) -> list[bytes]:
    if old == end:
        return [] if whole else [_hash(start, end, node)]
    middle = start + _split(end - start)
    if old <= middle:
        return [*_subproof(old, start, middle, node, whole=whole), _hash(middle, end, node)]
    return [*_subproof(old, middle, end, node, whole=False), _hash(start, middle, node)]


def _split(width: int) -> int:
    """The largest power of two below it."""
    return 1 << (width - 1).bit_length() - 1
