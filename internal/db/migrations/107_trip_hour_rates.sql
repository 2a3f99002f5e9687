-- A late return costs by the price of an hour, also of a trip that is charged by distance.

-- +goose Up
ALTER TABLE trip_lines ADD COLUMN hour_rate BIGINT; -- minor units of an hour of one vehicle when it was booked; NULL: it had none, or an older line

-- +goose Down
ALTER TABLE trip_lines DROP COLUMN hour_rate;
