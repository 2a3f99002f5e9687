-- Coupons: what they take off, for whom and until when, and who has used them.

-- +goose Up
CREATE TABLE coupons (
	id                 ${ID},
	slug               TEXT NOT NULL UNIQUE, -- of its line in the town folder
	code               TEXT NOT NULL UNIQUE, -- in upper case
	title              TEXT NOT NULL,
	coupon_type        TEXT NOT NULL CHECK (coupon_type IN ('zone_wise', 'store_wise', 'free_delivery', 'default')),
	zone_ids           TEXT NOT NULL, -- JSON; []: every zone
	store_ids          TEXT NOT NULL, -- JSON; []: every store
	module_ids         TEXT NOT NULL, -- JSON; []: every module
	discount_type      TEXT NOT NULL CHECK (discount_type IN ('amount', 'percent')),
	discount           BIGINT NOT NULL CHECK (discount >= 0), -- minor units or basis points
	min_purchase       BIGINT NOT NULL CHECK (min_purchase >= 0),
	max_discount       BIGINT NOT NULL CHECK (max_discount >= 0), -- 0: no cap
	starts             TEXT NOT NULL, -- date in the zone's time zone; '': at once
	ends               TEXT NOT NULL, -- the last date; '': never
	use_limit          BIGINT NOT NULL CHECK (use_limit >= 0), -- 0: none
	per_customer_limit BIGINT NOT NULL CHECK (per_customer_limit >= 0), -- 0: none
	first_order        BOOLEAN NOT NULL,
	paid_by            TEXT NOT NULL CHECK (paid_by IN ('shop', 'store')),
	listed             BOOLEAN NOT NULL, -- false: only who knows the code can use it
	active             BOOLEAN NOT NULL,
	used               BIGINT NOT NULL DEFAULT 0 CHECK (used >= 0) -- uses that are not freed
);

CREATE TABLE coupon_uses (
	id            ${ID},
	coupon_id     BIGINT NOT NULL REFERENCES coupons (id),
	order_id      BIGINT NOT NULL UNIQUE REFERENCES orders (id),
	shopper_id    BIGINT NOT NULL REFERENCES shoppers (id),
	contact_phone TEXT NOT NULL, -- E.164; '' once the account is erased
	amount        BIGINT NOT NULL CHECK (amount >= 0), -- all that the coupon took off
	created_at    BIGINT NOT NULL,
	freed_at      BIGINT -- when the order was canceled or refunded
);
CREATE INDEX coupon_uses_by_shopper ON coupon_uses (shopper_id, coupon_id);
CREATE INDEX coupon_uses_by_phone ON coupon_uses (contact_phone, coupon_id);
CREATE INDEX coupon_uses_by_coupon ON coupon_uses (coupon_id);

ALTER TABLE orders ADD COLUMN coupon_code TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN coupon_discount BIGINT NOT NULL DEFAULT 0 CHECK (coupon_discount >= 0);
-- The delivery fee that a coupon waived; delivery_charge is 0 then.
ALTER TABLE orders ADD COLUMN coupon_delivery BIGINT NOT NULL DEFAULT 0 CHECK (coupon_delivery >= 0);
ALTER TABLE order_lines ADD COLUMN coupon BIGINT NOT NULL DEFAULT 0 CHECK (coupon >= 0);

-- +goose Down
ALTER TABLE order_lines DROP COLUMN coupon;
ALTER TABLE orders DROP COLUMN coupon_delivery;
ALTER TABLE orders DROP COLUMN coupon_discount;
ALTER TABLE orders DROP COLUMN coupon_code;
DROP TABLE coupon_uses;
DROP TABLE coupons;
