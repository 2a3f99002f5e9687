-- A note for one dish: of a cart's line, and as it was ordered.

-- +goose Up
ALTER TABLE cart_lines ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE order_lines ADD COLUMN note TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE order_lines DROP COLUMN note;
ALTER TABLE cart_lines DROP COLUMN note;
