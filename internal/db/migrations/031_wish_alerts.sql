-- Alerts about wished things: back in stock, cheaper, open again.

-- +goose Up
-- What each wished thing was like when it was last looked at, once for all who wish it.
CREATE TABLE wish_states (
	id        ${ID},
	kind      TEXT NOT NULL CHECK (kind IN ('item', 'store')),
	thing_id  BIGINT NOT NULL,
	price     BIGINT NOT NULL, -- of an item; of a store 0
	available BOOLEAN NOT NULL, -- an item: sold and in stock; a store: not closed for a time
	UNIQUE (kind, thing_id)
);
-- Who wishes a thing, in pages.
CREATE INDEX wishes_by_thing ON wishes (kind, thing_id, customer_id);
INSERT INTO wish_states (kind, thing_id, price, available)
	SELECT 'item', i.id, i.sale_price, i.active FROM items i WHERE EXISTS (SELECT 1 FROM wishes w WHERE w.kind = 'item' AND w.thing_id = i.id);
INSERT INTO wish_states (kind, thing_id, price, available)
	SELECT 'store', s.id, 0, s.active FROM stores s WHERE EXISTS (SELECT 1 FROM wishes w WHERE w.kind = 'store' AND w.thing_id = s.id);

ALTER TABLE notification_settings ADD COLUMN alerts BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE notification_settings ADD COLUMN alert_mail BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE notification_settings DROP COLUMN alert_mail;
ALTER TABLE notification_settings DROP COLUMN alerts;
DROP INDEX wishes_by_thing;
DROP TABLE wish_states;
