"""A player who types ahead: lines into `croupier play`, and what the table answered."""

import re
from decimal import Decimal
from typing import NamedTuple

from click.testing import Result

from tests.support.command_line import run_command

_CHIPS = re.compile(r"^Chips ([0-9.]+?)\.(?: |$)", re.MULTILINE)
_ROUND = re.compile(r"^Round ([+-]?[0-9.]+?)\.$", re.MULTILINE)
_LEFT = re.compile(r"^You leave with ([0-9.]+), ([+-]?[0-9.]+) after ([0-9]+) round", re.MULTILINE)
_LINE = re.compile(
    r"^\S.*?\s{3,}(?P<stake>[0-9.]+) +(?P<returned>[0-9.]+)   "
    r"(?P<result>win|lose|push|surrender|returned|void) +(?P<clause>\S.*?)\s*$",
    re.MULTILINE,
)


def invoke(
    *args: str, lines: list[str] | bytes = b"", env: dict[str, str | None] | None = None
) -> Result:
    typed = lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode()
    return run_command("play", *args, input=typed, env=env)


def sit(*args: str, lines: list[str] | bytes = b"", seed: int = 1) -> str:
    """Play, leave in peace, and hand back what was shown."""
    result = invoke(*args, "--seed", str(seed), lines=lines)
    assert result.exception is None, result.output
    assert result.exit_code == 0
    assert "Goodbye" in result.output
    return result.output


class Ledger(NamedTuple):
    chips: list[Decimal]
    """At every bet prompt."""
    nets: list[Decimal]
    """Of every round."""
    at_the_end: Decimal
    since_the_start: Decimal
    lines: list[re.Match[str]]


def ledger(output: str) -> Ledger:
    """Read the money off the screen."""
    left = _LEFT.search(output)
    assert left, output
    nets = [Decimal(one) for one in _ROUND.findall(output)]
    assert int(left[3]) == len(nets)
    return Ledger(
        [Decimal(one) for one in _CHIPS.findall(output)],
        nets,
        Decimal(left[1]),
        Decimal(left[2]),
        list(_LINE.finditer(output)),
    )


def check_money(output: str, start: int, bought: int = 0) -> Ledger:
    """Not a cent appears or goes astray: between rounds, in each settlement, and in all."""
    seen = ledger(output)
    settled = sum(
        (Decimal(line["returned"]) - Decimal(line["stake"]) for line in seen.lines), Decimal(0)
    )
    assert settled == sum(seen.nets) == seen.since_the_start
    assert seen.at_the_end == start + bought + seen.since_the_start
    assert min([*seen.chips, seen.at_the_end]) >= 0
    return seen
