-- Cash that was given back is paid back by an admin too, who says so. What was given back
-- before stays as it was: nothing tells whether the shopper has got it.

-- +goose Up
ALTER TABLE orders ADD COLUMN cash_refunded BIGINT NOT NULL DEFAULT 0 CHECK (cash_refunded >= 0 AND cash_refunded <= total); -- given back of the cash that was taken
ALTER TABLE orders ADD COLUMN cash_repaid BIGINT NOT NULL DEFAULT 0 CHECK (cash_repaid >= 0 AND cash_repaid <= cash_refunded); -- of it, that the shopper has got
ALTER TABLE trips ADD COLUMN cash_refunded BIGINT NOT NULL DEFAULT 0 CHECK (cash_refunded >= 0); -- may be more than the total: a late return costs more
ALTER TABLE trips ADD COLUMN cash_repaid BIGINT NOT NULL DEFAULT 0 CHECK (cash_repaid >= 0 AND cash_repaid <= cash_refunded);
CREATE INDEX orders_cash_to_pay_back ON orders (id) WHERE cash_repaid < cash_refunded;
CREATE INDEX trips_cash_to_pay_back ON trips (id) WHERE cash_repaid < cash_refunded;

-- Who has paid it back: of cash, nothing is in offline_payments. Its columns stay for now:
-- instances of the version before, which run during an upgrade, use them.
ALTER TABLE purchases ADD COLUMN repaid_at BIGINT; -- when money was last paid back; NULL: never
ALTER TABLE purchases ADD COLUMN repaid_by TEXT NOT NULL DEFAULT ''; -- name of the member of staff
UPDATE purchases SET
	repaid_at = (SELECT p.repaid_at FROM offline_payments p WHERE p.purchase_id = purchases.id),
	repaid_by = (SELECT p.repaid_by FROM offline_payments p WHERE p.purchase_id = purchases.id)
WHERE id IN (SELECT purchase_id FROM offline_payments WHERE repaid_at IS NOT NULL);

-- +goose Down
UPDATE offline_payments SET
	repaid_at = (SELECT b.repaid_at FROM purchases b WHERE b.id = purchase_id),
	repaid_by = (SELECT b.repaid_by FROM purchases b WHERE b.id = purchase_id);
ALTER TABLE purchases DROP COLUMN repaid_by;
ALTER TABLE purchases DROP COLUMN repaid_at;
DROP INDEX trips_cash_to_pay_back;
DROP INDEX orders_cash_to_pay_back;
ALTER TABLE trips DROP COLUMN cash_repaid;
ALTER TABLE trips DROP COLUMN cash_refunded;
ALTER TABLE orders DROP COLUMN cash_repaid;
ALTER TABLE orders DROP COLUMN cash_refunded;
