-- Changes that need more than a session, and a newsletter that only the owner of an
-- address can join.

-- +goose Up
-- When the customer last proved on this device that it is them: by a sign-in
-- without a password, or by a code; 0: not since the password was set.
ALTER TABLE sessions ADD COLUMN confirmed_at BIGINT NOT NULL DEFAULT 0;

-- Codes may confirm, too. A code lives five minutes, so old ones are dropped: people
-- request a new one.
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

-- Who reads a subscriber's mail has said yes at confirmed_at; NULL: not yet.
-- Whoever was on the list before was never asked.
ALTER TABLE subscribers ADD COLUMN confirmed_at BIGINT;
ALTER TABLE subscribers ADD COLUMN asked_at BIGINT; -- when the link was last sent; NULL: never
ALTER TABLE subscribers ADD COLUMN confirm_hash TEXT; -- of the token in the link; NULL: none, or used
ALTER TABLE subscribers ADD COLUMN confirm_until BIGINT;
ALTER TABLE subscribers ADD COLUMN leave_hash TEXT; -- of the token that takes the address off the list
CREATE UNIQUE INDEX subscribers_by_confirm ON subscribers (confirm_hash) WHERE confirm_hash IS NOT NULL;
CREATE UNIQUE INDEX subscribers_by_leave ON subscribers (leave_hash) WHERE leave_hash IS NOT NULL;
CREATE INDEX subscribers_unconfirmed ON subscribers (asked_at) WHERE confirmed_at IS NULL;

-- +goose Down
DROP INDEX subscribers_unconfirmed;
DROP INDEX subscribers_by_leave;
DROP INDEX subscribers_by_confirm;
ALTER TABLE subscribers DROP COLUMN leave_hash;
ALTER TABLE subscribers DROP COLUMN confirm_until;
ALTER TABLE subscribers DROP COLUMN confirm_hash;
ALTER TABLE subscribers DROP COLUMN asked_at;
ALTER TABLE subscribers DROP COLUMN confirmed_at;
DROP TABLE codes;
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
ALTER TABLE sessions DROP COLUMN confirmed_at;
