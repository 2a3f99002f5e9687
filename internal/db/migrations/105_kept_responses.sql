-- The responses of calls that pay or move money, so that a call that is sent again with its
-- Idempotency-Key gets the first one (O1).

-- +goose Up
CREATE TABLE kept_responses (
	caller        TEXT NOT NULL, -- such as customer 5
	operation     TEXT NOT NULL,
	subject       TEXT NOT NULL, -- such as purchase 17; '': none
	key           TEXT NOT NULL,
	body_hash     TEXT NOT NULL,
	status        BIGINT NOT NULL, -- 0: the call runs
	body          TEXT NOT NULL,
	claim_ends_at BIGINT NOT NULL, -- by the clock of the database: a call that still runs then was lost
	created_at    BIGINT NOT NULL,
	PRIMARY KEY (caller, operation, subject, key)
);
CREATE INDEX kept_responses_by_age ON kept_responses (created_at);
CREATE INDEX kept_responses_by_subject ON kept_responses (subject);

-- +goose Down
DROP TABLE kept_responses;
