-- A photo is shown only if a customer has it, so each request finds that customer.

-- +goose Up
CREATE INDEX customers_by_picture ON customers (picture) WHERE picture <> '';

-- +goose Down
DROP INDEX customers_by_picture;
