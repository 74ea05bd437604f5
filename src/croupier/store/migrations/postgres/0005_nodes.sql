-- The processes that serve this house together. A node signs every second; what it owns stands with
-- the streams.

CREATE TABLE nodes (
    name text COLLATE "C" PRIMARY KEY,
    run text NOT NULL,
    version text NOT NULL,
    draining boolean NOT NULL,
    asked_to_drain boolean NOT NULL DEFAULT false,
    signed timestamptz NOT NULL
);

-- How many writes have moved an account: whoever judges by what has moved names the number, and is
-- refused when there was another write since. It counts from the day this step is taken.

ALTER TABLE accounts ADD COLUMN moves bigint NOT NULL DEFAULT 0;
