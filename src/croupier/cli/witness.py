"""`croupier witness`: look at a house's log from elsewhere, and remember."""

import socket
import sys
import time
from contextlib import closing
from pathlib import Path

import rich_click as click

from croupier.cli.terminal import OUT, contents, fail, one_line
from croupier.client.witness.copy import SecondCopy
from croupier.client.witness.folder import WitnessFolder
from croupier.client.witness.house_log import HouseLog, NotServed, Unreachable, fetch_note
from croupier.client.witness.witness import Look, Verdict, Witness, compare_folders
from croupier.kit.errors import Code, Refused
from croupier.tlog.notes import VerifierKey, parse_witness_key


@click.command()
@click.argument("url", required=False, help="The address of the house.")
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path),
    help="Where the witness keeps its key, and what it has seen.",
)
@click.option("--once", is_flag=True, help="One look; what is done without --every, too.")
@click.option("--every", type=click.IntRange(1, 86_400), metavar="S", help="Look every S seconds.")
@click.option(
    "--key",
    default="",
    show_default=False,
    metavar="KEY",
    help="The verifier key of the log, had from somewhere else than the house; otherwise the first"
    " that the house shows is remembered.",
)
@click.option(
    "--name",
    default="",
    show_default=False,
    help="Under which name the witness cosigns, as club.example/witness; for a new folder.",
)
@click.option("--copy", "copies", is_flag=True, help="Hold a second copy of the log.")
@click.option(
    "--session",
    default="",
    show_default=False,
    envvar="CROUPIER_SESSION",
    show_envvar=True,
    metavar="TOKEN",
    help="An inspector's session: the copy holds the journals, too, each held to the log.",
)
@click.option(
    "--cosigner",
    "cosigners",
    multiple=True,
    metavar="KEY",
    help="The verifier key of another witness, which has to have cosigned the log that is shown"
    " here; may be repeated.",
)
@click.option("--send", is_flag=True, help="Bring the cosignature to the house.")
@click.option(
    "--with",
    "other",
    metavar="FILE",
    help="The checkpoint of another witness, a file or https://…: was it shown the same log?",
)
@click.option(
    "--stale",
    type=click.IntRange(1),
    default=3600,
    metavar="S",
    help="How many seconds the log may stand still.",
)
@click.option(
    "--compare",
    nargs=2,
    type=click.Path(path_type=Path),
    metavar="DIR DIR",
    help="Two witnesses' folders: were both shown one log? The house is not asked.",
)
def witness(
    *,
    url: str | None,
    folder: Path | None,
    once: bool,
    every: int | None,
    key: str,
    name: str,
    copies: bool,
    session: str,
    cosigners: tuple[str, ...],
    send: bool,
    other: str | None,
    stale: int,
    compare: tuple[Path, Path] | None,
) -> None:
    """Watch the log of a house from elsewhere: notice a rewritten or a split history.

    The house publishes the heads of all its journals in a log that can only grow. A witness looks
    whether it has, and signs what it has seen. Exit status 0 when all is well, 1 when history was
    rewritten, cut off or shown differently to others, when the log stands still or is not signed, 2
    when nothing could be looked at.
    """
    try:
        if compare is not None:
            one, two = map(WitnessFolder, compare)
            _tell(compare_folders(one, two))
            return
        if not url or folder is None:
            raise Refused(Code.BAD_SETTING, "say the address of a house, and --dir")  # noqa: TRY301
        if once and every:
            raise Refused(Code.BAD_SETTING, "either --once or --every")  # noqa: TRY301
        kept = WitnessFolder(folder)
        kept.make(name or f"{socket.gethostname()}/witness")
        with closing(HouseLog(url, session)) as log:
            watching = Witness(kept, log, now=time.time, sleep=time.sleep, stale_s=stale)
            held = SecondCopy(folder, log) if copies else None
            trusted = _key(watching, key)
            cosigning = [_cosigner(text) for text in cosigners]
            while True:
                try:
                    _look(watching, trusted, kept, log, held, journals=bool(session), send=send)
                    for each in cosigning:
                        _tell(watching.cosigned(trusted, each))
                    if other:
                        _tell(watching.compare(trusted, _other(other)))
                except Unreachable as error:
                    if not every:
                        raise
                    _say(f"the house does not answer: {one_line(str(error))}")
                if not every:
                    return
                time.sleep(every)
    except Refused as refused:
        fail(refused)
    except Unreachable as error:
        fail(Refused(Code.NOT_FOUND, f"{url or other}: {one_line(str(error))}"))
    except KeyboardInterrupt:
        return


def _key(watching: Witness, told: str) -> VerifierKey:
    try:
        key, asked = watching.key(told)
    except NotServed as error:
        raise Refused(Code.NOT_FOUND, f"there is no log: {error}") from None
    if asked:
        _say(f"the house says that its key is {key.text}: compare it with what you were told")
    return key


def _cosigner(text: str) -> VerifierKey:
    try:
        return parse_witness_key(text)
    except ValueError as error:
        raise Refused(Code.BAD_SETTING, f"--cosigner: {error}") from None


def _look(
    watching: Witness,
    key: VerifierKey,
    kept: WitnessFolder,
    log: HouseLog,
    held: SecondCopy | None,
    *,
    journals: bool,
    send: bool,
) -> None:
    look = watching.look(key)
    _tell(look)
    if held is not None and look.checkpoint is not None:
        try:
            _tell(held.take(look.checkpoint, journals=journals))
        except NotServed as error:
            _tell(Look(Verdict.WITHHELD, f"the house does not show all of it: {error}"))
    if send and (note := kept.note()) is not None:
        taken = "is taken" if log.send(note.encoded) else "is not taken: it does not know this key"
        _say(f"the cosignature of {kept.own_key.text} {taken}")


def _other(other: str) -> bytes:
    return fetch_note(other) if other.startswith(("http://", "https://")) else contents(other)


def _tell(look: Look) -> None:
    _say(look.says if look.verdict.well else f"{str(look.verdict).upper()}: {look.says}")
    if not look.verdict.well:
        sys.exit(1)


def _say(text: str) -> None:
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    OUT.print(f"{when} UTC  {text}", markup=False, soft_wrap=True)
