-- A vendor belongs to a store or to a provider of vehicles. SQLite changes a CHECK only with
-- a new table.

-- +goose Up
PRAGMA defer_foreign_keys = ON; -- other tables refer to staff, whose ids are the same afterwards
CREATE TABLE staff_copy AS SELECT * FROM staff;
DROP TABLE staff;
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
	rating_sum    BIGINT NOT NULL DEFAULT 0, -- of a rider
	rating_count  BIGINT NOT NULL DEFAULT 0,
	provider_id   BIGINT REFERENCES providers (id), -- of a vendor
	CHECK ((role = 'vendor') = (store_id IS NOT NULL OR provider_id IS NOT NULL)),
	CHECK (store_id IS NULL OR provider_id IS NULL),
	CHECK ((role = 'rider') = (zone_id IS NOT NULL))
);
INSERT INTO staff (id, email, email_folded, name, phone, role, store_id, zone_id, vehicle, password_hash, active, created_at, signed_in_at, rating_sum, rating_count)
	SELECT id, email, email_folded, name, phone, role, store_id, zone_id, vehicle, password_hash, active, created_at, signed_in_at, rating_sum, rating_count FROM staff_copy;
DROP TABLE staff_copy;
CREATE INDEX staff_by_store ON staff (store_id) WHERE store_id IS NOT NULL;
CREATE INDEX staff_by_zone ON staff (zone_id) WHERE zone_id IS NOT NULL;
CREATE INDEX staff_by_provider ON staff (provider_id) WHERE provider_id IS NOT NULL;

-- +goose Down
UPDATE trip_moves SET staff_id = NULL, staff_name = '' WHERE staff_id IN (SELECT id FROM staff WHERE provider_id IS NOT NULL);
DELETE FROM staff_sessions WHERE staff_id IN (SELECT id FROM staff WHERE provider_id IS NOT NULL);
DELETE FROM staff WHERE provider_id IS NOT NULL;
PRAGMA defer_foreign_keys = ON; -- other tables refer to staff, whose ids are the same afterwards
CREATE TABLE staff_copy AS SELECT * FROM staff;
DROP TABLE staff;
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
	rating_sum    BIGINT NOT NULL DEFAULT 0, -- of a rider
	rating_count  BIGINT NOT NULL DEFAULT 0,
	CHECK ((role = 'vendor') = (store_id IS NOT NULL)),
	CHECK ((role = 'rider') = (zone_id IS NOT NULL))
);
INSERT INTO staff (id, email, email_folded, name, phone, role, store_id, zone_id, vehicle, password_hash, active, created_at, signed_in_at, rating_sum, rating_count)
	SELECT id, email, email_folded, name, phone, role, store_id, zone_id, vehicle, password_hash, active, created_at, signed_in_at, rating_sum, rating_count FROM staff_copy;
DROP TABLE staff_copy;
CREATE INDEX staff_by_store ON staff (store_id) WHERE store_id IS NOT NULL;
CREATE INDEX staff_by_zone ON staff (zone_id) WHERE zone_id IS NOT NULL;
