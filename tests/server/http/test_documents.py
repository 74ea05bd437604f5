"""The protocol's documents say what the code does."""

from tools import protocol

from croupier.server.http.schema import openapi


def test_the_documents_are_up_to_date() -> None:
    assert protocol.stale() == [], "run: make docs"


def test_every_code_has_a_meaning() -> None:
    assert [name for name, text in protocol.code_meanings().items() if not text] == []


def test_every_endpoint_says_what_it_does() -> None:
    told = openapi()["paths"].values()
    assert all(one["summary"] for path in told for one in path.values())


def test_every_answer_has_its_fields() -> None:
    """The browser client's types are written from them. A round file has a page of its own."""
    open_to_anything = {
        path
        for path, methods in openapi()["paths"].items()
        for told in methods.values()
        for answer in told["responses"].values()
        for content in answer.get("content", {}).values()
        if content["schema"] == {"type": "object"}
    }
    assert open_to_anything == {
        "/api/openapi.json",
        "/api/socket-schema.json",
        "/api/me/rounds/{table}/{round}/file",
    }


def test_no_two_values_of_the_protocol_share_a_name() -> None:
    assert [name for name in openapi()["components"]["schemas"] if "." in name] == []
