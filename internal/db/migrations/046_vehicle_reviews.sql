-- Reviews of vehicles, of the town folder (RNT-04).

-- +goose Up
CREATE TABLE vehicle_reviews (
	id          ${ID},
	slug        TEXT NOT NULL UNIQUE,
	vehicle_id  BIGINT NOT NULL REFERENCES vehicles (id),
	provider_id BIGINT NOT NULL REFERENCES providers (id), -- who owned the vehicle then
	author      TEXT NOT NULL, -- '': of a deleted account
	rating      BIGINT NOT NULL CHECK (rating BETWEEN 1 AND 5),
	body        TEXT NOT NULL,
	reply       TEXT NOT NULL, -- the provider's; '': none
	pictures    TEXT NOT NULL, -- JSON: picture keys
	created_at  BIGINT NOT NULL
);
CREATE INDEX vehicle_reviews_by_vehicle ON vehicle_reviews (vehicle_id, created_at DESC, id DESC);
CREATE INDEX vehicle_reviews_by_provider ON vehicle_reviews (provider_id, created_at DESC, id DESC);

-- +goose Down
DROP TABLE vehicle_reviews;
