-- Passkeys: a customer signs in with what a device of theirs signs.

-- +goose Up
CREATE TABLE passkeys (
	id              ${ID},
	customer_id     BIGINT NOT NULL REFERENCES customers (id),
	credential_id   TEXT NOT NULL UNIQUE, -- base64url
	public_key      TEXT NOT NULL, -- COSE, base64url
	sign_count      BIGINT NOT NULL, -- 0: the device does not count
	backup_eligible BOOLEAN NOT NULL, -- may be copied to the customer's other devices
	name            TEXT NOT NULL,
	created_at      BIGINT NOT NULL,
	used_at         BIGINT -- NULL: never
);
CREATE INDEX passkeys_by_customer ON passkeys (customer_id);

-- +goose Down
DROP TABLE passkeys;
