-- Parcels: orders without a store (ADR 0024).

-- +goose Up
ALTER TABLE orders ALTER COLUMN store_id DROP NOT NULL;
ALTER TABLE orders ADD COLUMN parcel TEXT NOT NULL DEFAULT '{}'; -- category, packages and who pays; {}: not a parcel
ALTER TABLE orders ADD COLUMN receiver TEXT NOT NULL DEFAULT '{}'; -- of a parcel, like address, which is the sender's
ALTER TABLE reviews ALTER COLUMN store_id DROP NOT NULL;

-- +goose Down
ALTER TABLE reviews ALTER COLUMN store_id SET NOT NULL;
ALTER TABLE orders DROP COLUMN receiver;
ALTER TABLE orders DROP COLUMN parcel;
ALTER TABLE orders ALTER COLUMN store_id SET NOT NULL;
