-- Providers and vehicles, which were a document each, in columns.

-- +goose Up
CREATE TABLE providers_new (
	id                ${ID},
	slug              TEXT NOT NULL UNIQUE,
	zone_id           BIGINT NOT NULL REFERENCES zones (id),
	pickup_zone_ids   TEXT NOT NULL, -- where vehicles can be picked up, a list of zones
	name              TEXT NOT NULL,
	description       TEXT NOT NULL,
	logo              TEXT NOT NULL,
	cover             TEXT NOT NULL,
	address           TEXT NOT NULL,
	phone             TEXT NOT NULL,
	latitude          DOUBLE PRECISION NOT NULL,
	longitude         DOUBLE PRECISION NOT NULL,
	discount          TEXT NOT NULL, -- the provider's own discount with its dates and hours, or {}
	tax_rate          BIGINT NOT NULL CHECK (tax_rate >= 0), -- basis points
	rating_sum        BIGINT NOT NULL,
	rating_count      BIGINT NOT NULL CHECK (rating_count >= 0),
	trip_count        BIGINT NOT NULL,
	past_rating_sum   BIGINT NOT NULL, -- of the town folder
	past_rating_count BIGINT NOT NULL
);
CREATE TABLE vehicles_new (
	id                ${ID},
	slug              TEXT NOT NULL UNIQUE,
	provider_id       BIGINT NOT NULL REFERENCES providers_new (id),
	category_id       BIGINT NOT NULL REFERENCES categories (id),
	name              TEXT NOT NULL,
	description       TEXT NOT NULL,
	brand             TEXT NOT NULL,
	vehicle_type      TEXT NOT NULL, -- such as SUV, as the owner calls it
	seats             BIGINT NOT NULL CHECK (seats > 0),
	air_condition     BOOLEAN NOT NULL,
	transmission      TEXT NOT NULL CHECK (transmission IN ('automatic', 'manual')),
	fuel              TEXT NOT NULL,
	pictures          TEXT NOT NULL, -- media keys, the first is the card's
	hourly_price      BIGINT NOT NULL CHECK (hourly_price >= 0), -- 0: not rented by the hour
	distance_price    BIGINT NOT NULL CHECK (distance_price >= 0), -- of a km; 0: not rented by distance
	discount_type     TEXT NOT NULL CHECK (discount_type IN ('percent', 'amount')),
	discount          BIGINT NOT NULL CHECK (discount >= 0), -- basis points or minor units
	units             BIGINT NOT NULL CHECK (units > 0), -- how many of them the provider has
	is_new            BOOLEAN NOT NULL,
	rating_sum        BIGINT NOT NULL,
	rating_count      BIGINT NOT NULL CHECK (rating_count >= 0),
	trip_count        BIGINT NOT NULL,
	past_rating_sum   BIGINT NOT NULL, -- of the town folder
	past_rating_count BIGINT NOT NULL,
	created_at        BIGINT NOT NULL,
	revision          BIGINT NOT NULL -- of the catalogue when it was last written
);
INSERT INTO providers_new (slug, zone_id, pickup_zone_ids, name, description, logo, cover, address, phone, latitude, longitude,
	discount, tax_rate, rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count)
SELECT t.slug, z.id, '[' || COALESCE(t.pickup_zone_ids, '') || ']', t.name, COALESCE(t.description, ''), COALESCE(t.logo, ''), COALESCE(t.cover, ''),
	COALESCE(t.address, ''), COALESCE(t.phone, ''), CAST(t.latitude AS DOUBLE PRECISION), CAST(t.longitude AS DOUBLE PRECISION),
	CASE WHEN t.discount IS NULL THEN '{}' ELSE
		'{"type":"' || t.discount_type
		|| '","value":' || CAST(ROUND(CAST(t.discount AS NUMERIC) * CASE t.discount_type WHEN 'percent' THEN 100 ELSE c.scale END) AS BIGINT)
		|| ',"min_purchase":' || CAST(ROUND(CAST(COALESCE(t.min_purchase, '0') AS NUMERIC) * c.scale) AS BIGINT)
		|| ',"max_discount":' || CAST(ROUND(CAST(COALESCE(t.max_discount, '0') AS NUMERIC) * c.scale) AS BIGINT)
		|| ',"start":"' || COALESCE(t.first_day, '') || '","end":"' || COALESCE(t.last_day, '')
		|| '","start_time":"' || COALESCE(t.start_time, '') || '","end_time":"' || COALESCE(t.end_time, '') || '"}'
	END,
	0, CAST(COALESCE(t.rating_sum, '0') AS BIGINT), CAST(COALESCE(t.rating_count, '0') AS BIGINT), CAST(COALESCE(t.sold, '0') AS BIGINT),
	CAST(COALESCE(t.rating_sum, '0') AS BIGINT), CAST(COALESCE(t.rating_count, '0') AS BIGINT)
FROM provider_texts t JOIN zones z ON z.slug = t.zone
	CROSS JOIN (SELECT CASE digits WHEN 0 THEN 1 WHEN 1 THEN 10 WHEN 2 THEN 100 ELSE 1000 END AS scale FROM currency_scale) c ORDER BY t.id;
INSERT INTO vehicles_new (slug, provider_id, category_id, name, description, brand, vehicle_type, seats, air_condition, transmission, fuel, pictures,
	hourly_price, distance_price, discount_type, discount, units, is_new, rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count,
	created_at, revision)
SELECT t.slug, p.id, k.id, t.name, COALESCE(t.description, ''), COALESCE(t.brand, ''), COALESCE(t.vehicle_type, ''),
	CAST(t.seats AS BIGINT), CAST(COALESCE(t.air_condition, 'false') AS TEXT) IN ('true', '1'), t.transmission, COALESCE(t.fuel, ''), t.pictures,
	CAST(ROUND(CAST(COALESCE(t.hourly_price, '0') AS NUMERIC) * c.scale) AS BIGINT),
	CAST(ROUND(CAST(COALESCE(t.distance_price, '0') AS NUMERIC) * c.scale) AS BIGINT),
	CASE t.discount_type WHEN 'amount' THEN 'amount' ELSE 'percent' END,
	CAST(ROUND(CAST(COALESCE(t.discount, '0') AS NUMERIC) * CASE t.discount_type WHEN 'percent' THEN 100 ELSE c.scale END) AS BIGINT),
	CAST(t.units AS BIGINT), CAST(COALESCE(t.is_new, 'false') AS TEXT) IN ('true', '1'),
	CAST(COALESCE(t.rating_sum, '0') AS BIGINT), CAST(COALESCE(t.rating_count, '0') AS BIGINT), CAST(COALESCE(t.sold, '0') AS BIGINT),
	CAST(COALESCE(t.rating_sum, '0') AS BIGINT), CAST(COALESCE(t.rating_count, '0') AS BIGINT), CAST(t.created_at AS BIGINT) * 1000, 0
FROM vehicle_texts t JOIN providers_new p ON p.slug = t.provider JOIN categories k ON k.slug = t.category
	CROSS JOIN (SELECT CASE digits WHEN 0 THEN 1 WHEN 1 THEN 10 WHEN 2 THEN 100 ELSE 1000 END AS scale FROM currency_scale) c ORDER BY t.id;
DROP TABLE vehicle_texts;
DROP TABLE provider_texts;
DROP TABLE currency_scale;
DROP TABLE vehicles;
DROP TABLE providers;
ALTER TABLE providers_new RENAME TO providers;
ALTER TABLE vehicles_new RENAME TO vehicles;
CREATE INDEX vehicles_by_revision ON vehicles (revision);
DELETE FROM imported WHERE kind IN ('providers', 'vehicles'); -- their ids are new

-- +goose Down
DROP TABLE vehicles;
DROP TABLE providers;
CREATE TABLE providers (
	id   ${ID},
	slug TEXT NOT NULL UNIQUE,
	body TEXT NOT NULL
);
CREATE TABLE vehicles (
	id          ${ID},
	slug        TEXT NOT NULL UNIQUE,
	provider_id BIGINT NOT NULL REFERENCES providers (id),
	body        TEXT NOT NULL
);
CREATE TABLE vehicle_texts (id BIGINT);
CREATE TABLE provider_texts (id BIGINT);
CREATE TABLE currency_scale (digits BIGINT);
