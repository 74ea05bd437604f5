"""`croupier certify`: simulation held to the exact odds and to the engine, with a report."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import rich_click as click
from rich.table import Table
from rich.text import Text

from croupier.cli.odds.asking import print_json, rules_asked
from croupier.cli.odds.figures import worth
from croupier.cli.options import game_argument, json_option, settings_option
from croupier.cli.simulate.asking import parse_count
from croupier.cli.simulate.progress import rate_bar
from croupier.cli.terminal import OUT, fail
from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.notices.html import filled

if TYPE_CHECKING:
    from croupier.sim.certify import Certificate, CertifiedBet

CONFIDENCE = 0.999


@click.command()
@game_argument
@settings_option
@click.option("--rounds", default="1e8", metavar="N", help="How many are simulated.")
@click.option("--seed", default=1, metavar="N", help="Another run of the same length.")
@click.option(
    "--confidence",
    default=CONFIDENCE,
    metavar="P",
    help="How often a right game passes, all its bets together.",
)
@click.option(
    "--engine-rounds", default="2000", metavar="N", help="How many the engine plays, too."
)
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where FILE.html and FILE.json are written; GAME-certificate, if not said.",
)
@json_option
def certify(
    *,
    game: str,
    settings: tuple[str, ...],
    rounds: str,
    seed: int,
    confidence: float,
    engine_rounds: str,
    report: Path | None,
    as_machine: bool,
) -> None:
    """Certify a game: every bet simulated beside its exact odds, and a sample beside the engine.

    The report has versions, hashes, the seed, and the command that repeats it.

    Exit status 0 when it passes, 1 when it does not, 2 when it cannot be done as asked.
    """
    try:
        rules = rules_asked(game, settings)
        place = report or Path(f"{game}-certificate")
        _check(confidence, place)
        asked = parse_count(rounds), parse_count(engine_rounds)
        from croupier.sim.families import check_numba  # noqa: PLC0415 -- brings numpy

        check_numba()
        with rate_bar(game) as progress:
            from croupier.sim.certify import certify as certified  # noqa: PLC0415 -- brings numba

            certificate = certified(
                rules,
                rounds=asked[0],
                seed=seed,
                confidence=confidence,
                rounds_by_engine=asked[1],
                command=_command(game, settings, asked, seed, confidence),
                progress=progress,
            )
        _write(place, certificate)
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    if as_machine:
        print_json(certificate)
    else:
        _show(rules, certificate)
    sys.exit(0 if certificate.passed else 1)


def _check(confidence: float, place: Path) -> None:
    """Before it takes long."""
    if not place.parent.is_dir():
        raise Refused(Code.BAD_FILE, f"there is no folder {str(place.parent)!r} for the report")
    if not 0 < confidence < 1:
        why = f"a confidence lies between 0 and 1, as {CONFIDENCE} does, not {confidence}"
        raise Refused(Code.BAD_SETTING, why)


def _command(
    game: str, settings: tuple[str, ...], rounds: tuple[int, int], seed: int, confidence: float
) -> str:
    words = ["croupier", "certify", game]
    for setting in settings:
        words += ["--set", setting]
    words += ["--rounds", str(rounds[0]), "--engine-rounds", str(rounds[1])]
    return shlex.join([*words, "--seed", str(seed), "--confidence", str(confidence)])


def _write(report: Path, certificate: "Certificate") -> None:
    page = filled("croupier.cli.certify", "certificate.html", certificate=certificate)
    data = msgspec.json.format(msgspec.json.encode(certificate), indent=2)
    for ending, content in ((".html", page.encode()), (".json", data + b"\n")):
        file = report.with_name(report.name + ending)
        try:
            file.write_bytes(content)
        except OSError as error:
            why = f"{str(file)!r} cannot be written: {error.strerror}"
            raise Refused(Code.BAD_FILE, why) from None


def _show(rules: Rules, certificate: "Certificate") -> None:
    OUT.print(Text(f"{certificate.title}: certificate", style="bold"))
    OUT.print(_table(rules, certificate))
    OUT.print(
        f"No bet may be off by more than {certificate.limit:.2f} standard errors"
        f" (confidence {certificate.confidence})."
    )
    apart = len(certificate.by_engine.differences)
    OUT.print(f"{certificate.by_engine.rounds:,} rounds by the engine, too: {apart} differences.")
    OUT.print(Text("Passed." if certificate.passed else "NOT PASSED.", style="bold"))


def _table(rules: Rules, certificate: "Certificate") -> Table:
    """Of many bets of one kind that which is furthest off; the report has all."""
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column("bet", no_wrap=True)
    for name in ("rounds", "mean", "std err", "ev", "z"):
        table.add_column(name, justify="right", no_wrap=True)
    kinds: dict[str, list[CertifiedBet]] = {}
    for bet in certificate.bets:
        kinds.setdefault(rules.kind_of(bet.bet), []).append(bet)
    for alike in kinds.values():
        bet = max(alike, key=lambda each: abs(each.z or 0))
        many = f" (of {len(alike)})" if len(alike) > 1 else ""
        table.add_row(
            Text(bet.bet + many, style="" if bet.passed else "red"),
            f"{bet.rounds:,}",
            worth(bet.mean),
            f"{bet.stderr:.6f}",
            "" if bet.ev is None else worth(bet.ev),
            "" if bet.z is None else f"{bet.z:+.2f}",
        )
    return table
