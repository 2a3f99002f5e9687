-- A customer says of a trip, too, that it is not theirs.

-- +goose Up
ALTER TABLE not_mine RENAME COLUMN order_id TO purchase_id;
ALTER TABLE not_mine DROP CONSTRAINT not_mine_order_id_fkey;
ALTER TABLE not_mine ADD CONSTRAINT not_mine_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases (id);
ALTER INDEX not_mine_by_order RENAME TO not_mine_by_purchase;

-- +goose Down
DELETE FROM not_mine WHERE purchase_id NOT IN (SELECT id FROM orders);
ALTER INDEX not_mine_by_purchase RENAME TO not_mine_by_order;
ALTER TABLE not_mine DROP CONSTRAINT not_mine_purchase_id_fkey;
ALTER TABLE not_mine RENAME COLUMN purchase_id TO order_id;
ALTER TABLE not_mine ADD CONSTRAINT not_mine_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders (id);
