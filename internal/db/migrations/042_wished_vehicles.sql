-- Vehicles and their providers can be wished too.

-- +goose Up
CREATE TABLE wishes_new (
	id          ${ID},
	customer_id BIGINT NOT NULL REFERENCES customers (id),
	kind        TEXT NOT NULL CHECK (kind IN ('item', 'store', 'vehicle', 'provider')),
	thing_id    BIGINT NOT NULL,
	created_at  BIGINT NOT NULL,
	UNIQUE (customer_id, kind, thing_id)
);
INSERT INTO wishes_new (customer_id, kind, thing_id, created_at) SELECT customer_id, kind, thing_id, created_at FROM wishes ORDER BY id;
DROP TABLE wishes;
ALTER TABLE wishes_new RENAME TO wishes;
CREATE INDEX wishes_by_thing ON wishes (kind, thing_id, customer_id);

-- +goose Down
DELETE FROM wishes WHERE kind IN ('vehicle', 'provider');
CREATE TABLE wishes_old (
	id          ${ID},
	customer_id BIGINT NOT NULL REFERENCES customers (id),
	kind        TEXT NOT NULL CHECK (kind IN ('item', 'store')),
	thing_id    BIGINT NOT NULL,
	created_at  BIGINT NOT NULL,
	UNIQUE (customer_id, kind, thing_id)
);
INSERT INTO wishes_old (customer_id, kind, thing_id, created_at) SELECT customer_id, kind, thing_id, created_at FROM wishes ORDER BY id;
DROP TABLE wishes;
ALTER TABLE wishes_old RENAME TO wishes;
CREATE INDEX wishes_by_thing ON wishes (kind, thing_id, customer_id);
