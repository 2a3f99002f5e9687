-- Accounts: who a shopper is, how they prove it, and what is theirs alone.
-- Nothing here opens a door by itself: tokens and proofs are kept as SHA-256,
-- passwords as argon2id, and a code is worked out from its nonce and the
-- server's secret.

-- +goose Up
CREATE TABLE customers (
	id             ${ID},
	shopper_id     BIGINT NOT NULL UNIQUE REFERENCES shoppers (id),
	first_name     TEXT NOT NULL, -- '' until they said it
	last_name      TEXT NOT NULL,
	email          TEXT, -- as typed; NULL: none
	email_folded   TEXT UNIQUE, -- as compared
	phone          TEXT UNIQUE, -- E.164 (D6); NULL: none
	email_verified BOOLEAN NOT NULL,
	phone_verified BOOLEAN NOT NULL,
	password_hash  TEXT NOT NULL, -- '': signs in without one
	picture        TEXT NOT NULL, -- file key; '': none
	interests      TEXT NOT NULL, -- category ids
	referral_code  TEXT NOT NULL UNIQUE,
	referred_by    BIGINT REFERENCES customers (id),
	created_at     BIGINT NOT NULL,
	erased_at      BIGINT -- personal data is gone, orders stay (PROF-05)
);

CREATE TABLE sessions (
	id          ${ID},
	token_hash  TEXT NOT NULL UNIQUE,
	customer_id BIGINT NOT NULL REFERENCES customers (id),
	device      TEXT NOT NULL, -- in words
	created_at  BIGINT NOT NULL,
	seen_at     BIGINT NOT NULL -- to the hour
);
CREATE INDEX sessions_by_customer ON sessions (customer_id);

-- A customer as a provider knows them.
CREATE TABLE identities (
	id          ${ID},
	customer_id BIGINT NOT NULL REFERENCES customers (id),
	provider    TEXT NOT NULL CHECK (provider IN ('google', 'facebook', 'apple')),
	subject     TEXT NOT NULL,
	created_at  BIGINT NOT NULL,
	UNIQUE (provider, subject)
);
CREATE INDEX identities_by_customer ON identities (customer_id);

-- The one code in force for a purpose and whom it was sent to (AUTH-10).
CREATE TABLE codes (
	id         ${ID},
	purpose    TEXT NOT NULL CHECK (purpose IN ('login', 'verify', 'reset', 'profile')),
	target     TEXT NOT NULL,
	nonce      TEXT NOT NULL,
	tries      BIGINT NOT NULL,
	sent_at    BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	used_at    BIGINT,
	UNIQUE (purpose, target)
);

-- What has been shown so far in a sign-in that takes another step.
CREATE TABLE proofs (
	id          ${ID},
	token_hash  TEXT NOT NULL UNIQUE,
	customer_id BIGINT REFERENCES customers (id), -- whose account it leads to; NULL: nobody's yet
	body        TEXT NOT NULL,
	expires_at  BIGINT NOT NULL,
	used_at     BIGINT
);
CREATE INDEX proofs_by_customer ON proofs (customer_id);

-- How often something was tried in a stretch of time.
CREATE TABLE throttles (
	key     TEXT PRIMARY KEY, -- what, and a keyed hash of whom
	count   BIGINT NOT NULL,
	ends_at BIGINT NOT NULL
);

CREATE TABLE addresses (
	id                     ${ID},
	customer_id            BIGINT NOT NULL REFERENCES customers (id),
	address_type           TEXT NOT NULL CHECK (address_type IN ('home', 'office', 'other')),
	address_label          TEXT NOT NULL,
	address                TEXT NOT NULL,
	latitude               DOUBLE PRECISION NOT NULL,
	longitude              DOUBLE PRECISION NOT NULL,
	contact_person_name    TEXT NOT NULL,
	contact_person_number  TEXT NOT NULL,
	additional_information TEXT NOT NULL,
	house                  TEXT NOT NULL,
	floor                  TEXT NOT NULL,
	road                   TEXT NOT NULL,
	created_at             BIGINT NOT NULL,
	updated_at             BIGINT NOT NULL
);
CREATE INDEX addresses_by_customer ON addresses (customer_id);

CREATE TABLE wishes (
	id          ${ID},
	customer_id BIGINT NOT NULL REFERENCES customers (id),
	kind        TEXT NOT NULL CHECK (kind IN ('item', 'store')),
	thing_id    BIGINT NOT NULL,
	created_at  BIGINT NOT NULL,
	UNIQUE (customer_id, kind, thing_id)
);

-- A guest who signed in: into whom. Their cart of another store may still be
-- asked about (C1).
ALTER TABLE shoppers ADD COLUMN merged_into BIGINT REFERENCES shoppers (id);

-- Folded; '': none. With the phone it says whose a guest's order is (P4).
ALTER TABLE orders ADD COLUMN contact_email TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_by_phone ON orders (contact_phone) WHERE contact_phone <> '';
CREATE INDEX orders_by_email ON orders (contact_email) WHERE contact_email <> '';

-- +goose Down
DROP INDEX orders_by_email;
DROP INDEX orders_by_phone;
ALTER TABLE orders DROP COLUMN contact_email;
ALTER TABLE shoppers DROP COLUMN merged_into;
DROP TABLE wishes;
DROP TABLE addresses;
DROP TABLE throttles;
DROP TABLE proofs;
DROP TABLE codes;
DROP TABLE identities;
DROP TABLE sessions;
DROP TABLE customers;
