"""Where each document says what no setting and no settlement line of its rules cites."""

import msgspec

from croupier.games.baccarat.rules import BaccaratRules


class Where(msgspec.Struct, frozen=True, kw_only=True):
    """Subject → clauses; empty where the document is silent."""

    limits: tuple[str, ...] = ("R3a",)
    opens: tuple[str, ...] = ("R3",)
    closes: tuple[str, ...] = ()
    aim: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    deal: tuple[str, ...] = ()
    natural: tuple[str, ...] = ()
    third_cards: tuple[str, ...] = ()
    pair: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()
    antes: tuple[str, ...] = ()
    ruling: tuple[str, ...] = ()


_DOCUMENTS = {
    "LIVE": Where(
        limits=("LIVE 3.2", "R3a"),
        opens=("LIVE 3.1",),
        closes=("LIVE 3.2",),
        aim=("LIVE 3.1",),
        values=("LIVE 3.2",),
        deal=("LIVE 3.1",),
        natural=("LIVE 3.2", "LIVE 3.3.1"),
        third_cards=("LIVE 3.3.1", "LIVE 3.3.2"),
        ruling=("R22",),
    ),
    "NKB": Where(
        opens=("NKB 3.1",),
        closes=("NKB 3.2", "NKB 5.2", "NKB 5.3"),
        aim=("NKB 3.3", "NKB 3.8"),
        values=("NKB 3.8",),
        deal=("NKB 3.4", "NKB 3.5"),
        natural=("NKB 1.4", "NKB 3.7"),
        third_cards=("NKB 1.2", "NKB 3.6", "NKB 3.7"),
        pair=("NKB 1.6", "NKB 3.5"),
        totals=("NKB 1.9", "NKB 3.3"),
        antes=("NKB 1.1", "NKB 1.8"),
        ruling=("R23",),
    ),
}


def where_of(rules: BaccaratRules) -> Where:
    return _DOCUMENTS.get(rules.document, Where())
