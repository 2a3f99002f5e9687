-- Transfers that belong to no order, and balances that people spend from.

-- +goose Up
ALTER TABLE ledger_transfers ALTER COLUMN order_id DROP NOT NULL;
ALTER TABLE ledger_transfers ADD COLUMN subject TEXT CHECK ((subject IS NULL) <> (order_id IS NULL)); -- what it belongs to if that is no order, such as payment:ID
CREATE UNIQUE INDEX ledger_transfers_by_subject ON ledger_transfers (subject, kind);
ALTER TABLE ledger_entries ADD COLUMN balance BIGINT; -- of its account after it; NULL: the account has no row in ledger_balances
CREATE INDEX ledger_entries_by_account ON ledger_entries (account, id) WHERE balance IS NOT NULL;
CREATE TABLE ledger_balances (
	account TEXT PRIMARY KEY,
	amount  BIGINT NOT NULL CHECK (amount >= 0) -- of its last entry
);

-- +goose Down
DROP TABLE ledger_balances;
DROP INDEX ledger_entries_by_account;
ALTER TABLE ledger_entries DROP COLUMN balance;
DROP INDEX ledger_transfers_by_subject;
ALTER TABLE ledger_transfers DROP COLUMN subject;
ALTER TABLE ledger_transfers ALTER COLUMN order_id SET NOT NULL;
