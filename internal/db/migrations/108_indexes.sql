-- Lists of the staff walked past all orders that are over.

-- +goose Up
CREATE INDEX orders_open ON orders (id) WHERE status IN ('scheduled', 'pending', 'confirmed', 'processing', 'handover', 'picked_up');

-- +goose Down
DROP INDEX orders_open;
