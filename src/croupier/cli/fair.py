"""`croupier fair`: was this round dealt as it was sealed, and paid as the rules say?"""

import json
import sys

import rich_click as click
from rich.text import Text

from croupier.cli.options import json_option
from croupier.cli.terminal import OUT, contents, fail
from croupier.house.fairness import CheckResult, FairRecord, Finding, check_record, read_record
from croupier.kit.errors import Refused

WRONG, NOT_YET = 1, 3
"""Exit statuses."""
_MARKS = {
    CheckResult.HOLDS: ("✓", "green"),
    CheckResult.WRONG: ("✗", "red"),
    CheckResult.NOT_YET: ("…", "yellow"),
    CheckResult.UNSIGNED: ("–", "dim"),
}


@click.command()
@click.argument("file", help="A round's record as the house publishes it, or - for stdin.")
@json_option
def fair(file: str, as_machine: bool) -> None:
    """Check a round's public record, without asking the house anything.

    Compare the commitment with the one you were shown before betting.

    Exit status 0 when every check holds, 1 when one does not hold, 2 when the record cannot be
    read, 3 when none is wrong but some cannot be made before the shoe is opened. A round that
    nobody had a station to sign is reported as unsigned, which is not wrong.
    """
    try:
        record = read_record(contents(file))
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    findings = check_record(record)
    fair = all(finding.verdict.well for finding in findings)
    if as_machine:
        print(json.dumps(_as_json(record, findings, fair), indent=2))
    else:
        _show(record, findings)
    if any(finding.verdict is CheckResult.WRONG for finding in findings):
        sys.exit(WRONG)
    if not fair:
        sys.exit(NOT_YET)


def _as_json(record: FairRecord, findings: list[Finding], fair: bool) -> dict[str, object]:
    return {
        "table": record.table,
        "round": record.round,
        "commitment": record.shoe.commitment if record.shoe else None,
        "rules": record.rules if isinstance(record.rules, str) else None,
        "staged": record.staged is True,
        "fair": fair,
        "checks": [
            {"check": finding.check, "verdict": str(finding.verdict), "says": finding.says}
            for finding in findings
        ],
    }


def _show(record: FairRecord, findings: list[Finding]) -> None:
    OUT.print(Text(f"{record.table}, round {record.round}", style="bold"))
    if record.shoe is not None:
        OUT.print(Text(f"commitment {record.shoe.commitment}", style="dim"))
    if isinstance(record.rules, str):
        OUT.print(Text(f"rules {record.rules}", style="dim"))
    for finding in findings:
        mark, colour = _MARKS[finding.verdict]
        OUT.print(Text(f"{mark} ", style=colour) + Text(f"{finding.check}: {finding.says}"))
    OUT.print(Text(record.note))
