-- Offers that begin and end by the clock of a zone: campaigns and flash sales.

-- +goose Up
-- A basic campaign is a set of stores. An item campaign is an item at a price of
-- its own, with a pool of its own in stock.
CREATE TABLE campaigns (
	id          ${ID},
	slug        TEXT NOT NULL UNIQUE,
	kind        TEXT NOT NULL CHECK (kind IN ('basic', 'item')),
	module_id   BIGINT NOT NULL REFERENCES modules (id),
	title       TEXT NOT NULL,
	description TEXT NOT NULL,
	picture     TEXT NOT NULL,
	zone_ids    TEXT NOT NULL, -- a list; empty: every zone
	store_ids   TEXT NOT NULL, -- a list, of a basic campaign
	item_id     BIGINT REFERENCES items (id), -- of an item campaign
	price       BIGINT NOT NULL CHECK (price >= 0),
	maximum     BIGINT NOT NULL CHECK (maximum >= 0), -- units in one order; 0: no limit
	sold        BIGINT NOT NULL DEFAULT 0 CHECK (sold >= 0), -- units that orders took and did not return
	first_day   TEXT NOT NULL, -- 2006-01-02, by the clock of the zone
	last_day    TEXT NOT NULL,
	daily_from  TEXT NOT NULL, -- HH:mm; '': all day
	daily_to    TEXT NOT NULL,
	position    BIGINT NOT NULL,
	active      BOOLEAN NOT NULL,
	CHECK ((kind = 'item') = (item_id IS NOT NULL))
);
CREATE INDEX campaigns_by_item ON campaigns (item_id) WHERE item_id IS NOT NULL;

CREATE TABLE flash_sales (
	id        ${ID},
	slug      TEXT NOT NULL UNIQUE,
	module_id BIGINT NOT NULL REFERENCES modules (id),
	title     TEXT NOT NULL,
	zone_ids  TEXT NOT NULL, -- a list; empty: every zone
	begins    TEXT NOT NULL, -- 2006-01-02T15:04:05, by the clock of the zone
	ends      TEXT NOT NULL,
	active    BOOLEAN NOT NULL
);

CREATE TABLE flash_sale_items (
	id            ${ID},
	flash_sale_id BIGINT NOT NULL REFERENCES flash_sales (id),
	item_id       BIGINT NOT NULL REFERENCES items (id),
	discount_type TEXT NOT NULL CHECK (discount_type IN ('percent', 'amount')),
	discount      BIGINT NOT NULL CHECK (discount >= 0), -- basis points or minor units
	units         BIGINT NOT NULL, -- offered at this price
	sold          BIGINT NOT NULL DEFAULT 0, -- units that orders took and did not return
	position      BIGINT NOT NULL,
	active        BOOLEAN NOT NULL, -- false: no longer part of the sale
	UNIQUE (flash_sale_id, item_id),
	CHECK (sold >= 0 AND sold <= units)
);
CREATE INDEX flash_sale_items_by_item ON flash_sale_items (item_id);

-- The offer that a line was bought in; NULL: none.
ALTER TABLE order_lines ADD COLUMN campaign_id BIGINT REFERENCES campaigns (id);
ALTER TABLE order_lines ADD COLUMN flash_sale_item_id BIGINT REFERENCES flash_sale_items (id);
ALTER TABLE order_lines ADD COLUMN offer TEXT NOT NULL DEFAULT ''; -- its title
CREATE INDEX order_lines_by_campaign ON order_lines (campaign_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX order_lines_by_flash_sale ON order_lines (flash_sale_item_id) WHERE flash_sale_item_id IS NOT NULL;

-- +goose Down
DROP INDEX order_lines_by_flash_sale;
DROP INDEX order_lines_by_campaign;
ALTER TABLE order_lines DROP COLUMN offer;
ALTER TABLE order_lines DROP COLUMN flash_sale_item_id;
ALTER TABLE order_lines DROP COLUMN campaign_id;
DROP TABLE flash_sale_items;
DROP TABLE flash_sales;
DROP TABLE campaigns;
