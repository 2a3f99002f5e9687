-- A vendor belongs to a store or to a provider of vehicles.

-- +goose Up
ALTER TABLE staff ADD COLUMN provider_id BIGINT REFERENCES providers (id);
ALTER TABLE staff DROP CONSTRAINT staff_check;
ALTER TABLE staff ADD CONSTRAINT staff_of_vendor CHECK ((role = 'vendor') = (store_id IS NOT NULL OR provider_id IS NOT NULL));
ALTER TABLE staff ADD CONSTRAINT staff_of_one CHECK (store_id IS NULL OR provider_id IS NULL);
CREATE INDEX staff_by_provider ON staff (provider_id) WHERE provider_id IS NOT NULL;

-- +goose Down
UPDATE trip_moves SET staff_id = NULL, staff_name = '' WHERE staff_id IN (SELECT id FROM staff WHERE provider_id IS NOT NULL);
DELETE FROM staff_sessions WHERE staff_id IN (SELECT id FROM staff WHERE provider_id IS NOT NULL);
DELETE FROM staff WHERE provider_id IS NOT NULL;
DROP INDEX staff_by_provider;
ALTER TABLE staff DROP CONSTRAINT staff_of_one;
ALTER TABLE staff DROP CONSTRAINT staff_of_vendor;
ALTER TABLE staff ADD CONSTRAINT staff_check CHECK ((role = 'vendor') = (store_id IS NOT NULL));
ALTER TABLE staff DROP COLUMN provider_id;
