"""Whether PostgreSQL's indexes find every row that is there.

Each table is read page by page, and each row looked for through each of its indexes: `TABLESAMPLE
SYSTEM (100)` reads all pages and never an index, while sequential scans are switched off for the
rest. Where the extension amcheck is installed, it looks at the indexes themselves, too.
"""

from collections.abc import Iterator

import psycopg

from croupier.store.postgres_link import Connection

# A table, what a row of it is called, which rows the index has, and how it is found there. What is
# added to a column or put behind `||` keeps the planner from another index than the one meant.
_INDEXES = (
    ("entries", "place", "true", "i.place = e.place"),
    ("entries", "place", "true", "i.stream = e.stream AND i.seq = e.seq AND i.place + 0 = e.place"),
    (
        "entries",
        "place",
        "e.sender IS NOT NULL",
        "i.sender = e.sender AND i.command = e.command AND i.sender IS NOT NULL "
        "AND i.place + 0 = e.place",
    ),
    ("transfers", "place", "true", "i.place = e.place AND i.n = e.n"),
    ("streams", "name", "true", "i.name = e.name"),
    ("streams", "name", "true", "i.id = e.id"),
    ("accounts", "name", "true", "i.name = e.name"),
    ("vault", "key", "true", "i.key = e.key"),
    ("archived_commands", "command", "true", "i.sender = e.sender AND i.command = e.command"),
    ("archived_blocks", "last_seq", "true", "i.stream = e.stream AND i.last_seq = e.last_seq"),
    (
        "archived_wallets",
        "account",
        "true",
        "i.account = e.account AND i.stream = e.stream AND i.last_seq = e.last_seq",
    ),
    *(
        (
            "transfers",
            "place",
            f"e.{side} >= 'wallet:' AND e.{side} < 'wallet;'",
            f"i.{side} = e.{side} AND i.{side} >= 'wallet:' AND i.{side} < 'wallet;' "
            "AND i.place + 0 = e.place AND i.n + 0 = e.n",
        )
        for side in ("payer", "payee")
    ),
)
_MISSED = """SELECT e.{row}::text FROM {table} AS e TABLESAMPLE SYSTEM (100)
    WHERE {which} AND NOT EXISTS (SELECT 1 FROM {table} AS i WHERE {found} OFFSET 0) LIMIT 10"""
_AMCHECK = "SELECT n.nspname FROM pg_extension x JOIN pg_namespace n ON n.oid = x.extnamespace \
    WHERE x.extname = 'amcheck'"
_BTREES = """SELECT c.oid::regclass::text FROM pg_class c JOIN pg_am a ON a.oid = c.relam
    WHERE c.relnamespace = 'croupier'::regnamespace AND a.amname = 'btree' ORDER BY 1"""


def index_faults(db: Connection) -> Iterator[str]:
    for table, row, which, column in _INDEXES:
        sql = _MISSED.format(table=table, row=row, which=which, found=column)
        for (name,) in db.execute(sql.encode()).fetchall():
            yield f"an index of {table} does not find {row} {name} ({column})"
    for (schema,) in db.execute(_AMCHECK).fetchall():
        for (index,) in db.execute(_BTREES).fetchall():
            sql = f"SELECT \"{schema}\".bt_index_check('{index}'::regclass, true)"
            try:
                db.execute(sql.encode())
            except psycopg.Error as error:
                yield f"{index}: {error}"
