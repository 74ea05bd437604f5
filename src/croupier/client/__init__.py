"""A client that plays: for bots, for tests, and for whoever writes one."""

from croupier.client.api import Api, HouseRefused
from croupier.client.client import Client, new_id
from croupier.table.commands import LaidBet

__all__ = ["Api", "Client", "HouseRefused", "LaidBet", "new_id"]
