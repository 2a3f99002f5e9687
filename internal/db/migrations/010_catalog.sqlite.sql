-- What every instance keeps of the catalogue in memory is kept current by
-- revision. Whoever writes the catalogue takes the next one in the transaction
-- (catalog.NextRevision) and stamps the items that it wrote with it. Items are
-- found, sorted and searched there: the indexes that did it here are dropped, and
-- a narrow one is left for what sales change.

-- +goose Up
CREATE TABLE catalog_revision (
	id       BIGINT PRIMARY KEY CHECK (id = 1), -- one row at most; none: revision 0
	revision BIGINT NOT NULL
);
ALTER TABLE items ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
CREATE INDEX items_by_revision ON items (revision);
CREATE INDEX items_figures ON items (id, active, sold_count, rating_sum, rating_count);

DROP INDEX items_popular;
DROP INDEX items_recommended;
DROP INDEX items_rated;
DROP INDEX items_latest;
DROP INDEX items_priced;
DROP INDEX items_by_store;
DROP INDEX items_by_category;
DROP INDEX items_counted;
DROP TRIGGER items_search_insert;
DROP TRIGGER items_search_update;
DROP TRIGGER items_search_delete;
DROP TRIGGER stores_search_insert;
DROP TRIGGER stores_search_update;
DROP TRIGGER stores_search_delete;
DROP TABLE item_search;
DROP TABLE store_search;

-- +goose Down
DROP INDEX items_figures;
DROP INDEX items_by_revision;
ALTER TABLE items DROP COLUMN revision;
DROP TABLE catalog_revision;
CREATE INDEX items_popular ON items (module_id, sold_count DESC,
	(CASE WHEN rating_count = 0 THEN 0 ELSE (rating_sum * 20 + rating_count) / (rating_count * 2) END) DESC, id, zone_id) WHERE active;
CREATE INDEX items_recommended ON items (module_id, recommended DESC, sold_count DESC,
	(CASE WHEN rating_count = 0 THEN 0 ELSE (rating_sum * 20 + rating_count) / (rating_count * 2) END) DESC, id, zone_id) WHERE active;
CREATE INDEX items_rated ON items (module_id,
	(CASE WHEN rating_count = 0 THEN 0 ELSE (rating_sum * 20 + rating_count) / (rating_count * 2) END) DESC, rating_count DESC, id, zone_id) WHERE active;
CREATE INDEX items_latest ON items (module_id, created_at DESC, id DESC, zone_id) WHERE active;
CREATE INDEX items_priced ON items (module_id, sale_price, id, zone_id) WHERE active;
CREATE INDEX items_by_store ON items (store_id, sold_count DESC,
	(CASE WHEN rating_count = 0 THEN 0 ELSE (rating_sum * 20 + rating_count) / (rating_count * 2) END) DESC, id, category_id) WHERE active;
-- A shelf is sorted each time, by whatever is asked, so its index holds all
-- that sorts; a filtered list is counted by one that holds all that filters.
CREATE INDEX items_by_category ON items (category_id, sold_count DESC,
	(CASE WHEN rating_count = 0 THEN 0 ELSE (rating_sum * 20 + rating_count) / (rating_count * 2) END) DESC, id, zone_id, store_id, sale_price, created_at, recommended, rating_sum, rating_count) WHERE active;
CREATE INDEX items_counted ON items (module_id, zone_id, category_id, store_id, sale_price, discount, veg, halal, organic,
	brand, available_from, available_to, rating_sum, rating_count) WHERE active;
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
INSERT INTO item_search (item_search) VALUES ('rebuild');
INSERT INTO store_search (store_search) VALUES ('rebuild');
