-- What follows from a journal and would take long to find anew: the state it folds to at one entry,
-- and rows by which its parts are found again. All of it can be thrown away and made again, so it
-- may be changed and deleted.

CREATE TABLE checkpoints (
    stream bigint PRIMARY KEY REFERENCES streams (id),
    seq bigint NOT NULL CHECK (seq > 0),
    hash bytea NOT NULL CHECK (length(hash) = 32),
    format text NOT NULL,
    body bytea NOT NULL
);

CREATE TABLE indexed (
    stream bigint NOT NULL REFERENCES streams (id),
    kind text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    at_ms bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (stream, kind, number)
);

CREATE INDEX indexed_by_time ON indexed (stream, kind, at_ms, number);
