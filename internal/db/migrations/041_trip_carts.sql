-- +goose Up
CREATE TABLE trip_carts (
	id              ${ID},
	shopper_id      BIGINT NOT NULL REFERENCES shoppers (id),
	module_id       BIGINT NOT NULL REFERENCES modules (id),
	trip_type       TEXT NOT NULL CHECK (trip_type IN ('hourly', 'distance_wise')),
	hours           BIGINT NOT NULL CHECK (hours >= 1), -- of an hourly trip
	pickup          TEXT NOT NULL, -- tripcart.Place
	destination     TEXT NOT NULL, -- tripcart.Place, or {}
	pickup_at       BIGINT, -- NULL: now
	distance_metres BIGINT NOT NULL CHECK (distance_metres >= 0), -- of the route, measured by the server
	route_seconds   BIGINT NOT NULL CHECK (route_seconds >= 0),
	straight        BOOLEAN NOT NULL, -- no route was found: the distance is the straight line
	updated_at      BIGINT NOT NULL,
	UNIQUE (shopper_id, module_id)
);

-- A vehicle has one line.
CREATE TABLE trip_cart_lines (
	id         ${ID},
	cart_id    BIGINT NOT NULL REFERENCES trip_carts (id) ON DELETE CASCADE,
	vehicle_id BIGINT NOT NULL REFERENCES vehicles (id),
	quantity   BIGINT NOT NULL CHECK (quantity >= 1),
	UNIQUE (cart_id, vehicle_id)
);

-- +goose Down
DROP TABLE trip_cart_lines;
DROP TABLE trip_carts;
