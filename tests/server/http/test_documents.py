"""The protocol's documents say what the code does."""

from tools import protocol


def test_the_documents_are_up_to_date() -> None:
    assert protocol.stale() == [], "run: make docs"


def test_every_code_has_a_meaning() -> None:
    assert [name for name, text in protocol.code_meanings().items() if not text] == []


def test_every_endpoint_says_what_it_does() -> None:
    told = protocol.openapi()["paths"].values()
    assert all(one["summary"] for path in told for one in path.values())
