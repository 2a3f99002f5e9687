package main

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"hawker/internal/backup"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// The guest of an order that was placed after the backup holds a link that opens nothing in
// the restored town: the next order has another number.
func TestRestore_aLinkOfALostOrderOpensNothing_TRAP_P1(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		town := startDemo(t, engine, "--staff", "off", "--rate-limits", "off")
		file := filepath.Join(t.TempDir(), "backup.zip")
		if out, err := town.command("backup", file); err != nil {
			t.Fatalf("backup: %v\n%s", err, out)
		}
		lost := town.order(town.findDinner(), "key-of-the-lost-order")
		if err := town.stop(); err != nil {
			t.Fatal(err)
		}
		restored := startCommand(t, dataOf(t, restoreAndVerify(t, engine, file)), "demo", "--staff", "off", "--rate-limits", "off")
		next := restored.order(restored.findDinner(), "key-of-the-next-order")
		for _, id := range []int64{lost.Order.ID, next.Order.ID} {
			if status, text := restored.try("GET", fmt.Sprintf("/orders/%d?token=%s", id, lost.Token), nil, nil); status != http.StatusNotFound {
				t.Errorf("the link of the lost order %d opens order %d: %d %s", lost.Order.ID, id, status, text)
			}
		}
	})
}

// A restore says how old the backup is, and that orders wait which may have ended since.
func TestRestore_saysWhatWaits(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		town := startDemo(t, engine, "--staff", "off", "--rate-limits", "off")
		town.order(town.findDinner(), "key-of-an-order-in-the-backup")
		file := filepath.Join(t.TempDir(), "backup.zip")
		if out, err := town.command("backup", file); err != nil {
			t.Fatalf("backup: %v\n%s", err, out)
		}
		out, err := (&running{t: t, data: dataOf(t, dbtest.Empty(t, engine))}).command("restore", file)
		if err != nil || !strings.Contains(out, "UTC (0s ago)") || !strings.Contains(out, "orders to be confirmed  1\n") {
			t.Errorf("restore: %v\n%s", err, out)
		}
	})
}

// An owner who sets up a new machine has started a town there before the restore. The refusal says what to do.
func TestRestore_saysHowToGetAnEmptyDatabase(t *testing.T) {
	t.Parallel()
	remedy := map[db.Dialect]string{db.SQLite: "move hawker.db and files out of this one", db.Postgres: "Create an empty one with createdb"}
	engines(t, func(t *testing.T, engine db.Dialect) {
		data := dataOf(t, dbtest.Empty(t, engine))
		if err := startCommand(t, data, "serve").stop(); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "backup.zip")
		if out, err := (&running{t: t, data: dataOf(t, dbtest.Migrated(t, db.SQLite))}).command("backup", file); err != nil {
			t.Fatalf("backup: %v\n%s", err, out)
		}
		out, err := (&running{t: t, data: data}).command("restore", file)
		if err == nil || !strings.Contains(err.Error(), remedy[engine]) {
			t.Errorf("restore = %v, want %q in it\n%s", err, remedy[engine], out)
		}
	})
}

// A restore into the wrong database, which an older version has open, changes nothing of it.
func TestRestore_doesNotMigrateWhatItRefuses(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		file := filepath.Join(t.TempDir(), "backup.zip")
		if out, err := (&running{t: t, data: dataOf(t, dbtest.Migrated(t, db.SQLite))}).command("backup", file); err != nil {
			t.Fatalf("backup: %v\n%s", err, out)
		}
		o := dbtest.Migrated(t, engine)
		live := dbtest.OpenAt(t, o)
		err := db.InTx(t.Context(), live, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `INSERT INTO settings (name, body, version, updated_at) VALUES ('business', '{}', 1, 1)`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		older := db.LastMigration(engine) - 1
		setSchema(t, o, older)
		if _, err := (&running{t: t, data: dataOf(t, o)}).command("restore", file); !errors.Is(err, backup.ErrNotEmpty) {
			t.Errorf("restore = %v, want ErrNotEmpty", err)
		}
		if schema, err := db.One[int64](t.Context(), live.R, `SELECT MAX(version_id) FROM goose_db_version`); err != nil || schema != older {
			t.Errorf("the schema is %d, %v; want %d", schema, err, older)
		}
	})
}
