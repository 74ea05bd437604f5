-- How many writes have moved an account: whoever judges by what has moved names the number, and is
-- refused when there was another write since. It counts from the day this step is taken.

ALTER TABLE accounts ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;
