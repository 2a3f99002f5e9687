-- Refunds of trips, beside those of orders, and of an amount, beside those of lines (D33).

-- +goose Up
ALTER TABLE refunds ALTER COLUMN order_id DROP NOT NULL;
ALTER TABLE refunds ADD COLUMN trip_id BIGINT REFERENCES trips (id);
ALTER TABLE refunds ADD COLUMN by_amount BOOLEAN NOT NULL DEFAULT FALSE; -- an amount was given back, not lines
ALTER TABLE refunds ADD CONSTRAINT refunds_of_one CHECK ((order_id IS NULL) <> (trip_id IS NULL));
CREATE UNIQUE INDEX refunds_of_trip_open ON refunds (trip_id) WHERE status = 'requested';
CREATE INDEX refunds_by_trip ON refunds (trip_id) WHERE trip_id IS NOT NULL;

-- Trips that were given back whole before.
INSERT INTO refunds (trip_id, status, reason, note, images, lines, amount, answer, staff_id, staff_name, created_at, decided_at, unasked)
	SELECT t.id, 'approved', t.cancel_reason, '', '[]', '[]', t.total - t.deposit + t.extension_charge + t.late_charge, t.cancel_reason, m.staff_id, m.staff_name, m.at, m.at, TRUE
	FROM trips t JOIN trip_moves m ON m.trip_id = t.id AND m.status = 'refunded' WHERE t.status = 'refunded';

-- What was paid at a late return may go into the wallet too: more than the total.
ALTER TABLE trips DROP CONSTRAINT trips_check3; -- the one of wallet_back
ALTER TABLE trips ADD CONSTRAINT trips_wallet_back_check CHECK (wallet_back >= 0);

-- +goose Down
UPDATE trips SET wallet_back = total WHERE wallet_back > total;
ALTER TABLE trips DROP CONSTRAINT trips_wallet_back_check;
ALTER TABLE trips ADD CONSTRAINT trips_check3 CHECK (wallet_back >= 0 AND wallet_back <= total);
DELETE FROM refunds WHERE trip_id IS NOT NULL;
ALTER TABLE refunds DROP COLUMN by_amount;
ALTER TABLE refunds DROP COLUMN trip_id;
ALTER TABLE refunds ALTER COLUMN order_id SET NOT NULL;
