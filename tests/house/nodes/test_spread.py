"""Which node deals at which table."""

from hypothesis import given
from hypothesis import strategies as st

from croupier.house.nodes.spread import spread

NODES = st.lists(st.sampled_from("abcdefg"), unique=True, max_size=5)
OWNERS = st.dictionaries(st.sampled_from([f"t{n}" for n in range(24)]), st.sampled_from("abcdefg"))
TABLES = [f"t{n}" for n in range(24)]


@given(OWNERS, NODES)
def test_every_table_has_a_node_and_no_node_much_more_than_another(
    owners: dict[str, str], nodes: list[str]
) -> None:
    dealt = spread(TABLES, owners, nodes)
    if not nodes:
        assert dealt == {}
        return
    assert sorted(dealt) == sorted(TABLES)
    loads = [list(dealt.values()).count(node) for node in nodes]
    assert max(loads) - min(loads) <= 1


@given(OWNERS, NODES)
def test_as_few_tables_move_as_may_be(owners: dict[str, str], nodes: list[str]) -> None:
    dealt = spread(TABLES, owners, nodes)
    for node in nodes:
        had = [table for table in TABLES if owners.get(table) == node]
        kept = [table for table in had if dealt[table] == node]
        share = list(dealt.values()).count(node)
        assert len(kept) == min(len(had), share)
        # Nobody who gives something up is given something else.
        assert len(had) <= share or len(kept) == share


@given(OWNERS, NODES)
def test_what_is_spread_stays_so(owners: dict[str, str], nodes: list[str]) -> None:
    """Each node works it out by itself: once done, nobody wants to move anything again."""
    dealt = spread(TABLES, owners, nodes)
    assert spread(list(reversed(TABLES)), dealt, list(reversed(nodes))) == dealt
