-- The journal, the ledger and the vault. Money is whole numbers of the smallest unit, at most
-- 2^53 - 1 = 9007199254740991. Entries, transfers and secrets are only ever added.

CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    epoch INTEGER NOT NULL CHECK (epoch > 0),
    owner TEXT NOT NULL,
    renewed_ms INTEGER NOT NULL,
    seq INTEGER NOT NULL CHECK (seq >= 0),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE TABLE accounts (
    name TEXT PRIMARY KEY,
    balance INTEGER NOT NULL CHECK (balance BETWEEN -9007199254740991 AND 9007199254740991),
    CHECK (balance >= 0 OR name IN ('cage', 'adjustments') OR name GLOB 'bank:*')
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (
    place INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES streams (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    epoch INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    sender TEXT,
    command TEXT,
    body_hash BLOB,
    answer BLOB NOT NULL,
    UNIQUE (stream, seq),
    CHECK ((sender IS NULL) = (command IS NULL) AND (sender IS NULL) = (body_hash IS NULL))
) STRICT;

-- One command, one effect, one answer: it is kept beside the entry it brought.
CREATE UNIQUE INDEX commands ON entries (sender, command) WHERE sender IS NOT NULL;

CREATE TABLE transfers (
    place INTEGER NOT NULL REFERENCES entries (place),
    n INTEGER NOT NULL CHECK (n > 0),
    payer TEXT NOT NULL REFERENCES accounts (name),
    payee TEXT NOT NULL REFERENCES accounts (name),
    amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
    reason TEXT NOT NULL,
    cause TEXT NOT NULL,
    PRIMARY KEY (place, n),
    CHECK (payer <> payee)
) STRICT, WITHOUT ROWID;

CREATE TABLE vault (
    key TEXT PRIMARY KEY,
    secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER transfers_stay BEFORE UPDATE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are never changed'); END;
CREATE TRIGGER transfers_are_kept BEFORE DELETE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are never deleted'); END;
CREATE TRIGGER vault_stays BEFORE UPDATE ON vault
BEGIN SELECT RAISE(ABORT, 'secrets are never changed'); END;
CREATE TRIGGER vault_is_kept BEFORE DELETE ON vault
BEGIN SELECT RAISE(ABORT, 'secrets are never deleted'); END;
CREATE TRIGGER epochs_rise BEFORE UPDATE OF epoch ON streams WHEN NEW.epoch < OLD.epoch
BEGIN SELECT RAISE(ABORT, 'epochs never fall'); END;
