-- Driver's licences of those who rent vehicles, and what the providers found (RNT-11).

-- +goose Up
ALTER TABLE vehicles ADD COLUMN licence_free BOOLEAN NOT NULL DEFAULT FALSE; -- whoever drives it needs no licence

-- A licence that is given again is a new row: what was checked does not change.
CREATE TABLE driver_licences (
	id         ${ID},
	shopper_id BIGINT NOT NULL UNIQUE REFERENCES shoppers (id),
	name       TEXT NOT NULL, -- as printed
	number     TEXT NOT NULL,
	expires_on TEXT NOT NULL, -- the last day, such as 2027-03-31; '': it does not expire
	front      TEXT NOT NULL UNIQUE, -- key of an upload
	back       TEXT NOT NULL UNIQUE, -- key of an upload
	created_at BIGINT NOT NULL
);
CREATE INDEX driver_licences_by_age ON driver_licences (created_at);

-- What each provider found. Without a row, a licence waits to be checked.
CREATE TABLE licence_checks (
	licence_id  BIGINT NOT NULL REFERENCES driver_licences (id) ON DELETE CASCADE,
	provider_id BIGINT NOT NULL REFERENCES providers (id),
	status      TEXT NOT NULL CHECK (status IN ('approved', 'refused')),
	reason      TEXT NOT NULL, -- of a refusal; the driver reads it
	staff_id    BIGINT NOT NULL REFERENCES staff (id),
	staff_name  TEXT NOT NULL,
	checked_at  BIGINT NOT NULL,
	PRIMARY KEY (licence_id, provider_id)
);
CREATE INDEX licence_checks_by_provider ON licence_checks (provider_id);
CREATE INDEX licence_checks_by_staff ON licence_checks (staff_id);

-- +goose Down
DROP TABLE licence_checks;
DROP TABLE driver_licences;
ALTER TABLE vehicles DROP COLUMN licence_free;
