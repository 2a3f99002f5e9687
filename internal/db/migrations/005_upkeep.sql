-- Stock may become uncounted, renamed records keep their old addresses, and old sales
-- stop counting as popular.

-- +goose Up
-- When a pool began to be counted; NULL: it is not counted and has no limit. Its earlier
-- moves stay, so the pool cannot be deleted.
ALTER TABLE stock ADD COLUMN counted_since BIGINT DEFAULT 0;

-- Until when the units of an order count as recent sales; NULL: they do not.
ALTER TABLE orders ADD COLUMN popular_until BIGINT;
CREATE INDEX orders_popular ON orders (popular_until) WHERE popular_until IS NOT NULL;

-- Slugs that once led to a category, store or item, and still do (L2).
CREATE TABLE former_slugs (
	kind TEXT NOT NULL CHECK (kind IN ('category', 'store', 'item')),
	slug TEXT NOT NULL,
	id   BIGINT NOT NULL,
	PRIMARY KEY (kind, slug)
);

-- How a picture's files are encoded, and their ending.
ALTER TABLE media ADD COLUMN kind TEXT NOT NULL DEFAULT 'webp' CHECK (kind IN ('webp', 'jpg', 'png'));

-- +goose Down
ALTER TABLE media DROP COLUMN kind;
DROP TABLE former_slugs;
DROP INDEX orders_popular;
ALTER TABLE orders DROP COLUMN popular_until;
ALTER TABLE stock DROP COLUMN counted_since;
