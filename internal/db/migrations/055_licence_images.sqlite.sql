-- Photos of driver's licences, among the private images. SQLite changes a CHECK only with a
-- new table.

-- +goose Up
CREATE TABLE uploads_new (
	key         TEXT PRIMARY KEY, -- 128 random bits; the file is named after it
	shopper_id  BIGINT NOT NULL REFERENCES shoppers (id),
	purpose     TEXT NOT NULL CHECK (purpose IN ('prescription', 'refund', 'review', 'proof', 'trip_before', 'trip_after', 'licence')),
	purchase_id BIGINT REFERENCES purchases (id), -- what it is attached to; NULL: nothing yet, or a licence
	created_at  BIGINT NOT NULL,
	ended_at    BIGINT, -- when that purchase ended; NULL: it is under way
	delete_at   BIGINT, -- when it is deleted, whatever happens; NULL: by its purpose
	by_staff    BOOLEAN NOT NULL DEFAULT FALSE -- sent by the staff, of the shopper's trip
);
INSERT INTO uploads_new (key, shopper_id, purpose, purchase_id, created_at, ended_at, delete_at, by_staff) SELECT key, shopper_id, purpose, purchase_id, created_at, ended_at, delete_at, by_staff FROM uploads;
DROP TABLE uploads;
ALTER TABLE uploads_new RENAME TO uploads;
CREATE INDEX uploads_by_shopper ON uploads (shopper_id);
CREATE INDEX uploads_by_purchase ON uploads (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX uploads_by_end ON uploads (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX uploads_by_deletion ON uploads (delete_at) WHERE delete_at IS NOT NULL;

-- +goose Down
CREATE TABLE uploads_new (
	key         TEXT PRIMARY KEY, -- 128 random bits; the file is named after it
	shopper_id  BIGINT NOT NULL REFERENCES shoppers (id),
	purpose     TEXT NOT NULL CHECK (purpose IN ('prescription', 'refund', 'review', 'proof', 'trip_before', 'trip_after')),
	purchase_id BIGINT REFERENCES purchases (id), -- what it is attached to; NULL: nothing yet, or a licence
	created_at  BIGINT NOT NULL,
	ended_at    BIGINT, -- when that purchase ended; NULL: it is under way
	delete_at   BIGINT, -- when it is deleted, whatever happens; NULL: by its purpose
	by_staff    BOOLEAN NOT NULL DEFAULT FALSE -- sent by the staff, of the shopper's trip
);
INSERT INTO uploads_new (key, shopper_id, purpose, purchase_id, created_at, ended_at, delete_at, by_staff) SELECT key, shopper_id, purpose, purchase_id, created_at, ended_at, delete_at, by_staff FROM uploads WHERE purpose <> 'licence';
DROP TABLE uploads;
ALTER TABLE uploads_new RENAME TO uploads;
CREATE INDEX uploads_by_shopper ON uploads (shopper_id);
CREATE INDEX uploads_by_purchase ON uploads (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX uploads_by_end ON uploads (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX uploads_by_deletion ON uploads (delete_at) WHERE delete_at IS NOT NULL;
