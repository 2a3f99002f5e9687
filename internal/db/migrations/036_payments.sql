-- Orders that are paid from a wallet or through a gateway (CHK-03).

-- +goose Up
ALTER TABLE orders ADD COLUMN wallet_part BIGINT NOT NULL DEFAULT 0 CHECK (wallet_part >= 0 AND wallet_part <= total); -- of the total, paid from the wallet
ALTER TABLE orders ADD COLUMN wallet_back BIGINT NOT NULL DEFAULT 0 CHECK (wallet_back >= 0 AND wallet_back <= total); -- of the total, given back into the wallet
DROP INDEX orders_to_pay_back;
CREATE INDEX orders_to_pay_back ON orders (id)
	WHERE payment_method = 'offline_payment' AND paid_back + wallet_back < CASE WHEN payment_status = 'refunded' THEN total ELSE refunded END;

-- A page of a gateway on which a shopper pays.
CREATE TABLE payments (
	id          TEXT PRIMARY KEY, -- random
	gateway     TEXT NOT NULL,
	order_id    BIGINT REFERENCES orders (id),
	customer_id BIGINT REFERENCES customers (id), -- into whose wallet it goes, if not to an order
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
CREATE INDEX payments_by_order ON payments (order_id, created_at) WHERE order_id IS NOT NULL;
CREATE INDEX payments_by_customer ON payments (customer_id, created_at) WHERE customer_id IS NOT NULL;

-- Money that a gateway took.
CREATE TABLE charges (
	id         ${ID},
	gateway    TEXT NOT NULL,
	ref        TEXT NOT NULL, -- the gateway's id
	payment_id TEXT REFERENCES payments (id), -- NULL: of no payment that we know
	amount     BIGINT NOT NULL,
	digits     BIGINT NOT NULL,
	currency   TEXT NOT NULL,
	status     TEXT NOT NULL CHECK (status IN ('accepted', 'returned', 'held')),
	reason     TEXT NOT NULL, -- why it was not accepted
	sent_back  BIGINT NOT NULL DEFAULT 0 CHECK (sent_back >= 0 AND sent_back <= amount), -- by payment_refunds
	created_at BIGINT NOT NULL,
	UNIQUE (gateway, ref)
);
CREATE UNIQUE INDEX charges_accepted ON charges (payment_id) WHERE status = 'accepted';
CREATE INDEX charges_by_payment ON charges (payment_id);
CREATE INDEX charges_held ON charges (id) WHERE status = 'held';

-- Money of a charge that goes back through its gateway.
CREATE TABLE payment_refunds (
	id         TEXT PRIMARY KEY, -- random
	charge_id  BIGINT NOT NULL REFERENCES charges (id),
	amount     BIGINT NOT NULL CHECK (amount > 0),
	status     TEXT NOT NULL CHECK (status IN ('waiting', 'pending', 'done', 'failed', 'credited')), -- credited: to the wallet, as the gateway could not
	reason     TEXT NOT NULL, -- of a failure
	ref        TEXT NOT NULL, -- the gateway's id
	created_at BIGINT NOT NULL,
	ended_at   BIGINT -- NULL: waiting or pending
);
CREATE INDEX payment_refunds_by_charge ON payment_refunds (charge_id);
CREATE INDEX payment_refunds_failed ON payment_refunds (created_at, id) WHERE status = 'failed';

-- What gateways say, as it came. Each event is handled once, by a job.
CREATE TABLE webhooks (
	id          ${ID},
	gateway     TEXT NOT NULL,
	ref         TEXT NOT NULL, -- the gateway's id
	kind        TEXT NOT NULL,
	body        TEXT NOT NULL,
	event       TEXT NOT NULL, -- JSON: what it says
	received_at BIGINT NOT NULL,
	handled_at  BIGINT,
	UNIQUE (gateway, ref)
);
CREATE INDEX webhooks_by_age ON webhooks (received_at);

-- +goose Down
DROP TABLE webhooks;
DROP TABLE payment_refunds;
DROP TABLE charges;
DROP TABLE payments;
DROP INDEX orders_to_pay_back;
CREATE INDEX orders_to_pay_back ON orders (id)
	WHERE payment_method = 'offline_payment' AND paid_back < CASE WHEN payment_status = 'refunded' THEN total ELSE refunded END;
ALTER TABLE orders DROP COLUMN wallet_back;
ALTER TABLE orders DROP COLUMN wallet_part;
