-- What the town folder no longer has is archived: it is not shown, but its orders and trips
-- stay readable. Stores and items have active for that.

-- +goose Up
ALTER TABLE categories ADD COLUMN archived BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE providers ADD COLUMN archived BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE vehicles ADD COLUMN archived BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE vehicles DROP COLUMN archived;
ALTER TABLE providers DROP COLUMN archived;
ALTER TABLE categories DROP COLUMN archived;
