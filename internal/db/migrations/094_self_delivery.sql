-- An order keeps whether its store brings it itself, or a rider of the zone: the store may
-- change that later. Those that were placed before are brought by riders.

-- +goose Up
ALTER TABLE orders ADD COLUMN self_delivery BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE orders DROP COLUMN self_delivery;
