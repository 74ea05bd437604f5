"""What is in a pack, file by file, and the house's signature under it."""

import hashlib
from pathlib import Path

import msgspec

from croupier.house.house_signature import HouseSignature, is_signed
from croupier.kit.decode_errors import NotDecoded, decoded
from croupier.kit.errors import Code, Refused

PURPOSE = "labpack"
MANIFEST, SUMS, SIGNATURE = "manifest.json", "SHA256SUMS", "manifest.signature.json"


class PackedFile(msgspec.Struct, frozen=True):
    sha256: str
    bytes: int


class Manifest(msgspec.Struct, frozen=True):
    made: str
    version: str
    files: dict[str, PackedFile]
    """All but the manifest itself, its signature, and the same list as `sha256sum` reads it."""


class ManifestSignature(msgspec.Struct, frozen=True):
    sha256: str
    """Of the manifest."""
    public: str
    signature: str
    purpose: str = PURPOSE


def write_manifest(folder: Path, made: str, version: str, key: bytes | None) -> None:
    files = packed(folder)
    sums = "".join(f"{file.sha256}  {name}\n" for name, file in files.items())
    (folder / SUMS).write_text(sums, encoding="utf-8")
    body = msgspec.json.format(msgspec.json.encode(Manifest(made, version, files)), indent=2)
    (folder / MANIFEST).write_bytes(body + b"\n")
    if key is not None:
        house = HouseSignature(key)
        body = (folder / MANIFEST).read_bytes()
        signed = ManifestSignature(
            hashlib.sha256(body).hexdigest(), house.public.hex(), house.sign(PURPOSE, body).hex()
        )
        text = msgspec.json.format(msgspec.json.encode(signed), indent=2)
        (folder / SIGNATURE).write_bytes(text + b"\n")


def packed(folder: Path) -> dict[str, PackedFile]:
    names = sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )
    return {name: _file(folder / name) for name in names if name not in (MANIFEST, SUMS, SIGNATURE)}


def _file(path: Path) -> PackedFile:
    data = path.read_bytes()
    return PackedFile(hashlib.sha256(data).hexdigest(), len(data))


def pack_faults(folder: Path) -> list[str]:
    """What of a pack is not as it was made; refused, where there is none."""
    try:
        body = (folder / MANIFEST).read_bytes()
        manifest = decoded(body, Manifest, MANIFEST)
    except (OSError, NotDecoded) as error:
        raise Refused(Code.BAD_FILE, f"{str(folder)!r} holds no pack: {error}") from None
    found = packed(folder)
    faults = [f"{name} is gone" for name in manifest.files if name not in found]
    faults += [f"{name} is not of the pack" for name in found if name not in manifest.files]
    faults += [
        f"{name} is not what it was"
        for name, file in manifest.files.items()
        if name in found and found[name] != file
    ]
    if (folder / SIGNATURE).exists() and not _signed(folder / SIGNATURE, body):
        faults.append(f"{SIGNATURE} is not under this manifest")
    return faults


def _signed(file: Path, body: bytes) -> bool:
    try:
        signed = msgspec.json.decode(file.read_bytes(), type=ManifestSignature)
        public, signature = bytes.fromhex(signed.public), bytes.fromhex(signed.signature)
    except (msgspec.MsgspecError, ValueError):
        return False
    return is_signed(public, signature, PURPOSE, body)
