-- Trade: shoppers, carts, orders, and the books that prove them.

-- +goose Up
-- A shopper is one row, to which a guest's secret or a customer points; carts
-- and orders refer to the shopper, so that signing in moves one reference.
CREATE TABLE shoppers (
	id          ${ID},
	guest_hash  TEXT UNIQUE, -- SHA-256 of the guest_id: the id itself is never kept
	created_at  BIGINT NOT NULL,
	retired_at  BIGINT
);

CREATE TABLE carts (
	id         ${ID},
	shopper_id BIGINT NOT NULL REFERENCES shoppers (id),
	module_id  BIGINT NOT NULL REFERENCES modules (id),
	store_id   BIGINT NOT NULL REFERENCES stores (id),
	updated_at BIGINT NOT NULL,
	UNIQUE (shopper_id, module_id)
);

CREATE TABLE cart_lines (
	id         ${ID},
	cart_id    BIGINT NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
	item_id    BIGINT NOT NULL REFERENCES items (id),
	line_key   TEXT NOT NULL, -- options.Selection.Key: the same choice is the same line (S6)
	choice     TEXT NOT NULL, -- options.Choice as made
	quantity   BIGINT NOT NULL CHECK (quantity >= 1),
	unit_price BIGINT NOT NULL, -- when added, so that a change can be shown (CART-08)
	created_at BIGINT NOT NULL,
	UNIQUE (cart_id, item_id, line_key)
);

CREATE TABLE orders (
	id                    ${ID},
	shopper_id            BIGINT NOT NULL REFERENCES shoppers (id),
	module_id             BIGINT NOT NULL REFERENCES modules (id),
	store_id              BIGINT NOT NULL REFERENCES stores (id),
	zone_id               BIGINT NOT NULL REFERENCES zones (id),
	source                TEXT NOT NULL CHECK (source IN ('cart', 'buy_now', 'campaign', 'parcel')),
	order_type            TEXT NOT NULL CHECK (order_type IN ('delivery', 'take_away', 'parcel')),
	status                TEXT NOT NULL CHECK (status IN ('scheduled', 'pending', 'confirmed', 'processing', 'handover', 'picked_up', 'delivered', 'canceled', 'failed', 'refund_requested', 'refunded')),
	payment_method        TEXT NOT NULL CHECK (payment_method IN ('cash_on_delivery', 'wallet', 'digital_payment', 'offline_payment')),
	payment_status        TEXT NOT NULL CHECK (payment_status IN ('unpaid', 'paid', 'refunded')),
	subtotal              BIGINT NOT NULL CHECK (subtotal >= 0),
	discount              BIGINT NOT NULL CHECK (discount >= 0),
	delivery_charge       BIGINT NOT NULL CHECK (delivery_charge >= 0),
	tax                   BIGINT NOT NULL CHECK (tax >= 0),
	tax_included          BOOLEAN NOT NULL,
	additional_charge     BIGINT NOT NULL CHECK (additional_charge >= 0),
	extra_packaging       BIGINT NOT NULL CHECK (extra_packaging >= 0),
	tip                   BIGINT NOT NULL CHECK (tip >= 0),
	total                 BIGINT NOT NULL CHECK (total >= 0),
	price_rows            TEXT NOT NULL, -- the rows every screen shows (M8)
	distance_metres       BIGINT NOT NULL,
	address               TEXT NOT NULL, -- as given at checkout
	contact_name          TEXT NOT NULL,
	contact_phone         TEXT NOT NULL, -- E.164 (D6)
	order_note            TEXT NOT NULL,
	delivery_instruction  TEXT NOT NULL,
	unavailable_item_note TEXT NOT NULL,
	cutlery               BOOLEAN NOT NULL,
	cancel_reason         TEXT NOT NULL,
	rider                 TEXT NOT NULL, -- name, phone, position while the job runs (P5), or {}
	schedule_at           BIGINT,
	created_at            BIGINT NOT NULL,
	updated_at            BIGINT NOT NULL
);
CREATE INDEX orders_by_shopper ON orders (shopper_id, created_at DESC);
CREATE INDEX orders_by_store ON orders (store_id, created_at DESC);
CREATE INDEX orders_running ON orders (status, updated_at);

CREATE TABLE order_lines (
	id           ${ID},
	order_id     BIGINT NOT NULL REFERENCES orders (id),
	item_id      BIGINT NOT NULL REFERENCES items (id),
	variation    TEXT NOT NULL, -- the stock pool's variation
	name         TEXT NOT NULL,
	picture      TEXT NOT NULL,
	options      TEXT NOT NULL, -- what was chosen, in words
	quantity     BIGINT NOT NULL CHECK (quantity >= 1),
	unit_price   BIGINT NOT NULL CHECK (unit_price >= 0),
	discount     BIGINT NOT NULL CHECK (discount >= 0),
	tax          BIGINT NOT NULL CHECK (tax >= 0),
	total        BIGINT NOT NULL CHECK (total >= 0)
);
CREATE INDEX order_lines_by_order ON order_lines (order_id);

-- Every status an order has been in, stamped (ORD-03).
CREATE TABLE order_moves (
	id       ${ID},
	order_id BIGINT NOT NULL REFERENCES orders (id),
	status   TEXT NOT NULL,
	actor    TEXT NOT NULL CHECK (actor IN ('shopper', 'vendor', 'rider', 'admin', 'system')),
	reason   TEXT NOT NULL,
	at       BIGINT NOT NULL,
	UNIQUE (order_id, status)
);

-- The first answer to a key is its answer for a day.
CREATE TABLE idempotency_keys (
	shopper_id BIGINT NOT NULL REFERENCES shoppers (id),
	operation  TEXT NOT NULL,
	key        TEXT NOT NULL,
	body_hash  TEXT NOT NULL,
	order_id   BIGINT NOT NULL,
	created_at BIGINT NOT NULL,
	PRIMARY KEY (shopper_id, operation, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Double-entry books: the entries of a transfer sum to zero.
CREATE TABLE ledger_transfers (
	id         ${ID},
	kind       TEXT NOT NULL,
	order_id   BIGINT NOT NULL REFERENCES orders (id),
	created_at BIGINT NOT NULL,
	UNIQUE (order_id, kind)
);
CREATE TABLE ledger_entries (
	id          ${ID},
	transfer_id BIGINT NOT NULL REFERENCES ledger_transfers (id),
	account     TEXT NOT NULL,
	amount      BIGINT NOT NULL
);
CREATE INDEX ledger_entries_by_transfer ON ledger_entries (transfer_id);

CREATE TABLE jobs (
	id           ${ID},
	kind         TEXT NOT NULL,
	body         TEXT NOT NULL,
	run_at       BIGINT NOT NULL,
	attempts     BIGINT NOT NULL,
	max_attempts BIGINT NOT NULL,
	locked_until BIGINT,
	last_error   TEXT NOT NULL,
	unique_key   TEXT UNIQUE,
	created_at   BIGINT NOT NULL,
	done_at      BIGINT
);
CREATE INDEX jobs_due ON jobs (done_at, run_at);

-- +goose Down
DROP TABLE jobs;
DROP TABLE ledger_entries;
DROP TABLE ledger_transfers;
DROP TABLE idempotency_keys;
DROP TABLE order_moves;
DROP TABLE order_lines;
DROP TABLE orders;
DROP TABLE cart_lines;
DROP TABLE carts;
DROP TABLE shoppers;
