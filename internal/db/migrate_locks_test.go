package db_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// A migration that needs a table while a backup reads it lets everybody else use it, and
// runs when the backup has ended. If that takes too long, the error says what it waits for.
func TestMigrate_waitsForALockInTurns(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenAt(t, dbtest.Empty(t, db.Postgres))
	files := fstest.MapFS{"001_things.sql": {Data: []byte("-- +goose Up\nCREATE TABLE things (id ${ID});\n-- +goose Down\nDROP TABLE things;\n")}}
	if err := db.MigrateFiles(t.Context(), d, files, 0); err != nil {
		t.Fatal(err)
	}
	files["002_names.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nALTER TABLE things ADD COLUMN name TEXT;\n-- +goose Down\nSELECT 1;\n")}

	reading, end := make(chan struct{}), make(chan struct{})
	backedUp := make(chan error, 1)
	go func() {
		backedUp <- db.Snapshot(db.Long(context.Background()), d, func(tx *db.Tx) error {
			_, err := db.Many[int64](context.Background(), tx, `SELECT id FROM things`)
			close(reading)
			<-end
			return err
		})
	}()
	<-reading
	soon, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	err := db.MigrateFiles(soon, d, files, time.Second)
	if err == nil || !strings.Contains(err.Error(), "002_names.sql") || !strings.Contains(err.Error(), "SELECT id FROM things") {
		t.Errorf("an impatient migration returned %v", err)
	}

	migrated := make(chan error, 1)
	go func() { migrated <- db.MigrateFiles(t.Context(), d, files, time.Minute) }()
	time.Sleep(500 * time.Millisecond) // it waits
	soon, cancel = context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := db.Many[int64](soon, d.R, `SELECT id FROM things`); err != nil {
		t.Errorf("a reader waits behind the migration: %v", err)
	}
	close(end)
	for what, ended := range map[string]chan error{"the backup": backedUp, "the migration": migrated} {
		if err := <-ended; err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := db.Many[string](t.Context(), d.R, `SELECT name FROM things`); err != nil {
		t.Error(err)
	}
}

// A migration of two tables and a checkout that uses them in the other order wait for each
// other. PostgreSQL ends the migration, which is then tried again.
func TestMigrate_triesAgainAfterADeadlock(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenAt(t, dbtest.Empty(t, db.Postgres))
	files := fstest.MapFS{"001_two.sql": {Data: []byte("-- +goose Up\nCREATE TABLE one (id ${ID});\nCREATE TABLE two (id ${ID});\n-- +goose Down\nSELECT 1;\n")}}
	if err := db.MigrateFiles(t.Context(), d, files, 0); err != nil {
		t.Fatal(err)
	}
	// A statement that waits longer than a second looks for a deadlock, once: the checkout does so before there is one.
	files["002_names.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nALTER TABLE one ADD COLUMN name TEXT;\nSELECT pg_sleep(2);\nALTER TABLE two ADD COLUMN name TEXT;\n-- +goose Down\nSELECT 1;\n")}

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	migrated := make(chan error, 1)
	err := db.InTx(db.Long(ctx), d, func(tx *db.Tx) error {
		if _, err := db.Exec(ctx, tx, `INSERT INTO two DEFAULT VALUES`); err != nil {
			return err
		}
		go func() { migrated <- db.MigrateFiles(ctx, d, files, 30*time.Second) }()
		for locked := int64(0); locked == 0; {
			var err error
			locked, err = db.One[int64](ctx, d.R, `SELECT COUNT(*) FROM pg_locks WHERE relation = to_regclass('one') AND mode = 'AccessExclusiveLock' AND granted`)
			if err != nil {
				return err
			}
		}
		_, err := db.Exec(ctx, tx, `INSERT INTO one DEFAULT VALUES`)
		return err
	})
	if err != nil {
		t.Errorf("the checkout: %v", err)
	}
	if err := <-migrated; err != nil {
		t.Errorf("the migration: %v", err)
	}
}
