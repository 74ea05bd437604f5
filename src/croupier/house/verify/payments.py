"""Whether a round moved what its bets, its cards and its rules come to.

The journal has what went into a round, and the ledger what was paid for it. The engine settles the
round again from the one, and the other is held to it, account by account: nothing is left to
chance, a cent in a single round is enough. Only the lines are relied on, not what the house makes
transfers from.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from croupier.engine.lines import Line, Result
from croupier.engine.rules_digest import rules_digest
from croupier.house.records.round_entry import RoundEntry
from croupier.house.records.rounds import read_round
from croupier.kit.phrase import Phrase, words
from croupier.ledger import Transfer, bank, net, wallet
from croupier.store.errors import StoreError
from croupier.store.pages import journal_page
from croupier.store.protocol import LARGEST_PAGE, Reader
from croupier.store.values import Entry
from croupier.table.facts import BetsClosed, BetsDisplaced, BetsPlaced, BettingOpened
from croupier.table.recovery import NoSuchTable, facts_of
from croupier.table.rounds import PlayedRound
from croupier.table.state import layout_hash

_MOST_CLAUSES = 5


def payment_faults(reader: Reader, table: str, entry: RoundEntry) -> list[Phrase]:
    """What is wrong with a round that is over; nothing, if all is well."""
    try:
        written = _written(reader, table, entry)
        played = read_round(reader, table, entry)
        moved = [transfer for _, transfers in written for transfer in transfers]
        return [
            *_other_bets(played, [one for one, _ in written]),
            *wrong_payments(table, played.number, played.lines, moved, staged=entry.config.staged),
        ]
    except StoreError:
        raise
    except Exception as error:  # a damaged journal may come to anything
        why = str(error) or type(error).__name__
        return [
            words("round {round} cannot be settled again: {why}", round=entry.number, why=why[:120])
        ]


def wrong_payments(
    table: str, round: int, lines: Iterable[Line], moved: Iterable[Transfer], *, staged: bool
) -> Iterator[Phrase]:
    """Every account that a round brought something else than its lines do; but the table's bank,
    which has the other side of all of them."""
    should: dict[str, int] = {}
    clauses: dict[str, dict[str, None]] = {}
    for line in lines:
        if not staged and line.result is not Result.ADJUSTED:  # that is the cage's to pay
            account = wallet(line.player)
            should[account] = should.get(account, 0) + line.net
            clauses.setdefault(account, {})[line.clause] = None
    brought = net(moved)
    brought.pop(bank(table), None)
    for account in dict.fromkeys((*should, *brought)):
        if brought.get(account, 0) != should.get(account, 0):
            yield words(
                "round {round} brought {account} {brought:signed}, where its cards and rules come "
                "to {should:signed} [{clauses}]",
                round=round,
                account=account,
                brought=brought.get(account, 0),
                should=should.get(account, 0),
                clauses=_listed(clauses.get(account, ())),
            )


def _listed(clauses: Iterable[str]) -> str:
    """As many as an alert has room for."""
    first = list(islice(clauses, _MOST_CLAUSES + 1))
    more = ", …" if len(first) > _MOST_CLAUSES else ""
    return ", ".join(first[:_MOST_CLAUSES]) + more or "–"


def _written(
    reader: Reader, table: str, entry: RoundEntry
) -> list[tuple[Entry, tuple[Transfer, ...]]]:
    """From the entry that opened its betting to the last that moved money."""
    found: list[tuple[Entry, tuple[Transfer, ...]]] = []
    after = entry.first_seq - 1
    while after < entry.last_seq:
        page = journal_page(reader, table, after, min(entry.last_seq - after, LARGEST_PAGE))
        if not page:
            raise NoSuchTable(f"the journal ends at {after}")
        found += page
        after = page[-1][0].seq
    return found


def _other_bets(played: PlayedRound, entries: list[Entry]) -> Iterator[Phrase]:
    """Bets that came after "No more bets", or were changed before it and not as they were closed;
    a round that was played under other rules than it was opened with."""
    closed = False
    for entry in entries:
        for fact in facts_of(entry):
            match fact:
                case BetsClosed():
                    closed = True
                    if fact.layout_hash != layout_hash(played.bets):
                        yield words(
                            "other bets lay there at the end of the betting of round {round} than "
                            "are settled [{clauses}]",
                            round=played.number,
                            clauses=_no_more_bets(played),
                        )
                case BetsPlaced() | BetsDisplaced() if closed:
                    yield words(
                        "{player} has a bet in round {round} that came after the end of its "
                        "betting [{clauses}]",
                        player=fact.player,
                        round=played.number,
                        clauses=_no_more_bets(played),
                    )
                case BettingOpened() if fact.rules not in ("", _rules(played)):
                    yield words(
                        "round {round} was opened under other rules than it is settled by",
                        round=played.number,
                    )


def _no_more_bets(played: PlayedRound) -> str:
    return ", ".join(played.config.check().topics.all("no-more-bets")) or "R3"


def _rules(played: PlayedRound) -> str:
    return rules_digest(played.config.check())
