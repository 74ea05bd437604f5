"""The house's key: it seals shoes and secrets, and is kept apart from the store.

Whoever has only the store cannot read the next card; whoever loses the key cannot either, and must
void what is sealed. So it is made once, readable by its owner alone, and belongs in a backup of
its own.
"""

import os
import secrets
import stat
from pathlib import Path

from croupier.kit.errors import Code, Refused

_BYTES = 32


def house_key(path: Path) -> bytes:
    """The key in the file; a new one, if there is no file."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    except OSError as error:
        raise _bad(path, error.strerror or "cannot be made") from None
    key = secrets.token_bytes(_BYTES)
    with os.fdopen(file, "w") as text:
        text.write(key.hex() + "\n")
        text.flush()
        os.fsync(text.fileno())
    return key


def _read(path: Path) -> bytes:
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise _bad(path, "others can read it: chmod 600")
        key = bytes.fromhex(path.read_text().strip())
    except OSError as error:
        raise _bad(path, error.strerror or "cannot be read") from None
    except ValueError:
        raise _bad(path, "it does not hold a key") from None
    if len(key) != _BYTES:
        raise _bad(path, "it does not hold a key")
    return key


def _bad(path: Path, why: str) -> Refused:
    return Refused(Code.BAD_SETTING, f"the house's key {path}: {why}")
