-- Images are attached to a purchase: an order or a trip.

-- +goose Up
ALTER TABLE uploads RENAME COLUMN order_id TO purchase_id;
ALTER TABLE uploads DROP CONSTRAINT uploads_order_id_fkey;
ALTER TABLE uploads ADD CONSTRAINT uploads_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases (id);
ALTER INDEX uploads_by_order RENAME TO uploads_by_purchase;

-- +goose Down
ALTER INDEX uploads_by_purchase RENAME TO uploads_by_order;
ALTER TABLE uploads DROP CONSTRAINT uploads_purchase_id_fkey;
ALTER TABLE uploads RENAME COLUMN purchase_id TO order_id;
ALTER TABLE uploads ADD CONSTRAINT uploads_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders (id);
