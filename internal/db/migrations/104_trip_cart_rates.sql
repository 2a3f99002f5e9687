-- A price that has risen since a vehicle was added is shown (C3).

-- +goose Up
ALTER TABLE trip_cart_lines ADD COLUMN added_rate BIGINT; -- minor units of an hour or a kilometre, as the trip is charged; NULL: not known of older lines

-- +goose Down
ALTER TABLE trip_cart_lines DROP COLUMN added_rate;
