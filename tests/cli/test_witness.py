"""`croupier witness` as its user meets it; what it finds out is shown in tests/server/."""

import asyncio
from contextlib import closing, suppress
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.client.witness.folder import WitnessFolder
from croupier.client.witness.house_log import HouseLog, Unreachable
from croupier.tlog.checkpoint import LogCheckpoint
from croupier.tlog.growing import GrowingLog
from croupier.tlog.merkle import leaf_hash
from croupier.tlog.notes import KeyKind, Note, VerifierKey, sign
from tests.support.serve_process import croupier

NOBODY = "http://127.0.0.1:9"
LOG = "play.example/log"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = VerifierKey(LOG, KeyKind.ED25519, KEY.public_key().public_bytes_raw())


def shown(path: Path, roots: dict[int, bytes]) -> Path:
    """The folder of a witness that was shown a log of these sizes."""
    folder = WitnessFolder(path)
    folder.make("club.example/witness")
    folder.pin(PUBLIC)
    for size, root in roots.items():
        text = LogCheckpoint(LOG, size, root).text
        folder.keep(Note(text, (sign(text, LOG, KEY),)), 1_700_000_000 + size)
    return path


def test_two_folders_are_compared_without_the_house(tmp_path: Path) -> None:
    one, two, other = (leaf_hash(entry) for entry in (b"one", b"two", b"other"))
    here, there = shown(tmp_path / "here", {1: one, 2: two}), shown(tmp_path / "there", {1: one})
    turned = shown(tmp_path / "turned", {1: one, 2: other})
    agreed = croupier("witness", "--compare", here, there)
    assert (agreed.returncode, agreed.stderr) == (0, "")
    assert "both were shown one log, up to 1 entries" in agreed.stdout
    split = croupier("witness", "--compare", here, turned)
    assert split.returncode == 1
    assert "SPLIT: the log is split: of 2 entries each was shown others" in split.stdout


def test_a_split_at_sizes_that_only_one_has_seen_is_reported(tmp_path: Path) -> None:
    """Both have seen the log at one size; then each was shown another one, of another size."""
    one, two, other, third = (leaf_hash(entry) for entry in (b"one", b"two", b"other", b"third"))
    here = shown(tmp_path / "here", {1: one, 2: two})
    there = shown(tmp_path / "there", {1: one, 3: third})
    for folders in ((here, there), (there, here)):
        done = croupier("witness", "--compare", *folders)
        assert done.returncode == 1
        assert "UNPROVEN: nothing shows that the log of 3 entries goes on from" in done.stdout
    turned = shown(tmp_path / "turned", {1: one, 2: other, 3: third})
    assert "SPLIT" in croupier("witness", "--compare", here, turned).stdout
    copied = b"".join(len(entry).to_bytes(2) + entry for entry in (b"one", b"two", b"three"))
    tree = GrowingLog()
    for entry in (b"one", b"two", b"three"):
        assert not list(tree.append(entry))
    grown = shown(tmp_path / "grown", {3: tree.root})
    (grown / "copy").mkdir()
    (grown / "copy" / "entries").write_bytes(copied)
    assert "SPLIT" in croupier("witness", "--compare", here, grown).stdout


class Drip:
    """A house that answers with one byte now and then, for ever."""

    def __init__(self, head: bytes) -> None:
        self._head = head
        self.closed = asyncio.Event()

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            writer.write(self._head)
            while not reader.at_eof():
                writer.write(b"x")
                await writer.drain()
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1_000), 0.01)
        writer.close()
        self.closed.set()


@pytest.mark.parametrize(
    "head", [b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n", b"HTTP/1.1 200 OK\r\nx: "]
)
async def test_a_house_that_drips_bytes_holds_nobody_up(head: bytes) -> None:
    drip = Drip(head)
    server = await asyncio.start_server(drip, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    def fetch() -> bytes:
        with closing(HouseLog(f"http://127.0.0.1:{port}", timeout_s=0.1)) as log:
            return log.checkpoint()

    async with server:
        with pytest.raises(Unreachable, match="was not answered in full within"):
            await asyncio.to_thread(fetch)
        await drip.closed.wait()


def test_what_cannot_be_looked_at_is_one_line_and_status_two(tmp_path: Path) -> None:
    folder = tmp_path / "witness"
    for arguments, message in (
        (("witness",), "bad-setting: say the address of a house, and --dir"),
        (("witness", NOBODY, "--dir", folder, "--once", "--every", 5), "either --once or --every"),
        (("witness", NOBODY, "--dir", folder, "--key", "nonsense"), "the key of the log"),
        (("witness", NOBODY, "--dir", folder, "--key", PUBLIC.text), "not-found"),
        (("witness", NOBODY, "--dir", folder, "--cosigner", PUBLIC.text), "the key of a log"),
        (("witness", "--compare", folder, folder / "none"), "do not watch the same log"),
    ):
        done = croupier(*arguments)
        assert done.returncode == 2, (arguments, done.stdout, done.stderr)
        assert message in done.stderr
        assert len(done.stderr.splitlines()) == 1, done.stderr
    # The key was made once, for its owner alone.
    assert (folder / "witness.key").stat().st_mode & 0o077 == 0
    assert (folder / "witness.pub").read_text().count("+") >= 2
