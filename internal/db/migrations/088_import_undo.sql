-- What the last import changed, so that it can be undone. The next import that changes
-- something replaces all rows.

-- +goose Up
CREATE TABLE import_undo (
	kind TEXT NOT NULL, -- table of the row, or import or settings
	id   BIGINT NOT NULL, -- of the row; 0: it has none
	slug TEXT NOT NULL, -- of the row after the import, or its key
	was  TEXT NOT NULL, -- JSON: what the import changed of it
	PRIMARY KEY (kind, id, slug)
);

-- +goose Down
DROP TABLE import_undo;
