package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// dataCommands are all commands that use the database of a town.
func dataCommands(t *testing.T) map[string][]string {
	t.Helper()
	folder := t.TempDir()
	return map[string][]string{
		"serve":          {"serve", "--addr", "127.0.0.1:0", "--log", "error"},
		"demo":           {"demo", "--addr", "127.0.0.1:0", "--log", "error"},
		"migrate":        {"migrate"},
		"verify":         {"verify"},
		"reconcile":      {"reconcile", "--stripe-secret-key", "sk_test_1", "--stripe-webhook-secret", "whsec_1"},
		"backup":         {"backup", filepath.Join(folder, "backup.zip")},
		"import":         {"import", emptyTown(t)},
		"export":         {"export", filepath.Join(folder, "town")},
		"staff":          {"staff", "list"},
		"rotate-secrets": {"rotate-secrets", "--yes"},
	}
}

// emptyTown is a town folder that can be imported.
func emptyTown(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "town")
	if out, err := initialize(t, folder); err != nil {
		t.Fatalf("init: %v\n%s", err, out)
	}
	return folder
}

// A flag with a wrong value is refused by each command that has it: a restore with one
// connection would wait for itself.
func TestEveryCommandRefusesWrongFlagsOfTheData(t *testing.T) {
	t.Parallel()
	commands := dataCommands(t)
	commands["restore"] = []string{"restore", "downgrade_test.go"}
	for name, args := range commands {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, tt := range []struct{ flag, value, want string }{
				{"--database-connections", "1", "at least 4"},
				{"--database-timeout", "0s", "above 0s"},
				{"--blob-timeout", "0s", "at least 1s"},
			} {
				wrong := slices.Concat(args, []string{tt.flag, tt.value, "--data", filepath.Join(t.TempDir(), "none")})
				err := run(t.Context(), wrong, func(string) string { return "" }, io.Discard, nil)
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("%s %s: %v", tt.flag, tt.value, err)
				}
			}
		})
	}
}

// An older version must not use the database of a newer one. Its backup would leave out
// the tables that it does not know.
func TestEveryCommandRefusesANewerDatabase(t *testing.T) {
	t.Parallel()
	commands := dataCommands(t)
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		o := dbtest.Migrated(t, engine)
		known := db.LastMigration(engine)
		setSchema(t, o, known+1)
		for name, args := range commands {
			t.Run(string(engine)+" "+name, func(t *testing.T) {
				t.Parallel()
				err := run(t.Context(), append(args, dataOf(t, o)...), func(string) string { return "" }, io.Discard, nil)
				if !errors.Is(err, db.ErrNewer) {
					t.Fatalf("got %v, want ErrNewer", err)
				}
				for _, version := range []int64{known, known + 1} {
					if !strings.Contains(err.Error(), " "+strconv.FormatInt(version, 10)) {
						t.Errorf("%v does not name version %d", err, version)
					}
				}
				if !strings.Contains(err.Error(), buildVersion()) {
					t.Errorf("%v does not name this version", err)
				}
			})
		}
	}
}

func dataOf(t *testing.T, o db.Options) []string {
	if o.URL != "" {
		return []string{"--data", t.TempDir(), "--database-url", o.URL}
	}
	return []string{"--data", o.Dir}
}

// setSchema pretends that another version has migrated the database.
func setSchema(t *testing.T, o db.Options, version int64) {
	t.Helper()
	d, err := db.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = db.InTx(context.WithoutCancel(t.Context()), d, func(tx *db.Tx) error {
		if _, err := db.Exec(t.Context(), tx, `DELETE FROM goose_db_version WHERE version_id > $1`, version); err != nil {
			return err
		}
		_, err := db.Exec(t.Context(), tx, `INSERT INTO goose_db_version (version_id, is_applied) SELECT $1, TRUE WHERE NOT EXISTS (SELECT 1 FROM goose_db_version WHERE version_id = $1)`, version)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Commands for a town that is there create nothing at a mistyped path, and nothing in an
// empty PostgreSQL database.
func TestCommandsOfATownCreateNothing(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"verify"}, {"backup", filepath.Join(t.TempDir(), "backup.zip")}, {"export", filepath.Join(t.TempDir(), "town")},
		{"migrate"}, {"import", "--check", emptyTown(t)}, {"import", "--undo"}, {"rotate-secrets"}, {"staff", "list"}, {"reconcile", "--stripe-secret-key", "sk_test_1", "--stripe-webhook-secret", "whsec_1"},
	} {
		t.Run(strings.Join(args[:min(len(args), 2)], " "), func(t *testing.T) {
			t.Parallel()
			mistyped := filepath.Join(t.TempDir(), "mistyped")
			empty := dbtest.Empty(t, db.Postgres)
			for _, flags := range [][]string{{"--data", mistyped}, {"--data", mistyped, "--database-url", empty.URL}} {
				if err := run(t.Context(), append(args, flags...), func(string) string { return "" }, io.Discard, nil); err == nil {
					t.Errorf("%v was done", append(args, flags...))
				}
			}
			if _, err := os.Stat(mistyped); err == nil {
				t.Error("the folder was created")
			}
			if _, err := db.Many[int64](t.Context(), dbtest.OpenAt(t, empty).R, `SELECT 1 FROM goose_db_version`); err == nil {
				t.Error("tables were created")
			}
		})
	}
}
