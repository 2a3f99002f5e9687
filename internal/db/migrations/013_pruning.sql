-- Guests who stay away are deleted after a time, and what has ended is found by
-- its end.

-- +goose Up
-- When a guest last called, to half a day, or was last kept for their orders;
-- NULL: a customer, who is never pruned.
ALTER TABLE shoppers ADD COLUMN seen_at BIGINT;
-- When the guests of before called is not known: count from the latest one.
UPDATE shoppers SET seen_at = (SELECT MAX(created_at) FROM shoppers)
WHERE id NOT IN (SELECT shopper_id FROM customers);
CREATE INDEX shoppers_by_seen ON shoppers (seen_at) WHERE seen_at IS NOT NULL;
CREATE INDEX known_places_by_end ON known_places (ends_at);
CREATE INDEX throttles_by_end ON throttles (ends_at);
CREATE INDEX jobs_given_up ON jobs (given_up_at) WHERE given_up_at IS NOT NULL;

-- +goose Down
DROP INDEX jobs_given_up;
DROP INDEX throttles_by_end;
DROP INDEX known_places_by_end;
DROP INDEX shoppers_by_seen;
ALTER TABLE shoppers DROP COLUMN seen_at;
