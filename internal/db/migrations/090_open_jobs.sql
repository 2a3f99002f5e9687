-- A search for jobs walked past all that had given up, which are the oldest, and counting
-- them read all that are open.

-- +goose Up
CREATE INDEX jobs_open ON jobs (run_at, id, kind) WHERE done_at IS NULL AND given_up_at IS NULL;
CREATE INDEX jobs_failed ON jobs (run_at) WHERE done_at IS NULL AND given_up_at IS NULL AND last_error <> '';
CREATE INDEX jobs_done ON jobs (done_at) WHERE done_at IS NOT NULL;
DROP INDEX jobs_due;

-- +goose Down
CREATE INDEX jobs_due ON jobs (done_at, run_at);
DROP INDEX jobs_done;
DROP INDEX jobs_failed;
DROP INDEX jobs_open;
