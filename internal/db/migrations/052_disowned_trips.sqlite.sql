-- A customer says of a trip, too, that it is not theirs. SQLite changes what a column
-- refers to only with a new table.

-- +goose Up
CREATE TABLE not_mine_new (
	shopper_id  BIGINT NOT NULL REFERENCES shoppers (id),
	purchase_id BIGINT NOT NULL REFERENCES purchases (id),
	created_at  BIGINT NOT NULL,
	PRIMARY KEY (shopper_id, purchase_id)
);
INSERT INTO not_mine_new (shopper_id, purchase_id, created_at) SELECT shopper_id, order_id, created_at FROM not_mine;
DROP TABLE not_mine;
ALTER TABLE not_mine_new RENAME TO not_mine;
CREATE INDEX not_mine_by_purchase ON not_mine (purchase_id);

-- +goose Down
CREATE TABLE not_mine_old (
	shopper_id BIGINT NOT NULL REFERENCES shoppers (id),
	order_id   BIGINT NOT NULL REFERENCES orders (id),
	created_at BIGINT NOT NULL,
	PRIMARY KEY (shopper_id, order_id)
);
INSERT INTO not_mine_old (shopper_id, order_id, created_at) SELECT shopper_id, purchase_id, created_at FROM not_mine WHERE purchase_id IN (SELECT id FROM orders);
DROP TABLE not_mine;
ALTER TABLE not_mine_old RENAME TO not_mine;
CREATE INDEX not_mine_by_order ON not_mine (order_id);
