-- A customer is told of a sign-in on a device that is new to them, and chooses the
-- address that a new device begins with.

-- +goose Up
-- When the customer last signed in; NULL: never. Of the customers of before this is
-- not known: they did when they signed up.
ALTER TABLE customers ADD COLUMN signed_in_at BIGINT;
UPDATE customers SET signed_in_at = created_at WHERE erased_at IS NULL;

ALTER TABLE addresses ADD COLUMN is_default BOOLEAN NOT NULL DEFAULT FALSE;
CREATE UNIQUE INDEX addresses_default ON addresses (customer_id) WHERE is_default;

-- +goose Down
DROP INDEX addresses_default;
ALTER TABLE addresses DROP COLUMN is_default;
ALTER TABLE customers DROP COLUMN signed_in_at;
