-- Reviews by customers of vehicles that they had on a trip (RNT-11), beside those of the
-- town folder, and trips counted for vehicles.

-- +goose Up
ALTER TABLE vehicle_reviews ADD COLUMN trip_id BIGINT REFERENCES trips (id); -- NULL: from the town folder
ALTER TABLE vehicle_reviews ADD COLUMN images TEXT NOT NULL DEFAULT '[]'; -- JSON: keys of uploads
ALTER TABLE vehicle_reviews ADD COLUMN hidden_at BIGINT; -- NULL: it is shown
ALTER TABLE vehicle_reviews ADD COLUMN hidden_staff_id BIGINT REFERENCES staff (id);
-- A vehicle is reviewed once for each trip.
CREATE UNIQUE INDEX vehicle_reviews_once ON vehicle_reviews (trip_id, vehicle_id) WHERE trip_id IS NOT NULL;
CREATE INDEX vehicle_reviews_by_hidden_staff ON vehicle_reviews (hidden_staff_id) WHERE hidden_staff_id IS NOT NULL;
CREATE INDEX vehicle_reviews_by_age ON vehicle_reviews (created_at DESC, id DESC);

-- Trips that the town folder states. trip_count is these and the completed trips.
ALTER TABLE providers ADD COLUMN past_trip_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE vehicles ADD COLUMN past_trip_count BIGINT NOT NULL DEFAULT 0;
UPDATE providers SET past_trip_count = trip_count
	- (SELECT COUNT(*) FROM trips t WHERE t.provider_id = providers.id AND t.status IN ('completed', 'refunded'));
UPDATE vehicles SET past_trip_count = trip_count, trip_count = trip_count
	+ (SELECT COUNT(*) FROM trip_lines l JOIN trips t ON t.id = l.trip_id WHERE l.vehicle_id = vehicles.id AND t.status IN ('completed', 'refunded'));

-- +goose Down
UPDATE vehicles SET trip_count = past_trip_count;
ALTER TABLE vehicles DROP COLUMN past_trip_count;
ALTER TABLE providers DROP COLUMN past_trip_count;
DROP INDEX vehicle_reviews_by_age;
DROP INDEX vehicle_reviews_by_hidden_staff;
DROP INDEX vehicle_reviews_once;
ALTER TABLE vehicle_reviews DROP COLUMN hidden_staff_id;
ALTER TABLE vehicle_reviews DROP COLUMN hidden_at;
ALTER TABLE vehicle_reviews DROP COLUMN images;
ALTER TABLE vehicle_reviews DROP COLUMN trip_id;
