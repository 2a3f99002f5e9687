-- The tax of what a trip costs later is computed by the rate at which it was placed (PRC-05).

-- +goose Up
ALTER TABLE trips ADD COLUMN tax_rate BIGINT CHECK (tax_rate >= 0); -- basis points; NULL: placed before it was kept

-- +goose Down
ALTER TABLE trips DROP COLUMN tax_rate;
