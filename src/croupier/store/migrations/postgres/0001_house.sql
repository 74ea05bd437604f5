-- The journal, the ledger and the vault, as in the SQLite dialect. Text sorts by code point.

CREATE TABLE streams (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    epoch bigint NOT NULL CHECK (epoch > 0),
    owner text NOT NULL,
    renewed timestamptz NOT NULL,
    seq bigint NOT NULL CHECK (seq >= 0),
    hash bytea NOT NULL CHECK (length(hash) = 32)
) WITH (fillfactor = 50);

CREATE TABLE accounts (
    name text COLLATE "C" PRIMARY KEY,
    balance bigint NOT NULL CHECK (balance BETWEEN -9007199254740991 AND 9007199254740991),
    CHECK (balance >= 0 OR name IN ('cage', 'adjustments') OR name LIKE 'bank:%')
) WITH (fillfactor = 70);

CREATE SEQUENCE places;

CREATE TABLE entries (
    place bigint PRIMARY KEY,
    stream bigint NOT NULL REFERENCES streams (id),
    seq bigint NOT NULL CHECK (seq > 0),
    epoch bigint NOT NULL,
    at_ms bigint NOT NULL,
    body bytea NOT NULL,
    hash bytea NOT NULL CHECK (length(hash) = 32),
    sender text COLLATE "C",
    command text COLLATE "C",
    body_hash bytea,
    answer bytea NOT NULL,
    UNIQUE (stream, seq),
    CHECK ((sender IS NULL) = (command IS NULL) AND (sender IS NULL) = (body_hash IS NULL))
);

-- One command, one effect, one answer: it is kept beside the entry it brought.
CREATE UNIQUE INDEX commands ON entries (sender, command) WHERE sender IS NOT NULL;

CREATE TABLE transfers (
    place bigint NOT NULL REFERENCES entries (place),
    n integer NOT NULL CHECK (n > 0),
    payer text COLLATE "C" NOT NULL,
    payee text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
    reason text NOT NULL,
    cause text NOT NULL,
    PRIMARY KEY (place, n),
    CHECK (payer <> payee)
);

CREATE TABLE vault (
    key text COLLATE "C" PRIMARY KEY,
    secret bytea NOT NULL
);

CREATE FUNCTION forbid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% are only ever added', TG_TABLE_NAME; END $$;

CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION forbid();
CREATE TRIGGER transfers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
    FOR EACH STATEMENT EXECUTE FUNCTION forbid();
CREATE TRIGGER vault_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON vault
    FOR EACH STATEMENT EXECUTE FUNCTION forbid();

CREATE FUNCTION epochs_rise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'epochs never fall'; END $$;

CREATE TRIGGER epochs_rise BEFORE UPDATE OF epoch ON streams FOR EACH ROW
    WHEN (NEW.epoch < OLD.epoch) EXECUTE FUNCTION epochs_rise();
