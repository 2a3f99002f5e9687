-- The rules of canceling and of a late return that a trip was booked with: later changes of
-- the settings are for later trips.

-- +goose Up
ALTER TABLE trips ADD COLUMN free_cancel_hours BIGINT; -- these four are as in the settings; NULL: placed before they were kept, so the settings of the day hold
ALTER TABLE trips ADD COLUMN late_cancel_percent BIGINT;
ALTER TABLE trips ADD COLUMN late_percent BIGINT;
ALTER TABLE trips ADD COLUMN late_grace_minutes BIGINT;

-- +goose Down
ALTER TABLE trips DROP COLUMN late_grace_minutes;
ALTER TABLE trips DROP COLUMN late_percent;
ALTER TABLE trips DROP COLUMN late_cancel_percent;
ALTER TABLE trips DROP COLUMN free_cancel_hours;
