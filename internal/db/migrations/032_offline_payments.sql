-- Payments outside of the shop, such as by bank transfer (CHK-03). An admin checks them
-- before the store begins.

-- +goose Up
ALTER TABLE orders ADD COLUMN payment_gateway TEXT NOT NULL DEFAULT ''; -- by which of the owner's methods it is paid; '': cash
ALTER TABLE orders ADD COLUMN payment_due_at BIGINT; -- unpaid then, it is canceled; NULL: it waits for nothing from its shopper
ALTER TABLE orders ADD COLUMN paid_at BIGINT; -- when it was paid, if that was before its store began
ALTER TABLE orders ADD COLUMN paid_back BIGINT NOT NULL DEFAULT 0 CHECK (paid_back >= 0 AND paid_back <= total); -- by an admin, of what was paid outside of the shop

CREATE TABLE offline_payments (
	order_id   BIGINT PRIMARY KEY REFERENCES orders (id),
	method     TEXT NOT NULL, -- its id in the settings
	name       TEXT NOT NULL, -- as it was then
	status     TEXT NOT NULL CHECK (status IN ('sent', 'received', 'refused')),
	fields     TEXT NOT NULL, -- JSON: what the shopper says about it, with labels
	images     TEXT NOT NULL, -- JSON: keys of uploads
	sendings   BIGINT NOT NULL, -- how often the shopper has sent it
	reason     TEXT NOT NULL, -- of a refusal, for the shopper
	staff_id   BIGINT REFERENCES staff (id), -- who decided
	staff_name TEXT NOT NULL,
	sent_at    BIGINT NOT NULL,
	decided_at BIGINT, -- NULL: not yet
	repaid_at  BIGINT, -- when money was last paid back; NULL: never
	repaid_by  TEXT NOT NULL -- name of the member of staff
);
CREATE INDEX offline_payments_sent ON offline_payments (sent_at, order_id) WHERE status = 'sent';
CREATE INDEX offline_payments_by_staff ON offline_payments (staff_id) WHERE staff_id IS NOT NULL;
CREATE INDEX orders_to_pay_back ON orders (id)
	WHERE payment_method = 'offline_payment' AND paid_back < CASE WHEN payment_status = 'refunded' THEN total ELSE refunded END;

-- +goose Down
DROP INDEX orders_to_pay_back;
DROP TABLE offline_payments;
ALTER TABLE orders DROP COLUMN paid_back;
ALTER TABLE orders DROP COLUMN paid_at;
ALTER TABLE orders DROP COLUMN payment_due_at;
ALTER TABLE orders DROP COLUMN payment_gateway;
