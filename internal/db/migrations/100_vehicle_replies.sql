-- Who replied to the review of a vehicle, and when, as for the reviews of stores (ITEM-12).

-- +goose Up
ALTER TABLE vehicle_reviews ADD COLUMN replied_at BIGINT; -- NULL: no reply, or from the town folder
ALTER TABLE vehicle_reviews ADD COLUMN reply_staff_id BIGINT REFERENCES staff (id); -- who wrote the reply last
CREATE INDEX vehicle_reviews_by_reply_staff ON vehicle_reviews (reply_staff_id) WHERE reply_staff_id IS NOT NULL;

-- +goose Down
DROP INDEX vehicle_reviews_by_reply_staff;
ALTER TABLE vehicle_reviews DROP COLUMN reply_staff_id;
ALTER TABLE vehicle_reviews DROP COLUMN replied_at;
