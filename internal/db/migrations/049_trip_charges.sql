-- Deposits, extensions and late returns of trips.

-- +goose Up
ALTER TABLE vehicles ADD COLUMN deposit BIGINT NOT NULL DEFAULT 0 CHECK (deposit >= 0); -- of one
ALTER TABLE trips ADD COLUMN deposit BIGINT NOT NULL DEFAULT 0 CHECK (deposit >= 0); -- a part of the total
ALTER TABLE trips ADD COLUMN extension_hours BIGINT NOT NULL DEFAULT 0 CHECK (extension_hours >= 0);
ALTER TABLE trips ADD COLUMN extension_charge BIGINT NOT NULL DEFAULT 0 CHECK (extension_charge >= 0); -- paid at the return
ALTER TABLE trips ADD COLUMN extension_tax BIGINT NOT NULL DEFAULT 0 CHECK (extension_tax >= 0); -- inside of it
ALTER TABLE trips ADD COLUMN late_hours BIGINT NOT NULL DEFAULT 0 CHECK (late_hours >= 0);
ALTER TABLE trips ADD COLUMN late_charge BIGINT NOT NULL DEFAULT 0 CHECK (late_charge >= 0); -- paid at the return
ALTER TABLE trips ADD COLUMN late_tax BIGINT NOT NULL DEFAULT 0 CHECK (late_tax >= 0); -- inside of it

-- +goose Down
ALTER TABLE trips DROP COLUMN late_tax;
ALTER TABLE trips DROP COLUMN late_charge;
ALTER TABLE trips DROP COLUMN late_hours;
ALTER TABLE trips DROP COLUMN extension_tax;
ALTER TABLE trips DROP COLUMN extension_charge;
ALTER TABLE trips DROP COLUMN extension_hours;
ALTER TABLE trips DROP COLUMN deposit;
ALTER TABLE vehicles DROP COLUMN deposit;
