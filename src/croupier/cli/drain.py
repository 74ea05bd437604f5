"""`croupier drain`: ask a node to close, and to give its tables away first."""

from contextlib import closing

import rich_click as click

from croupier.cli.terminal import OUT, fail
from croupier.kit.errors import Code, Refused
from croupier.server.books import refusal
from croupier.store import StoreError
from croupier.store.nodes import DEAD_MS, Nodes
from croupier.store.opening import open_nodes


def _list(nodes: Nodes) -> None:
    for seen in nodes.seen():
        state = "draining" if seen.node.draining or seen.asked_to_drain else "open"
        if seen.age_ms >= DEAD_MS:
            state = f"silent for {seen.age_ms // 1000} s"
        OUT.print(f"{seen.node.name}  {seen.node.version}  {state}", markup=False)


def _ask(nodes: Nodes, name: str) -> None:
    if not nodes.ask_to_drain(name):
        raise Refused(Code.NOT_KNOWN, f"there is no node {name!r} in this house")
    OUT.print(f"{name} is asked to drain", markup=False)


@click.command()
@click.argument("name", required=False)
@click.option(
    "--store",
    required=True,
    envvar="CROUPIER_STORE",
    show_envvar=True,
    metavar="URL",
    help="postgresql://…",
)
def drain(name: str | None, store: str) -> None:
    """Ask a node of a house to close: its tables and clients move to the others first.

    A table moves between two rounds, so nobody is interrupted. Without a name the nodes are listed.
    """
    try:
        with closing(open_nodes(store)) as nodes:
            if name is None:
                _list(nodes)
            else:
                _ask(nodes, name)
    except Refused as refused:
        fail(refused)
    except StoreError as error:
        fail(refusal(error))
