-- Payments, uses of coupons and keys belong to a purchase: an order or a trip. SQLite
-- changes what a column refers to only with a new table.

-- +goose Up
ALTER TABLE idempotency_keys RENAME COLUMN order_id TO purchase_id;
DROP INDEX idempotency_keys_by_order;
CREATE INDEX idempotency_keys_by_purchase ON idempotency_keys (purchase_id);
PRAGMA defer_foreign_keys = ON; -- charges refer to payments, which are the same afterwards
CREATE TABLE payments_copy AS SELECT * FROM payments;
DROP TABLE payments;
CREATE TABLE payments (
	id          TEXT PRIMARY KEY, -- random
	gateway     TEXT NOT NULL,
	purchase_id BIGINT REFERENCES purchases (id),
	customer_id BIGINT REFERENCES customers (id), -- into whose wallet it goes, if it pays no purchase
	amount      BIGINT NOT NULL CHECK (amount > 0),
	digits      BIGINT NOT NULL,
	currency    TEXT NOT NULL,
	bonus       BIGINT NOT NULL CHECK (bonus >= 0), -- what the shop adds in the wallet
	bonus_key   TEXT NOT NULL, -- id of the bonus in the settings; '': none
	state       TEXT NOT NULL CHECK (state IN ('open', 'pending', 'canceled', 'expired', 'failed', 'paid')),
	session     TEXT, -- the gateway's id; NULL: its page is not made yet
	url         TEXT NOT NULL, -- of the page
	return_url  TEXT NOT NULL,
	created_at  BIGINT NOT NULL,
	expires_at  BIGINT NOT NULL,
	updated_at  BIGINT NOT NULL,
	UNIQUE (gateway, session),
	CHECK ((purchase_id IS NULL) <> (customer_id IS NULL))
);
INSERT INTO payments (id, gateway, purchase_id, customer_id, amount, digits, currency, bonus, bonus_key, state, session, url, return_url, created_at, expires_at, updated_at) SELECT id, gateway, order_id, customer_id, amount, digits, currency, bonus, bonus_key, state, session, url, return_url, created_at, expires_at, updated_at FROM payments_copy;
DROP TABLE payments_copy;
CREATE INDEX payments_by_purchase ON payments (purchase_id, created_at) WHERE purchase_id IS NOT NULL;
CREATE INDEX payments_by_customer ON payments (customer_id, created_at) WHERE customer_id IS NOT NULL;

CREATE TABLE coupon_uses_new (
	id            ${ID},
	coupon_id     BIGINT NOT NULL REFERENCES coupons (id),
	purchase_id   BIGINT NOT NULL UNIQUE REFERENCES purchases (id),
	shopper_id    BIGINT NOT NULL REFERENCES shoppers (id),
	contact_phone TEXT NOT NULL, -- E.164; '' once the account is erased
	amount        BIGINT NOT NULL CHECK (amount >= 0), -- all that the coupon took off
	created_at    BIGINT NOT NULL,
	freed_at      BIGINT -- when the purchase was canceled or refunded
);
INSERT INTO coupon_uses_new (id, coupon_id, purchase_id, shopper_id, contact_phone, amount, created_at, freed_at) SELECT id, coupon_id, order_id, shopper_id, contact_phone, amount, created_at, freed_at FROM coupon_uses;
DROP TABLE coupon_uses;
ALTER TABLE coupon_uses_new RENAME TO coupon_uses;
CREATE INDEX coupon_uses_by_shopper ON coupon_uses (shopper_id, coupon_id);
CREATE INDEX coupon_uses_by_phone ON coupon_uses (contact_phone, coupon_id);
CREATE INDEX coupon_uses_by_coupon ON coupon_uses (coupon_id);

CREATE TABLE offline_payments_new (
	purchase_id BIGINT PRIMARY KEY REFERENCES purchases (id),
	method      TEXT NOT NULL, -- its id in the settings
	name        TEXT NOT NULL, -- as it was then
	status      TEXT NOT NULL CHECK (status IN ('sent', 'received', 'refused')),
	fields      TEXT NOT NULL, -- JSON: what the shopper says about it, with labels
	images      TEXT NOT NULL, -- JSON: keys of uploads
	sendings    BIGINT NOT NULL, -- how often the shopper has sent it
	reason      TEXT NOT NULL, -- of a refusal, for the shopper
	staff_id    BIGINT REFERENCES staff (id), -- who decided
	staff_name  TEXT NOT NULL,
	sent_at     BIGINT NOT NULL,
	decided_at  BIGINT, -- NULL: not yet
	repaid_at   BIGINT, -- when money was last paid back; NULL: never
	repaid_by   TEXT NOT NULL -- name of the member of staff
);
INSERT INTO offline_payments_new (purchase_id, method, name, status, fields, images, sendings, reason, staff_id, staff_name, sent_at, decided_at, repaid_at, repaid_by) SELECT order_id, method, name, status, fields, images, sendings, reason, staff_id, staff_name, sent_at, decided_at, repaid_at, repaid_by FROM offline_payments;
DROP TABLE offline_payments;
ALTER TABLE offline_payments_new RENAME TO offline_payments;
CREATE INDEX offline_payments_sent ON offline_payments (sent_at, purchase_id) WHERE status = 'sent';
CREATE INDEX offline_payments_by_staff ON offline_payments (staff_id) WHERE staff_id IS NOT NULL;

-- +goose Down
PRAGMA defer_foreign_keys = ON; -- charges refer to payments, which are the same afterwards
CREATE TABLE payments_copy AS SELECT * FROM payments;
DROP TABLE payments;
CREATE TABLE payments (
	id          TEXT PRIMARY KEY, -- random
	gateway     TEXT NOT NULL,
	order_id BIGINT REFERENCES orders (id),
	customer_id BIGINT REFERENCES customers (id), -- into whose wallet it goes, if it pays no purchase
	amount      BIGINT NOT NULL CHECK (amount > 0),
	digits      BIGINT NOT NULL,
	currency    TEXT NOT NULL,
	bonus       BIGINT NOT NULL CHECK (bonus >= 0), -- what the shop adds in the wallet
	bonus_key   TEXT NOT NULL, -- id of the bonus in the settings; '': none
	state       TEXT NOT NULL CHECK (state IN ('open', 'pending', 'canceled', 'expired', 'failed', 'paid')),
	session     TEXT, -- the gateway's id; NULL: its page is not made yet
	url         TEXT NOT NULL, -- of the page
	return_url  TEXT NOT NULL,
	created_at  BIGINT NOT NULL,
	expires_at  BIGINT NOT NULL,
	updated_at  BIGINT NOT NULL,
	UNIQUE (gateway, session),
	CHECK ((order_id IS NULL) <> (customer_id IS NULL))
);
INSERT INTO payments (id, gateway, order_id, customer_id, amount, digits, currency, bonus, bonus_key, state, session, url, return_url, created_at, expires_at, updated_at) SELECT id, gateway, purchase_id, customer_id, amount, digits, currency, bonus, bonus_key, state, session, url, return_url, created_at, expires_at, updated_at FROM payments_copy;
DROP TABLE payments_copy;
CREATE INDEX payments_by_order ON payments (order_id, created_at) WHERE order_id IS NOT NULL;
CREATE INDEX payments_by_customer ON payments (customer_id, created_at) WHERE customer_id IS NOT NULL;

CREATE TABLE coupon_uses_old (
	id            ${ID},
	coupon_id     BIGINT NOT NULL REFERENCES coupons (id),
	order_id   BIGINT NOT NULL UNIQUE REFERENCES orders (id),
	shopper_id    BIGINT NOT NULL REFERENCES shoppers (id),
	contact_phone TEXT NOT NULL, -- E.164; '' once the account is erased
	amount        BIGINT NOT NULL CHECK (amount >= 0), -- all that the coupon took off
	created_at    BIGINT NOT NULL,
	freed_at      BIGINT -- when the purchase was canceled or refunded
);
INSERT INTO coupon_uses_old (id, coupon_id, order_id, shopper_id, contact_phone, amount, created_at, freed_at) SELECT id, coupon_id, purchase_id, shopper_id, contact_phone, amount, created_at, freed_at FROM coupon_uses;
DROP TABLE coupon_uses;
ALTER TABLE coupon_uses_old RENAME TO coupon_uses;
CREATE INDEX coupon_uses_by_shopper ON coupon_uses (shopper_id, coupon_id);
CREATE INDEX coupon_uses_by_phone ON coupon_uses (contact_phone, coupon_id);
CREATE INDEX coupon_uses_by_coupon ON coupon_uses (coupon_id);

CREATE TABLE offline_payments_old (
	order_id BIGINT PRIMARY KEY REFERENCES orders (id),
	method      TEXT NOT NULL, -- its id in the settings
	name        TEXT NOT NULL, -- as it was then
	status      TEXT NOT NULL CHECK (status IN ('sent', 'received', 'refused')),
	fields      TEXT NOT NULL, -- JSON: what the shopper says about it, with labels
	images      TEXT NOT NULL, -- JSON: keys of uploads
	sendings    BIGINT NOT NULL, -- how often the shopper has sent it
	reason      TEXT NOT NULL, -- of a refusal, for the shopper
	staff_id    BIGINT REFERENCES staff (id), -- who decided
	staff_name  TEXT NOT NULL,
	sent_at     BIGINT NOT NULL,
	decided_at  BIGINT, -- NULL: not yet
	repaid_at   BIGINT, -- when money was last paid back; NULL: never
	repaid_by   TEXT NOT NULL -- name of the member of staff
);
INSERT INTO offline_payments_old (order_id, method, name, status, fields, images, sendings, reason, staff_id, staff_name, sent_at, decided_at, repaid_at, repaid_by) SELECT purchase_id, method, name, status, fields, images, sendings, reason, staff_id, staff_name, sent_at, decided_at, repaid_at, repaid_by FROM offline_payments;
DROP TABLE offline_payments;
ALTER TABLE offline_payments_old RENAME TO offline_payments;
CREATE INDEX offline_payments_sent ON offline_payments (sent_at, order_id) WHERE status = 'sent';
CREATE INDEX offline_payments_by_staff ON offline_payments (staff_id) WHERE staff_id IS NOT NULL;
DROP INDEX idempotency_keys_by_purchase;
ALTER TABLE idempotency_keys RENAME COLUMN purchase_id TO order_id;
CREATE INDEX idempotency_keys_by_order ON idempotency_keys (order_id);
