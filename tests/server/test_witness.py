"""A witness elsewhere, over HTTP: it notices a history that was rewritten by whoever has the whole
store and the key, and one that is shown differently to others."""

import asyncio
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec
import pytest

from croupier.client import Api, Client
from croupier.client.witness.copy import SecondCopy
from croupier.client.witness.folder import WitnessFolder
from croupier.client.witness.house_log import HouseLog, Unreachable
from croupier.client.witness.witness import Look, Verdict, Witness, compare_folders
from croupier.house.roles import Role
from croupier.house.transparency.facts import STREAM as LOG
from croupier.house.transparency.facts import parse_head
from croupier.kit.errors import Refused
from croupier.store import open_store
from croupier.tlog.checkpoint import parse_checkpoint
from croupier.tlog.notes import Note, VerifierKey, cosigned_at, is_signed, parse_note, signature_by
from croupier.tlog.tiles import Tile, tile_in, unbundle
from tests.support.live_house import SETTINGS, LiveHouse, serving, table
from tests.support.rewritten_history import rewrite_time
from tests.support.serve_process import croupier, served
from tests.support.tables_file import write_tables

WHEEL, CARDS = "live-roulette", "live-blackjack"
QUIET = msgspec.structs.replace(SETTINGS, log_every_s=3600.0)
"""Heads are published when a test says so."""


class Elsewhere:
    """A witness with a folder and a clock of its own."""

    def __init__(self, path: Path, address: str, session: str = "") -> None:
        self.folder = WitnessFolder(path)
        self.folder.make("club.example/witness")
        self.log = HouseLog(address, session)
        self.seconds = 1_000.0
        self.witness = Witness(
            self.folder, self.log, now=lambda: self.seconds, sleep=lambda _: None, stale_s=600
        )
        self.second_copy = SecondCopy(path, self.log)
        self.session = session

    async def look(self) -> Look:
        return await asyncio.to_thread(lambda: self.witness.look(self.witness.key()[0]))

    async def copy(self) -> Look:
        def take() -> Look:
            checkpoint = self.folder.last()
            assert checkpoint is not None
            return self.second_copy.take(checkpoint, journals=bool(self.session))

        return await asyncio.to_thread(take)

    async def compare(self, other: "Elsewhere") -> Look:
        note = (other.folder.path / "checkpoint").read_bytes()
        return await asyncio.to_thread(lambda: self.witness.compare(self.witness.key()[0], note))


class Witnesses:
    """All of a test; they close with it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: list[Elsewhere] = []

    def __call__(self, name: str, address: str, session: str = "") -> Elsewhere:
        self._made.append(Elsewhere(self._folder / name, address, session))
        return self._made[-1]

    def close(self) -> None:
        for one in self._made:
            one.log.close()


@pytest.fixture
def witnesses(tmp_path: Path) -> Iterator[Witnesses]:
    made = Witnesses(tmp_path)
    yield made
    made.close()


def note_in(folder: WitnessFolder) -> Note:
    """The checkpoint that a witness has stored last, with its signatures."""
    note = folder.note()
    assert note is not None
    return note


def signed_at(note: Note, key: VerifierKey) -> int:
    signature = signature_by(note, key)
    assert signature is not None
    return cosigned_at(signature)


async def spin(open: LiveHouse, player: Client) -> None:
    """A round is played, and is over."""
    await player.until(lambda: player.tables[WHEEL].phase == "betting")
    round = player.tables[WHEEL].round
    await player.place(WHEEL, "red", 5_00)
    await player.until(lambda: player.tables[WHEEL].round > round)
    await open.house.log.publish()


async def test_a_log_that_grows_is_cosigned(witnesses: Witnesses) -> None:
    async with serving([table(WHEEL)], settings=QUIET) as open:
        player = await open.guest()
        await player.join(WHEEL)
        await spin(open, player)
        one = witnesses("one", open.address)
        first = await one.look()
        assert first.verdict is Verdict.FIRST
        assert (await one.look()).verdict is Verdict.UNCHANGED
        await spin(open, player)
        one.seconds = 1_100.0
        grown = await one.look()
        assert grown.verdict is Verdict.GROWN
        assert first.checkpoint is not None
        assert grown.checkpoint is not None
        assert grown.checkpoint.size == open.house.log.size > first.checkpoint.size
        note = note_in(one.folder)
        assert is_signed(note, open.house.log.key)
        assert is_signed(note, one.folder.own_key)
        assert "cosignature" not in note.text
        # Nothing has come for ten minutes.
        one.seconds = 1_701.0
        assert (await one.look()).verdict is Verdict.STANDS_STILL


async def test_heads_are_sealed_and_a_round_that_goes_on_is_not_published() -> None:
    async with serving([table(CARDS)], settings=QUIET) as open:
        player, house = await open.guest(), open.house
        await player.join(CARDS)
        await player.sit(CARDS, 1)
        await house.log.publish()
        while not player.you[CARDS].asked:
            await player.until(lambda: player.tables[CARDS].phase == "betting")
            await player.place(CARDS, "initial", 5_00, 1)
            await player.until(lambda: player.you[CARDS].asked or player.you[CARDS].lines)
        # The hole card is dealt, and in the journal.
        await house.log.publish()
        api = await open.api()
        bundle = await api.call("GET", f"/log/{tile_in(0, 0, house.log.size).entries_path}")
        heads = [parse_head(entry) for entry in unbundle(bundle, house.log.size)]
        assert {head.stream for head in heads} >= {CARDS, "house/people"}
        assert LOG not in {head.stream for head in heads}
        index = house.live_tables.indexes[CARDS]
        round = index.round(index.last)
        last = max(head.seq for head in heads if head.stream == CARDS)
        assert round is not None
        assert not round.over
        assert last < round.begun_seq < house.store.head(CARDS).seq
        inspector = await open.staff(Role.INSPECTOR)
        page = await inspector.call("GET", f"/api/office/chain/{CARDS}?limit=200")
        assert page["next"] is None
        assert index.held_back is not None
        assert page["entries"][-1]["seq"] == index.held_back - 1
        hashes = {
            (stream, entry.seq): entry.hash
            for stream in house.store.streams()
            for entry in house.store.entries(stream)
        }
        assert not {head.seal for head in heads} & set(hashes.values())
        published = {(head.stream, head.seq): head.seal for head in heads}
        assert published.keys() <= hashes.keys()


async def test_what_is_served_is_as_the_format_says() -> None:
    async with serving([table(WHEEL)], settings=QUIET) as open:
        await open.house.log.publish()
        api, size = await open.api(), open.house.log.size
        checkpoint = await api.send("GET", "/log/checkpoint")
        assert checkpoint.headers["content-type"] == "text/plain; charset=utf-8"
        assert checkpoint.headers["cache-control"] == "public, max-age=1"
        assert is_signed(parse_note(checkpoint.content), open.house.log.key)
        tile = await api.send("GET", f"/log/tile/0/000.p/{size}")
        assert tile.headers["content-type"] == "application/octet-stream"
        assert "immutable" in tile.headers["cache-control"]
        assert len(tile.content) == 32 * size
        # A partial tile is the beginning of the next.
        narrow = await api.send("GET", "/log/tile/0/000.p/1")
        assert narrow.content == tile.content[:32]
        for path in (
            f"0/000.p/{size + 1}",
            "0/000",
            "0/001.p/1",
            "1/000.p/1",
            "0/0",
            "entries/001",
        ):
            assert (await api.send("GET", f"/log/tile/{path}")).status_code == 404, path


async def test_tiles_outlive_memory_and_a_restart(tmp_path: Path, witnesses: Witnesses) -> None:
    """More than a tile full of heads: full ones lie in the store, and are the same from there."""
    url = f"sqlite:{tmp_path / 'house.db'}"
    async with serving([table(WHEEL)], url, settings=QUIET) as open:
        house = open.house
        for number in range(260):
            await house.cage.deposit("ann", 1_00, "cashier", f"deposit-{number}")
            await house.log.publish()
        size = house.log.size
        assert size > 256
        one = witnesses("one", open.address)
        assert (await one.look()).verdict is Verdict.FIRST
        assert (await one.copy()).verdict is Verdict.GROWN
        full = house.log.tile(Tile(0, 0))
        await house.log.journal.keep_checkpoint(least=1)
        assert house.store.indexed(LOG, "tile 0")[0].body == full
        assert house.log.tile(Tile(0, 0)) == full
        entries = house.log.tile(Tile(0, 0), entries=True)
    async with serving([table(WHEEL)], url, settings=QUIET) as open:
        await open.house.log.publish()
        assert open.house.log.tile(Tile(0, 0)) == full
        assert open.house.log.tile(Tile(0, 0), entries=True) == entries
        one = witnesses("one", open.address)
        assert (await one.look()).verdict is Verdict.GROWN
        assert (await one.copy()).verdict is Verdict.GROWN
        assert len(one.folder.entries()) == open.house.log.size


async def test_a_split_log_is_found_by_two_witnesses(witnesses: Witnesses) -> None:
    """Two houses with one key show each witness another history; each alone sees nothing wrong."""
    async with (
        serving([table(WHEEL)], settings=QUIET) as left,
        serving([table(WHEEL)], settings=QUIET) as right,
    ):
        for open in (left, right):
            await open.house.log.publish()
        here = witnesses("here", left.address)
        there = witnesses("there", right.address)
        for one in (here, there):
            assert (await one.look()).verdict is Verdict.FIRST
        assert left.house.log.key == right.house.log.key
        assert left.house.log.size == right.house.log.size
        assert compare_folders(here.folder, there.folder).verdict is Verdict.SPLIT
        assert (await here.compare(there)).verdict is Verdict.SPLIT
        assert list((here.folder.path / "evidence").iterdir())
        # Also when one of them has grown meanwhile.
        await left.house.cage.deposit("ann", 1_00, "cashier", "one")
        await left.house.log.publish()
        assert (await here.look()).verdict is Verdict.GROWN
        assert (await here.compare(there)).verdict is Verdict.SPLIT
        assert (await there.compare(here)).verdict is Verdict.SPLIT
        # Who is shown the one and then the other notices it alone.
        turned = witnesses("here", right.address)
        assert (await turned.look()).verdict is Verdict.SHORTER
        await right.house.cage.deposit("ann", 1_00, "cashier", "one")
        await right.house.cage.deposit("ann", 1_00, "cashier", "two")
        await right.house.log.publish()
        await right.house.cage.deposit("ann", 1_00, "cashier", "three")
        await right.house.log.publish()
        assert (await turned.look()).verdict is Verdict.REWRITTEN


async def test_two_witnesses_of_one_log_agree(witnesses: Witnesses) -> None:
    async with serving([table(WHEEL)], settings=QUIET) as open:
        await open.house.log.publish()
        early = witnesses("early", open.address)
        await early.look()
        late = witnesses("late", open.address)
        await open.house.cage.deposit("ann", 1_00, "cashier", "one")
        await open.house.log.publish()
        await late.look()
        assert (await late.compare(early)).verdict is Verdict.UNCHANGED
        assert (await early.compare(late)).verdict is Verdict.UNCHANGED
        assert compare_folders(early.folder, late.folder).verdict is Verdict.UNPROVEN
        # With a copy it needs no common size.
        assert (await late.copy()).verdict is Verdict.GROWN
        assert compare_folders(early.folder, late.folder).verdict is Verdict.UNCHANGED
        await early.look()
        assert compare_folders(early.folder, late.folder).verdict is Verdict.UNCHANGED


async def test_a_second_copy_holds_the_journals_to_the_log(
    tmp_path: Path, witnesses: Witnesses
) -> None:
    url = f"sqlite:{tmp_path / 'house.db'}"
    async with serving([table(WHEEL)], url, settings=QUIET) as open:
        player = await open.guest()
        await player.join(WHEEL)
        await spin(open, player)
        inspector = await open.staff(Role.INSPECTOR)
        one = witnesses("one", open.address, inspector.token)
        await one.look()
        held = await one.copy()
        assert held.verdict is Verdict.GROWN, held.says
        assert "entries of journals" in held.says
        await spin(open, player)
        await one.look()
        assert (await one.copy()).verdict is Verdict.GROWN
        lines = (one.folder.path / "copy" / "journals" / f"{WHEEL}.jsonl").read_text().splitlines()
        assert len(lines) >= open.house.log.heads[WHEEL]
        # A copy somebody has changed, as if the house had shown another history.
        anew = witnesses("two", open.address, inspector.token)
        await anew.look()
        _move_time(tmp_path / "house.db", WHEEL, 1)
        wrong = await anew.copy()
        _move_time(tmp_path / "house.db", WHEEL, -1)
        assert wrong.verdict is Verdict.OTHER_BOOKS
        assert f"{WHEEL} 2 does not follow" in wrong.says


def _move_time(database: Path, stream: str, ms: int) -> None:
    with closing(sqlite3.connect(database)) as books:
        books.execute("DROP TRIGGER IF EXISTS entries_stay")
        books.execute(
            "UPDATE entries SET at_ms = at_ms + ? WHERE seq = 2 AND stream ="
            " (SELECT id FROM streams WHERE name = ?)",
            (ms, stream),
        )
        books.commit()


async def test_the_journals_are_the_inspectors_alone(witnesses: Witnesses) -> None:
    async with serving([table(WHEEL)], settings=QUIET) as open:
        await open.house.log.publish()
        one = witnesses("one", open.address, (await open.player("ann")).token)
        await one.look()
        with pytest.raises(Refused, match="inspector"):
            await one.copy()


async def test_a_house_takes_the_cosignatures_of_witnesses_it_knows(
    tmp_path: Path, witnesses: Witnesses
) -> None:
    known, stranger = WitnessFolder(tmp_path / "one"), WitnessFolder(tmp_path / "two")
    known.make("club.example/witness")
    stranger.make("other.example/witness")
    settings = msgspec.structs.replace(QUIET, witnesses=(known.own_key.text,))
    async with serving([table(WHEEL)], settings=settings) as open:
        log = open.house.log
        await open.house.cage.deposit("ann", 1_00, "cashier", "one")
        await log.publish()
        sent = {}
        for folder in (known, stranger):
            one = witnesses(folder.path.name, open.address)
            await one.look()
            note = note_in(one.folder)
            sent[folder.path.name] = await asyncio.to_thread(one.log.send, note.encoded)
        assert sent == {"one": True, "two": False}
        ((witness, size),) = ((each.witness, each.size) for each in log.cosigned)
        assert (witness, size) == ("club.example/witness", log.size)
        # The same again is nothing new, and a root that the log never had is refused.
        seq = log.journal.seq
        await asyncio.to_thread(one.log.send, note_in(known).encoded)
        assert log.journal.seq == seq
        text = note_in(known).text.replace(f"\n{log.size}\n", "\n1\n")
        forged = known.keep(parse_note(f"{text}\n{note.signatures[0].line}".encode()), 1)
        with pytest.raises(Refused, match="no checkpoint of this log"):
            await log.cosign(forged.encoded)
        inspector = await open.staff(Role.INSPECTOR)
        view = await inspector.call("GET", "/api/office/log")
        assert [each["name"] for each in view["witnesses"]] == ["club.example/witness"]
        assert view["size"] == log.size


async def test_cosignatures_stand_under_the_checkpoint(
    tmp_path: Path, witnesses: Witnesses
) -> None:
    """Of witnesses the settings name, at the size they have seen; each one's last is shown apart,
    for a log that grows leaves its witnesses behind."""
    names = ("club.example/witness", "lab.example/witness")
    club, lab = (WitnessFolder(tmp_path / name.partition(".")[0]) for name in names)
    for folder, name in zip((club, lab), names, strict=True):
        folder.make(name)
    settings = msgspec.structs.replace(QUIET, witnesses=(club.own_key.text, lab.own_key.text))
    async with serving([table(WHEEL)], settings=settings) as open:
        log, api = open.house.log, await open.api()
        await log.publish()
        one, two = witnesses("club", open.address), witnesses("lab", open.address)
        two.seconds = 2_000.0
        for elsewhere in (one, two):
            await elsewhere.look()
            await asyncio.to_thread(elsewhere.log.send, note_in(elsewhere.folder).encoded)
        shown = parse_note((await api.send("GET", "/log/checkpoint")).content)
        assert is_signed(shown, log.key)
        assert signed_at(shown, club.own_key) == 1_000
        assert signed_at(shown, lab.own_key) == 2_000
        size = log.size

        # A witness keeps, and brings, what the log and itself have signed, whatever else is shown.
        again = one.folder.keep(shown, 1_500)
        assert [each.name for each in again.signatures] == [log.key.name, names[0]]
        await asyncio.to_thread(one.log.send, note_in(one.folder).encoded)
        newest = parse_note(log.checkpoint())
        assert signed_at(newest, club.own_key) == 1_500
        # An older one, sent again, does not come back.
        seq = log.journal.seq
        await asyncio.to_thread(one.log.send, shown.encoded)
        assert log.journal.seq == seq

        await open.house.cage.deposit("ann", 1_00, "cashier", "one")
        await log.publish()
        grown = parse_note((await api.send("GET", "/log/checkpoint")).content)
        assert [each.name for each in grown.signatures] == [log.key.name]
        before = await api.send("GET", f"/log/cosigned/{club.own_key.id.hex()}")
        note = parse_note(before.content)
        assert parse_checkpoint(note.text).size == size < log.size
        assert is_signed(note, log.key)
        assert is_signed(note, club.own_key)
        assert (await api.send("GET", "/log/cosigned/00000000")).status_code == 404

        view = await (await open.staff(Role.INSPECTOR)).call("GET", "/api/office/log")
        seen = [(each["name"], each["size"], each["at_ms"]) for each in view["witnesses"]]
        assert seen == [(names[0], size, 1_500_000), (names[1], size, 2_000_000)]


async def test_a_witness_asks_for_the_cosignatures_of_others(
    tmp_path: Path, witnesses: Witnesses
) -> None:
    """The house cannot sign for another witness, so it cannot show two of them two logs."""
    lab = WitnessFolder(tmp_path / "lab")
    lab.make("lab.example/witness")
    settings = msgspec.structs.replace(QUIET, witnesses=(lab.own_key.text,))
    async with (
        serving([table(WHEEL)], settings=settings) as left,
        serving([table(WHEEL)], settings=settings) as right,
    ):
        for open in (left, right):
            await open.house.log.publish()

        async def ask(one: Elsewhere) -> Look:
            def asking() -> Look:
                return one.witness.cosigned(one.witness.key()[0], lab.own_key)

            await one.look()
            return await asyncio.to_thread(asking)

        club = witnesses("club", left.address)
        missing = await ask(club)
        assert missing.verdict is Verdict.NOT_COSIGNED, missing.says
        there = witnesses("lab", left.address)
        await there.look()
        note = note_in(there.folder).encoded
        await asyncio.to_thread(there.log.send, note)
        found = await ask(club)
        assert found.verdict is Verdict.UNCHANGED, found.says
        assert "lab.example/witness cosigned at 1970-01-01 00:16:40 UTC" in found.says
        # The lab has not looked for more than ten minutes.
        club.seconds = 1_601.0
        assert (await ask(club)).verdict is Verdict.NOT_COSIGNED

        # A house that shows another history has only what the lab signed of the first.
        turned = witnesses("turned", right.address)
        served = turned.log.cosigned
        turned.log.cosigned = lambda key_id: note  # type: ignore[method-assign]
        assert (await ask(turned)).verdict is Verdict.SPLIT
        turned.log.cosigned = served  # type: ignore[method-assign]
        assert (await ask(turned)).verdict is Verdict.NOT_COSIGNED


async def test_a_signature_under_a_known_name_counts_only_with_its_key(
    tmp_path: Path,
) -> None:
    club, impostor = WitnessFolder(tmp_path / "club"), WitnessFolder(tmp_path / "impostor")
    for folder in (club, impostor):
        folder.make("club.example/witness")
    settings = msgspec.structs.replace(QUIET, witnesses=(club.own_key.text,))
    async with serving([table(WHEEL)], settings=settings) as open:
        log = open.house.log
        await log.publish()
        shown = parse_note(log.checkpoint())
        with pytest.raises(Refused, match="no witness that this house knows"):
            await log.cosign(impostor.keep(shown, 1).encoded)
        signatures = impostor.keep(shown, 1).signatures
        both = Note(shown.text, (*signatures, *club.keep(shown, 2).signatures[1:]))
        await log.cosign(both.encoded)
        (cosigned,) = log.cosigned
        assert cosigned.parsed == signature_by(both, club.own_key)
        assert is_signed(parse_note(log.checkpoint()), club.own_key)


def test_a_house_that_does_not_answer_is_no_alarm(witnesses: Witnesses) -> None:
    one = witnesses("one", "http://127.0.0.1:9")
    with pytest.raises(Unreachable):
        one.log.checkpoint()


async def _play(address: str, rounds: int) -> None:
    async with Api(address) as api:
        await api.guest()
        async with Client(api) as me:
            await me.join("wheel")
            for _ in range(rounds):
                await me.until(lambda: me.tables["wheel"].phase == "betting")
                number = me.tables["wheel"].round
                await me.place("wheel", "red", 5_00)
                await me.until(partial(_is_past, me, number))


def _is_past(client: Client, number: int) -> bool:
    """The result itself may come and go between two looks: the next round begins at once."""
    return client.tables["wheel"].round > number


async def test_history_rewritten_with_full_access_is_found_out(tmp_path: Path) -> None:
    """The store, the mark and the key are in one hand: the books verify, and the witness does
    not."""
    data, seen = tmp_path / "data", tmp_path / "witness"
    tables = write_tables(tmp_path / "tables.toml", {"wheel": WHEEL}, betting=0.3, wheel_run=4096)
    store = f"sqlite:{data / 'house.db'}"

    async def witness(address: str) -> tuple[int, str]:
        done = await asyncio.to_thread(croupier, "witness", address, "--dir", seen, "--copy")
        return done.returncode, done.stdout + done.stderr

    with served(data, "--tables", tables, "--log-every", 1) as house:
        await _play(house.address, 3)
        house.signal(signal.SIGTERM)
        assert await house.ended() == 0
    with served(data, "--tables", tables) as house:
        status, said = await witness(house.address)
        assert status == 0, said
        house.signal(signal.SIGTERM)
        await house.ended()
    assert (await asyncio.to_thread(croupier, "verify", "--store", store)).returncode == 0

    # First without the log: `verify` finds that, since the log says otherwise.
    with closing(open_store(store)) as opened:
        published = opened.entries(LOG)
    assert published
    rewrite_time(data / "house.db", "wheel", 2, log=False)
    found = await asyncio.to_thread(croupier, "verify", "--store", store)
    assert found.returncode == 1
    assert "I20: is another than the log" in found.stdout

    # Then the log with it: nothing within the books is wrong any more.
    rewrite_time(data / "house.db", "wheel", 2)
    clean = await asyncio.to_thread(croupier, "verify", "--store", store)
    assert clean.returncode == 0, clean.stdout
    with served(data, "--tables", tables) as house:
        status, said = await witness(house.address)
        assert status == 1, said
        assert "REWRITTEN" in said
        assert (seen / "evidence").is_dir()
        # It is not forgotten by the next look, nor when the log grows.
        await _play(house.address, 2)
        status, said = await witness(house.address)
        assert (status, "REWRITTEN" in said) == (1, True), said
