-- Refunds of trips, beside those of orders, and of an amount, beside those of lines (D33).
-- SQLite lets a column be empty only with a new table.

-- +goose Up
CREATE TABLE refunds_new (
	id         ${ID},
	order_id   BIGINT REFERENCES orders (id),
	status     TEXT NOT NULL CHECK (status IN ('requested', 'approved', 'refused')),
	reason     TEXT NOT NULL, -- of the shopper, or of the admin if nobody requested it
	note       TEXT NOT NULL, -- of the shopper
	images     TEXT NOT NULL, -- JSON: keys of uploads
	lines      TEXT NOT NULL, -- JSON: what is asked for, or was approved; []: no lines
	amount     BIGINT NOT NULL CHECK (amount >= 0), -- that was given back
	answer     TEXT NOT NULL, -- of who decided, for the shopper
	staff_id   BIGINT REFERENCES staff (id), -- who decided
	staff_name TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	decided_at BIGINT, -- NULL: not yet
	unasked    BOOLEAN NOT NULL DEFAULT FALSE, -- given by an admin without a request
	trip_id    BIGINT REFERENCES trips (id),
	by_amount    BOOLEAN NOT NULL DEFAULT FALSE, -- an amount was given back, not lines
	CHECK ((order_id IS NULL) <> (trip_id IS NULL))
);
INSERT INTO refunds_new (id, order_id, status, reason, note, images, lines, amount, answer, staff_id, staff_name, created_at, decided_at, unasked) SELECT id, order_id, status, reason, note, images, lines, amount, answer, staff_id, staff_name, created_at, decided_at, unasked FROM refunds;
DROP TABLE refunds;
ALTER TABLE refunds_new RENAME TO refunds;
CREATE UNIQUE INDEX refunds_open ON refunds (order_id) WHERE status = 'requested';
CREATE INDEX refunds_by_order ON refunds (order_id);
CREATE INDEX refunds_by_staff ON refunds (staff_id) WHERE staff_id IS NOT NULL;
CREATE UNIQUE INDEX refunds_of_trip_open ON refunds (trip_id) WHERE status = 'requested';
CREATE INDEX refunds_by_trip ON refunds (trip_id) WHERE trip_id IS NOT NULL;

-- Trips that were given back whole before.
INSERT INTO refunds (trip_id, status, reason, note, images, lines, amount, answer, staff_id, staff_name, created_at, decided_at, unasked)
	SELECT t.id, 'approved', t.cancel_reason, '', '[]', '[]', t.total - t.deposit + t.extension_charge + t.late_charge, t.cancel_reason, m.staff_id, m.staff_name, m.at, m.at, TRUE
	FROM trips t JOIN trip_moves m ON m.trip_id = t.id AND m.status = 'refunded' WHERE t.status = 'refunded';

-- What was paid at a late return may go into the wallet too: more than the total.
DROP INDEX trips_to_pay_back;
ALTER TABLE trips ADD COLUMN wallet_back_new BIGINT NOT NULL DEFAULT 0 CHECK (wallet_back_new >= 0); -- given back into the wallet
UPDATE trips SET wallet_back_new = wallet_back;
ALTER TABLE trips DROP COLUMN wallet_back;
ALTER TABLE trips RENAME COLUMN wallet_back_new TO wallet_back;
CREATE INDEX trips_to_pay_back ON trips (id)
	WHERE payment_method = 'offline_payment' AND paid_back + wallet_back < CASE WHEN payment_status = 'refunded' THEN total ELSE refunded END;

-- +goose Down
DROP INDEX trips_to_pay_back;
ALTER TABLE trips ADD COLUMN wallet_back_old BIGINT NOT NULL DEFAULT 0 CHECK (wallet_back_old >= 0 AND wallet_back_old <= total); -- of the total, given back into the wallet
UPDATE trips SET wallet_back_old = CASE WHEN wallet_back > total THEN total ELSE wallet_back END;
ALTER TABLE trips DROP COLUMN wallet_back;
ALTER TABLE trips RENAME COLUMN wallet_back_old TO wallet_back;
CREATE INDEX trips_to_pay_back ON trips (id)
	WHERE payment_method = 'offline_payment' AND paid_back + wallet_back < CASE WHEN payment_status = 'refunded' THEN total ELSE refunded END;
CREATE TABLE refunds_old (
	id         ${ID},
	order_id   BIGINT NOT NULL REFERENCES orders (id),
	status     TEXT NOT NULL CHECK (status IN ('requested', 'approved', 'refused')),
	reason     TEXT NOT NULL, -- of the shopper, or of the admin if nobody requested it
	note       TEXT NOT NULL, -- of the shopper
	images     TEXT NOT NULL, -- JSON: keys of uploads
	lines      TEXT NOT NULL, -- JSON: what is asked for, or was approved; []: no lines
	amount     BIGINT NOT NULL CHECK (amount >= 0), -- that was given back
	answer     TEXT NOT NULL, -- of who decided, for the shopper
	staff_id   BIGINT REFERENCES staff (id), -- who decided
	staff_name TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	decided_at BIGINT, -- NULL: not yet
	unasked    BOOLEAN NOT NULL DEFAULT FALSE -- given by an admin without a request
);
INSERT INTO refunds_old (id, order_id, status, reason, note, images, lines, amount, answer, staff_id, staff_name, created_at, decided_at, unasked) SELECT id, order_id, status, reason, note, images, lines, amount, answer, staff_id, staff_name, created_at, decided_at, unasked FROM refunds WHERE trip_id IS NULL;
DROP TABLE refunds;
ALTER TABLE refunds_old RENAME TO refunds;
CREATE UNIQUE INDEX refunds_open ON refunds (order_id) WHERE status = 'requested';
CREATE INDEX refunds_by_order ON refunds (order_id);
CREATE INDEX refunds_by_staff ON refunds (staff_id) WHERE staff_id IS NOT NULL;
