-- Notifications of customers: an entry of the bell for each event.

-- +goose Up
CREATE TABLE notifications (
	id          ${ID},
	customer_id BIGINT NOT NULL REFERENCES customers (id),
	event       TEXT NOT NULL, -- what happened, such as move:17: each customer has one notification of it
	kind        TEXT NOT NULL, -- which text
	order_id    BIGINT REFERENCES orders (id), -- NULL: about no order
	params      TEXT NOT NULL, -- JSON: what stands in the text
	created_at  BIGINT NOT NULL,
	read_at     BIGINT, -- NULL: not yet
	UNIQUE (customer_id, event)
);
CREATE INDEX notifications_by_customer ON notifications (customer_id, id);
CREATE INDEX notifications_unread ON notifications (customer_id) WHERE read_at IS NULL;
CREATE INDEX notifications_by_age ON notifications (created_at);
CREATE INDEX notifications_by_order ON notifications (order_id) WHERE order_id IS NOT NULL;

-- +goose Down
DROP TABLE notifications;
