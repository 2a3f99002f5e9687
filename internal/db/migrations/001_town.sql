-- The town: settings, zones, modules, stores, items, and what its map shows.
-- ${ID} is the engine's numeric identity key. Money is BIGINT minor units,
-- rates are basis points, times are BIGINT Unix milliseconds UTC, documents are
-- TEXT JSON.

-- +goose Up
CREATE TABLE settings (
	name       TEXT PRIMARY KEY,
	body       TEXT NOT NULL,
	version    BIGINT NOT NULL,
	updated_at BIGINT NOT NULL
);

CREATE TABLE zones (
	id        ${ID},
	slug      TEXT NOT NULL UNIQUE,
	name      TEXT NOT NULL,
	polygon   TEXT NOT NULL, -- ring of [lng, lat]
	area      DOUBLE PRECISION NOT NULL, -- square metres: the smallest zone wins a point (Z3)
	time_zone TEXT NOT NULL,
	active    BOOLEAN NOT NULL
);

CREATE TABLE modules (
	id          ${ID},
	slug        TEXT NOT NULL UNIQUE,
	module_type TEXT NOT NULL CHECK (module_type IN ('grocery', 'pharmacy', 'ecommerce', 'food', 'parcel', 'rental')),
	name        TEXT NOT NULL,
	description TEXT NOT NULL,
	picture     TEXT NOT NULL,
	position    BIGINT NOT NULL,
	active      BOOLEAN NOT NULL
);

-- One tariff per zone and module (PRC-04); no row, no service there.
CREATE TABLE tariffs (
	zone_id        BIGINT NOT NULL REFERENCES zones (id),
	module_id      BIGINT NOT NULL REFERENCES modules (id),
	per_km         BIGINT NOT NULL CHECK (per_km >= 0),
	minimum_charge BIGINT NOT NULL CHECK (minimum_charge >= 0),
	maximum_charge BIGINT NOT NULL CHECK (maximum_charge >= 0), -- 0: no cap (D19)
	surge_type     TEXT NOT NULL CHECK (surge_type IN ('', 'percent', 'fixed')),
	surge          BIGINT NOT NULL CHECK (surge >= 0), -- basis points or minor units
	PRIMARY KEY (zone_id, module_id)
);

CREATE TABLE categories (
	id        ${ID},
	slug      TEXT NOT NULL UNIQUE,
	module_id BIGINT NOT NULL REFERENCES modules (id),
	parent_id BIGINT REFERENCES categories (id),
	name      TEXT NOT NULL,
	picture   TEXT NOT NULL,
	featured  BOOLEAN NOT NULL,
	position  BIGINT NOT NULL
);
CREATE INDEX categories_by_module ON categories (module_id, position);

CREATE TABLE stores (
	id                  ${ID},
	slug                TEXT NOT NULL UNIQUE,
	module_id           BIGINT NOT NULL REFERENCES modules (id),
	zone_id             BIGINT NOT NULL REFERENCES zones (id),
	name                TEXT NOT NULL,
	tagline             TEXT NOT NULL, -- "Seafood, Rice"
	description         TEXT NOT NULL,
	logo                TEXT NOT NULL,
	cover               TEXT NOT NULL,
	address             TEXT NOT NULL,
	phone               TEXT NOT NULL,
	latitude            DOUBLE PRECISION NOT NULL,
	longitude           DOUBLE PRECISION NOT NULL,
	schedule            TEXT NOT NULL, -- opening hours and closures, hours.Schedule
	minimum_order       BIGINT NOT NULL CHECK (minimum_order >= 0),
	tax_rate            BIGINT NOT NULL CHECK (tax_rate >= 0), -- basis points
	preparation_minutes BIGINT NOT NULL CHECK (preparation_minutes >= 0),
	delivery_time_min   BIGINT NOT NULL,
	delivery_time_max   BIGINT NOT NULL,
	delivery            BOOLEAN NOT NULL,
	take_away           BOOLEAN NOT NULL,
	self_delivery       BOOLEAN NOT NULL,
	free_delivery       BOOLEAN NOT NULL,
	schedule_order      BOOLEAN NOT NULL,
	veg                 BOOLEAN NOT NULL,
	non_veg             BOOLEAN NOT NULL,
	reviews_enabled     BOOLEAN NOT NULL,
	discount            TEXT NOT NULL, -- the store's own discount with its dates and hours, or {}
	featured            BOOLEAN NOT NULL,
	rating_sum          BIGINT NOT NULL,
	rating_count        BIGINT NOT NULL CHECK (rating_count >= 0),
	order_count         BIGINT NOT NULL,
	active              BOOLEAN NOT NULL,
	search_text         TEXT NOT NULL, -- folded by us
	created_at          BIGINT NOT NULL
);
CREATE INDEX stores_by_place ON stores (module_id, zone_id, active);

CREATE TABLE items (
	id                 ${ID},
	slug               TEXT NOT NULL UNIQUE,
	store_id           BIGINT NOT NULL REFERENCES stores (id),
	module_id          BIGINT NOT NULL, -- the store's, repeated so that one index serves every list
	zone_id            BIGINT NOT NULL,
	category_id        BIGINT NOT NULL REFERENCES categories (id),
	category_ids       TEXT NOT NULL, -- the category and its parents, nearest first
	name               TEXT NOT NULL,
	description        TEXT NOT NULL,
	brand              TEXT NOT NULL,
	unit_type          TEXT NOT NULL,
	pictures           TEXT NOT NULL, -- media keys, the first is the card's
	zoom               BOOLEAN NOT NULL,
	price              BIGINT NOT NULL CHECK (price >= 0),
	discount_type      TEXT NOT NULL CHECK (discount_type IN ('percent', 'amount')),
	discount           BIGINT NOT NULL CHECK (discount >= 0), -- basis points or minor units
	sale_price         BIGINT NOT NULL CHECK (sale_price >= 0), -- after the item's own discount, for sort and filter
	options            TEXT NOT NULL, -- food groups, variations, add-ons: options.Options
	maximum_quantity   BIGINT NOT NULL CHECK (maximum_quantity >= 0), -- 0: no limit
	available_from     TEXT NOT NULL, -- HH:mm in the zone's time, '' always
	available_to       TEXT NOT NULL,
	schedule_order     BOOLEAN NOT NULL,
	veg                BOOLEAN NOT NULL,
	halal              BOOLEAN NOT NULL,
	organic            BOOLEAN NOT NULL,
	recommended        BOOLEAN NOT NULL,
	prescription       BOOLEAN NOT NULL,
	tags               TEXT NOT NULL,
	nutritions         TEXT NOT NULL,
	allergies          TEXT NOT NULL,
	generic_names      TEXT NOT NULL,
	rating_sum         BIGINT NOT NULL,
	rating_count       BIGINT NOT NULL CHECK (rating_count >= 0),
	sold_count         BIGINT NOT NULL, -- units ordered in 30 days: "popular"
	active             BOOLEAN NOT NULL,
	search_text        TEXT NOT NULL,
	created_at         BIGINT NOT NULL
);
CREATE INDEX items_popular ON items (module_id, zone_id, sold_count DESC, id);
CREATE INDEX items_latest ON items (module_id, zone_id, created_at DESC, id);
CREATE INDEX items_by_store ON items (store_id, sold_count DESC, id);
CREATE INDEX items_by_category ON items (category_id, zone_id, sold_count DESC, id);

-- A pool of units an order takes from; no pool, no limit. variation is '' for
-- the item itself (S3: every line on one pool is checked by their sum).
CREATE TABLE stock (
	id        ${ID},
	item_id   BIGINT NOT NULL REFERENCES items (id),
	variation TEXT NOT NULL,
	quantity  BIGINT NOT NULL CHECK (quantity >= 0),
	UNIQUE (item_id, variation)
);

-- Append-only: quantity is always the sum of its moves.
CREATE TABLE stock_moves (
	id         ${ID},
	stock_id   BIGINT NOT NULL REFERENCES stock (id),
	delta      BIGINT NOT NULL,
	reason     TEXT NOT NULL CHECK (reason IN ('import', 'order', 'cancel', 'count')),
	order_id   BIGINT,
	created_at BIGINT NOT NULL
);
CREATE INDEX stock_moves_by_pool ON stock_moves (stock_id);
CREATE INDEX stock_moves_by_order ON stock_moves (order_id) WHERE order_id IS NOT NULL;

CREATE TABLE reviews (
	id         ${ID},
	slug       TEXT NOT NULL UNIQUE,
	store_id   BIGINT NOT NULL REFERENCES stores (id),
	item_id    BIGINT REFERENCES items (id),
	author     TEXT NOT NULL,
	rating     BIGINT NOT NULL CHECK (rating BETWEEN 1 AND 5),
	body       TEXT NOT NULL,
	reply      TEXT NOT NULL,
	created_at BIGINT NOT NULL
);
CREATE INDEX reviews_by_store ON reviews (store_id, created_at DESC);
CREATE INDEX reviews_by_item ON reviews (item_id, created_at DESC);

CREATE TABLE banners (
	id        ${ID},
	slug      TEXT NOT NULL UNIQUE,
	module_id BIGINT NOT NULL REFERENCES modules (id),
	zone_id   BIGINT REFERENCES zones (id),
	position  BIGINT NOT NULL,
	body      TEXT NOT NULL -- kicker, title, text, labels, picture, style, target: content.Banner
);

CREATE TABLE pages (
	slug  TEXT PRIMARY KEY,
	title TEXT NOT NULL,
	body  TEXT NOT NULL
);

CREATE TABLE subscribers (
	email      TEXT PRIMARY KEY,
	created_at BIGINT NOT NULL
);

CREATE TABLE streets (
	id       ${ID},
	slug     TEXT NOT NULL UNIQUE,
	name     TEXT NOT NULL,
	class    TEXT NOT NULL,
	geometry TEXT NOT NULL -- GeoJSON geometry
);

CREATE TABLE places (
	id          ${ID},
	slug        TEXT NOT NULL UNIQUE,
	name        TEXT NOT NULL,
	secondary   TEXT NOT NULL,
	kind        TEXT NOT NULL,
	latitude    DOUBLE PRECISION NOT NULL,
	longitude   DOUBLE PRECISION NOT NULL
);

CREATE TABLE media (
	key  TEXT PRIMARY KEY,
	hash TEXT NOT NULL, -- in the URL, so that a picture may be cached for ever
	zoom BOOLEAN NOT NULL
);

-- Rental's own columns come with rental; until then its records are kept whole.
CREATE TABLE providers (
	id   ${ID},
	slug TEXT NOT NULL UNIQUE,
	body TEXT NOT NULL
);
CREATE TABLE vehicles (
	id          ${ID},
	slug        TEXT NOT NULL UNIQUE,
	provider_id BIGINT NOT NULL REFERENCES providers (id),
	body        TEXT NOT NULL
);

-- +goose Down
DROP TABLE vehicles;
DROP TABLE providers;
DROP TABLE media;
DROP TABLE places;
DROP TABLE streets;
DROP TABLE subscribers;
DROP TABLE pages;
DROP TABLE banners;
DROP TABLE reviews;
DROP TABLE stock_moves;
DROP TABLE stock;
DROP TABLE items;
DROP TABLE stores;
DROP TABLE categories;
DROP TABLE tariffs;
DROP TABLE modules;
DROP TABLE zones;
DROP TABLE settings;
