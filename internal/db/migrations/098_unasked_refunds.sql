-- A refund that nobody has asked for takes none of the shopper's requests.

-- +goose Up
ALTER TABLE refunds ADD COLUMN unasked BOOLEAN NOT NULL DEFAULT FALSE; -- given by an admin without a request

-- +goose Down
ALTER TABLE refunds DROP COLUMN unasked;
