-- What was chosen on each line, so that an order can be placed again.

-- +goose Up
-- options.Choice as it was ordered; {} on lines of before, and where nothing was chosen.
ALTER TABLE order_lines ADD COLUMN choice TEXT NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE order_lines DROP COLUMN choice;
