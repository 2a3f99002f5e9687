-- Photos of the vehicles of a trip, before and after it.

-- +goose Up
ALTER TABLE uploads DROP CONSTRAINT uploads_purpose_check;
ALTER TABLE uploads ADD CONSTRAINT uploads_purpose_check CHECK (purpose IN ('prescription', 'refund', 'review', 'proof', 'trip_before', 'trip_after'));
ALTER TABLE uploads ADD COLUMN by_staff BOOLEAN NOT NULL DEFAULT FALSE; -- sent by the staff, of the shopper's trip

-- +goose Down
ALTER TABLE uploads DROP COLUMN by_staff;
DELETE FROM uploads WHERE purpose IN ('trip_before', 'trip_after');
ALTER TABLE uploads DROP CONSTRAINT uploads_purpose_check;
ALTER TABLE uploads ADD CONSTRAINT uploads_purpose_check CHECK (purpose IN ('prescription', 'refund', 'review', 'proof'));
