"""`croupier serve`: a house with its tables, on one port."""

import asyncio
import socket
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from uvicorn.loops.auto import auto_loop_factory

from croupier.cli.terminal import OUT, fail
from croupier.client.bot import Bots
from croupier.house.cage import Chips
from croupier.house.floor.text import clean
from croupier.house.tables_file import default_tables, load_tables
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.kit.stakes import parse_stake
from croupier.server.books import Books, opened_books, refusal
from croupier.server.house import House, HouseSettings
from croupier.server.logs import log_to_stderr
from croupier.server.play_chips import LONGEST_WAIT, MOST_CHIPS
from croupier.server.serve import HouseServer, address_of, check_interpreter, hold
from croupier.store import StoreError
from croupier.table.config import TableConfig


def serve(
    *,
    data: Annotated[Path, typer.Option(help="Where the house keeps its books and its key.")] = Path(
        "croupier-data"
    ),
    store: Annotated[
        str,
        typer.Option(envvar="CROUPIER_STORE", help="postgresql://…; otherwise SQLite in --data."),
    ] = "",
    host: Annotated[str, typer.Option(help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8000,
    tables: Annotated[
        Path | None, typer.Option(help="tables.toml; otherwise one table of each game.")
    ] = None,
    bots: Annotated[int, typer.Option(min=0, max=500, help="House bots that play.")] = 0,
    guests: Annotated[bool, typer.Option(help="Whether guests get play chips.")] = True,
    play_chips: Annotated[str, typer.Option(help="What the house gives for fun.")] = "1000",
    refill: Annotated[
        int,
        typer.Option(min=1, max=LONGEST_WAIT, help="Minutes from one refill of them to the next."),
    ] = 15,
    members: Annotated[
        Chips | None,
        typer.Option(help="Members' chips; otherwise as the books say, play chips in new ones."),
    ] = None,
    cage: Annotated[str, typer.Option(help="Where the cage is, and when: shown to members.")] = "",
    origin: Annotated[
        list[str],
        typer.Option(help="Another address of this house's own pages, as https://play.example."),
    ] = [],  # noqa: B006 -- typer reads it, nobody changes it
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Believe X-Forwarded-For of the proxy in front.")
    ] = False,
    staff_wait: Annotated[
        int,
        typer.Option(
            min=0,
            max=24 * 30,
            help="Hours before a staff account that one administrator alone has made or changed "
            "may sign and move money.",
        ),
    ] = 24,
    drain: Annotated[
        int, typer.Option(min=0, max=600, help="Seconds for rounds to finish when closing.")
    ] = 20,
    take_over: Annotated[
        bool,
        typer.Option("--take-over", help="On PostgreSQL: end the house that has these books."),
    ] = False,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
) -> None:
    """Open a house: tables for players in the browser, dealers, the pit, the cage, an inspector.

    The first start makes the staff accounts and prints their one-time passwords. Ctrl-C closes it
    in good order: rounds are finished, bets that wait for none go back.
    """
    try:
        log_to_stderr(log_level)
        check_interpreter()
        configs = load_tables(tables) if tables else default_tables()
        chips = _chips(play_chips)
        with hold(host, port) as door:
            settings = HouseSettings(
                origins=frozenset((*_own_origins(host, door.getsockname()[1]), *origin)),
                guests=guests,
                play_chips=chips,
                refill_minutes=refill,
                members=members,
                cage=clean(cage) if cage.strip() else "",
                drain_s=drain,
                trusted_proxy=behind_proxy,
                staff_wait_h=staff_wait,
            )
            wanted = _House(data, store, settings, configs, tables is not None)
            address = address_of(door)
            # uvloop where there is one: half the cost of a message is the loop's.
            with (
                opened_books(data, store, address, take_over=take_over) as books,
                asyncio.Runner(loop_factory=auto_loop_factory()) as loop,
            ):
                loop.run(_open(wanted, books, door, bots))
    except Refused as refused:
        fail(refused)
    except StoreError as error:
        fail(refusal(error))


class _House:
    """What it takes to open one, before anything is opened."""

    def __init__(
        self,
        data: Path,
        store: str,
        settings: HouseSettings,
        configs: tuple[TableConfig, ...],
        as_written: bool,
    ) -> None:
        self.data, self.url, self.settings = data, store, settings
        self.configs, self.as_written = configs, as_written

    def open(self, books: Books) -> House:
        house = House(
            books.store,
            key=books.key,
            settings=self.settings,
            mark=books.mark,
            occupation=books.occupation,
            turned_away=self.data / "turned-away.json",
        )
        house.open(self.configs, as_written=self.as_written)
        books.mark_now()
        return house


async def _open(wanted: _House, books: Books, door: socket.socket, bots: int) -> None:
    house = wanted.open(books)
    server = HouseServer(house, *door.getsockname()[:2], door=door)
    playing = Bots()

    async def opened(address: str) -> None:
        if house.people.first_start():
            _introduce(await house.people.open_house())
        OUT.print(f"The house is open at {address}")
        OUT.print(
            f"{len(wanted.configs)} tables; books in {wanted.url or wanted.data}", markup=False
        )
        if bots:
            playing.start(address, bots)

    try:
        with suppress(asyncio.CancelledError):
            await server.open(opened)
    finally:
        await playing.stop()
    OUT.print("The house is closed.")


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
