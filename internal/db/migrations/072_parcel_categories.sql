-- What may be sent as a parcel, and what the sender may tell its rider (PCL-01).

-- +goose Up
CREATE TABLE parcel_categories (
	id               ${ID},
	slug             TEXT NOT NULL UNIQUE,
	module_id        BIGINT NOT NULL REFERENCES modules (id),
	name             TEXT NOT NULL,
	description      TEXT NOT NULL,
	picture          TEXT NOT NULL,
	maximum_weight   TEXT NOT NULL, -- in words; '': not said
	base_charge      BIGINT NOT NULL CHECK (base_charge >= 0),
	per_km           BIGINT NOT NULL CHECK (per_km >= 0),
	minimum_charge   BIGINT NOT NULL CHECK (minimum_charge >= 0), -- of base and distance together
	further_charge   BIGINT NOT NULL CHECK (further_charge >= 0), -- for each package after the first
	maximum_quantity BIGINT NOT NULL CHECK (maximum_quantity >= 1), -- packages of one order
	position         BIGINT NOT NULL,
	active           BOOLEAN NOT NULL
);
CREATE INDEX parcel_categories_by_module ON parcel_categories (module_id, position);

CREATE TABLE parcel_instructions (
	id       ${ID},
	slug     TEXT NOT NULL UNIQUE,
	text     TEXT NOT NULL,
	position BIGINT NOT NULL
);

-- +goose Down
DROP TABLE parcel_instructions;
DROP TABLE parcel_categories;
