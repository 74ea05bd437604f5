"""Where each document says what no setting and no settlement line of its rules cites."""

import msgspec

from croupier.games.blackjack.rules import BlackjackRules

Clauses = tuple[str, ...]


class Where(msgspec.Struct, frozen=True, kw_only=True):
    """Subject → clauses; empty where the document is silent."""

    # Notices.
    limits: Clauses = ("R3a",)
    dealer_notice: Clauses = ()
    pays_notice: Clauses = ()
    double_notice: Clauses = ()
    split_notice: Clauses = ()
    special_pays: Clauses = ()
    # In order of play.
    aim: Clauses = ()
    values: Clauses = ()
    blackjack: Clauses = ()
    opens: Clauses = ("R3",)
    closes: Clauses = ()
    limits_hold: Clauses = ("R3a",)
    side_bets: Clauses = ()
    over_under: Clauses = ()
    pair_kinds: Clauses = ()
    boxes: Clauses = ()
    decider: Clauses = ()
    deal: Clauses = ()
    shuffle: Clauses = ()
    offers: Clauses = ()
    insurance: Clauses = ()
    no_surrender: Clauses = ()
    interim: Clauses = ()
    decisions: Clauses = ()
    splits: Clauses = ()
    standing: Clauses = ()
    behind: Clauses = ()
    behind_insures: Clauses = ()
    behind_follows: Clauses = ()
    missed: Clauses = ()
    dealer: Clauses = ()
    only_needed: Clauses = ()
    boom_busted: Clauses = ()
    dealer_blackjack: Clauses = ()
    blackjack_wins: Clauses = ()
    interruption: Clauses = ()
    void: Clauses = ()
    misdeal: Clauses = ()
    together: Clauses = ()
    final: Clauses = ()


_BJ5 = Where(
    limits=("BJ5 3.4", "R8"),
    dealer_notice=("R12",),
    double_notice=("R10",),
    split_notice=("R10",),
    aim=("BJ5 3.1",),
    values=("BJ5 3.2.1", "BJ5 3.2.2", "BJ5 3.2.3"),
    blackjack=("BJ5 1.2",),
    opens=("BJ5 3.3",),
    closes=("BJ5 3.10", "BJ5 5.8"),
    limits_hold=("BJ5 3.5", "BJ5 5.1", "BJ5 5.2", "R8"),
    side_bets=("BJ5 3.9", "R14"),
    over_under=("BJ5 3.13.2d", "R14"),
    boxes=("BJ5 1.32", "R7"),
    decider=("BJ5 1.26", "BJ5 3.8", "R7"),
    deal=("BJ5 3.11", "R6"),
    offers=("R9",),
    insurance=("BJ5 3.14.2", "BJ5 3.14.2a", "BJ5 3.14.2b", "R7"),
    no_surrender=("BJ5 3.21",),
    interim=("BJ5 1.17", "BJ5 3.13", "R9"),
    decisions=("BJ5 3.17", "BJ5 3.20", "R10"),
    splits=("BJ5 3.21", "BJ5 3.21.2", "R10"),
    standing=("BJ5 1.32", "R11"),
    missed=("R15",),
    dealer=("BJ5 3.23", "R12"),
    only_needed=("R12",),
    dealer_blackjack=("BJ5 3.21.3", "BJ5 3.22.2", "R13"),
    blackjack_wins=("BJ5 3.14.1", "BJ5 3.15", "R13"),
    interruption=("BJ5 5.4.1", "BJ5 5.4.2"),
    void=("BJ5 5.17",),
    misdeal=("BJ5 5.7.1", "BJ5 5.7.2", "BJ5 5.7.3", "BJ5 5.9"),
    together=("BJ5 5.11", "BJ5 5.12.2"),
    final=("BJ5 5.13",),
)

_BJP = Where(
    limits=("BJP 3.4", "R8"),
    dealer_notice=("R12",),
    double_notice=("R10",),
    split_notice=("R10",),
    aim=("BJP 3.1",),
    values=("BJP 3.2.1", "BJP 3.2.2", "BJP 3.2.3"),
    blackjack=("BJP 1.2",),
    opens=("BJP 3.3",),
    closes=("BJP 3.10", "BJP 5.8"),
    limits_hold=("BJP 3.5", "BJP 5.1", "BJP 5.2", "R8"),
    side_bets=("BJP 3.9", "BJP 3.9.1", "R14"),
    pair_kinds=("BJP 3.14.1", "BJP 3.14.2", "BJP 3.14.3", "BJP 3.14.4"),
    boxes=("BJP 1.32", "R7"),
    decider=("BJP 1.26", "BJP 3.8", "R7"),
    deal=("BJP 3.11", "R6"),
    offers=("R9",),
    insurance=("BJP 3.15.2", "BJP 3.15.2a", "BJP 3.15.2b", "R7"),
    no_surrender=("BJP 3.22",),
    interim=("BJP 1.18", "BJP 3.13", "R9"),
    decisions=("BJP 3.18", "BJP 3.21", "R10"),
    splits=("BJP 3.22", "BJP 3.22.2", "R10"),
    standing=("BJP 1.32", "R11"),
    missed=("R15",),
    dealer=("BJP 3.24", "R12"),
    only_needed=("R12",),
    boom_busted=("BJP 3.25", "BJP 3.26", "BJP 3.26.1", "BJP 3.26.2"),
    dealer_blackjack=("BJP 3.22.3", "BJP 3.23.2", "R13"),
    blackjack_wins=("BJP 3.15.1", "BJP 3.16", "R13"),
    interruption=("BJP 5.4.1", "BJP 5.4.2"),
    void=("BJP 5.17",),
    misdeal=("BJP 5.7.1", "BJP 5.7.2", "BJP 5.7.3", "BJP 5.9"),
    together=("BJP 5.11", "BJP 5.12.2"),
    final=("BJP 5.13",),
)

_LIVE = Where(
    limits=("LIVE 2.1.6a", "LIVE 2.2.1e", "R3a"),
    dealer_notice=("LIVE 2.1.5", "LIVE 2.1.5a"),
    pays_notice=("LIVE 2.1.5", "LIVE 2.1.5b"),
    double_notice=("LIVE 2.1.6", "LIVE 2.1.6b"),
    split_notice=("LIVE 2.1.6", "LIVE 2.1.6c"),
    special_pays=("LIVE 2.1.6", "LIVE 2.1.6d"),
    aim=("LIVE 2.2.1b", "LIVE 2.2.3c"),
    values=("LIVE 2.1.8a", "LIVE 2.1.8b", "LIVE 2.1.8c"),
    blackjack=("LIVE 2.1.1",),
    opens=("LIVE 2.2.1",),
    closes=("LIVE 2.2.1", "LIVE 2.2.1g"),
    limits_hold=("LIVE 2.2.1g", "R3a"),
    deal=("LIVE 2.3.4a", "LIVE 2.3.4b", "LIVE 2.3.4c", "LIVE 2.3.4d", "R16"),
    shuffle=("LIVE 2.3.2",),
    offers=("LIVE 2.3.8",),
    insurance=("LIVE 2.2.5", "R17"),
    decisions=("LIVE 2.3.6a", "LIVE 2.4.4"),
    splits=("LIVE 2.2.7", "R18"),
    behind=("LIVE 2.5.2.1", "LIVE 2.5.2.3", "LIVE 2.5.2.6", "R19"),
    behind_insures=("LIVE 2.5.2.8", "R19"),
    behind_follows=("LIVE 2.5.2.10", "LIVE 2.5.2.11", "LIVE 2.5.2.12", "R19"),
    missed=("R17",),
    dealer=("LIVE 2.4.4", "R16"),
    only_needed=("LIVE 2.4.4",),
    dealer_blackjack=("LIVE 2.2.6", "R18"),
    blackjack_wins=("LIVE 2.2.1c", "LIVE 2.2.2"),
)

_CLB = Where(
    aim=("CLB 1",),
    values=("CLB 2",),
    blackjack=("CLB 7",),
    deal=("CLB 4", "R20"),
    offers=("CLB 8",),
    insurance=("CLB 8", "CLB 9", "CLB 10", "R20"),
    decisions=("CLB 11", "CLB 12", "R20"),
    splits=("CLB 11", "R20"),
    missed=("R20",),
    dealer=("CLB 13", "CLB 14", "CLB 15"),
    only_needed=("R20",),
    dealer_blackjack=("R20",),
    blackjack_wins=("CLB 16", "CLB 17", "R20"),
)

_DOCUMENTS = {"BJ5": _BJ5, "BJP": _BJP, "LIVE": _LIVE, "CLB": _CLB}


def where_of(rules: BlackjackRules) -> Where:
    return _DOCUMENTS.get(rules.document, Where())
