-- The sandbox: a payment gateway of our own for demos and tests. No real money moves.

-- +goose Up
CREATE TABLE sandbox_pages (
	id         ${ID},
	session    TEXT NOT NULL UNIQUE, -- a secret: whoever knows it can open the page
	payment_id TEXT NOT NULL UNIQUE, -- of the shop
	title      TEXT NOT NULL,
	amount     BIGINT NOT NULL CHECK (amount > 0),
	digits     BIGINT NOT NULL, -- decimals of the amount
	currency   TEXT NOT NULL,
	return_url TEXT NOT NULL,
	state      TEXT NOT NULL CHECK (state IN ('open', 'pending', 'canceled', 'expired', 'failed', 'paid')),
	result     TEXT NOT NULL CHECK (result IN ('', 'failed', 'paid')), -- what a pending page becomes
	webhooks   TEXT NOT NULL, -- how they are sent
	refunds    TEXT NOT NULL, -- how they go
	created_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL
);
CREATE INDEX sandbox_pages_old ON sandbox_pages (created_at);

CREATE TABLE sandbox_charges (
	id         ${ID},
	page_id    BIGINT NOT NULL REFERENCES sandbox_pages (id) ON DELETE CASCADE,
	ref        TEXT NOT NULL UNIQUE,
	amount     BIGINT NOT NULL CHECK (amount > 0),
	refunded   BIGINT NOT NULL DEFAULT 0 CHECK (refunded >= 0 AND refunded <= amount), -- and what is on its way
	created_at BIGINT NOT NULL
);
CREATE INDEX sandbox_charges_by_page ON sandbox_charges (page_id);

CREATE TABLE sandbox_refunds (
	id         ${ID},
	charge_id  BIGINT NOT NULL REFERENCES sandbox_charges (id) ON DELETE CASCADE,
	refund_id  TEXT NOT NULL UNIQUE, -- of the shop
	ref        TEXT NOT NULL UNIQUE,
	amount     BIGINT NOT NULL CHECK (amount > 0),
	state      TEXT NOT NULL CHECK (state IN ('pending', 'done', 'failed')),
	created_at BIGINT NOT NULL
);
CREATE INDEX sandbox_refunds_by_charge ON sandbox_refunds (charge_id);

-- +goose Down
DROP TABLE sandbox_refunds;
DROP TABLE sandbox_charges;
DROP TABLE sandbox_pages;
