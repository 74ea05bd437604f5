"""The house's log: one JSON object a line, dates in UTC, and nothing in it that is secret.

What is logged is named field by field where it happens; bodies, tokens, cards and passwords are
never among them. Control characters cannot break a line, since JSON writes them out.
"""

import logging
import sys
from datetime import UTC, datetime

import msgspec

from croupier.kit.errors import Code, Refused

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_LONGEST = 2_000
LEVELS = ("debug", "info", "warning", "error")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {
            "at": at,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage()[:_LONGEST],
        }
        for name, value in vars(record).items():
            if name not in _STANDARD:
                line[name] = str(value)[:_LONGEST]
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def log_to_stderr(level: str) -> None:
    if level not in LEVELS:
        raise Refused(Code.BAD_SETTING, f"--log-level is one of {', '.join(LEVELS)}")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # uvicorn tells of every socket at "info"; the house counts them instead.
    logging.getLogger("uvicorn").setLevel(max(logging.WARNING, logging.getLogger().level))
    for noisy in ("httpx", "httpcore", "websockets"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
