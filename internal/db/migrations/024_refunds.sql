-- Refunds of delivered orders, whole or by line.

-- +goose Up
CREATE TABLE refunds (
	id         ${ID},
	order_id   BIGINT NOT NULL REFERENCES orders (id),
	status     TEXT NOT NULL CHECK (status IN ('requested', 'approved', 'refused')),
	reason     TEXT NOT NULL, -- of the shopper, or of the admin if nobody requested it
	note       TEXT NOT NULL, -- of the shopper
	images     TEXT NOT NULL, -- JSON: keys of uploads
	lines      TEXT NOT NULL, -- JSON: what is asked for, or was approved; []: the whole order
	amount     BIGINT NOT NULL CHECK (amount >= 0), -- that was given back
	answer     TEXT NOT NULL, -- of who decided, for the shopper
	staff_id   BIGINT REFERENCES staff (id), -- who decided
	staff_name TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	decided_at BIGINT -- NULL: not yet
);
CREATE UNIQUE INDEX refunds_open ON refunds (order_id) WHERE status = 'requested';
CREATE INDEX refunds_by_order ON refunds (order_id);
CREATE INDEX refunds_by_staff ON refunds (staff_id) WHERE staff_id IS NOT NULL;

-- No order gives back more than it cost, and no line more than was ordered.
ALTER TABLE orders ADD COLUMN refunded BIGINT NOT NULL DEFAULT 0 CHECK (refunded >= 0 AND refunded <= total);
ALTER TABLE order_lines ADD COLUMN refunded_quantity BIGINT NOT NULL DEFAULT 0
	CHECK (refunded_quantity >= 0 AND refunded_quantity <= quantity);
CREATE INDEX orders_to_refund ON orders (store_id, id) WHERE status = 'refund_requested';

-- An order that was not refunded is delivered again, and a refund may be requested again.
-- Every other status comes once.
CREATE TABLE order_moves_many (
	id         ${ID},
	order_id   BIGINT NOT NULL REFERENCES orders (id),
	status     TEXT NOT NULL,
	actor      TEXT NOT NULL CHECK (actor IN ('shopper', 'vendor', 'rider', 'admin', 'system')),
	reason     TEXT NOT NULL,
	at         BIGINT NOT NULL,
	staff_id   BIGINT REFERENCES staff (id),
	staff_name TEXT NOT NULL DEFAULT ''
);
INSERT INTO order_moves_many (order_id, status, actor, reason, at, staff_id, staff_name)
	SELECT order_id, status, actor, reason, at, staff_id, staff_name FROM order_moves ORDER BY id;
DROP TABLE order_moves;
ALTER TABLE order_moves_many RENAME TO order_moves;
CREATE INDEX order_moves_by_staff ON order_moves (staff_id) WHERE staff_id IS NOT NULL;
CREATE INDEX order_moves_by_order ON order_moves (order_id);
CREATE UNIQUE INDEX order_moves_once ON order_moves (order_id, status) WHERE status NOT IN ('delivered', 'refund_requested');

INSERT INTO refunds (order_id, status, reason, note, images, lines, amount, answer, staff_name, created_at)
	SELECT id, 'requested', 'Another reason', '', '[]', '[]', 0, '', '', updated_at FROM orders WHERE status = 'refund_requested';
INSERT INTO refunds (order_id, status, reason, note, images, lines, amount, answer, staff_name, created_at, decided_at)
	SELECT id, 'approved', 'Another reason', '', '[]', '[]', total, '', '', updated_at, updated_at FROM orders WHERE status = 'refunded';
UPDATE orders SET refunded = total WHERE status = 'refunded';
UPDATE order_lines SET refunded_quantity = quantity WHERE order_id IN (SELECT id FROM orders WHERE status = 'refunded');

-- +goose Down
CREATE TABLE order_moves_once (
	id         ${ID},
	order_id   BIGINT NOT NULL REFERENCES orders (id),
	status     TEXT NOT NULL,
	actor      TEXT NOT NULL CHECK (actor IN ('shopper', 'vendor', 'rider', 'admin', 'system')),
	reason     TEXT NOT NULL,
	at         BIGINT NOT NULL,
	staff_id   BIGINT REFERENCES staff (id),
	staff_name TEXT NOT NULL DEFAULT '',
	UNIQUE (order_id, status)
);
INSERT INTO order_moves_once (order_id, status, actor, reason, at, staff_id, staff_name)
	SELECT order_id, status, actor, reason, at, staff_id, staff_name FROM order_moves WHERE id IN (SELECT MAX(id) FROM order_moves GROUP BY order_id, status) ORDER BY id;
DROP TABLE order_moves;
ALTER TABLE order_moves_once RENAME TO order_moves;
CREATE INDEX order_moves_by_staff ON order_moves (staff_id) WHERE staff_id IS NOT NULL;
DROP INDEX orders_to_refund;
ALTER TABLE order_lines DROP COLUMN refunded_quantity;
ALTER TABLE orders DROP COLUMN refunded;
DROP TABLE refunds;
