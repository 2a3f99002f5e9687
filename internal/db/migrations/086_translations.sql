-- The texts of records in other languages than the town's (I18N-01).

-- +goose Up
CREATE TABLE translations (
	id       ${ID},
	slug     TEXT NOT NULL UNIQUE, -- kind, record and language
	kind     TEXT NOT NULL,
	record   TEXT NOT NULL, -- slug of what is translated; '' for town.json
	language TEXT NOT NULL,
	texts    TEXT NOT NULL -- JSON: its fields
);
CREATE INDEX translations_by_record ON translations (kind, record);

-- +goose Down
DROP TABLE translations;
