-- Payments, uses of coupons and keys belong to a purchase: an order or a trip.

-- +goose Up
SELECT setval(pg_get_serial_sequence('purchases', 'id'), (SELECT COALESCE(MAX(id), 0) + 1 FROM purchases), FALSE);
ALTER TABLE idempotency_keys RENAME COLUMN order_id TO purchase_id;
ALTER INDEX idempotency_keys_by_order RENAME TO idempotency_keys_by_purchase;
ALTER TABLE payments RENAME COLUMN order_id TO purchase_id;
ALTER TABLE payments DROP CONSTRAINT payments_order_id_fkey;
ALTER TABLE payments ADD CONSTRAINT payments_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases (id);
ALTER INDEX payments_by_order RENAME TO payments_by_purchase;
ALTER TABLE coupon_uses RENAME COLUMN order_id TO purchase_id;
ALTER TABLE coupon_uses DROP CONSTRAINT coupon_uses_order_id_fkey;
ALTER TABLE coupon_uses ADD CONSTRAINT coupon_uses_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases (id);
ALTER TABLE offline_payments RENAME COLUMN order_id TO purchase_id;
ALTER TABLE offline_payments DROP CONSTRAINT offline_payments_order_id_fkey;
ALTER TABLE offline_payments ADD CONSTRAINT offline_payments_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases (id);

-- +goose Down
ALTER TABLE offline_payments DROP CONSTRAINT offline_payments_purchase_id_fkey;
ALTER TABLE offline_payments RENAME COLUMN purchase_id TO order_id;
ALTER TABLE offline_payments ADD CONSTRAINT offline_payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders (id);
ALTER TABLE coupon_uses DROP CONSTRAINT coupon_uses_purchase_id_fkey;
ALTER TABLE coupon_uses RENAME COLUMN purchase_id TO order_id;
ALTER TABLE coupon_uses ADD CONSTRAINT coupon_uses_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders (id);
ALTER INDEX payments_by_purchase RENAME TO payments_by_order;
ALTER TABLE payments DROP CONSTRAINT payments_purchase_id_fkey;
ALTER TABLE payments RENAME COLUMN purchase_id TO order_id;
ALTER TABLE payments ADD CONSTRAINT payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders (id);
ALTER INDEX idempotency_keys_by_purchase RENAME TO idempotency_keys_by_order;
ALTER TABLE idempotency_keys RENAME COLUMN purchase_id TO order_id;
