-- Web push: the devices that customers subscribed, and what was sent to each.

-- +goose Up
-- The push subscription of a signed-in browser. It ends with the session.
CREATE TABLE push_subscriptions (
	id          ${ID},
	customer_id BIGINT NOT NULL REFERENCES customers (id),
	session_id  BIGINT NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
	endpoint    TEXT NOT NULL UNIQUE, -- a secret: whoever knows it can send to the device
	p256dh      TEXT NOT NULL, -- the browser's key, base64url
	auth        TEXT NOT NULL, -- its secret, base64url
	created_at  BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_by_customer ON push_subscriptions (customer_id, id);

-- One notification for one device. Whoever changes due into sending sends it; one that
-- stays there may have been sent. The subscription is no foreign key, or one that ends
-- meanwhile would fail the event.
CREATE TABLE pushes (
	id              ${ID},
	notification_id BIGINT NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
	subscription_id BIGINT NOT NULL,
	state           TEXT NOT NULL CHECK (state IN ('due', 'sending', 'sent', 'dropped')),
	UNIQUE (notification_id, subscription_id)
);

-- +goose Down
DROP TABLE pushes;
DROP TABLE push_subscriptions;
