-- Staff: who works on orders, and who did which step of which order.

-- +goose Up
CREATE TABLE staff (
	id            ${ID},
	email         TEXT NOT NULL, -- as typed
	email_folded  TEXT NOT NULL UNIQUE, -- as compared
	name          TEXT NOT NULL,
	phone         TEXT NOT NULL, -- E.164; '': none
	role          TEXT NOT NULL CHECK (role IN ('admin', 'vendor', 'rider')),
	store_id      BIGINT REFERENCES stores (id), -- of a vendor
	zone_id       BIGINT REFERENCES zones (id), -- of a rider
	vehicle       TEXT NOT NULL, -- of a rider, in words; '': not said
	password_hash TEXT NOT NULL, -- '': nobody can sign in by password
	active        BOOLEAN NOT NULL,
	created_at    BIGINT NOT NULL,
	signed_in_at  BIGINT, -- the last time; NULL: never
	CHECK ((role = 'vendor') = (store_id IS NOT NULL)),
	CHECK ((role = 'rider') = (zone_id IS NOT NULL))
);
CREATE INDEX staff_by_store ON staff (store_id) WHERE store_id IS NOT NULL;
CREATE INDEX staff_by_zone ON staff (zone_id) WHERE zone_id IS NOT NULL;

CREATE TABLE staff_sessions (
	id         ${ID},
	token_hash TEXT NOT NULL UNIQUE,
	staff_id   BIGINT NOT NULL REFERENCES staff (id),
	source     TEXT NOT NULL, -- keyed hash of the network address of the sign-in; '': none
	created_at BIGINT NOT NULL,
	seen_at    BIGINT NOT NULL, -- to ten minutes
	ended_at   BIGINT -- signed out; NULL: not
);
CREATE INDEX staff_sessions_by_staff ON staff_sessions (staff_id);

-- Who made a move; NULL: no member of staff. The name is the one of that day.
ALTER TABLE order_moves ADD COLUMN staff_id BIGINT REFERENCES staff (id);
ALTER TABLE order_moves ADD COLUMN staff_name TEXT NOT NULL DEFAULT '';
CREATE INDEX order_moves_by_staff ON order_moves (staff_id) WHERE staff_id IS NOT NULL;

-- The rider who has accepted the order; NULL: none yet.
ALTER TABLE orders ADD COLUMN rider_id BIGINT REFERENCES staff (id);
CREATE INDEX orders_by_rider ON orders (rider_id) WHERE rider_id IS NOT NULL;
-- When the store said it would be ready; NULL: it has not said.
ALTER TABLE orders ADD COLUMN ready_at BIGINT;
CREATE INDEX orders_by_store_status ON orders (store_id, status);

-- +goose Down
DROP INDEX orders_by_store_status;
ALTER TABLE orders DROP COLUMN ready_at;
DROP INDEX orders_by_rider;
ALTER TABLE orders DROP COLUMN rider_id;
DROP INDEX order_moves_by_staff;
ALTER TABLE order_moves DROP COLUMN staff_name;
ALTER TABLE order_moves DROP COLUMN staff_id;
DROP TABLE staff_sessions;
DROP TABLE staff;
