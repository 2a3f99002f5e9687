-- A parcel whose rider leaves is pending again, and confirmed by the next one.
-- +goose Up
CREATE UNIQUE INDEX order_moves_only_once ON order_moves (order_id, status) WHERE status NOT IN ('pending', 'confirmed', 'delivered', 'refund_requested');
DROP INDEX order_moves_once;

-- +goose Down
DELETE FROM order_moves WHERE status IN ('pending', 'confirmed') AND id NOT IN (SELECT MAX(id) FROM order_moves GROUP BY order_id, status);
CREATE UNIQUE INDEX order_moves_once ON order_moves (order_id, status) WHERE status NOT IN ('delivered', 'refund_requested');
DROP INDEX order_moves_only_once;
