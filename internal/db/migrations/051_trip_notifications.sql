-- Notifications about trips, beside those about orders.

-- +goose Up
ALTER TABLE notifications ADD COLUMN trip_id BIGINT REFERENCES trips (id); -- NULL: about no trip
CREATE INDEX notifications_by_trip ON notifications (trip_id) WHERE trip_id IS NOT NULL;

-- +goose Down
DELETE FROM notifications WHERE trip_id IS NOT NULL;
DROP INDEX notifications_by_trip;
ALTER TABLE notifications DROP COLUMN trip_id;
