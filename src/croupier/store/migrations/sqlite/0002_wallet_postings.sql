-- What moved in and out of one wallet, without reading the whole ledger. Nobody asks for the postings
-- of other accounts, so they cost nothing here.

CREATE INDEX paid_by_wallet ON transfers (payer, place, n)
    WHERE payer >= 'wallet:' AND payer < 'wallet;';
CREATE INDEX paid_to_wallet ON transfers (payee, place, n)
    WHERE payee >= 'wallet:' AND payee < 'wallet;';
