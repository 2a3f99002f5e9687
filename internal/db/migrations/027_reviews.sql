-- Reviews by customers of what was delivered to them (ITEM-12), beside those of the town
-- folder.

-- +goose Up
ALTER TABLE reviews ADD COLUMN order_id BIGINT REFERENCES orders (id); -- NULL: from the town folder
ALTER TABLE reviews ADD COLUMN rider_id BIGINT REFERENCES staff (id); -- of a review of the rider, which only admins list; NULL: of the item, or without one of the store
ALTER TABLE reviews ADD COLUMN images TEXT NOT NULL DEFAULT '[]'; -- JSON: keys of uploads
ALTER TABLE reviews ADD COLUMN pictures TEXT NOT NULL DEFAULT '[]'; -- JSON: picture keys, of the town folder
ALTER TABLE reviews ADD COLUMN replied_at BIGINT; -- NULL: no reply, or from the town folder
ALTER TABLE reviews ADD COLUMN reply_staff_id BIGINT REFERENCES staff (id); -- who wrote the reply last
ALTER TABLE reviews ADD COLUMN hidden_at BIGINT; -- NULL: it is shown
ALTER TABLE reviews ADD COLUMN hidden_staff_id BIGINT REFERENCES staff (id);

-- An item, the store and the rider are reviewed once for each order.
CREATE UNIQUE INDEX reviews_item_once ON reviews (order_id, item_id) WHERE order_id IS NOT NULL AND item_id IS NOT NULL;
CREATE UNIQUE INDEX reviews_store_once ON reviews (order_id) WHERE order_id IS NOT NULL AND item_id IS NULL AND rider_id IS NULL;
CREATE UNIQUE INDEX reviews_rider_once ON reviews (order_id, rider_id) WHERE order_id IS NOT NULL AND rider_id IS NOT NULL;
CREATE INDEX reviews_by_order ON reviews (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX reviews_by_rider ON reviews (rider_id) WHERE rider_id IS NOT NULL;
CREATE INDEX reviews_by_reply_staff ON reviews (reply_staff_id) WHERE reply_staff_id IS NOT NULL;
CREATE INDEX reviews_by_hidden_staff ON reviews (hidden_staff_id) WHERE hidden_staff_id IS NOT NULL;
CREATE INDEX reviews_unanswered ON reviews (store_id, created_at DESC) WHERE replied_at IS NULL AND reply = '' AND hidden_at IS NULL AND rider_id IS NULL;

-- Ratings that are not in reviews of orders: those that the town folder states.
-- rating_sum and rating_count are these and the shown reviews of orders.
ALTER TABLE stores ADD COLUMN past_rating_sum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE stores ADD COLUMN past_rating_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN past_rating_sum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN past_rating_count BIGINT NOT NULL DEFAULT 0;
UPDATE stores SET past_rating_sum = rating_sum, past_rating_count = rating_count;
UPDATE items SET past_rating_sum = rating_sum, past_rating_count = rating_count;
ALTER TABLE staff ADD COLUMN rating_sum BIGINT NOT NULL DEFAULT 0; -- of a rider
ALTER TABLE staff ADD COLUMN rating_count BIGINT NOT NULL DEFAULT 0;

-- How many shown reviews of an item, or of the store itself, have how many stars. They
-- change only while the row of the store is locked.
CREATE TABLE review_counts (
	store_id BIGINT NOT NULL REFERENCES stores (id),
	item_id  BIGINT NOT NULL, -- 0: the store itself
	rating   BIGINT NOT NULL,
	reviews  BIGINT NOT NULL CHECK (reviews >= 0),
	PRIMARY KEY (store_id, item_id, rating)
);
CREATE INDEX review_counts_by_item ON review_counts (item_id);
INSERT INTO review_counts (store_id, item_id, rating, reviews)
	SELECT store_id, COALESCE(item_id, 0), rating, COUNT(*) FROM reviews GROUP BY store_id, COALESCE(item_id, 0), rating;

-- +goose Down
DROP TABLE review_counts;
ALTER TABLE staff DROP COLUMN rating_count;
ALTER TABLE staff DROP COLUMN rating_sum;
ALTER TABLE items DROP COLUMN past_rating_count;
ALTER TABLE items DROP COLUMN past_rating_sum;
ALTER TABLE stores DROP COLUMN past_rating_count;
ALTER TABLE stores DROP COLUMN past_rating_sum;
DROP INDEX reviews_unanswered;
DROP INDEX reviews_by_hidden_staff;
DROP INDEX reviews_by_reply_staff;
DROP INDEX reviews_by_rider;
DROP INDEX reviews_by_order;
DROP INDEX reviews_rider_once;
DROP INDEX reviews_store_once;
DROP INDEX reviews_item_once;
DELETE FROM reviews WHERE rider_id IS NOT NULL;
ALTER TABLE reviews DROP COLUMN hidden_staff_id;
ALTER TABLE reviews DROP COLUMN hidden_at;
ALTER TABLE reviews DROP COLUMN reply_staff_id;
ALTER TABLE reviews DROP COLUMN replied_at;
ALTER TABLE reviews DROP COLUMN pictures;
ALTER TABLE reviews DROP COLUMN images;
ALTER TABLE reviews DROP COLUMN rider_id;
ALTER TABLE reviews DROP COLUMN order_id;
