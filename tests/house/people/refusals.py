"""What was refused, and how."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from croupier.kit.errors import Code, Refused


@contextmanager
def refused(code: Code, saying: str | None = None) -> Iterator[None]:
    with pytest.raises(Refused, match=saying) as raised:
        yield
    assert raised.value.code is code
