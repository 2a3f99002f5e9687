-- What the documents of providers and vehicles say, as texts. The next migration makes
-- columns of them.

-- +goose Up
CREATE TABLE provider_texts AS SELECT id, slug,
	body::jsonb ->> 'zone' AS zone,
	(SELECT string_agg(z.id::text, ',' ORDER BY z.id) FROM zones z WHERE z.slug IN (SELECT jsonb_array_elements_text(body::jsonb -> 'pickup_zones'))) AS pickup_zone_ids,
	body::jsonb ->> 'name' AS name,
	body::jsonb ->> 'description' AS description,
	body::jsonb ->> 'logo' AS logo,
	body::jsonb ->> 'cover' AS cover,
	body::jsonb ->> 'address' AS address,
	body::jsonb ->> 'phone' AS phone,
	body::jsonb -> 'point' ->> 'lat' AS latitude,
	body::jsonb -> 'point' ->> 'lng' AS longitude,
	body::jsonb -> 'discount' ->> 'type' AS discount_type,
	body::jsonb -> 'discount' ->> 'value' AS discount,
	body::jsonb -> 'discount' ->> 'min_purchase' AS min_purchase,
	body::jsonb -> 'discount' ->> 'max_discount' AS max_discount,
	body::jsonb -> 'discount' ->> 'start' AS first_day,
	body::jsonb -> 'discount' ->> 'end' AS last_day,
	body::jsonb -> 'discount' ->> 'start_time' AS start_time,
	body::jsonb -> 'discount' ->> 'end_time' AS end_time,
	body::jsonb -> 'past' ->> 'rating_sum' AS rating_sum,
	body::jsonb -> 'past' ->> 'rating_count' AS rating_count,
	body::jsonb -> 'past' ->> 'sold' AS sold
FROM providers;
CREATE TABLE vehicle_texts AS SELECT id, slug,
	body::jsonb ->> 'provider' AS provider,
	body::jsonb ->> 'category' AS category,
	body::jsonb ->> 'name' AS name,
	body::jsonb ->> 'description' AS description,
	body::jsonb ->> 'brand' AS brand,
	body::jsonb ->> 'type' AS vehicle_type,
	body::jsonb ->> 'seats' AS seats,
	body::jsonb ->> 'air_condition' AS air_condition,
	body::jsonb ->> 'transmission' AS transmission,
	body::jsonb ->> 'fuel' AS fuel,
	(body::jsonb -> 'pictures')::text AS pictures,
	body::jsonb ->> 'hourly_price' AS hourly_price,
	body::jsonb ->> 'distance_price' AS distance_price,
	body::jsonb -> 'discount' ->> 'type' AS discount_type,
	body::jsonb -> 'discount' ->> 'value' AS discount,
	body::jsonb ->> 'count' AS units,
	body::jsonb ->> 'new' AS is_new,
	body::jsonb -> 'past' ->> 'rating_sum' AS rating_sum,
	body::jsonb -> 'past' ->> 'rating_count' AS rating_count,
	body::jsonb -> 'past' ->> 'sold' AS sold,
	EXTRACT(EPOCH FROM (body::jsonb ->> 'added')::timestamptz)::bigint AS created_at -- seconds
FROM vehicles;
CREATE TABLE currency_scale AS
	SELECT COALESCE((SELECT (body::jsonb ->> 'digits')::bigint FROM settings WHERE name = 'currency'), 2) AS digits;

-- +goose Down
DROP TABLE currency_scale;
DROP TABLE vehicle_texts;
DROP TABLE provider_texts;
