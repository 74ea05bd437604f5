"""What two people rule over HTTP is signed by their stations, as what is said to a table is:
checked on the way in, in the journals, and in the public record of the round."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
import pytest

from croupier.client import Client, new_id
from croupier.client.station import Station
from croupier.house.fairness import CheckResult, check_record, read_record
from croupier.house.floor.facts import STREAM as FLOOR
from croupier.house.floor.facts import Countersigned, FloorFact, Proposed, QuestionRuled
from croupier.house.roles import Role
from croupier.house.stations.facts import STREAM as STATIONS
from croupier.house.verify.stations import ruling_complaints
from croupier.store.protocol import Reader
from croupier.store.values import Entry
from croupier.table.recovery import recorded
from croupier.table.signed_command import SignedCommand
from tests.support.api_calls import (
    WHEEL,
    player_with_round,
    refusal,
    staff_with_station,
    stepped_up_staff,
    wheel,
)
from tests.support.live_clients import name_of
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving

F = TypeVar("F", bound=FloorFact)

GAME = "rws-blackjack"


def written(house: LiveHouse) -> list[FloorFact]:
    decoder: msgspec.json.Decoder[FloorFact] = msgspec.json.Decoder(FloorFact)
    return [decoder.decode(entry.body) for entry in house.house.store.entries(FLOOR)]


def complaints(reader: Reader) -> list[str]:
    return [each.what for each in ruling_complaints(reader)]


def only(house: LiveHouse, kind: type[F]) -> F:
    """The one fact of this kind on the floor."""
    (fact,) = [fact for fact in written(house) if isinstance(fact, kind)]
    return fact


def station_of(client: Client) -> Station:
    assert client.station is not None
    return client.station


def signature_of(fact: Proposed | Countersigned | QuestionRuled) -> SignedCommand:
    assert fact.signed is not None
    return fact.signed


async def signed_void(house: LiveHouse) -> tuple[HandDealt, dict[str, object]]:
    """A round whose outcome is known, and what the pit proposes of it."""
    table = await HandDealt.open(house, GAME)
    ann, bob = await table.player("ann", 1), await table.player("bob", 2)
    for one in (table.pit, table.dealer):
        one.api.name = name_of(one)
        one.station = await Station.register(one.api, "console")
    table.pit.api.sign = station_of(table.pit).headers
    await table.begin((ann, 1), (bob, 2))
    await table.deal("TS TH 6D 6H 8C")
    await table.decide(ann, "hit", 1)
    await table.deal("TD")  # ann is bust: her bet is lost
    round = table.view.round
    return table, {"table": GAME, "round": round, "reason": "foreign-card", "id": "void-1"}


async def test_a_void_that_two_stations_signed() -> None:
    async with serving([by_hand(GAME)]) as house:
        table, wish = await signed_void(house)
        number = (await table.pit.api.call("POST", "/api/voids", wish))["number"]
        # Signed again it is the same proposal.
        assert (await table.pit.api.call("POST", "/api/voids", wish))["number"] == number
        other = await staff_with_station(house, Role.PIT, "pit-two")
        (shown,) = await other.call("GET", "/api/proposals")
        path = f"/api/proposals/{number}/signature"
        what = shown["what"]
        assert await refusal(other, "POST", path, what | {"round": 2}) == "422 stale"
        # A number is not what a station signs.
        assert await refusal(other, "POST", path) == "422 stale"
        await other.call("POST", path, what)

        proposed, signed = only(house, Proposed), only(house, Countersigned)
        assert signature_of(proposed).station == station_of(table.pit).id
        assert signature_of(proposed).text.startswith('POST /api/voids\n{"table":')
        assert signature_of(signed).text.startswith(f"POST {path}\n")
        # The table's own entry has the signature of who made it so.
        ruled = [recorded(entry) for entry in house.house.store.entries(GAME)]
        (void,) = [body for body in ruled if body.actor == "pit-two"]
        assert void.signed == signed.signed

        answer = await (await house.api()).send("GET", f"/api/fair/{GAME}/{wish['round']}")
        record = read_record(answer.content)
        assert any(each.text == signature_of(signed).text for each in record.signatures)
        found = {finding.check: finding.verdict for finding in check_record(record)}
        assert found["signed"] is CheckResult.HOLDS
        assert found["all-signed"] is CheckResult.HOLDS
        with house.house.store.snapshot() as reader:
            assert complaints(reader) == []


async def test_a_request_is_refused_where_its_signature_is_missing_or_wrong() -> None:
    async with serving([by_hand(GAME)]) as house:
        table, wish = await signed_void(house)
        pit, mine = table.pit.api, station_of(table.pit)
        pit.sign = None
        assert await refusal(pit, "POST", "/api/voids", wish) == "422 not-signed"
        other = await staff_with_station(house, Role.PIT, "pit-two")
        theirs = other.sign
        assert theirs is not None
        wrong: tuple[Callable[[str], dict[str, str]], ...] = (
            theirs,
            lambda text: mine.headers(text + " "),
            lambda text: mine.headers(text.replace("/api/voids", "/api/rulings")),
            lambda text: mine.headers(text) | {"Croupier-Signature": "nonsense"},
        )
        for headers in wrong:
            pit.sign = headers
            assert await refusal(pit, "POST", "/api/voids", wish) == "422 not-signed"
        assert house.house.floor.proposals() == ()
        pit.sign = mine.headers
        number = (await pit.call("POST", "/api/voids", wish))["number"]
        # The second person has a station, and has to use it.
        other.sign = None
        path = f"/api/proposals/{number}/signature"
        assert await refusal(other, "POST", path) == "422 not-signed"
        # The dealer has one: a person without a station signs nothing at this table.
        plain = await stepped_up_staff(house, Role.PIT, "pit-three")
        assert await refusal(plain, "POST", path) == "422 not-signed"
        (shown,) = await other.call("GET", "/api/proposals")
        other.sign = theirs
        await other.call("POST", path, shown["what"])
        assert house.house.floor.unfinished() == ()


async def test_a_table_that_asks_for_it_takes_no_ruling_unsigned() -> None:
    config = msgspec.structs.replace(by_hand(GAME), signed=True)
    async with serving([config]) as house:
        shift = await stepped_up_staff(house, Role.SHIFT)
        ruling = {"table": GAME, "text": "The card counts as dealt.", "id": new_id()}
        assert await refusal(shift, "POST", "/api/rulings", ruling) == "422 not-signed"
        station = await Station.register(shift, "office")
        shift.sign = station.headers
        await shift.call("POST", "/api/rulings", ruling)
        (fact,) = [fact for fact in written(house) if isinstance(fact, QuestionRuled)]
        assert signature_of(fact).station == station.id
        with house.house.store.snapshot() as reader:
            assert complaints(reader) == []


async def test_where_the_house_deals_a_signature_is_kept_and_not_asked_for() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        pit = await staff_with_station(house, Role.PIT)
        wish = {"player": "ann", "amount": 7_50, "table": WHEEL, "round": round}
        wish |= {"reason": "miscalled", "id": new_id()}
        number = (await pit.call("POST", "/api/adjustments", wish))["number"]
        shift = await stepped_up_staff(house, Role.SHIFT)
        await shift.call("POST", f"/api/proposals/{number}/signature")
        assert only(house, Proposed).signed is not None
        assert only(house, Countersigned).signed is None


class Forged:
    """A store in which an entry of the floor says something else."""

    def __init__(
        self, reader: Reader, change: type[Proposed | Countersigned], **other: object
    ) -> None:
        self._reader, self._change, self._other = reader, change, other

    def __getattr__(self, name: str) -> object:
        return getattr(self._reader, name)

    def entries(self, stream: str, after: int = 0, limit: int = 100) -> list[Entry]:
        found = list(self._reader.entries(stream, after, limit))
        return [self._forged(entry) if stream == FLOOR else entry for entry in found]

    def _forged(self, entry: Entry) -> Entry:
        fact = msgspec.json.decode(entry.body, type=FloorFact)
        if not isinstance(fact, self._change):
            return entry
        changed = msgspec.structs.replace(fact, **self._other)
        return msgspec.structs.replace(entry, body=msgspec.json.encode(changed))


async def test_verify_notices_a_ruling_that_was_not_signed_like_that() -> None:
    async with serving([by_hand(GAME)]) as house:
        table, wish = await signed_void(house)
        number = (await table.pit.api.call("POST", "/api/voids", wish))["number"]
        other = await staff_with_station(house, Role.PIT, "pit-two")
        (shown,) = await other.call("GET", "/api/proposals")
        await other.call("POST", f"/api/proposals/{number}/signature", shown["what"])
        proposed, signed = only(house, Proposed), only(house, Countersigned)
        replace = msgspec.structs.replace
        with house.house.store.snapshot() as reader:
            for change, other_fields, complaint in (
                (Proposed, {"by": "pit-two"}, "is no station of pit-two"),
                (Proposed, {"what": replace(proposed.what, round=99)}, "another request"),
                (
                    Proposed,
                    {"signed": replace(signature_of(proposed), text="{}")},
                    "has not signed it",
                ),
                (Countersigned, {"signed": proposed.signed}, "is no station of"),
                (Countersigned, {"number": number + 1}, "another request"),
                (
                    Countersigned,
                    {"signed": SignedCommand("0" * 32, signature_of(signed).signature, "{}")},
                    "is no station of pit-two",
                ),
            ):
                found = complaints(Forged(reader, change, **other_fields))  # type: ignore[arg-type]
                assert any(complaint in each for each in found), (change, other_fields, found)
            assert reader.entries(STATIONS)
            assert complaints(reader) == []


@pytest.mark.parametrize("text", ["", "x" * 13_000])
async def test_what_is_no_signed_request_is_refused(text: str) -> None:
    async with serving([by_hand(GAME)]) as house:
        shift = await stepped_up_staff(house, Role.SHIFT)
        station = await Station.register(shift, "office")
        shift.sign = lambda _: station.headers("") | {"Croupier-Station": text or "x" * 65}
        ruling = {"table": GAME, "text": "The card counts as dealt.", "id": new_id()}
        assert await refusal(shift, "POST", "/api/rulings", ruling) == "400 bad-message"
