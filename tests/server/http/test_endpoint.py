"""What a handler's signature says of its endpoint."""

import pytest

from croupier.house.clock import Clock
from croupier.house.floor.floor import Floor
from croupier.ledger import Transfer
from croupier.server.http import endpoint as endpoints
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.forms import Numbered, PeriodQuery, Remark
from croupier.server.http.parts import PARTS
from tests.support.live_house import serving


async def test_every_part_of_the_house_is_what_its_type_says() -> None:
    async with serving([]) as house:
        for kind, part in PARTS.items():
            if kind is not Clock:  # a protocol, checked by mypy
                assert isinstance(part(house.house), kind)


def test_the_signature_says_what_goes_in_and_what_comes_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(endpoints, "ENDPOINTS", [])

    @endpoint("POST", "/here", roles=None)
    async def handler(
        request: HttpRequest, body: Remark, query: "PeriodQuery", floor: "Floor"
    ) -> Answer[Numbered]:
        """Does nothing."""
        return Answer(Numbered(1))

    (entered,) = endpoints.ENDPOINTS
    assert entered.inputs == {"request": HttpRequest, "body": Remark, "query": PeriodQuery}
    assert entered.parts == {"floor": PARTS[Floor]}
    assert entered.answer is Numbered


def test_a_handler_is_refused_that_asks_for_what_is_no_part_of_the_house() -> None:
    async def handler(moved: Transfer) -> None:
        """Is never entered."""

    with pytest.raises(TypeError, match="moved is no part of the house"):
        endpoint("GET", "/here", roles=None)(handler)
