-- Points, cashback and referrals (WAL-03, WAL-04, WAL-06).

-- +goose Up
-- What a delivered order has earned its customer. There is a row for each, so that it is
-- decided once, by the rules of that time.
CREATE TABLE order_rewards (
	order_id         BIGINT PRIMARY KEY REFERENCES orders (id),
	customer_id      BIGINT REFERENCES customers (id), -- NULL: a guest, or somebody whose account was deleted
	paid             BIGINT NOT NULL CHECK (paid >= 0), -- the order's total
	unit             BIGINT NOT NULL CHECK (unit > 0), -- minor units of a unit of the currency
	per_unit         BIGINT NOT NULL CHECK (per_unit >= 0), -- points for each unit
	points           BIGINT NOT NULL CHECK (points >= 0), -- that were earned
	withheld         BIGINT NOT NULL CHECK (withheld >= 0 AND withheld <= points), -- of them, for points that were owed
	points_taken     BIGINT NOT NULL DEFAULT 0 CHECK (points_taken >= 0 AND points_taken <= points), -- back, for refunds
	points_owed      BIGINT NOT NULL DEFAULT 0 CHECK (points_owed >= 0 AND points_owed <= points_taken), -- of those taken: what was spent already
	cashback_offer   TEXT NOT NULL, -- its id; '': none
	cashback         BIGINT NOT NULL CHECK (cashback >= 0), -- put into the wallet
	cashback_taken   BIGINT NOT NULL DEFAULT 0 CHECK (cashback_taken >= 0 AND cashback_taken <= cashback), -- back, for refunds
	cashback_missing BIGINT NOT NULL DEFAULT 0 CHECK (cashback_missing >= 0 AND cashback_missing <= cashback_taken), -- of that taken: what was spent already
	created_at       BIGINT NOT NULL
);
CREATE INDEX order_rewards_by_customer ON order_rewards (customer_id, created_at) WHERE customer_id IS NOT NULL;
-- Orders that were delivered before there were rewards earn none.
INSERT INTO order_rewards (order_id, paid, unit, per_unit, points, withheld, cashback_offer, cashback, created_at)
	SELECT id, total, 1, 0, 0, 0, '', 0, updated_at FROM orders WHERE status IN ('delivered', 'refund_requested', 'refunded');

-- Points that a customer made into money.
CREATE TABLE point_conversions (
	id          ${ID},
	customer_id BIGINT NOT NULL REFERENCES customers (id),
	request_key TEXT NOT NULL, -- of the customer: a request that is sent twice converts once
	requested   BIGINT NOT NULL,
	points      BIGINT NOT NULL CHECK (points > 0 AND points <= requested), -- as many as give whole minor units
	amount      BIGINT NOT NULL CHECK (amount > 0),
	created_at  BIGINT NOT NULL,
	UNIQUE (customer_id, request_key)
);

-- What came of the first order of a customer who signed up with a code.
CREATE TABLE referrals (
	customer_id     BIGINT PRIMARY KEY REFERENCES customers (id), -- the new customer
	referrer_id     BIGINT NOT NULL REFERENCES customers (id),
	order_id        BIGINT NOT NULL UNIQUE REFERENCES orders (id),
	status          TEXT NOT NULL CHECK (status IN ('paid', 'refused')),
	reason          TEXT NOT NULL, -- why it was refused; '': it was paid
	referrer_amount BIGINT NOT NULL CHECK (referrer_amount >= 0),
	friend_amount   BIGINT NOT NULL CHECK (friend_amount >= 0),
	created_at      BIGINT NOT NULL
);
CREATE INDEX referrals_by_referrer ON referrals (referrer_id);
CREATE INDEX customers_by_referrer ON customers (referred_by) WHERE referred_by IS NOT NULL;

-- +goose Down
DROP INDEX customers_by_referrer;
DROP TABLE referrals;
DROP TABLE point_conversions;
DROP TABLE order_rewards;
