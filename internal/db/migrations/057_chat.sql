-- Conversations of customers with stores, providers, riders and support (CHAT-01).

-- +goose Up
-- A conversation has two sides, the customer and the staff. Its columns count messages by
-- their number in it: the last of all and of each side, and how far each side has got and read.
CREATE TABLE conversations (
	id                  ${ID},
	customer_id         BIGINT NOT NULL REFERENCES customers (id),
	kind                TEXT NOT NULL CHECK (kind IN ('store', 'provider', 'rider', 'support')),
	store_id            BIGINT REFERENCES stores (id), -- of a store
	provider_id         BIGINT REFERENCES providers (id), -- of a provider
	rider_id            BIGINT REFERENCES staff (id), -- of a rider
	order_id            BIGINT REFERENCES orders (id), -- of a rider: what they deliver
	last_seq            BIGINT NOT NULL DEFAULT 0,
	customer_seq        BIGINT NOT NULL DEFAULT 0,
	staff_seq           BIGINT NOT NULL DEFAULT 0,
	customer_got        BIGINT NOT NULL DEFAULT 0,
	customer_read       BIGINT NOT NULL DEFAULT 0,
	staff_got           BIGINT NOT NULL DEFAULT 0,
	staff_read          BIGINT NOT NULL DEFAULT 0,
	blocked_by_customer BOOLEAN NOT NULL DEFAULT FALSE,
	blocked_by_staff    BOOLEAN NOT NULL DEFAULT FALSE,
	closed_by_admin     BOOLEAN NOT NULL DEFAULT FALSE,
	reported_by         TEXT NOT NULL DEFAULT '' CHECK (reported_by IN ('', 'customer', 'staff')), -- '': not, or an admin has decided
	report_reason       TEXT NOT NULL DEFAULT '',
	reported_at         BIGINT,
	created_at          BIGINT NOT NULL,
	last_at             BIGINT NOT NULL, -- of the last message; without one: of the beginning
	CHECK ((kind = 'store') = (store_id IS NOT NULL)),
	CHECK ((kind = 'provider') = (provider_id IS NOT NULL)),
	CHECK ((kind = 'rider') = (rider_id IS NOT NULL)),
	CHECK ((kind = 'rider') = (order_id IS NOT NULL))
);
-- There is one with each.
CREATE UNIQUE INDEX conversations_with_store ON conversations (customer_id, store_id) WHERE store_id IS NOT NULL;
CREATE UNIQUE INDEX conversations_with_provider ON conversations (customer_id, provider_id) WHERE provider_id IS NOT NULL;
CREATE UNIQUE INDEX conversations_with_rider ON conversations (order_id, rider_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX conversations_with_support ON conversations (customer_id) WHERE kind = 'support';
CREATE INDEX conversations_of_customer ON conversations (customer_id, last_at DESC);
CREATE INDEX conversations_of_store ON conversations (store_id, last_at DESC) WHERE store_id IS NOT NULL;
CREATE INDEX conversations_of_provider ON conversations (provider_id, last_at DESC) WHERE provider_id IS NOT NULL;
CREATE INDEX conversations_of_rider ON conversations (rider_id, last_at DESC) WHERE rider_id IS NOT NULL;
CREATE INDEX conversations_of_support ON conversations (last_at DESC) WHERE kind = 'support';
CREATE INDEX conversations_of_admins ON conversations (last_at DESC) WHERE reported_by <> '' OR closed_by_admin;
CREATE INDEX conversations_waiting ON conversations (last_at) WHERE customer_seq > staff_seq;
CREATE INDEX conversations_by_age ON conversations (last_at);

CREATE TABLE messages (
	conversation_id BIGINT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
	seq             BIGINT NOT NULL CHECK (seq > 0), -- its number in the conversation, without gaps
	sender          TEXT NOT NULL CHECK (sender IN ('customer', 'staff')),
	staff_id        BIGINT REFERENCES staff (id), -- who of the staff
	client_key      TEXT NOT NULL, -- chosen by the sender, so that a message that is sent again is stored once
	body            TEXT NOT NULL,
	images          TEXT NOT NULL, -- JSON: keys of uploads
	purchase_id     BIGINT REFERENCES purchases (id), -- the order or trip that it is about
	created_at      BIGINT NOT NULL,
	PRIMARY KEY (conversation_id, seq),
	UNIQUE (conversation_id, sender, client_key),
	CHECK ((sender = 'staff') = (staff_id IS NOT NULL))
);
CREATE INDEX messages_by_staff ON messages (staff_id, created_at) WHERE staff_id IS NOT NULL;
CREATE INDEX messages_by_purchase ON messages (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX messages_by_age ON messages (created_at);

-- +goose Down
DROP TABLE messages;
DROP TABLE conversations;
