-- Which units of vehicles are out for which trip, and when (RNT-11).

-- +goose Up
CREATE TABLE bookings (
	id            ${ID},
	trip_id       BIGINT NOT NULL REFERENCES trips (id),
	vehicle_id    BIGINT NOT NULL REFERENCES vehicles (id),
	units         BIGINT NOT NULL CHECK (units >= 1),
	vehicle_units BIGINT NOT NULL, -- how many the vehicle had when this was booked or extended
	from_at       BIGINT NOT NULL,
	until_at      BIGINT NOT NULL CHECK (until_at > from_at),
	released_at   BIGINT CHECK (released_at BETWEEN from_at AND until_at), -- when it ended early; NULL: it holds
	revision      BIGINT NOT NULL, -- booking_revision when it was last written
	UNIQUE (trip_id, vehicle_id)
);
CREATE INDEX bookings_by_vehicle ON bookings (vehicle_id, until_at);
CREATE INDEX bookings_by_revision ON bookings (revision);

-- Instances read the bookings with a later revision than they know.
CREATE TABLE booking_revision (
	id       BIGINT PRIMARY KEY CHECK (id = 1),
	revision BIGINT NOT NULL
);

-- +goose Down
DROP TABLE booking_revision;
DROP TABLE bookings;
