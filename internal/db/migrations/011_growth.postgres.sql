-- What a page of a customer's orders costs does not grow with their number, and
-- what an import costs does not grow with what it leaves as it was.

-- +goose Up
-- How many orders a shopper has in a module, under way and over. Triggers count,
-- so that no statement that moves an order can forget it.
CREATE TABLE order_counts (
	shopper_id BIGINT NOT NULL REFERENCES shoppers (id) ON DELETE CASCADE,
	module_id  BIGINT NOT NULL REFERENCES modules (id),
	is_over    BOOLEAN NOT NULL,
	orders     BIGINT NOT NULL CHECK (orders >= 0),
	PRIMARY KEY (shopper_id, module_id, is_over)
);
-- +goose StatementBegin
CREATE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		UPDATE order_counts SET orders = orders - 1
		WHERE shopper_id = OLD.shopper_id AND module_id = OLD.module_id AND is_over = (OLD.status IN ('delivered', 'canceled', 'failed', 'refund_requested', 'refunded'));
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO order_counts AS c (shopper_id, module_id, is_over, orders)
		VALUES (NEW.shopper_id, NEW.module_id, NEW.status IN ('delivered', 'canceled', 'failed', 'refund_requested', 'refunded'), 1)
		ON CONFLICT (shopper_id, module_id, is_over) DO UPDATE SET orders = c.orders + 1;
	END IF;
	RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER orders_count AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION count_orders();
CREATE TRIGGER orders_count_update AFTER UPDATE OF shopper_id, module_id, status ON orders FOR EACH ROW
	WHEN (OLD.shopper_id <> NEW.shopper_id OR OLD.module_id <> NEW.module_id
		OR (OLD.status IN ('delivered', 'canceled', 'failed', 'refund_requested', 'refunded')) <> (NEW.status IN ('delivered', 'canceled', 'failed', 'refund_requested', 'refunded')))
	EXECUTE FUNCTION count_orders();
INSERT INTO order_counts (shopper_id, module_id, is_over, orders)
SELECT shopper_id, module_id, status IN ('delivered', 'canceled', 'failed', 'refund_requested', 'refunded'), COUNT(*) FROM orders GROUP BY 1, 2, 3;

-- A page of a customer's orders is found in the index alone. The status stands
-- last because PostgreSQL reads the row for a column that only an expression has.
DROP INDEX orders_by_shopper;
CREATE INDEX orders_by_shopper ON orders (shopper_id,
	(CASE WHEN status IN ('delivered', 'canceled', 'failed', 'refund_requested', 'refunded') THEN 1 ELSE 0 END), created_at DESC, id DESC, status);

-- What the last import said of a record, so that the next one writes what the
-- files have changed since, and nothing else (D32).
CREATE TABLE imported (
	kind  TEXT NOT NULL, -- the record's table
	id    BIGINT NOT NULL, -- of its row there
	hash  TEXT NOT NULL, -- of all that was written; '': write it again
	trade TEXT NOT NULL, -- as JSON, what it said of stock, ratings and sales; '': nothing
	PRIMARY KEY (kind, id)
);

-- +goose Down
DROP TABLE imported;
DROP INDEX orders_by_shopper;
CREATE INDEX orders_by_shopper ON orders (shopper_id, created_at DESC);
DROP TRIGGER orders_count_update ON orders;
DROP TRIGGER orders_count ON orders;
DROP FUNCTION count_orders;
DROP TABLE order_counts;
