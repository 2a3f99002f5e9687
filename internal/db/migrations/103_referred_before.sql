-- Who was rewarded as a friend, deletes the account and signs up again is not rewarded again
-- (W4). Of a deleted account keyed hashes of its verified contacts are kept.

-- +goose Up
ALTER TABLE referrals ADD COLUMN phone_key TEXT; -- NULL: the account exists, or had no verified phone
ALTER TABLE referrals ADD COLUMN mailbox_key TEXT; -- as phone_key, of the e-mail without what its owner can vary
CREATE INDEX referrals_by_phone ON referrals (phone_key) WHERE phone_key IS NOT NULL;
CREATE INDEX referrals_by_mailbox ON referrals (mailbox_key) WHERE mailbox_key IS NOT NULL;

-- +goose Down
DROP INDEX referrals_by_mailbox;
DROP INDEX referrals_by_phone;
ALTER TABLE referrals DROP COLUMN mailbox_key;
ALTER TABLE referrals DROP COLUMN phone_key;
