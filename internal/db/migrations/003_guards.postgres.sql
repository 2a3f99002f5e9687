-- The books are append-only, and search follows the text it indexes.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_append_only BEFORE UPDATE OR DELETE ON ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stock_moves_append_only BEFORE UPDATE OR DELETE ON stock_moves FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Without fastupdate, or every search after an import would read the list of
-- what is still to be indexed.
CREATE INDEX items_search ON items USING GIN (to_tsvector('simple', search_text)) WITH (fastupdate = off);
CREATE INDEX stores_search ON stores USING GIN (to_tsvector('simple', search_text)) WITH (fastupdate = off);

-- +goose Down
DROP INDEX stores_search;
DROP INDEX items_search;
DROP TRIGGER stock_moves_append_only ON stock_moves;
DROP TRIGGER ledger_transfers_append_only ON ledger_transfers;
DROP TRIGGER ledger_entries_append_only ON ledger_entries;
DROP FUNCTION refuse_change;
