-- Mails about orders, and who wants them.

-- +goose Up
CREATE TABLE notification_settings (
	customer_id BIGINT PRIMARY KEY REFERENCES customers (id),
	language    TEXT NOT NULL, -- of mails; '': the shop's
	order_mail  BOOLEAN NOT NULL
);
-- '': none. Whoever changes due into sending sends it; a mail that stays there may have been sent.
ALTER TABLE notifications ADD COLUMN mail TEXT NOT NULL DEFAULT '' CHECK (mail IN ('', 'due', 'sending', 'sent', 'refused'));

-- +goose Down
ALTER TABLE notifications DROP COLUMN mail;
DROP TABLE notification_settings;
