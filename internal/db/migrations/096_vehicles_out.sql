-- Vehicles that are handed over count as out until they are back, also after their planned
-- return (R1).

-- +goose Up
ALTER TABLE bookings ADD COLUMN is_out BOOLEAN NOT NULL DEFAULT FALSE; -- handed over, and not back yet
UPDATE bookings SET is_out = TRUE WHERE released_at IS NULL AND trip_id IN (SELECT id FROM trips WHERE status = 'ongoing');
CREATE INDEX bookings_out ON bookings (vehicle_id) WHERE is_out;

-- +goose Down
DROP INDEX bookings_out;
ALTER TABLE bookings DROP COLUMN is_out;
