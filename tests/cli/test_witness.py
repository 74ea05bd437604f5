"""`croupier witness` as its user meets it; what it finds out is shown in tests/server/."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.client.witness.folder import WitnessFolder
from croupier.tlog.checkpoint import LogCheckpoint
from croupier.tlog.merkle import leaf_hash
from croupier.tlog.notes import KeyKind, Note, VerifierKey, sign
from tests.support.serve_process import croupier

NOBODY = "http://127.0.0.1:9"
LOG = "play.example/log"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = VerifierKey(LOG, KeyKind.ED25519, KEY.public_key().public_bytes_raw())


def shown(path: Path, *roots: bytes) -> Path:
    """The folder of a witness that was shown a log of one entry, of two …"""
    folder = WitnessFolder(path)
    folder.make("club.example/witness")
    folder.pin(PUBLIC)
    for size, root in enumerate(roots, 1):
        text = LogCheckpoint(LOG, size, root).text
        folder.keep(Note(text, (sign(text, LOG, KEY),)), 1_700_000_000 + size)
    return path


def test_two_folders_are_compared_without_the_house(tmp_path: Path) -> None:
    one, two, other = (leaf_hash(entry) for entry in (b"one", b"two", b"other"))
    here, there = shown(tmp_path / "here", one, two), shown(tmp_path / "there", one)
    turned = shown(tmp_path / "turned", one, other)
    agreed = croupier("witness", "--compare", here, there)
    assert (agreed.returncode, agreed.stderr) == (0, "")
    assert "both were shown one log, up to 1 entries" in agreed.stdout
    split = croupier("witness", "--compare", here, turned)
    assert split.returncode == 1
    assert "SPLIT: the log is split: of 2 entries each was shown others" in split.stdout


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
