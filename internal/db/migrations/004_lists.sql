-- Every list of items reads one of these indexes in order, and stops at the end of
-- its page. zone_id is the last column: a shopper is in several zones at once, and an
-- index that begins with it would not be sorted across zones.
-- The long expression is the rating in tenths of a star, as shown (D25).

-- +goose Up
DROP INDEX items_popular;
DROP INDEX items_latest;
DROP INDEX items_by_store;
DROP INDEX items_by_category;
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
-- A category is sorted each time, so its index has all columns that it is sorted by. A
-- filtered list is counted by an index with all columns that it is filtered by.
CREATE INDEX items_by_category ON items (category_id, sold_count DESC,
	(CASE WHEN rating_count = 0 THEN 0 ELSE (rating_sum * 20 + rating_count) / (rating_count * 2) END) DESC, id, zone_id, store_id, sale_price, created_at, recommended, rating_sum, rating_count) WHERE active;
CREATE INDEX items_counted ON items (module_id, zone_id, category_id, store_id, sale_price, discount, veg, halal, organic,
	brand, available_from, available_to, rating_sum, rating_count) WHERE active;
-- "People also add" looks from an item to the orders it was in.
CREATE INDEX order_lines_by_item ON order_lines (item_id, order_id);

-- +goose Down
DROP INDEX order_lines_by_item;
DROP INDEX items_counted;
DROP INDEX items_by_category;
DROP INDEX items_by_store;
DROP INDEX items_priced;
DROP INDEX items_latest;
DROP INDEX items_rated;
DROP INDEX items_recommended;
DROP INDEX items_popular;
CREATE INDEX items_popular ON items (module_id, zone_id, sold_count DESC, id);
CREATE INDEX items_latest ON items (module_id, zone_id, created_at DESC, id);
CREATE INDEX items_by_store ON items (store_id, sold_count DESC, id);
CREATE INDEX items_by_category ON items (category_id, zone_id, sold_count DESC, id);
