-- Applications of stores and riders to join the town (REG-01), and the plan of a store.

-- +goose Up
CREATE TABLE applications (
	id            ${ID},
	kind          TEXT NOT NULL CHECK (kind IN ('store', 'rider')),
	state         TEXT NOT NULL CHECK (state IN ('sending', 'waiting', 'approved', 'refused')), -- sending: its images are being stored
	request_hash  TEXT NOT NULL UNIQUE, -- of the request's key: sent twice, it is one application
	name          TEXT NOT NULL, -- of the person
	email         TEXT NOT NULL, -- as typed
	email_folded  TEXT NOT NULL, -- as compared
	phone         TEXT NOT NULL, -- E.164
	password_hash TEXT NOT NULL, -- '' once it is decided
	zone_id       BIGINT NOT NULL REFERENCES zones (id),
	module_id     BIGINT REFERENCES modules (id), -- of a store
	details       TEXT NOT NULL, -- application.Details
	language      TEXT NOT NULL, -- of its mails
	created_at    BIGINT NOT NULL,
	decided_at    BIGINT, -- NULL: not yet
	decided_by    BIGINT REFERENCES staff (id),
	reason        TEXT NOT NULL, -- of a refusal
	store_id      BIGINT REFERENCES stores (id), -- that the approval made
	staff_id      BIGINT REFERENCES staff (id), -- the account that it made
	CHECK ((kind = 'store') = (module_id IS NOT NULL)),
	CHECK ((state IN ('approved', 'refused')) = (decided_at IS NOT NULL)),
	CHECK ((state = 'approved') = (staff_id IS NOT NULL)),
	CHECK ((state = 'approved' AND kind = 'store') = (store_id IS NOT NULL))
);
CREATE INDEX applications_by_state ON applications (state, created_at, id);
CREATE INDEX applications_by_email ON applications (email_folded);
CREATE INDEX applications_by_phone ON applications (phone);
CREATE INDEX applications_by_zone ON applications (zone_id);
CREATE INDEX applications_by_module ON applications (module_id) WHERE module_id IS NOT NULL;
CREATE INDEX applications_by_admin ON applications (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX applications_by_store ON applications (store_id) WHERE store_id IS NOT NULL;
CREATE INDEX applications_by_staff ON applications (staff_id) WHERE staff_id IS NOT NULL;

CREATE TABLE application_images (
	key            TEXT PRIMARY KEY, -- 128 random bits; the file is named after it
	application_id BIGINT NOT NULL REFERENCES applications (id),
	field          TEXT NOT NULL -- of the form: logo, document_1
);
CREATE INDEX application_images_by_application ON application_images (application_id);

-- The plan that a store agreed on; '': none.
ALTER TABLE stores ADD COLUMN plan TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE stores DROP COLUMN plan;
DROP TABLE application_images;
DROP TABLE applications;
