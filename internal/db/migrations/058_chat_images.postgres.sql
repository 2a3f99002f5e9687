-- Images of conversations.

-- +goose Up
ALTER TABLE uploads DROP CONSTRAINT uploads_purpose_check;
ALTER TABLE uploads ADD CONSTRAINT uploads_purpose_check CHECK (purpose IN ('prescription', 'refund', 'review', 'proof', 'trip_before', 'trip_after', 'licence', 'chat'));
ALTER TABLE uploads ADD COLUMN conversation_id BIGINT REFERENCES conversations (id) ON DELETE SET NULL; -- whose both sides see it
CREATE INDEX uploads_by_conversation ON uploads (conversation_id) WHERE conversation_id IS NOT NULL;

-- +goose Down
DROP INDEX uploads_by_conversation;
ALTER TABLE uploads DROP COLUMN conversation_id;
DELETE FROM uploads WHERE purpose = 'chat';
ALTER TABLE uploads DROP CONSTRAINT uploads_purpose_check;
ALTER TABLE uploads ADD CONSTRAINT uploads_purpose_check CHECK (purpose IN ('prescription', 'refund', 'review', 'proof', 'trip_before', 'trip_after', 'licence'));
