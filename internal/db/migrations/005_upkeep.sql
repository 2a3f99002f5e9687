-- A town that is kept up: what was counted may stop being so, what was renamed
-- is still found, and what sold long ago is popular no longer.

-- +goose Up
-- Since when a pool has been counted without a break; NULL: it is not, and has
-- no limit. The moves before stay, so the pool cannot go.
ALTER TABLE stock ADD COLUMN counted_since BIGINT DEFAULT 0;

-- Until when the units of an order count as sold of late; NULL: they do not.
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
