-- A refund is sent until its gateway has answered, also those that had given up.

-- +goose Up
UPDATE jobs SET max_attempts = 9223372036854775807, given_up_at = NULL WHERE kind = 'payment.refund' AND done_at IS NULL;

-- +goose Down
-- Earlier versions keep them, too: each job has its own limit.
SELECT 1;
