"""Who is who: accounts, passwords, second factors, sessions."""

from croupier.house.people.book import HOUSE, Account, Must
from croupier.house.people.facts import STREAM, PeopleFact
from croupier.house.people.people import People, Who

__all__ = ["HOUSE", "STREAM", "Account", "Must", "People", "PeopleFact", "Who"]
