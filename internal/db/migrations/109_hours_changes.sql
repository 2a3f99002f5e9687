-- When a vendor changed hours, every instance read all pictures and texts again.

-- +goose Up
ALTER TABLE catalog_revision ADD COLUMN hours_changes BIGINT NOT NULL DEFAULT 0; -- how many of the revisions changed only the hours of a store

-- +goose Down
ALTER TABLE catalog_revision DROP COLUMN hours_changes;
