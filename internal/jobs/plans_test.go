package jobs

import (
	"strings"
	"testing"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// What is read each second and each ten seconds does not grow with the jobs that were given
// up, are done, or are planned for later.
func TestJobsAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			noted, d, made := dbtest.Recorded(t, dialect)
			q := newQueue(t, noted, clock.NewManual(start))
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				_, err := db.Exec(t.Context(), tx, `INSERT INTO jobs (kind, body, run_at, attempts, max_attempts, last_error, created_at, done_at, given_up_at)
					WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
					SELECT 'mail', '{}', CASE WHEN i <= 6000 THEN i ELSE CAST($1 AS BIGINT) + i END, 0, 9, '', 0, CASE WHEN i <= 3000 THEN i END, CASE WHEN i > 3000 AND i <= 6000 THEN i END FROM n`,
					start.UnixMilli())
				if err == nil && dialect == db.Postgres {
					_, err = db.Exec(t.Context(), tx, `ANALYZE jobs`)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if jobs, err := q.claim(t.Context(), []string{"mail", "push"}, 5); err != nil || len(jobs) > 0 {
				t.Fatalf("claimed %v, %v", jobs, err)
			}
			q.upkeep(t.Context())
			queries := made.Made()
			if len(queries) != 3 {
				t.Fatalf("%d queries, want a search for due jobs, one for lost ones, and a count", len(queries))
			}
			claim := dbtest.Query{Text: strings.Replace(queries[0].Text, " LIMIT 1", " LIMIT 5", 1), Args: queries[0].Args}
			for _, query := range append(queries, claim) {
				plan := dbtest.Plan(t, d.R, dialect, query.Text, query.Args...)
				if !strings.Contains(plan, "jobs_open") || strings.Contains(plan, "SCAN jobs") || strings.Contains(plan, "Seq Scan") ||
					strings.Contains(query.Text, "last_error") && !strings.Contains(plan, "jobs_failed") {
					t.Errorf("%s\n%s", query.Text, plan)
				}
			}
			if plan := dbtest.Plan(t, d.R, dialect, claim.Text, claim.Args...); strings.Contains(plan, "Sort") || strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("all due jobs are sorted: %s", plan)
			}
			for column, index := range map[string]string{"done_at": "jobs_done", "given_up_at": "jobs_given_up"} {
				if plan := dbtest.Plan(t, d.R, dialect, `SELECT id FROM jobs WHERE `+column+` < $1 LIMIT 500`, 10); !strings.Contains(plan, index) {
					t.Errorf("pruning by %s: %s", column, plan)
				}
			}
		})
	}
}
