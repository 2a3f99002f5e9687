-- Photos of driver's licences, among the private images.

-- +goose Up
ALTER TABLE uploads DROP CONSTRAINT uploads_purpose_check;
ALTER TABLE uploads ADD CONSTRAINT uploads_purpose_check CHECK (purpose IN ('prescription', 'refund', 'review', 'proof', 'trip_before', 'trip_after', 'licence'));

-- +goose Down
DELETE FROM uploads WHERE purpose = 'licence';
ALTER TABLE uploads DROP CONSTRAINT uploads_purpose_check;
ALTER TABLE uploads ADD CONSTRAINT uploads_purpose_check CHECK (purpose IN ('prescription', 'refund', 'review', 'proof', 'trip_before', 'trip_after'));
