-- What members of staff decide about money that needs a person.

-- +goose Up
ALTER TABLE charges ADD COLUMN settled_at BIGINT; -- when a person settled a held one elsewhere; NULL: not
DROP INDEX charges_held;
CREATE INDEX charges_held ON charges (created_at, id) WHERE status = 'held' AND settled_at IS NULL;

CREATE TABLE payment_refunds_new (
	id         TEXT PRIMARY KEY, -- random
	charge_id  BIGINT NOT NULL REFERENCES charges (id),
	amount     BIGINT NOT NULL CHECK (amount > 0),
	status     TEXT NOT NULL CHECK (status IN ('waiting', 'pending', 'done', 'failed', 'credited', 'settled')), -- credited: to the wallet, settled: outside of the shop, as the gateway could not
	reason     TEXT NOT NULL, -- of a failure
	sent_as    TEXT NOT NULL UNIQUE, -- what the gateway knows it as; another one at each try of a person
	ref        TEXT NOT NULL, -- the gateway's id
	created_at BIGINT NOT NULL,
	ended_at   BIGINT -- NULL: waiting or pending
);
INSERT INTO payment_refunds_new (id, charge_id, amount, status, reason, sent_as, ref, created_at, ended_at)
	SELECT id, charge_id, amount, status, reason, id, ref, created_at, ended_at FROM payment_refunds;
DROP TABLE payment_refunds;
ALTER TABLE payment_refunds_new RENAME TO payment_refunds;
CREATE INDEX payment_refunds_by_charge ON payment_refunds (charge_id);
CREATE INDEX payment_refunds_failed ON payment_refunds (ended_at, id) WHERE status = 'failed';

-- Who decided what about a held charge or a failed refund.
CREATE TABLE payment_decisions (
	id         ${ID},
	charge_id  BIGINT NOT NULL REFERENCES charges (id),
	refund_id  TEXT REFERENCES payment_refunds (id), -- NULL: about the charge itself
	decision   TEXT NOT NULL CHECK (decision IN ('send_back', 'retry', 'credit', 'settle')),
	note       TEXT NOT NULL, -- how it was settled
	staff_id   BIGINT NOT NULL REFERENCES staff (id),
	staff_name TEXT NOT NULL, -- as it was then
	created_at BIGINT NOT NULL
);
CREATE INDEX payment_decisions_by_charge ON payment_decisions (charge_id);
CREATE INDEX payment_decisions_by_refund ON payment_decisions (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX payment_decisions_by_staff ON payment_decisions (staff_id);

-- +goose Down
DROP TABLE payment_decisions;
CREATE TABLE payment_refunds_old (
	id         TEXT PRIMARY KEY,
	charge_id  BIGINT NOT NULL REFERENCES charges (id),
	amount     BIGINT NOT NULL CHECK (amount > 0),
	status     TEXT NOT NULL CHECK (status IN ('waiting', 'pending', 'done', 'failed', 'credited')),
	reason     TEXT NOT NULL,
	ref        TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	ended_at   BIGINT
);
INSERT INTO payment_refunds_old (id, charge_id, amount, status, reason, ref, created_at, ended_at)
	SELECT id, charge_id, amount, CASE WHEN status = 'settled' THEN 'credited' ELSE status END, reason, ref, created_at, ended_at FROM payment_refunds;
DROP TABLE payment_refunds;
ALTER TABLE payment_refunds_old RENAME TO payment_refunds;
CREATE INDEX payment_refunds_by_charge ON payment_refunds (charge_id);
CREATE INDEX payment_refunds_failed ON payment_refunds (created_at, id) WHERE status = 'failed';
DROP INDEX charges_held;
ALTER TABLE charges DROP COLUMN settled_at;
CREATE INDEX charges_held ON charges (id) WHERE status = 'held';
