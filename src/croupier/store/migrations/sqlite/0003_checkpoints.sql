-- What follows from a journal and would take long to find anew: the state it folds to at one entry,
-- and rows by which its parts are found again. All of it can be thrown away and made again, so it
-- may be changed and deleted.

CREATE TABLE checkpoints (
    stream INTEGER PRIMARY KEY REFERENCES streams (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    format TEXT NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE TABLE indexed (
    stream INTEGER NOT NULL REFERENCES streams (id),
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (stream, kind, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX indexed_by_time ON indexed (stream, kind, at_ms, number);
