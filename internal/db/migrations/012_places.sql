-- Attempts are counted by source, so that nobody uses up another's.

-- +goose Up
-- Where somebody signed in to an account: a device or a network address. Strangers
-- who guess at the account do not use up what is tried from here.
CREATE TABLE known_places (
	customer_id BIGINT NOT NULL REFERENCES customers (id),
	key         TEXT NOT NULL, -- a keyed hash of the device's secret or of the address
	ends_at     BIGINT NOT NULL,
	PRIMARY KEY (customer_id, key)
);

-- Of a code that anybody may ask for, each sending is a row with its own tries. A
-- code lives five minutes, so none is worth moving.
DROP TABLE codes;
CREATE TABLE codes (
	id         ${ID},
	purpose    TEXT NOT NULL CHECK (purpose IN ('login', 'verify', 'reset', 'profile', 'confirm')),
	target     TEXT NOT NULL,
	asker      TEXT NOT NULL, -- a hash of the sending's handle; '': the customer in target
	place      TEXT NOT NULL, -- a keyed hash of where it was asked for; '': by the customer
	nonce      TEXT NOT NULL,
	tries      BIGINT NOT NULL, -- with the handle
	bare_tries BIGINT NOT NULL, -- without it, from the same place
	sent_at    BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	used_at    BIGINT,
	UNIQUE (purpose, target, asker)
);

-- +goose Down
DROP TABLE codes;
CREATE TABLE codes (
	id         ${ID},
	purpose    TEXT NOT NULL CHECK (purpose IN ('login', 'verify', 'reset', 'profile', 'confirm')),
	target     TEXT NOT NULL,
	nonce      TEXT NOT NULL,
	tries      BIGINT NOT NULL,
	sent_at    BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	used_at    BIGINT,
	UNIQUE (purpose, target)
);
DROP TABLE known_places;
