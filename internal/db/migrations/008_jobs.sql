-- +goose Up
-- When a job was tried for the last time. Since then nobody tries it, and what
-- waited for it is for people to see to.
ALTER TABLE jobs ADD COLUMN given_up_at BIGINT;

-- Each asked for its successor; jobs that come back have one row now.
DELETE FROM jobs WHERE kind IN ('order.forget_keys', 'account.forget');

-- +goose Down
ALTER TABLE jobs DROP COLUMN given_up_at;
