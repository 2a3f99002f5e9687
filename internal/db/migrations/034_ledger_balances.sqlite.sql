-- Transfers that belong to no order, and balances that people spend from. SQLite drops a
-- NOT NULL only with a new table.

-- +goose Up
DROP TRIGGER ledger_entries_no_delete;
DROP TRIGGER ledger_transfers_no_delete;
CREATE TABLE transfers_new (
	id         ${ID},
	kind       TEXT NOT NULL,
	order_id   BIGINT REFERENCES orders (id),
	created_at BIGINT NOT NULL,
	subject    TEXT CHECK ((subject IS NULL) <> (order_id IS NULL)), -- what it belongs to if that is no order, such as payment:ID
	UNIQUE (order_id, kind)
);
INSERT INTO transfers_new (id, kind, order_id, created_at) SELECT id, kind, order_id, created_at FROM ledger_transfers;
CREATE TABLE entries_new (
	id          ${ID},
	transfer_id BIGINT NOT NULL REFERENCES transfers_new (id),
	account     TEXT NOT NULL,
	amount      BIGINT NOT NULL,
	balance     BIGINT -- of its account after it; NULL: the account has no row in ledger_balances
);
INSERT INTO entries_new (id, transfer_id, account, amount) SELECT id, transfer_id, account, amount FROM ledger_entries;
DROP TABLE ledger_entries;
DROP TABLE ledger_transfers;
ALTER TABLE transfers_new RENAME TO ledger_transfers;
ALTER TABLE entries_new RENAME TO ledger_entries;
CREATE INDEX ledger_entries_by_transfer ON ledger_entries (transfer_id);
CREATE UNIQUE INDEX ledger_transfers_by_subject ON ledger_transfers (subject, kind);
CREATE INDEX ledger_entries_by_account ON ledger_entries (account, id) WHERE balance IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_transfers_no_update BEFORE UPDATE ON ledger_transfers BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_transfers_no_delete BEFORE DELETE ON ledger_transfers BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
-- +goose StatementEnd
CREATE TABLE ledger_balances (
	account TEXT PRIMARY KEY,
	amount  BIGINT NOT NULL CHECK (amount >= 0) -- of its last entry
);

-- +goose Down
DROP TABLE ledger_balances;
DROP TRIGGER ledger_entries_no_delete;
DROP TRIGGER ledger_transfers_no_delete;
CREATE TABLE transfers_old (
	id         ${ID},
	kind       TEXT NOT NULL,
	order_id   BIGINT NOT NULL REFERENCES orders (id),
	created_at BIGINT NOT NULL,
	UNIQUE (order_id, kind)
);
INSERT INTO transfers_old (id, kind, order_id, created_at) SELECT id, kind, order_id, created_at FROM ledger_transfers;
CREATE TABLE entries_old (
	id          ${ID},
	transfer_id BIGINT NOT NULL REFERENCES transfers_old (id),
	account     TEXT NOT NULL,
	amount      BIGINT NOT NULL
);
INSERT INTO entries_old (id, transfer_id, account, amount) SELECT id, transfer_id, account, amount FROM ledger_entries;
DROP TABLE ledger_entries;
DROP TABLE ledger_transfers;
ALTER TABLE transfers_old RENAME TO ledger_transfers;
ALTER TABLE entries_old RENAME TO ledger_entries;
CREATE INDEX ledger_entries_by_transfer ON ledger_entries (transfer_id);
-- +goose StatementBegin
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_transfers_no_update BEFORE UPDATE ON ledger_transfers BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_transfers_no_delete BEFORE DELETE ON ledger_transfers BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
-- +goose StatementEnd
