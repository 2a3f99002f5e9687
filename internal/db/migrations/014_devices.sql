-- For the mail about a sign-in on a new device, and for the default address.

-- +goose Up
-- When the customer last signed in; NULL: never. Older rows get the time of the sign-up.
ALTER TABLE customers ADD COLUMN signed_in_at BIGINT;
UPDATE customers SET signed_in_at = created_at WHERE erased_at IS NULL;

ALTER TABLE addresses ADD COLUMN is_default BOOLEAN NOT NULL DEFAULT FALSE;
CREATE UNIQUE INDEX addresses_default ON addresses (customer_id) WHERE is_default;

-- +goose Down
DROP INDEX addresses_default;
ALTER TABLE addresses DROP COLUMN is_default;
ALTER TABLE customers DROP COLUMN signed_in_at;
