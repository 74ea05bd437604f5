"""What every hostile test watches besides its own question."""

import logging
from collections.abc import Iterator

import pytest


class Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.kept: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(record)


@pytest.fixture
def log() -> Iterator[list[logging.LogRecord]]:
    """Everything anybody logs, at the lowest level."""
    records, root = Records(), logging.getLogger()
    level = root.level
    root.addHandler(records)
    root.setLevel(logging.DEBUG)
    yield records.kept
    root.removeHandler(records)
    root.setLevel(level)


@pytest.fixture
def no_traceback(log: list[logging.LogRecord]) -> Iterator[None]:
    """Nothing a client does is an error of ours."""
    yield
    told = [one for one in log if one.levelno >= logging.WARNING and _alarming(one)]
    formatter = logging.Formatter("%(name)s: %(message)s")
    assert not told, "\n".join(formatter.format(one) for one in told[:3])


def _alarming(one: logging.LogRecord) -> bool:
    return bool(one.exc_info) or one.levelno >= logging.ERROR
