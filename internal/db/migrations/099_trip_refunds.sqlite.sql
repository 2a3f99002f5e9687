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

-- What was paid at a late return may go into the wallet too: more than the total. SQLite
-- changes a CHECK only with a new table.
PRAGMA defer_foreign_keys = ON; -- lines, moves and more refer to trips, which are the same afterwards
CREATE TABLE trips_copy AS SELECT * FROM trips;
DROP TABLE trips;
CREATE TABLE trips (
	id                BIGINT PRIMARY KEY REFERENCES purchases (id),
	shopper_id        BIGINT NOT NULL REFERENCES shoppers (id),
	module_id         BIGINT NOT NULL REFERENCES modules (id),
	provider_id       BIGINT NOT NULL REFERENCES providers (id),
	zone_id           BIGINT NOT NULL REFERENCES zones (id), -- the provider's
	status            TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'ongoing', 'completed', 'canceled', 'refunded')),
	trip_type         TEXT NOT NULL CHECK (trip_type IN ('hourly', 'distance_wise')),
	hours             BIGINT NOT NULL CHECK (hours >= 1), -- of an hourly trip
	pickup            TEXT NOT NULL, -- JSON: a place
	destination       TEXT NOT NULL, -- JSON: a place, or {}
	pickup_at         BIGINT NOT NULL,
	return_at         BIGINT NOT NULL CHECK (return_at > pickup_at), -- as planned
	distance_metres   BIGINT NOT NULL CHECK (distance_metres >= 0), -- of the route, measured by the server
	route_seconds     BIGINT NOT NULL CHECK (route_seconds >= 0),
	straight          BOOLEAN NOT NULL, -- no route was found: the distance is the straight line
	subtotal          BIGINT NOT NULL,
	discount          BIGINT NOT NULL,
	coupon_code       TEXT NOT NULL, -- '': none
	coupon_discount   BIGINT NOT NULL CHECK (coupon_discount >= 0),
	tax               BIGINT NOT NULL,
	tax_included      BOOLEAN NOT NULL,
	additional_charge BIGINT NOT NULL,
	total             BIGINT NOT NULL CHECK (total >= 0),
	price_rows        TEXT NOT NULL, -- JSON: as agreed
	payment_method    TEXT NOT NULL,
	payment_status    TEXT NOT NULL CHECK (payment_status IN ('unpaid', 'paid', 'refunded')),
	payment_gateway   TEXT NOT NULL DEFAULT '', -- or which of the owner's methods; '': cash
	payment_due_at    BIGINT, -- unpaid then, it is canceled; NULL: it waits for nothing from its shopper
	paid_at           BIGINT, -- when it was paid, if that was before it began
	paid_back         BIGINT NOT NULL DEFAULT 0 CHECK (paid_back >= 0 AND paid_back <= total), -- by an admin, of what was paid outside of the shop
	wallet_part       BIGINT NOT NULL DEFAULT 0 CHECK (wallet_part >= 0 AND wallet_part <= total), -- of the total, paid from the wallet
	wallet_back       BIGINT NOT NULL DEFAULT 0 CHECK (wallet_back >= 0), -- given back into the wallet
	refunded          BIGINT NOT NULL DEFAULT 0 CHECK (refunded >= 0 AND refunded <= total), -- that was given back
	contact_name      TEXT NOT NULL,
	contact_phone     TEXT NOT NULL, -- E.164
	contact_email     TEXT NOT NULL, -- folded; '': none
	trip_note         TEXT NOT NULL,
	cancel_reason     TEXT NOT NULL,
	started_at        BIGINT, -- when the vehicles were handed over
	returned_at       BIGINT, -- when they came back
	placed_from       TEXT NOT NULL, -- hash of the network address
	created_at        BIGINT NOT NULL,
	updated_at        BIGINT NOT NULL,
	deposit           BIGINT NOT NULL DEFAULT 0 CHECK (deposit >= 0), -- a part of the total
	extension_hours   BIGINT NOT NULL DEFAULT 0 CHECK (extension_hours >= 0),
	extension_charge  BIGINT NOT NULL DEFAULT 0 CHECK (extension_charge >= 0), -- paid at the return
	extension_tax     BIGINT NOT NULL DEFAULT 0 CHECK (extension_tax >= 0), -- inside of it
	late_hours        BIGINT NOT NULL DEFAULT 0 CHECK (late_hours >= 0), -- that the return was late
	late_charge       BIGINT NOT NULL DEFAULT 0 CHECK (late_charge >= 0), -- paid at the return
	late_tax          BIGINT NOT NULL DEFAULT 0 CHECK (late_tax >= 0), -- inside of it
	cash_refunded     BIGINT NOT NULL DEFAULT 0 CHECK (cash_refunded >= 0), -- given back of the cash that was taken
	cash_repaid       BIGINT NOT NULL DEFAULT 0 CHECK (cash_repaid >= 0 AND cash_repaid <= cash_refunded), -- of it, that the shopper has got
	tax_rate          BIGINT CHECK (tax_rate >= 0) -- basis points; NULL: placed before it was kept
);
INSERT INTO trips (id, shopper_id, module_id, provider_id, zone_id, status, trip_type, hours, pickup, destination, pickup_at, return_at, distance_metres, route_seconds, straight, subtotal, discount, coupon_code, coupon_discount, tax, tax_included, additional_charge, total, price_rows, payment_method, payment_status, payment_gateway, payment_due_at, paid_at, paid_back, wallet_part, wallet_back, refunded, contact_name, contact_phone, contact_email, trip_note, cancel_reason, started_at, returned_at, placed_from, created_at, updated_at, deposit, extension_hours, extension_charge, extension_tax, late_hours, late_charge, late_tax, cash_refunded, cash_repaid, tax_rate) SELECT id, shopper_id, module_id, provider_id, zone_id, status, trip_type, hours, pickup, destination, pickup_at, return_at, distance_metres, route_seconds, straight, subtotal, discount, coupon_code, coupon_discount, tax, tax_included, additional_charge, total, price_rows, payment_method, payment_status, payment_gateway, payment_due_at, paid_at, paid_back, wallet_part, wallet_back, refunded, contact_name, contact_phone, contact_email, trip_note, cancel_reason, started_at, returned_at, placed_from, created_at, updated_at, deposit, extension_hours, extension_charge, extension_tax, late_hours, late_charge, late_tax, cash_refunded, cash_repaid, tax_rate FROM trips_copy;
DROP TABLE trips_copy;
CREATE INDEX trips_by_shopper ON trips (shopper_id, created_at DESC, id DESC);
CREATE INDEX trips_by_provider ON trips (provider_id, status, pickup_at);
CREATE INDEX trips_by_phone ON trips (contact_phone) WHERE contact_phone <> '';
CREATE INDEX trips_by_email ON trips (contact_email) WHERE contact_email <> '';
CREATE INDEX trips_by_origin ON trips (placed_from, created_at) WHERE placed_from <> '';
CREATE INDEX trips_waiting_by_shopper ON trips (shopper_id) WHERE status = 'pending' AND payment_status = 'unpaid';
CREATE INDEX trips_waiting_by_phone ON trips (contact_phone) WHERE status = 'pending' AND payment_status = 'unpaid';
CREATE INDEX trips_to_pay_back ON trips (id)
	WHERE payment_method = 'offline_payment' AND paid_back + wallet_back < CASE WHEN payment_status = 'refunded' THEN total ELSE refunded END;
CREATE INDEX trips_cash_to_pay_back ON trips (id) WHERE cash_repaid < cash_refunded;

-- +goose Down
-- The CHECK of trips.wallet_back stays wider.
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
