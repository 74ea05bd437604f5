"""Signed notes, held to the vectors of golang.org/x/mod/sumdb/note and to the examples of the C2SP
specifications."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.tlog.checkpoint import LogCheckpoint, parse_checkpoint
from croupier.tlog.notes import (
    KeyKind,
    Note,
    VerifierKey,
    cosign,
    cosigned_at,
    is_signed,
    parse_key,
    parse_note,
    parse_private,
    parse_witness_key,
    private_text,
    sign,
    signature_by,
)

KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PRIVATE = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
LINE = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdng"
    "otpRZb6KE6RyyBwJnAM=\n"
)
BODY = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
COSIGNED = (
    f"{BODY}\n"
    "— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhc"
    "yv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJs"
    "X3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
)


def test_a_note_is_signed_as_the_reference_signs_it() -> None:
    key, private = parse_private(PRIVATE)
    assert key == parse_key(KEY)
    assert (key.text, private_text(key.name, key.kind, private)) == (KEY, PRIVATE)
    signature = sign(TEXT, key.name, private)
    assert signature.line == LINE
    note = Note(TEXT, (signature,))
    assert note.encoded == f"{TEXT}\n{LINE}".encode()
    assert parse_note(note.encoded) == note
    assert is_signed(note, key)


def test_a_changed_note_is_not_signed() -> None:
    key = parse_key(KEY)
    encoded = f"{TEXT}\n{LINE}"
    assert not is_signed(parse_note(encoded.replace("answer", "Answer").encode()), key)
    assert not is_signed(parse_note(encoded.replace("x08go/Z", "x08go/A").encode()), key)
    other = VerifierKey(key.name, key.kind, bytes(31) + b"\x01")
    assert not is_signed(parse_note(encoded.encode()), other)
    # A second signature of the same key that does not verify spoils the first.
    spoiled = encoded + LINE.replace("x08go/Z", "x08go/A")
    assert not is_signed(parse_note(spoiled.encode()), key)


@pytest.mark.parametrize(
    "text",
    [
        "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10T",
        "PeterNeumann+c74f20a3+AxpC2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+c74f20a3",
        "+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "",
    ],
)
def test_no_other_text_is_a_key(text: str) -> None:
    with pytest.raises(ValueError, match=r"key|base64"):
        parse_key(text)


def test_the_key_of_a_witness_is_of_its_own_kind() -> None:
    # From the tests of transparency-dev/formats.
    key = parse_key("remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2")
    assert key.kind is KeyKind.COSIGNATURE


@pytest.mark.parametrize(
    "note",
    [
        b"",
        TEXT.encode(),
        f"{TEXT}\n{LINE}"[:-1].encode(),
        f"{TEXT}\n— PeterNeumann AAAA\n".encode(),
        f"{TEXT}\n— Peter+Neumann x08go/ZJkuBS9UG/\n".encode(),
        f"{TEXT}\n- PeterNeumann x08go/ZJkuBS9UG/\n".encode(),
        f"a\tb\n\n{LINE}".encode(),
        b"\xff\n\n" + LINE.encode(),
    ],
)
def test_what_is_no_note_is_refused(note: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 -- each for a reason of its own
        parse_note(note)


def test_the_text_ends_at_the_last_empty_line() -> None:
    assert parse_note(f"one\n\ntwo\n\n{LINE}".encode()).text == "one\n\ntwo\n"


def test_the_example_of_a_cosigned_checkpoint() -> None:
    note = parse_note(COSIGNED.encode())
    assert note.encoded == COSIGNED.encode()
    log, witness = note.signatures
    assert (len(log.body), len(witness.body)) == (64, 72)
    assert witness.key_id.hex() == "8d66cf3f"
    assert cosigned_at(witness) == 1679315147
    checkpoint = parse_checkpoint(note.text)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert checkpoint.text == BODY


def test_a_cosignature_signs_the_time_before_the_text() -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    public = private.public_key()
    signature = cosign(BODY, "witness.example.com/w1", private, 1679315147)
    # The message as the specification shows it.
    public.verify(signature.body[8:], f"cosignature/v1\ntime 1679315147\n{BODY}".encode())
    raw = public.public_bytes_raw()
    key = VerifierKey("witness.example.com/w1", KeyKind.COSIGNATURE, raw)
    assert is_signed(Note(BODY, (signature,)), key)
    assert not is_signed(Note(BODY.replace("2", "3"), (signature,)), key)
    later = (1679315148).to_bytes(8) + signature.body[8:]
    assert not is_signed(Note(BODY, (type(signature)(key.name, key.id, later),)), key)
    # The same key under the same name signs checkpoints of its own with another id.
    assert not is_signed(Note(BODY, (signature,)), VerifierKey(key.name, KeyKind.ED25519, raw))


@pytest.mark.parametrize(
    "text",
    [
        "log\n1\n",
        "log\n01\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
        "log\n-1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
        "\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
        "log\n1\nCsUYapGGPo4dkMgIAUqom\n",
        "log\n1\nAAAA\n",
        "log\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=",
    ],
)
def test_no_other_text_is_a_checkpoint(text: str) -> None:
    with pytest.raises(ValueError, match="checkpoint"):
        parse_checkpoint(text)


def test_lines_that_follow_are_left_alone() -> None:
    assert parse_checkpoint(BODY + "more\n") == parse_checkpoint(BODY)
    assert parse_checkpoint(LogCheckpoint("log", 0, bytes(32)).text).size == 0


def test_a_cosignature_names_no_moment_after_the_last() -> None:
    _, private = parse_private(PRIVATE)
    public = private.public_key().public_bytes_raw()
    key = VerifierKey("witness.example/w1", KeyKind.COSIGNATURE, public)
    last, later = (cosign(BODY, key.name, private, seconds) for seconds in (2**63 - 1, 2**63))
    assert is_signed(Note(BODY, (last,)), key)
    assert not is_signed(Note(BODY, (later,)), key)


def test_of_several_signatures_of_one_key_the_last_counts() -> None:
    _, private = parse_private(PRIVATE)
    public = private.public_key().public_bytes_raw()
    key = VerifierKey("witness.example/w1", KeyKind.COSIGNATURE, public)
    first, second = (cosign(BODY, key.name, private, seconds) for seconds in (1, 2))
    assert signature_by(Note(BODY, (first, second)), key) == second
    # What is signed under the same name with another key is somebody else's.
    stranger = cosign(BODY, key.name, Ed25519PrivateKey.generate(), 3)
    assert signature_by(Note(BODY, (stranger, first, stranger)), key) == first
    assert signature_by(Note(BODY, (stranger,)), key) is None


def test_a_witness_has_a_key_of_its_own_kind() -> None:
    witness = VerifierKey("witness.example/w1", KeyKind.COSIGNATURE, parse_key(KEY).public)
    assert parse_witness_key(witness.text) == witness
    with pytest.raises(ValueError, match="key of a log"):
        parse_witness_key(KEY)
