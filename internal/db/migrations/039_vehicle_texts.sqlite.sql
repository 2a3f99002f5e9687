-- What the documents of providers and vehicles say, as texts. The next migration makes
-- columns of them.

-- +goose Up
CREATE TABLE provider_texts AS SELECT id, slug,
	body ->> '$.zone' AS zone,
	(SELECT group_concat(z.id, ',' ORDER BY z.id) FROM zones z WHERE z.slug IN (SELECT value FROM json_each(body, '$.pickup_zones'))) AS pickup_zone_ids,
	body ->> '$.name' AS name,
	body ->> '$.description' AS description,
	body ->> '$.logo' AS logo,
	body ->> '$.cover' AS cover,
	body ->> '$.address' AS address,
	body ->> '$.phone' AS phone,
	body ->> '$.point.lat' AS latitude,
	body ->> '$.point.lng' AS longitude,
	body ->> '$.discount.type' AS discount_type,
	body ->> '$.discount.value' AS discount,
	body ->> '$.discount.min_purchase' AS min_purchase,
	body ->> '$.discount.max_discount' AS max_discount,
	body ->> '$.discount.start' AS first_day,
	body ->> '$.discount.end' AS last_day,
	body ->> '$.discount.start_time' AS start_time,
	body ->> '$.discount.end_time' AS end_time,
	body ->> '$.past.rating_sum' AS rating_sum,
	body ->> '$.past.rating_count' AS rating_count,
	body ->> '$.past.sold' AS sold
FROM providers;
CREATE TABLE vehicle_texts AS SELECT id, slug,
	body ->> '$.provider' AS provider,
	body ->> '$.category' AS category,
	body ->> '$.name' AS name,
	body ->> '$.description' AS description,
	body ->> '$.brand' AS brand,
	body ->> '$.type' AS vehicle_type,
	body ->> '$.seats' AS seats,
	body ->> '$.air_condition' AS air_condition,
	body ->> '$.transmission' AS transmission,
	body ->> '$.fuel' AS fuel,
	body -> '$.pictures' AS pictures,
	body ->> '$.hourly_price' AS hourly_price,
	body ->> '$.distance_price' AS distance_price,
	body ->> '$.discount.type' AS discount_type,
	body ->> '$.discount.value' AS discount,
	body ->> '$.count' AS units,
	body ->> '$.new' AS is_new,
	body ->> '$.past.rating_sum' AS rating_sum,
	body ->> '$.past.rating_count' AS rating_count,
	body ->> '$.past.sold' AS sold,
	strftime('%s', body ->> '$.added') AS created_at -- seconds
FROM vehicles;
CREATE TABLE currency_scale AS
	SELECT COALESCE((SELECT body ->> '$.digits' FROM settings WHERE name = 'currency'), 2) AS digits;

-- +goose Down
DROP TABLE currency_scale;
DROP TABLE vehicle_texts;
DROP TABLE provider_texts;
