-- Private images that shoppers upload, and the prescription of an order.

-- +goose Up
CREATE TABLE uploads (
	key        TEXT PRIMARY KEY, -- 128 random bits; the file is named after it
	shopper_id BIGINT NOT NULL REFERENCES shoppers (id),
	purpose    TEXT NOT NULL CHECK (purpose IN ('prescription', 'refund', 'review', 'proof')),
	order_id   BIGINT REFERENCES orders (id), -- what it is attached to; NULL: nothing yet
	created_at BIGINT NOT NULL,
	ended_at   BIGINT, -- when that order ended; NULL: it is under way
	delete_at  BIGINT -- when it is deleted, whatever happens; NULL: by its purpose
);
CREATE INDEX uploads_by_shopper ON uploads (shopper_id);
CREATE INDEX uploads_by_order ON uploads (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX uploads_by_end ON uploads (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX uploads_by_deletion ON uploads (delete_at) WHERE delete_at IS NOT NULL;

-- Whether a pharmacist has seen the prescription (ITEM-11).
ALTER TABLE orders ADD COLUMN prescription_status TEXT NOT NULL DEFAULT 'none'
	CHECK (prescription_status IN ('none', 'waiting', 'approved', 'refused'));

-- +goose Down
ALTER TABLE orders DROP COLUMN prescription_status;
DROP TABLE uploads;
