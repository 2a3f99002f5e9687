-- Lists of the staff, and each position of a rider, walked past all orders that are over.

-- +goose Up
CREATE INDEX orders_open ON orders (id) WHERE status IN ('scheduled', 'pending', 'confirmed', 'processing', 'handover', 'picked_up');
CREATE INDEX orders_under_way_by_rider ON orders (rider_id)
	WHERE rider_id IS NOT NULL AND status IN ('scheduled', 'pending', 'confirmed', 'processing', 'handover', 'picked_up');

-- The stock of a store, by name: each page read all items.
CREATE INDEX items_of_store ON items (store_id, name, id) WHERE active;

-- The reviews of all stores, the newest first, and those that are hidden.
CREATE INDEX reviews_by_age ON reviews (created_at DESC, id DESC);
CREATE INDEX reviews_hidden ON reviews (created_at DESC, id DESC) WHERE hidden_at IS NOT NULL;
CREATE INDEX vehicle_reviews_unanswered ON vehicle_reviews (provider_id, created_at DESC, id DESC)
	WHERE hidden_at IS NULL AND reply = '' AND author <> '';

-- Trips that are under way, and the others, the last changed first.
CREATE INDEX trips_under_way ON trips (pickup_at, id) WHERE status NOT IN ('completed', 'canceled', 'refunded');
CREATE INDEX trips_over ON trips (updated_at DESC, id DESC) WHERE status IN ('completed', 'canceled', 'refunded');

-- +goose Down
DROP INDEX trips_over;
DROP INDEX trips_under_way;
DROP INDEX vehicle_reviews_unanswered;
DROP INDEX reviews_hidden;
DROP INDEX reviews_by_age;
DROP INDEX items_of_store;
DROP INDEX orders_under_way_by_rider;
DROP INDEX orders_open;
