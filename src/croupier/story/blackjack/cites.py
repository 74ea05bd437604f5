"""The clauses a story cites beside those the settlement and the refusals name themselves."""

from typing import NamedTuple

from croupier.games.blackjack import BlackjackRules


class Cites(NamedTuple):
    deal: str
    decides: str
    """Who decides for a box or seat."""
    interim: str
    draws: str
    """The dealer draws."""
    stands: str
    """The dealer stands."""
    turns: str
    """A hole card is turned."""
    idle: str
    """The dealer draws no more than some bet needs."""
    goes_on: str
    """An interrupted round that goes on."""
    as_it_is: str
    """Going on with cards that could not be put in order."""
    as_mended: str
    together_choice: str
    void_returns: str
    not_pro_rated: str = "R8"


_RULED = {
    "goes_on": "R4",
    "as_it_is": "R28",
    "as_mended": "R28",
    "together_choice": "R28",
    "void_returns": "R2",
}

_CITES = {
    "BJ5": Cites(
        deal="BJ5 3.11",
        decides="BJ5 3.8",
        interim="BJ5 3.13",
        draws="BJ5 3.23",
        stands="BJ5 3.23",
        turns="",
        idle="R12",
        goes_on="BJ5 5.4.1",
        as_it_is="BJ5 5.7.1",
        as_mended="BJ5 5.7.2",
        together_choice="BJ5 5.12.2",
        void_returns="BJ5 5.17",
        not_pro_rated="BJ5 5.1.2",
    ),
    "BJP": Cites(
        deal="BJP 3.11",
        decides="BJP 3.8",
        interim="BJP 3.13",
        draws="BJP 3.24",
        stands="BJP 3.24",
        turns="",
        idle="R12",
        goes_on="BJP 5.4.1",
        as_it_is="BJP 5.7.1",
        as_mended="BJP 5.7.2",
        together_choice="BJP 5.12.2",
        void_returns="BJP 5.17",
        not_pro_rated="BJP 5.1.2",
    ),
    "LIVE": Cites(
        deal="LIVE 2.3.4",
        decides="LIVE 2.5.2.7",
        interim="LIVE 2.3.8",
        draws="LIVE 2.4.4",
        stands="LIVE 2.4.4",
        turns="LIVE 2.3.8",
        idle="LIVE 2.4.4",
        **_RULED,
    ),
    "CLB": Cites(
        deal="CLB 4",
        decides="CLB 11",
        interim="CLB 8",
        draws="CLB 15",
        stands="CLB 14",
        turns="CLB 13",
        idle="R20",
        **_RULED,
    ),
}


def cites_of(rules: BlackjackRules) -> Cites:
    return _CITES[rules.document]
