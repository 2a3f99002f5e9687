-- Parcels: orders without a store (ADR 0024). SQLite drops a NOT NULL only in the text of
-- the schema (sqlite.org/lang_altertable.html, section 8); a new table would need all that
-- refers to orders. Spaces keep the length of the text, which ADD COLUMN counts on.

-- +goose Up
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'store_id              BIGINT NOT NULL REFERENCES', 'store_id              BIGINT          REFERENCES') WHERE type = 'table' AND name = 'orders';
UPDATE sqlite_schema SET sql = replace(sql, 'store_id   BIGINT NOT NULL REFERENCES', 'store_id   BIGINT          REFERENCES') WHERE type = 'table' AND name = 'reviews';
PRAGMA writable_schema = RESET;
ALTER TABLE orders ADD COLUMN parcel TEXT NOT NULL DEFAULT '{}'; -- category, packages and who pays; {}: not a parcel
ALTER TABLE orders ADD COLUMN receiver TEXT NOT NULL DEFAULT '{}'; -- of a parcel, like address, which is the sender's

-- +goose Down
ALTER TABLE orders DROP COLUMN receiver;
ALTER TABLE orders DROP COLUMN parcel;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'store_id              BIGINT          REFERENCES', 'store_id              BIGINT NOT NULL REFERENCES') WHERE type = 'table' AND name = 'orders';
UPDATE sqlite_schema SET sql = replace(sql, 'store_id   BIGINT          REFERENCES', 'store_id   BIGINT NOT NULL REFERENCES') WHERE type = 'table' AND name = 'reviews';
PRAGMA writable_schema = RESET;
