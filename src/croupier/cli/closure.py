"""`croupier closure`: is every card of this shoe accounted for, and has the house signed that?"""

import json
import sys

import rich_click as click
from rich.text import Text

from croupier.cli.options import json_option
from croupier.cli.terminal import OUT, contents, fail
from croupier.house.closures.certificate import (
    Certificate,
    Closure,
    Verdict,
    closure_faults,
    read_certificate,
)
from croupier.kit.errors import Code, Refused

_SAID = {
    Verdict.CLOSES: ("every card is accounted for", "green"),
    Verdict.NOT: ("the shoe does not close", "red"),
    Verdict.NOT_COUNTED: ("nobody counted what was left in the shoe", "yellow"),
}


@click.command()
@click.argument("file", help="A shoe's certificate as the house gives it out, or - for stdin.")
@click.option("--key", metavar="HEX", help="The house's public key, as you learned it elsewhere.")
@json_option
def closure(file: str, key: str | None, as_machine: bool) -> None:
    """Check a shoe's certificate, without asking the house anything.

    Exit status 0 when it is whole and every card is accounted for, 1 when it is not, 2 when the
    file cannot be read. Without --key it is only shown that nobody has changed the file since it
    was signed with the key that stands in it.
    """
    try:
        certificate = read_certificate(contents(file))
        faults = list(closure_faults(certificate, _key(key)))
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print(json.dumps(_as_json(certificate, faults), indent=2))
    else:
        _show(certificate.closure, faults, known=key is not None)
    if faults or certificate.closure.verdict is not Verdict.CLOSES:
        sys.exit(1)


def _key(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise Refused(Code.BAD_FILE, "a public key is 64 hexadecimal digits")
    return key


def _as_json(certificate: Certificate, faults: list[str]) -> dict[str, object]:
    closure = certificate.closure
    return {
        "table": closure.table,
        "shoe": closure.shoe,
        "staged": closure.staged is True,
        "verdict": str(closure.verdict),
        "key": certificate.key,
        "faults": faults,
    }


def _show(closure: Closure, faults: list[str], *, known: bool) -> None:
    OUT.print(Text(f"{closure.table}, shoe {closure.shoe}", style="bold"))
    if closure.staged is True:
        OUT.print(Text("staged for a test: known cards, no money", style="yellow"))
    lines = [
        (f"dealt in {_many(len(closure.rounds), 'round')}", closure.dealt),
        ("burned", closure.burned),
        ("behind the cut card", closure.behind_cut),
        ("left over in front of it", closure.left_over),
    ]
    for what, cards in lines:
        OUT.print(Text(f"{cards:5d}  {what}"))
    OUT.print(Text(f"{closure.cards:5d}  cards of {_many(closure.decks, 'deck')}"))
    if closure.missing:
        OUT.print(Text(f"missing: {' '.join(closure.missing)}"))
    if closure.extra:
        OUT.print(Text(f"too many: {' '.join(closure.extra)}"))
    said, colour = _SAID[closure.verdict]
    OUT.print(Text(said, style=colour))
    for fault in faults:
        OUT.print(Text(f"✗ {fault}", style="red"))
    if not faults:
        whose = "by the key you named" if known else "by the key in the file"
        OUT.print(Text(f"✓ signed {whose}", style="green"))


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
