package db

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	comment = regexp.MustCompile(`--.*`)

	// These tables grow with the town and its orders. While one is locked whole, nobody shops.
	locksWhole = regexp.MustCompile(`(?s)^(ALTER TABLE (orders|items|jobs|purchases) |DROP INDEX )`)
	adds       = regexp.MustCompile(`(?s)^CREATE (UNIQUE )?INDEX \w+ ON (orders|items|jobs|purchases) `)
	checks     = regexp.MustCompile(`(?s)^ALTER TABLE (orders|items|jobs|purchases) ADD COLUMN .* CHECK `)
)

// longLocks returns the statements of a migration that read a large table while it is
// locked whole. A migration keeps its locks until it ends.
func longLocks(text string) (long []string) {
	up, _, _ := strings.Cut(text, "-- +goose Down")
	locked := false
	for statement := range strings.SplitSeq(comment.ReplaceAllString(up, ""), ";") {
		statement = strings.TrimSpace(statement)
		if checks.MatchString(statement) || locked && adds.MatchString(statement) {
			long = append(long, statement)
		}
		locked = locked || locksWhole.MatchString(statement)
	}
	return long
}

// The migrations that are known here are older than the rule.
func TestMigrationsOfPostgresDoNotLockLargeTablesForLong(t *testing.T) {
	t.Parallel()
	files := Migrations(Postgres)
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	var old []string
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		switch long := longLocks(string(text)); {
		case len(long) == 0:
		case name < "101":
			old = append(old, name)
		default:
			t.Errorf("%s reads a large table while it is locked: %q", name, long)
		}
	}
	for _, name := range []string{"092_store_lists.sql", "093_cash_paid_back.sql"} {
		if !slices.Contains(old, name) {
			t.Errorf("%s is not found, only %q", name, old)
		}
	}
	if slices.Contains(old, "090_open_jobs.sql") {
		t.Error("an index that is dropped last is found")
	}
}
