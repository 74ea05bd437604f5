"""`croupier serve`: a house with its tables, on one port."""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click
from uvicorn.loops.auto import auto_loop_factory

from croupier.bus.authenticated import Unsigned
from croupier.bus.nats_address import check_login
from croupier.bus.opening import open_bus
from croupier.cli.terminal import OUT, fail
from croupier.cli.workers import run_workers
from croupier.client.bot import Bots
from croupier.engine.variants import problems
from croupier.house.cage.book import Chips
from croupier.house.floor.text import clean
from croupier.house.garbage import tune_garbage_collection
from croupier.house.tables_file import HouseFile, default_tables, load_house
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.kit.stakes import parse_stake
from croupier.server.books import Books, opened_books, refusal
from croupier.server.house import House
from croupier.server.logs import log_to_stderr
from croupier.server.node import NodeLink, check_node_name
from croupier.server.play_chips import LONGEST_WAIT, MOST_CHIPS
from croupier.server.serve import (
    HouseServer,
    address_of,
    check_interpreter,
    hold,
)
from croupier.server.settings import HouseSettings
from croupier.store import StoreError
from croupier.store.nodes import Node
from croupier.store.opening import SILENCE_S, is_postgres, open_nodes
from croupier.table.config import TableConfig

if TYPE_CHECKING:
    from croupier.server.tracing import Tracing

Option = Callable[[Callable[..., None]], Callable[..., None]]

_TRACED_TO = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


def _text(name: str, help: str, *, variable: str = "", metavar: str | None = None) -> Option:
    """Empty, where nobody says anything; `variable` of the environment may."""
    return click.option(
        name,
        default="",
        show_default=False,
        envvar=variable or None,
        show_envvar=bool(variable),
        metavar=metavar,
        help=help,
    )


def _number(name: str, usual: int, least: int, most: int, help: str) -> Option:
    return click.option(name, type=click.IntRange(least, most), default=usual, help=help)


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=Path("croupier-data"),
    help="Where the house keeps its books and its key.",
)
@_text("--store", "postgresql://…; otherwise SQLite in --data.", variable="CROUPIER_STORE")
@click.option("--host", default="127.0.0.1", help="Where to listen.")
@_number("--port", 8000, 0, 65535, "0: any that is free.")
@click.option(
    "--tables",
    type=click.Path(path_type=Path),
    help="tables.toml; otherwise one table of each game.",
)
@_number("--bots", 0, 0, 500, "House bots that play.")
@click.option("--guests/--no-guests", default=True, help="Whether guests get play chips.")
@click.option(
    "--watching/--no-watching",
    default=True,
    help="Whether tables are shown to who has no account.",
)
@click.option("--play-chips", default="1000", help="What the house gives for fun.")
@_number("--refill", 15, 1, LONGEST_WAIT, "Minutes from one refill of them to the next.")
@click.option(
    "--members",
    type=click.Choice([str(chips) for chips in Chips]),
    help="Members' chips; otherwise as the books say, play chips in new ones.",
)
@_text("--cage", "Where the cage is, and when: shown to members.")
@click.option(
    "--origin",
    multiple=True,
    help="Another address of this house's own pages, as https://play.example.",
)
@click.option("--behind-proxy", is_flag=True, help="Believe X-Forwarded-For of the proxy in front.")
@_text(
    "--log-origin",
    "The name of the transparency log, as play.example/log; otherwise it follows from the house's"
    " key.",
    metavar="NAME",
)
@_number("--log-every", 5, 1, 600, "Seconds before the heads of grown journals are published.")
@click.option(
    "--witness",
    multiple=True,
    metavar="KEY",
    help="The verifier key of a witness whose cosignatures are taken.",
)
@_number(
    "--staff-wait",
    24,
    0,
    24 * 30,
    "Hours before a staff account that one administrator alone has made or changed may sign and"
    " move money.",
)
@_number("--stills-days", 30, 1, 3650, "Days for which stills of a console's camera are kept.")
@_number("--picture-viewers", 20, 1, 1_000, "Who may look at once at a console that is a camera.")
@click.option(
    "--check",
    type=click.FloatRange(0, 100),
    default=1.0,
    help="Per cent of a core that go through the books again and again; 0: none.",
)
@_number("--drain", 20, 0, 600, "Seconds for rounds to finish when closing.")
@click.option(
    "--take-over", is_flag=True, help="On PostgreSQL: end the house that has these books."
)
@click.option(
    "--store-silence",
    type=click.FloatRange(0.1, SILENCE_S),
    default=SILENCE_S,
    help="Seconds after which a PostgreSQL that answers nothing is given up.",
)
@_text(
    "--bus",
    "nats://…: this is one of several nodes that share the store.",
    variable="CROUPIER_BUS",
)
@click.option(
    "--bus-without-login",
    is_flag=True,
    envvar="CROUPIER_BUS_WITHOUT_LOGIN",
    help="Take a --bus without a password or token: where nobody else reaches it.",
)
@click.option(
    "--bus-unsigned",
    type=click.Choice([str(Unsigned.SEND), str(Unsigned.ACCEPT)]),
    envvar="CROUPIER_BUS_UNSIGNED",
    help="During an upgrade from nodes that do not sign messages: send them, or only accept them,"
    " without a signature.",
)
@_text(
    "--node",
    "The name of this node, which no other has; needs --bus.",
    variable="CROUPIER_NODE",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="So many nodes on this machine, with a bus of their own, on one port; needs PostgreSQL.",
)
@click.option("--share-port", is_flag=True, hidden=True)
@_text(
    "--trace",
    "Send traces of every message to an OpenTelemetry collector (OTLP over HTTP); otherwise where"
    " the OTEL_ variables say, or none.",
    metavar="URL",
)
@click.option("--log-level", default="warning", help="debug, info, warning or error.")
def serve(
    *,
    data: Path,
    store: str,
    host: str,
    port: int,
    tables: Path | None,
    bots: int,
    guests: bool,
    watching: bool,
    play_chips: str,
    refill: int,
    members: str | None,
    cage: str,
    origin: tuple[str, ...],
    behind_proxy: bool,
    log_origin: str,
    log_every: int,
    witness: tuple[str, ...],
    staff_wait: int,
    stills_days: int,
    picture_viewers: int,
    check: float,
    drain: int,
    take_over: bool,
    store_silence: float,
    bus: str,
    bus_without_login: bool,
    bus_unsigned: str | None,
    node: str,
    workers: int | None,
    share_port: bool,
    trace: str,
    log_level: str,
) -> None:
    """Open a house: tables for players in the browser, dealers, the pit, the cage, an inspector.

    The first start makes the staff accounts and prints their one-time passwords. Ctrl-C closes it
    in good order: rounds are finished, bets that wait for none go back.
    """
    try:
        log_to_stderr(log_level)
        check_interpreter()
        if workers:
            context = click.get_current_context()
            assert context is not None
            run_workers(workers, context, host, port)
            return
        _check_node(store, bus, node, take_over, without_login=bus_without_login)
        file = load_house(tables) if tables else HouseFile(default_tables())
        _report_problems(file)
        chips = _chips(play_chips)
        with hold(host, port, shared=share_port) as door:
            settings = HouseSettings(
                origins=frozenset((*_own_origins(host, door.getsockname()[1]), *origin)),
                guests=guests,
                watching=watching,
                play_chips=chips,
                refill_minutes=refill,
                members=Chips(members) if members else None,
                cage=clean(cage) if cage.strip() else "",
                drain_s=drain,
                trusted_proxy=behind_proxy,
                log_origin=log_origin,
                log_every_s=log_every,
                witnesses=witness,
                staff_wait_h=staff_wait,
                stills_days=stills_days,
                picture_viewers=picture_viewers,
                check_percent=check,
                approved_rules=file.approved_rules,
                approved_program=file.approved_program,
                support=file.support,
            )
            address = address_of(door)
            # uvloop where there is one: half the cost of a message is the loop's.
            with (
                _traced(trace) as tracing,
                opened_books(
                    data, store, address, take_over=take_over, node=node, silence_s=store_silence
                ) as books,
                asyncio.Runner(loop_factory=auto_loop_factory()) as loop,
            ):
                wanted = _House(
                    data,
                    store,
                    settings,
                    file.tables,
                    as_written=tables is not None,
                    bus=bus,
                    unsigned=Unsigned(bus_unsigned or Unsigned.REFUSE),
                    node=node,
                    tracing=tracing,
                )
                loop.run(_open(wanted, books, door, bots, orphan_closes=share_port))
    except Refused as refused:
        fail(refused)
    except StoreError as error:
        fail(refusal(error))


def _report_problems(file: HouseFile) -> None:
    """Packages and tables that a mistake in another package keeps out."""
    log = logging.getLogger("croupier.house")
    for one in problems():
        log.error("%s was set aside (%s): %s", one.package, one.entry, one.reason)
    for table in file.left_out:
        log.error("not opened: %s", table)


class _House:
    """What it takes to open one, before anything is opened."""

    def __init__(
        self,
        data: Path,
        store: str,
        settings: HouseSettings,
        configs: tuple[TableConfig, ...],
        *,
        as_written: bool,
        bus: str,
        unsigned: Unsigned,
        node: str,
        tracing: "Tracing | None",
    ) -> None:
        self.data, self.url, self.settings = data, store, settings
        self.configs, self.as_written = configs, as_written
        self.bus, self.unsigned = bus, unsigned
        self.node, self.tracing = node, tracing

    async def link(self) -> NodeLink | None:
        """To the other nodes."""
        if not self.node:
            return None
        node = Node(self.node, secrets.token_hex(8), version("croupier"))
        bus = await open_bus(self.bus, self.node)
        return NodeLink(node, open_nodes(self.url), bus, self.unsigned)

    def open(self, books: Books, link: NodeLink | None) -> House:
        house = House(
            books.store,
            key=books.key,
            settings=self.settings,
            mark=books.mark,
            occupation=books.occupation,
            turned_away=self.data / f"turned-away{self.node and '-'}{self.node}.json",
            stills=self.data / "stills",
            tracing=self.tracing,
            link=link,
        )
        house.open(self.configs, as_written=self.as_written)
        books.mark_now()
        return house


async def _open(
    wanted: _House, books: Books, door: socket.socket, bots: int, *, orphan_closes: bool
) -> None:
    house = wanted.open(books, await wanted.link())
    server = HouseServer(house, *door.getsockname()[:2], door=door)
    playing = Bots()

    async def opened(address: str) -> None:
        tune_garbage_collection()
        if house.people.first_start():
            _introduce(await house.people.open_house())
        books.opened()
        OUT.print(f"The house is open at {address}")
        OUT.print(
            f"{len(wanted.configs)} tables; books in {wanted.url or wanted.data}", markup=False
        )
        if bots:
            playing.start(address, bots)
        if orphan_closes:
            house.spawn(_close_as_orphan(server))

    try:
        with suppress(asyncio.CancelledError):
            await server.open(opened)
    finally:
        await playing.stop()
    OUT.print("The house is closed.")


async def _close_as_orphan(server: HouseServer) -> None:
    """A worker does not outlive whoever looks after it."""
    parent = os.getppid()
    while os.getppid() == parent:
        await asyncio.sleep(1)
    server.stop()


def _check_node(store: str, bus: str, node: str, take_over: bool, *, without_login: bool) -> None:
    if bool(bus) is not bool(node):
        raise Refused(Code.BAD_SETTING, "--bus and --node go together: one of several nodes")
    if bus and not without_login:
        check_login(bus)
    if node:
        check_node_name(node)
        if not is_postgres(store):
            raise Refused(Code.BAD_SETTING, "nodes share PostgreSQL: --store postgresql://…")
        if take_over:
            raise Refused(Code.BAD_SETTING, "a node takes over what others leave by itself")


def _traced(url: str) -> "AbstractContextManager[Tracing | None]":
    """OpenTelemetry is imported only where somebody wants traces."""
    if not url and not any(os.environ.get(name) for name in _TRACED_TO):
        return nullcontext()
    try:
        from croupier.server.tracing import tracing_to  # noqa: PLC0415
    except ImportError:
        message = "traces need OpenTelemetry: pip install 'croupier[otel]'"
        raise Refused(Code.BAD_SETTING, message) from None
    return tracing_to(url)


def _chips(text: str) -> int:
    amount = parse_stake(text, 1, "--play-chips")
    if amount > MOST_CHIPS:
        raise Refused(Code.LIMIT, f"--play-chips is at most {format_amount(MOST_CHIPS)}")
    return amount


def _introduce(passwords: dict[str, str]) -> None:
    OUT.print("This is the first start. The staff, with passwords to be changed at first login:")
    for name, password in passwords.items():
        OUT.print(f"  {name:<12} {password}", markup=False)
    OUT.print("They are not shown again.")


def _own_origins(host: str, port: int) -> tuple[str, ...]:
    names = {host, "localhost", "127.0.0.1"}
    return tuple(f"http://{name}:{port}" for name in sorted(names))
