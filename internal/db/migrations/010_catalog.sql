-- What every instance keeps of the catalogue in memory is kept current by
-- revision. Whoever writes the catalogue takes the next one in the transaction
-- (catalog.NextRevision) and stamps the items that it wrote with it.

-- +goose Up
CREATE TABLE catalog_revision (
	id       BIGINT PRIMARY KEY CHECK (id = 1), -- one row at most; none: revision 0
	revision BIGINT NOT NULL
);
ALTER TABLE items ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
CREATE INDEX items_by_revision ON items (revision);

-- +goose Down
DROP INDEX items_by_revision;
ALTER TABLE items DROP COLUMN revision;
DROP TABLE catalog_revision;
