-- The archive: periods whose entries and transfers have left their tables for files. A file is
-- compressed in blocks; here stands which block holds what, and what must be known without a file.

CREATE TABLE archived_blocks (
    stream INTEGER NOT NULL REFERENCES streams (id),
    first_seq INTEGER NOT NULL CHECK (first_seq > 0),
    last_seq INTEGER NOT NULL CHECK (last_seq >= first_seq),
    first_place INTEGER NOT NULL,
    last_place INTEGER NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    file TEXT NOT NULL,
    begins INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (stream, last_seq),
    UNIQUE (stream, last_place)
) STRICT, WITHOUT ROWID;

-- In which blocks something moved in or out of a wallet, and between which places and times.
CREATE TABLE archived_wallets (
    account TEXT NOT NULL,
    stream INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    first_place INTEGER NOT NULL,
    last_place INTEGER NOT NULL,
    first_ms INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    PRIMARY KEY (account, stream, last_seq),
    FOREIGN KEY (stream, last_seq) REFERENCES archived_blocks (stream, last_seq)
) STRICT, WITHOUT ROWID;

-- One command, one effect, one answer, however long ago. Most answers are the same few.
CREATE TABLE archived_answers (
    number INTEGER PRIMARY KEY,
    answer BLOB NOT NULL UNIQUE
) STRICT;

CREATE TABLE archived_commands (
    sender TEXT NOT NULL,
    command TEXT NOT NULL,
    stream INTEGER NOT NULL REFERENCES streams (id),
    seq INTEGER NOT NULL,
    body_hash BLOB NOT NULL,
    answer INTEGER NOT NULL REFERENCES archived_answers (number),
    PRIMARY KEY (sender, command)
) STRICT, WITHOUT ROWID;

-- Where the files are: one row. A path that is not absolute begins beside the database.
CREATE TABLE archive_folder (
    path TEXT NOT NULL
) STRICT;

-- What is in the archive may leave, and nothing else.
DROP TRIGGER entries_are_kept;
CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries WHEN NOT EXISTS (
    SELECT 1 FROM archived_blocks b
    WHERE b.stream = OLD.stream AND OLD.seq BETWEEN b.first_seq AND b.last_seq)
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
DROP TRIGGER transfers_are_kept;
CREATE TRIGGER transfers_are_kept BEFORE DELETE ON transfers WHEN NOT EXISTS (
    SELECT 1 FROM entries e JOIN archived_blocks b ON b.stream = e.stream
    WHERE e.place = OLD.place AND e.seq BETWEEN b.first_seq AND b.last_seq)
BEGIN SELECT RAISE(ABORT, 'transfers are never deleted'); END;

CREATE TRIGGER archived_blocks_stay BEFORE UPDATE ON archived_blocks
BEGIN SELECT RAISE(ABORT, 'the archive is never changed'); END;
CREATE TRIGGER archived_blocks_are_kept BEFORE DELETE ON archived_blocks
BEGIN SELECT RAISE(ABORT, 'the archive is never changed'); END;
CREATE TRIGGER archived_wallets_stay BEFORE UPDATE ON archived_wallets
BEGIN SELECT RAISE(ABORT, 'the archive is never changed'); END;
CREATE TRIGGER archived_wallets_are_kept BEFORE DELETE ON archived_wallets
BEGIN SELECT RAISE(ABORT, 'the archive is never changed'); END;
CREATE TRIGGER archived_commands_stay BEFORE UPDATE ON archived_commands
BEGIN SELECT RAISE(ABORT, 'the archive is never changed'); END;
CREATE TRIGGER archived_commands_are_kept BEFORE DELETE ON archived_commands
BEGIN SELECT RAISE(ABORT, 'the archive is never changed'); END;
CREATE TRIGGER archived_answers_stay BEFORE UPDATE ON archived_answers
BEGIN SELECT RAISE(ABORT, 'the archive is never changed'); END;
CREATE TRIGGER archived_answers_are_kept BEFORE DELETE ON archived_answers
BEGIN SELECT RAISE(ABORT, 'the archive is never changed'); END;
