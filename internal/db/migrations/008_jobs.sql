-- +goose Up
-- When a job was given up. It is not tried again, and a person must handle what waited
-- for it.
ALTER TABLE jobs ADD COLUMN given_up_at BIGINT;

-- Each run used to enqueue the next. Periodic jobs have one row now.
DELETE FROM jobs WHERE kind IN ('order.forget_keys', 'account.forget');

-- +goose Down
ALTER TABLE jobs DROP COLUMN given_up_at;
