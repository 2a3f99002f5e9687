-- The books are append-only, and search follows the text it indexes.

-- +goose Up
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
-- +goose StatementBegin
CREATE TRIGGER stock_moves_no_update BEFORE UPDATE ON stock_moves BEGIN SELECT RAISE(ABORT, 'stock moves are append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER stock_moves_no_delete BEFORE DELETE ON stock_moves BEGIN SELECT RAISE(ABORT, 'stock moves are append-only'); END;
-- +goose StatementEnd

CREATE VIRTUAL TABLE item_search USING fts5(search_text, content='items', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3');
CREATE VIRTUAL TABLE store_search USING fts5(search_text, content='stores', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3');
-- +goose StatementBegin
CREATE TRIGGER items_search_insert AFTER INSERT ON items BEGIN
	INSERT INTO item_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER items_search_update AFTER UPDATE OF search_text ON items WHEN old.search_text <> new.search_text BEGIN
	INSERT INTO item_search (item_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
	INSERT INTO item_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER items_search_delete AFTER DELETE ON items BEGIN
	INSERT INTO item_search (item_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER stores_search_insert AFTER INSERT ON stores BEGIN
	INSERT INTO store_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER stores_search_update AFTER UPDATE OF search_text ON stores WHEN old.search_text <> new.search_text BEGIN
	INSERT INTO store_search (store_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
	INSERT INTO store_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER stores_search_delete AFTER DELETE ON stores BEGIN
	INSERT INTO store_search (store_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
-- +goose StatementEnd

-- +goose Down
DROP TABLE item_search;
DROP TABLE store_search;
DROP TRIGGER items_search_insert;
DROP TRIGGER items_search_update;
DROP TRIGGER items_search_delete;
DROP TRIGGER stores_search_insert;
DROP TRIGGER stores_search_update;
DROP TRIGGER stores_search_delete;
DROP TRIGGER stock_moves_no_delete;
DROP TRIGGER stock_moves_no_update;
DROP TRIGGER ledger_transfers_no_delete;
DROP TRIGGER ledger_transfers_no_update;
DROP TRIGGER ledger_entries_no_delete;
DROP TRIGGER ledger_entries_no_update;
