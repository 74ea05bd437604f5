-- The archive: periods whose entries and transfers have left their tables for files. A file is
-- compressed in blocks; here stands which block holds what, and what must be known without a file.

CREATE TABLE archived_blocks (
    stream bigint NOT NULL REFERENCES streams (id),
    first_seq bigint NOT NULL CHECK (first_seq > 0),
    last_seq bigint NOT NULL CHECK (last_seq >= first_seq),
    first_place bigint NOT NULL,
    last_place bigint NOT NULL,
    hash bytea NOT NULL CHECK (length(hash) = 32),
    file text NOT NULL,
    begins bigint NOT NULL,
    length bigint NOT NULL,
    PRIMARY KEY (stream, last_seq),
    UNIQUE (stream, last_place)
);

-- In which blocks something moved in or out of a wallet, and between which places and times.
CREATE TABLE archived_wallets (
    account text COLLATE "C" NOT NULL,
    stream bigint NOT NULL,
    last_seq bigint NOT NULL,
    first_place bigint NOT NULL,
    last_place bigint NOT NULL,
    first_ms bigint NOT NULL,
    last_ms bigint NOT NULL,
    PRIMARY KEY (account, stream, last_seq),
    FOREIGN KEY (stream, last_seq) REFERENCES archived_blocks (stream, last_seq)
);

-- One command, one effect, one answer, however long ago. Most answers are the same few.
CREATE TABLE archived_answers (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    answer bytea NOT NULL
);

CREATE INDEX archived_answers_found ON archived_answers USING hash (answer);

CREATE TABLE archived_commands (
    sender text COLLATE "C" NOT NULL,
    command text COLLATE "C" NOT NULL,
    stream bigint NOT NULL REFERENCES streams (id),
    seq bigint NOT NULL,
    body_hash bytea NOT NULL,
    answer bigint NOT NULL REFERENCES archived_answers (number),
    PRIMARY KEY (sender, command)
);

-- Where the files are: one row.
CREATE TABLE archive_folder (
    path text NOT NULL
);

-- What is in the archive may leave, and nothing else.
CREATE FUNCTION only_archived_entries_leave() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM croupier.archived_blocks b
        WHERE b.stream = OLD.stream AND OLD.seq BETWEEN b.first_seq AND b.last_seq)
    THEN RAISE EXCEPTION '% are only ever added', TG_TABLE_NAME; END IF;
    RETURN OLD;
END $$;
CREATE FUNCTION only_archived_transfers_leave() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM croupier.entries e
        JOIN croupier.archived_blocks b ON b.stream = e.stream
        WHERE e.place = OLD.place AND e.seq BETWEEN b.first_seq AND b.last_seq)
    THEN RAISE EXCEPTION '% are only ever added', TG_TABLE_NAME; END IF;
    RETURN OLD;
END $$;

DROP TRIGGER entries_stay ON entries;
CREATE TRIGGER entries_stay BEFORE UPDATE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION forbid();
CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
    FOR EACH ROW EXECUTE FUNCTION only_archived_entries_leave();
DROP TRIGGER transfers_stay ON transfers;
CREATE TRIGGER transfers_stay BEFORE UPDATE OR TRUNCATE ON transfers
    FOR EACH STATEMENT EXECUTE FUNCTION forbid();
CREATE TRIGGER transfers_are_kept BEFORE DELETE ON transfers
    FOR EACH ROW EXECUTE FUNCTION only_archived_transfers_leave();

CREATE TRIGGER archived_blocks_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON archived_blocks
    FOR EACH STATEMENT EXECUTE FUNCTION forbid();
CREATE TRIGGER archived_wallets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON archived_wallets
    FOR EACH STATEMENT EXECUTE FUNCTION forbid();
CREATE TRIGGER archived_commands_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON archived_commands
    FOR EACH STATEMENT EXECUTE FUNCTION forbid();
CREATE TRIGGER archived_answers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON archived_answers
    FOR EACH STATEMENT EXECUTE FUNCTION forbid();
