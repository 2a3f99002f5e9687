package main

import (
	"image/color"
	"path/filepath"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// A town moves from SQLite to PostgreSQL as docs/operate.md says, and its files stay where they
// are, in the same data folder.
func TestRestore_movesFromSQLiteToPostgres(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.SQLite)
	town := &running{t: t, data: dataOf(t, o)}
	importPicture(t, town, color.Black)
	file := filepath.Join(t.TempDir(), "move.zip")
	if out, err := town.command("backup", file); err != nil {
		t.Fatalf("backup: %v\n%s", err, out)
	}
	town.data = append(town.data, "--database-url", dbtest.Empty(t, db.Postgres).URL)
	if out, err := town.command("restore", file); err != nil {
		t.Fatalf("restore: %v\n%s", err, out)
	}
	checkTown(t, town)
}
