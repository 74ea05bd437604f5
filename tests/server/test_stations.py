"""What is scanned, called and ruled at a table dealt by hand is signed by its station: checked on
the way in, and by anyone who reads it later."""

from base64 import b64encode

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from croupier.client import Client, HouseRefused, new_id
from croupier.client.station import Station
from croupier.engine.inputs import Capacity, Discard, DiscardReason
from croupier.house.clock import MINUTE
from croupier.house.fairness import (
    CheckResult,
    FairRecord,
    Finding,
    UnsignedEntry,
    check_record,
    fair_record,
    read_record,
)
from croupier.house.roles import Role
from croupier.house.stations.signatures import (
    Algorithm,
    command_bytes,
    registration_bytes,
    station_id,
)
from croupier.house.verify.stations import SignedEntries
from croupier.house.verify.verifying import Verifying
from croupier.table.commands import Actor, CloseBetting, TableRole
from croupier.table.recovery import recorded
from croupier.table.table import News, Recorded
from croupier.wire import commands as say
from tests.support.live_clients import name_of, reply_code, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving, table

CARDS, WHEEL = "rws-blackjack", "live-roulette"


async def station_of(client: Client, device: str = "console 1") -> Station:
    client.api.name = name_of(client)
    return await Station.register(client.api, device)


async def play_wheel(table: HandDealt, ann: Client, pocket: str) -> int:
    """A round of the wheel; its number."""
    await table.open_betting(ann)
    await table.bet(ann, "red", 10_00)
    await table.no_more_bets(ann)
    await table.deal(pocket)
    await table.over(ann)
    return table.view.round


async def record_of(house: LiveHouse, table: str, round: int) -> FairRecord:
    api = await house.api()
    answer = await api.send("GET", f"/api/fair/{table}/{round}")
    return read_record(answer.content)


def found(record: FairRecord) -> Finding:
    (finding,) = (each for each in check_record(record) if each.check == "signed")
    return finding


def unsigned_entries(record: FairRecord) -> tuple[UnsignedEntry, ...]:
    assert isinstance(record.unsigned, tuple)
    return record.unsigned


def complete(record: FairRecord) -> Finding:
    """Whether all is signed that had to be."""
    (finding,) = (each for each in check_record(record) if each.check == "all-signed")
    return finding


def wrong_with(house: LiveHouse) -> list[str]:
    with house.house.store.snapshot() as reader:
        return [each.what for each in Verifying(reader, {}).complaints()]


async def test_a_signed_round_can_be_checked_by_anyone() -> None:
    async with serving([by_hand(CARDS)]) as house:
        table = await HandDealt.open(house, CARDS)
        ann = await table.player("ann", 1)
        table.dealer.station = await station_of(table.dealer)
        await table.begin((ann, 1))
        await table.deal("2C do:take-back TS 6D 9H")
        await table.decide(ann, "stand", 1)
        await table.deal("TD KC")
        await table.over(ann)
        record = await record_of(house, CARDS, 1)
        assert found(record) == Finding(
            "signed",
            CheckResult.HOLDS,
            "5 of the 5 cards or pockets dealt were signed by their station",
        )
        assert {each.station for each in record.signatures} == {table.dealer.station.id}
        assert complete(record).verdict is CheckResult.HOLDS
        # A signature that was left out is noticed by the cards it leaves without one.
        *scans, last, confirmed = record.signatures
        assert '"type":"confirm-result"' in confirmed.text
        assert '"code":"KC"' in last.text
        fewer = msgspec.structs.replace(record, signatures=(*scans, confirmed))
        assert found(fewer).verdict is CheckResult.WRONG
        none = msgspec.structs.replace(record, signatures=())
        assert found(none).verdict is CheckResult.WRONG
        # Nobody is named in what everybody may read.
        text = msgspec.json.encode(record).decode()
        assert "ann" not in text
        assert name_of(table.dealer) not in text
        assert wrong_with(house) == []

        # What is signed stands; what was dealt is said to have been another card.
        assert record.file is not None
        other = record.file | {"cards": ["TS", "6D", "8H", "TD", "KC"]}
        assert found(msgspec.structs.replace(record, file=other)).verdict is CheckResult.WRONG
        first, *rest = record.signatures
        forged = msgspec.structs.replace(first, text=first.text.replace("}", ',"x":1}'))
        changed = msgspec.structs.replace(record, signatures=(forged, *rest))
        assert found(changed).verdict is CheckResult.WRONG
        elsewhere = msgspec.structs.replace(record, round=2)
        assert found(elsewhere).verdict is CheckResult.WRONG


async def test_a_card_discarded_after_the_end_of_a_signed_round_is_signed_too() -> None:
    async with serving([by_hand(CARDS)]) as house:
        table = await HandDealt.open(house, CARDS)
        ann = await table.player("ann", 1)
        for one in (table.dealer, table.pit):
            one.station = await station_of(one)
        await table.begin((ann, 1))
        await table.deal("TS 6D 9H")
        await table.decide(ann, "stand", 1)
        await table.deal("TD KC")
        await table.over(ann)
        await table.ok(table.pit, say.Rule, Discard(Capacity.PIT, DiscardReason.OVERDRAW))
        await sync(table.dealer)
        verdicts = dict.fromkeys(("signed", "all-signed", "settlement"), CheckResult.HOLDS)
        for scanned, cards in (("", 5), ("2C", 6)):
            await table.deal(scanned)
            record = await record_of(house, CARDS, 1)
            assert {each.check: each.verdict for each in check_record(record)} == verdicts
            assert found(record).says.startswith(f"{cards} of the {cards} cards")
        assert wrong_with(house) == []
        # What is done between two rounds is no part of the record.
        await table.ok(table.pit, say.CloseTable)
        await table.ok(table.pit, say.OpenTable)
        assert await record_of(house, CARDS, 1) == record


async def test_a_round_that_nobody_signed_is_none_the_worse() -> None:
    async with serving([by_hand(WHEEL)]) as house:
        table = await HandDealt.open(house, WHEEL)
        ann = await table.player("ann")
        round = await play_wheel(table, ann, "17")
        record = await record_of(house, WHEEL, round)
        assert record.signatures == ()
        assert "signed" not in {each.check for each in check_record(record)}
        assert complete(record).verdict is CheckResult.UNSIGNED
        assert not any(each.owed for each in unsigned_entries(record))
        entries = house.house.store.entries(WHEEL)
        assert not any(b'"signed":{' in entry.body for entry in entries)


async def test_a_table_may_ask_for_signed_dealing() -> None:
    config = msgspec.structs.replace(by_hand(WHEEL), signed=True)
    async with serving([config]) as house:
        pit = await house.client(await house.staff(Role.PIT))
        dealer = await house.client(await house.staff(Role.DEALER))
        for one in (pit, dealer):
            await one.join(WHEEL)
        table = HandDealt(house, WHEEL, pit, dealer)
        assert await table.reply_code(pit, say.ChangeDealer, name_of(dealer)) == "not-signed"
        pit.station = await station_of(pit)
        await table.ok(pit, say.ChangeDealer, name_of(dealer))
        ann = await table.player("ann")
        assert await table.reply_code(dealer, say.OpenBetting) == "not-signed"
        dealer.station = await station_of(dealer)
        round = await play_wheel(table, ann, "17")
        # A player has no station, and needs none.
        record = await record_of(house, WHEEL, round)
        assert found(record).verdict is CheckResult.HOLDS
        assert wrong_with(house) == []


async def test_a_wrong_signature_is_refused_and_nothing_is_done() -> None:
    async with serving([by_hand(WHEEL)]) as house:
        table = await HandDealt.open(house, WHEEL)
        dealer, pit = table.dealer, table.pit
        seq = house.house.store.head(WHEEL).seq
        mine, theirs = await station_of(dealer), await station_of(pit)
        message = say.OpenBetting(new_id(), WHEEL)
        right = mine.sign(message)
        replace = msgspec.structs.replace
        for wrong in (
            replace(right, signature="A" * 86 + "=="),
            replace(right, message=right.message.replace(WHEEL, "another-wheel")),
            replace(right, station=theirs.id),
            replace(right, station="0" * 32),
            theirs.sign(message),
        ):
            reply = await dealer.ask(wrong)
            assert (reply.ok, reply.code) == (False, "not-signed"), wrong
        for bad in (
            replace(right, id="another"),
            replace(right, message="{}"),
            replace(right, message='{"type":"ping","id":"' + right.id + '"}'),
            replace(right, message=msgspec.json.encode(right).decode()),
        ):
            reply = await dealer.ask(bad)
            assert (reply.ok, reply.code) == (False, "bad-message"), bad
        player = await house.client(await house.player("ann"))
        assert (await player.ask(right)).code == "not-allowed"
        assert house.house.store.head(WHEEL).seq == seq
        # The right one is done once, however often it is sent, signed or not.
        assert (await dealer.ask(right)).ok
        assert (await dealer.ask(right)).ok
        assert (await dealer.ask(message)).ok
        assert house.house.store.head(WHEEL).seq == seq + 1


async def test_a_revoked_station_signs_no_longer() -> None:
    async with serving([by_hand(WHEEL)]) as house:
        table = await HandDealt.open(house, WHEEL)
        ann = await table.player("ann")
        table.dealer.station = station = await station_of(table.dealer)
        await play_wheel(table, ann, "17")
        pit, inspector = await house.staff(Role.PIT), await house.staff(Role.INSPECTOR)
        (listed,) = await inspector.call("GET", "/api/stations")
        assert (listed["id"], listed["account"], listed["device"], listed["revoked_ms"]) == (
            station.id,
            name_of(table.dealer),
            "console 1",
            None,
        )
        for api in (inspector, table.dealer.api):
            with pytest.raises(HouseRefused, match="not-allowed"):
                await api.call("POST", f"/api/stations/{station.id}/revocation")
        await pit.call("POST", f"/api/stations/{station.id}/revocation")
        assert await table.reply_code(table.dealer, say.OpenBetting) == "not-signed"
        with pytest.raises(HouseRefused, match="not-signed"):
            await Station.register(table.dealer.api, "again", station._private)
        with pytest.raises(HouseRefused, match="not-found"):
            await pit.call("POST", f"/api/stations/{station.id}/revocation")
        # What it has signed before still counts.
        assert found(await record_of(house, WHEEL, 1)).verdict is CheckResult.HOLDS
        assert wrong_with(house) == []


async def test_who_has_a_station_does_nothing_without_it() -> None:
    """Otherwise whoever takes a session away from its device could do without the device."""
    async with serving([by_hand(WHEEL), table("live-baccarat")]) as house:
        dealt = await HandDealt.open(house, WHEEL)
        dealer, pit = dealt.dealer, dealt.pit
        await station_of(dealer)
        assert await reply_code(dealer, say.OpenBetting, WHEEL) == "not-signed"
        # At a table where the house deals nobody has to sign.
        await station_of(pit)
        await pit.join("live-baccarat")
        assert await reply_code(pit, say.CloseTable, "live-baccarat") == "ok"


async def test_where_the_dealer_signs_so_does_everyone_who_enters_a_result() -> None:
    async with serving([by_hand(WHEEL)]) as house:
        dealt = await HandDealt.open(house, WHEEL)
        ann = await dealt.player("ann")
        pit = dealt.pit
        assert await reply_code(pit, say.CallPit, WHEEL, "nobody signs here yet") != "not-signed"
        dealt.dealer.station = await station_of(dealt.dealer)
        await dealt.open_betting(ann)
        await dealt.bet(ann, "red", 10_00)
        await dealt.no_more_bets(ann)
        assert await reply_code(pit, say.Scan, WHEEL, "17") == "not-signed"
        assert await reply_code(pit, say.ChangeDealer, WHEEL, None) == "not-signed"
        void = {"table": WHEEL, "round": 1, "reason": "wrong-count", "id": new_id()}
        with pytest.raises(HouseRefused, match="not-signed"):
            await pit.api.call("POST", "/api/voids", void)
        # Revoking the dealer's station is no way round it.
        await pit.api.call("POST", f"/api/stations/{dealt.dealer.station.id}/revocation")
        assert await reply_code(pit, say.Scan, WHEEL, "17") == "not-signed"
        pit.station = await station_of(pit)
        assert await reply_code(pit, say.Scan, WHEEL, "17") != "not-signed"


async def test_nobody_revokes_their_own_station() -> None:
    async with serving([by_hand(WHEEL)]) as house:
        dealt = await HandDealt.open(house, WHEEL)
        station = await station_of(dealt.pit)
        path = f"/api/stations/{station.id}/revocation"
        with pytest.raises(HouseRefused, match="same-person"):
            await dealt.pit.api.call("POST", path)
        administrator = await house.staff(Role.ADMINISTRATOR)
        await administrator.call("POST", path)
        # Nor does it work without one from then on: another device is registered.
        assert await reply_code(dealt.pit, say.ChangeDealer, WHEEL, None) == "not-signed"


async def test_a_round_that_is_partly_signed_fails() -> None:
    """As if the house had taken it all the same, or had removed a signature."""
    async with serving([by_hand(WHEEL)]) as house:
        table = await HandDealt.open(house, WHEEL)
        ann = await table.player("ann")
        table.dealer.station = await station_of(table.dealer)
        await table.open_betting(ann)
        await table.bet(ann, "red", 10_00)
        actor = Actor(name_of(table.dealer), TableRole.DEALER)
        live = house.house.live_tables.tables[WHEEL]
        assert (await live.ask(actor, CloseBetting(), new_id())).ok
        await sync(table.dealer)
        await table.deal("17")
        await table.over(ann)
        index, (station,) = house.house.live_tables.indexes[WHEEL], house.house.stations.all()

        def told_of(registered_ms: int, revoked_ms: int = 0) -> Finding:
            known = msgspec.structs.replace(
                station, registered_ms=registered_ms, revoked_ms=revoked_ms
            )
            with house.house.store.snapshot() as reader:
                record = fair_record(reader, index, 1, [known])
            assert record is not None
            assert len(unsigned_entries(record)) == 1
            assert found(record).verdict is CheckResult.HOLDS
            return complete(record)

        long_before = station.registered_ms - 10 * MINUTE
        partly = told_of(long_before)
        assert partly.verdict is CheckResult.WRONG
        assert partly.says == "one entry is not signed, and a station was there to do it"
        # Within a minute of it nobody can say which came first; nor was it there after that.
        assert told_of(station.registered_ms).verdict is CheckResult.UNSIGNED
        assert told_of(long_before, long_before + 1).verdict is CheckResult.UNSIGNED

        dealt = {entry.seq: entry for entry in house.house.store.entries(WHEEL)}
        (unsigned,) = unsigned_entries(await record_of(house, WHEEL, 1))
        closed = dealt[unsigned.entry]
        late = closed.at_ms + 10 * MINUTE
        news = News(closed.seq, late, recorded(closed))
        entries = SignedEntries(house.house.store, WHEEL)
        (complaint,) = entries.complaints(news, by_hand=True)
        assert "has a station, and has not signed it" in complaint.what
        assert list(entries.complaints(news, by_hand=False)) == []
        assert wrong_with(house) == [], "it is too near to the registration to be sure"


async def test_a_players_name_hides_no_scan() -> None:
    """Nor does a message that holds somebody's words stand where everybody reads it."""
    async with serving([by_hand(WHEEL)]) as house:
        table = await HandDealt.open(house, WHEEL)
        scan = await table.player("scan")
        table.dealer.station = await station_of(table.dealer)
        await table.open_betting(scan)
        await table.bet(scan, "red", 10_00)
        await table.ok(table.dealer, say.CallPit, "bob at the rail is drunk")
        await table.ok(table.dealer, say.WithdrawCall)
        await table.no_more_bets(scan)
        await table.deal("17")
        await table.over(scan)
        record = await record_of(house, WHEEL, 1)
        assert found(record).says.startswith("1 of the 1 cards or pockets")
        assert complete(record).verdict is CheckResult.HOLDS
        assert "bob" not in msgspec.json.encode(record).decode()


async def test_a_browser_without_ed25519_signs_with_p256() -> None:
    async with serving([by_hand(WHEEL)]) as house:
        table = await HandDealt.open(house, WHEEL)
        ann = await table.player("ann")
        private = ec.generate_private_key(ec.SECP256R1())
        public = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        id = station_id(name_of(table.dealer), Algorithm.ECDSA_P256, public)

        def sign(body: bytes) -> str:
            r, s = decode_dss_signature(private.sign(body, ec.ECDSA(SHA256())))
            return b64encode(r.to_bytes(32) + s.to_bytes(32)).decode()

        body = {
            "algorithm": "ecdsa-p256",
            "public": b64encode(public).decode(),
            "device": "an old browser",
            "signature": sign(registration_bytes(id)),
        }
        assert await table.dealer.api.call("POST", "/api/stations", body) == {"station": id}
        # Registered again it is the same one; with another's signature it is none.
        seq = house.house.stations.journal.seq
        assert await table.dealer.api.call("POST", "/api/stations", body) == {"station": id}
        assert house.house.stations.journal.seq == seq
        with pytest.raises(HouseRefused, match="not-signed"):
            await table.pit.api.call("POST", "/api/stations", body)

        class Old:
            def sign(self, message: say.ClientMessage) -> say.Signed:
                text = msgspec.json.encode(message).decode()
                return say.Signed(message.id, id, sign(command_bytes(id, text)), text)

        table.dealer.station = Old()  # type: ignore[assignment]
        round = await play_wheel(table, ann, "0")
        record = await record_of(house, WHEEL, round)
        assert found(record).verdict is CheckResult.HOLDS
        assert {each.algorithm for each in record.signatures} == {Algorithm.ECDSA_P256}
        assert wrong_with(house) == []


async def test_verify_notices_what_was_not_signed_like_that() -> None:
    """A signature is moved to another entry, or the card beside it is another."""
    async with serving([by_hand(WHEEL)]) as house:
        table = await HandDealt.open(house, WHEEL)
        ann = await table.player("ann")
        table.dealer.station = await station_of(table.dealer)
        await play_wheel(table, ann, "17")
        store = house.house.store
        scans = [entry for entry in store.entries(WHEEL) if b'code\\":\\"17' in entry.body]
        (scan,) = scans
        body = recorded(scan)
        signed = body.signed
        assert signed is not None
        other = msgspec.structs.replace(signed, text=signed.text.replace('"17"', '"18"'))
        stranger = msgspec.structs.replace(signed, station="0" * 32)
        for forged, complaint in (
            (other, "has not signed it"),
            (stranger, "no station of"),
        ):
            said = _complaints_of(house, scan.seq, msgspec.structs.replace(body, signed=forged))
            assert any(complaint in each for each in said), said
        fed = msgspec.json.decode(msgspec.json.encode(body.facts[0]))
        fed["input"]["pocket"] = 18
        facts = (msgspec.convert(fed, type(body.facts[0])), *body.facts[1:])
        said = _complaints_of(house, scan.seq, msgspec.structs.replace(body, facts=facts))
        assert "17 is signed, and is not what was written" in " ".join(said)
        assert _complaints_of(house, scan.seq, body) == []


def _complaints_of(house: LiveHouse, seq: int, body: Recorded) -> list[str]:
    store = house.house.store
    (entry,) = store.entries(WHEEL, seq - 1, 1)
    entries = SignedEntries(store, WHEEL)
    return [each.what for each in entries.complaints(News(seq, entry.at_ms, body), by_hand=True)]
