-- A customer is told of a sign-in on a device that is new to their account.

-- +goose Up
-- When the customer last signed in; NULL: never. Of the customers of before this is
-- not known: they did when they signed up.
ALTER TABLE customers ADD COLUMN signed_in_at BIGINT;
UPDATE customers SET signed_in_at = created_at WHERE erased_at IS NULL;

-- +goose Down
ALTER TABLE customers DROP COLUMN signed_in_at;
