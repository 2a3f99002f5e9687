-- Limits on what strangers can take and store.

-- +goose Up
-- A keyed hash of the network address that the order was placed from, for an hour;
-- '': not kept.
ALTER TABLE orders ADD COLUMN placed_from TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_by_origin ON orders (placed_from, created_at) WHERE placed_from <> '';
-- Orders that no store has confirmed and nobody has paid: what may be bounded.
CREATE INDEX orders_waiting_by_shopper ON orders (shopper_id) WHERE status IN ('scheduled', 'pending') AND payment_status = 'unpaid';
CREATE INDEX orders_waiting_by_phone ON orders (contact_phone) WHERE status IN ('scheduled', 'pending') AND payment_status = 'unpaid';

-- An order that a guest placed with a customer's phone or e-mail, and of which that
-- customer said that it is not theirs (P4).
CREATE TABLE not_mine (
	shopper_id BIGINT NOT NULL REFERENCES shoppers (id),
	order_id   BIGINT NOT NULL REFERENCES orders (id),
	created_at BIGINT NOT NULL,
	PRIMARY KEY (shopper_id, order_id)
);
CREATE INDEX not_mine_by_order ON not_mine (order_id);

-- Columns that lead to another row, and were found without an index.
CREATE INDEX shoppers_by_merge ON shoppers (merged_into);
CREATE INDEX idempotency_keys_by_order ON idempotency_keys (order_id);

-- +goose Down
DROP INDEX idempotency_keys_by_order;
DROP INDEX shoppers_by_merge;
DROP TABLE not_mine;
DROP INDEX orders_waiting_by_phone;
DROP INDEX orders_waiting_by_shopper;
DROP INDEX orders_by_origin;
ALTER TABLE orders DROP COLUMN placed_from;
