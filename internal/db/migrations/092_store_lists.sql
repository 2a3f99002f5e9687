-- A page of a store's orders is found from its newest on, and their number is counted,
-- in one index. Nothing looks for them by the time they were placed.

-- +goose Up
DROP INDEX orders_by_store;
CREATE INDEX orders_by_store ON orders (store_id, id, status);

-- +goose Down
DROP INDEX orders_by_store;
CREATE INDEX orders_by_store ON orders (store_id, created_at DESC);
