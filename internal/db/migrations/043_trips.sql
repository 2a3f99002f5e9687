-- Trips: a second kind of purchase, beside orders (RNT-11).

-- +goose Up
-- What is bought: an order or a trip. Their ids come from here, so that a payment, a use of
-- a coupon or a key belongs to either.
CREATE TABLE purchases (
	id   ${ID},
	kind TEXT NOT NULL CHECK (kind IN ('order', 'trip'))
);
INSERT INTO purchases (id, kind) SELECT id, 'order' FROM orders ORDER BY id;

-- The columns about its payment are those of orders.
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
	wallet_back       BIGINT NOT NULL DEFAULT 0 CHECK (wallet_back >= 0 AND wallet_back <= total), -- of the total, given back into the wallet
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
	updated_at        BIGINT NOT NULL
);
CREATE INDEX trips_by_shopper ON trips (shopper_id, created_at DESC, id DESC);
CREATE INDEX trips_by_provider ON trips (provider_id, status, pickup_at);
CREATE INDEX trips_by_phone ON trips (contact_phone) WHERE contact_phone <> '';
CREATE INDEX trips_by_email ON trips (contact_email) WHERE contact_email <> '';
CREATE INDEX trips_by_origin ON trips (placed_from, created_at) WHERE placed_from <> '';
CREATE INDEX trips_waiting_by_shopper ON trips (shopper_id) WHERE status = 'pending' AND payment_status = 'unpaid';
CREATE INDEX trips_waiting_by_phone ON trips (contact_phone) WHERE status = 'pending' AND payment_status = 'unpaid';
CREATE INDEX trips_to_pay_back ON trips (id)
	WHERE payment_method = 'offline_payment' AND paid_back + wallet_back < CASE WHEN payment_status = 'refunded' THEN total ELSE refunded END;

CREATE TABLE trip_lines (
	id         ${ID},
	trip_id    BIGINT NOT NULL REFERENCES trips (id),
	vehicle_id BIGINT NOT NULL REFERENCES vehicles (id),
	name       TEXT NOT NULL,
	picture    TEXT NOT NULL,
	quantity   BIGINT NOT NULL CHECK (quantity >= 1),
	unit_price BIGINT NOT NULL CHECK (unit_price >= 0), -- of one for the whole trip, before discount
	discount   BIGINT NOT NULL CHECK (discount >= 0), -- of all of them
	coupon     BIGINT NOT NULL CHECK (coupon >= 0), -- the line's part of the coupon
	tax        BIGINT NOT NULL CHECK (tax >= 0),
	total      BIGINT NOT NULL CHECK (total >= 0), -- of all of them, after discount and coupon
	UNIQUE (trip_id, vehicle_id)
);
CREATE INDEX trip_lines_by_vehicle ON trip_lines (vehicle_id);

-- Every status that a trip has been in.
CREATE TABLE trip_moves (
	id         ${ID},
	trip_id    BIGINT NOT NULL REFERENCES trips (id),
	status     TEXT NOT NULL,
	actor      TEXT NOT NULL CHECK (actor IN ('shopper', 'vendor', 'admin', 'system')),
	reason     TEXT NOT NULL,
	at         BIGINT NOT NULL,
	staff_id   BIGINT REFERENCES staff (id),
	staff_name TEXT NOT NULL,
	UNIQUE (trip_id, status)
);
CREATE INDEX trip_moves_by_staff ON trip_moves (staff_id) WHERE staff_id IS NOT NULL;

-- +goose Down
DROP TABLE trip_moves;
DROP TABLE trip_lines;
DROP TABLE trips;
DROP TABLE purchases;
