package fileowner_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"hawker/internal/blob"
	"hawker/internal/blob/blobtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/fileowner"
	"hawker/internal/jobs"
)

// id returns a key like those that the shop makes.
func id(n int) string { return fmt.Sprintf("%032x", n) }

// places runs a test on both engines, with a folder and with S3.
func places(t *testing.T, test func(t *testing.T, d *db.DB, files *blob.Store)) {
	t.Helper()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		t.Run("folder", func(t *testing.T) {
			files, err := blob.Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = files.Close() })
			test(t, open(t), files)
		})
		t.Run("S3", func(t *testing.T) {
			s3 := blobtest.Start(t)
			test(t, open(t), s3.Open(t, s3.Options()))
		})
	})
}

// fill writes rows of two customers, images of every purpose, and an application.
func fill(t *testing.T, d *db.DB) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		statements := []string{`INSERT INTO shoppers (id, created_at) VALUES (1, 1), (2, 1)`}
		for n, picture := range []string{id(10), ""} {
			statements = append(statements, fmt.Sprintf(`INSERT INTO customers (id, shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture, interests, referral_code, created_at)
				VALUES (%[1]d, %[1]d, 'A', 'B', FALSE, FALSE, '', '%[2]s', '[]', 'code-%[1]d', 1)`, n+1, picture))
		}
		statements = append(statements,
			`INSERT INTO uploads (key, shopper_id, purpose, created_at) VALUES ('`+id(20)+`', 1, 'review', 1)`,
			`INSERT INTO uploads (key, shopper_id, purpose, created_at, delete_at) VALUES ('`+id(21)+`', 1, 'chat', 1, 2)`,
			`INSERT INTO media (key, hash, zoom, kind) VALUES ('item/tea', 'aabbccdd', FALSE, 'png'), ('item/built-in', 'aabbccdd', FALSE, 'webp')`)
		for _, s := range statements {
			if _, err := db.Exec(t.Context(), tx, s); err != nil {
				return fmt.Errorf("%s: %w", s, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

var builtin = fstest.MapFS{"item/built-in-240.webp": {}, "item/built-in-480.webp": {}, "item/built-in-960.webp": {}}

func put(t *testing.T, files *blob.Store, keys ...string) {
	t.Helper()
	for _, key := range keys {
		if err := files.Put(t.Context(), key, strings.NewReader(key), 200); err != nil {
			t.Fatal(err)
		}
	}
}

// theTown are the files that the rows of fill name.
func theTown() []string {
	return []string{
		"photos/" + id(10) + ".jpg", "uploads/" + id(20) + ".jpg", "uploads/" + id(20) + "-480.jpg",
		"media/item/tea-240.png", "media/item/tea-480.png", "media/item/tea-960.png",
	}
}

// Verify names every file that a row names and that is missing, and every private file
// without a row that is older than two days.
func TestVerify(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, d *db.DB, files *blob.Store) {
		fill(t, d)
		put(t, files, theTown()...)
		at := time.Now()
		verify := func(want fileowner.Checks) {
			t.Helper()
			got, err := fileowner.Verify(t.Context(), d, files, builtin, at)
			if err != nil || !slices.Equal(got.Missing, want.Missing) || !slices.Equal(got.Orphans, want.Orphans) {
				t.Errorf("found %q, %v; want %q", got, err, want)
			}
		}
		verify(fileowner.Checks{})
		put(t, files, "photos/"+id(11)+".jpg", "uploads/"+id(19)+".jpg")
		verify(fileowner.Checks{}) // they may still get their rows
		for _, key := range []string{theTown()[0], theTown()[1], theTown()[2], theTown()[4]} {
			if err := files.Delete(t.Context(), key); err != nil {
				t.Fatal(err)
			}
		}
		at = at.Add(49 * time.Hour)
		verify(fileowner.Checks{
			Missing: []string{theTown()[0] + " is missing", theTown()[1] + " is missing", theTown()[4] + " is missing"},
			Orphans: []string{"photos/" + id(11) + ".jpg belongs to no row", "uploads/" + id(19) + ".jpg belongs to no row"},
		})
	})
}

// newPruner returns a pruner of files that are as old as the clock says.
func newPruner(d *db.DB, c clock.Clock, files *blob.Store, log slog.Handler) *fileowner.Pruner {
	p := &fileowner.Pruner{DB: d, Clock: c, Files: files, Jobs: jobs.New(d, c, slog.New(slog.DiscardHandler)), Log: slog.New(log)}
	p.Register()
	return p
}

// prune does a daily run with all its steps.
func prune(t *testing.T, p *fileowner.Pruner) {
	t.Helper()
	err := p.Prune(t.Context())
	for more := true; more && err == nil; {
		more, err = p.Jobs.DoNext(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Prune deletes private files that have belonged to nobody for a day, and nothing else
// (PROF-05).
func TestPrune_PROF05(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, d *db.DB, files *blob.Store) {
		fill(t, d)
		put(t, files, theTown()...)
		put(t, files, "photos/"+id(9)+".jpg", "uploads/"+id(30)+".jpg", "uploads/"+id(30)+"-480.jpg", "applications/"+id(40)+".jpg", "media/item/old-480.png", "photos/other.jpg")
		now := clock.NewManual(time.Now())
		p := newPruner(d, now, files, slog.DiscardHandler)
		prune(t, p)
		if got := len(keysOf(t, files)); got != 12 {
			t.Errorf("%d files are left, want all: they are new", got)
		}
		now.Advance(25 * time.Hour)
		prune(t, p)
		want := slices.Sorted(slices.Values(append(theTown(), "media/item/old-480.png")))
		if got := keysOf(t, files); !slices.Equal(got, want) {
			t.Errorf("left are %q, want %q", got, want)
		}
	})
}

// However many files there are, one job goes through a few, and the next one goes on where
// it stopped: also between two forms of one image (PROF-05).
func TestPrune_PROF05_inSteps(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, d *db.DB, files *blob.Store) {
		fill(t, d)
		put(t, files, theTown()...)
		want := theTown()
		for n := range 20 {
			key := id(100 + n)
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				_, err := db.Exec(t.Context(), tx, `INSERT INTO uploads (key, shopper_id, purpose, created_at) VALUES ($1, 1, 'review', 1)`, key)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			forms := []string{"uploads/" + key + "-480.jpg", "uploads/" + key + ".jpg"}
			put(t, files, append(forms, "uploads/"+id(1000+n)+".jpg")...)
			want = append(want, forms...)
		}
		now := clock.NewManual(time.Now().Add(25 * time.Hour))
		p := newPruner(d, now, files, slog.DiscardHandler)
		p.Step = 3
		prune(t, p)
		if got := keysOf(t, files); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("left are %q, want %q", got, want)
		}
		// Of 62 uploads three at a time, of a photo, and of no application.
		steps, err := db.Many[string](t.Context(), d.R, `SELECT body FROM jobs WHERE kind = 'fileowner.step' AND done_at IS NOT NULL`)
		if err != nil || len(steps) != 21+1+1 {
			t.Errorf("%d steps, %v: %q", len(steps), err, steps)
		}
	})
}

// The files of another database are not deleted.
func TestPrune_refusesTheFilesOfAnotherTown(t *testing.T) {
	t.Parallel()
	files, err := blob.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for n := range 30 {
		put(t, files, "photos/"+id(n)+".jpg")
	}
	var log bytes.Buffer
	prune(t, newPruner(dbtest.Open(t, db.SQLite), clock.NewManual(time.Now().Add(48*time.Hour)), files, slog.NewTextHandler(&log, nil)))
	if got := keysOf(t, files); len(got) != 30 || !strings.Contains(log.String(), "another database") {
		t.Errorf("%d files are left, and the log is %s", len(got), &log)
	}
}

// A data folder of an older version works as it is: every file has the name that it had.
func TestAnOldDataFolderWorks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, key := range theTown() {
		name := filepath.Join(dir, key)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(key), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	files, err := blob.OpenURL(t.Context(), blob.Options{URL: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := files.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	d := dbtest.Open(t, db.SQLite)
	fill(t, d)
	if got, err := fileowner.Verify(t.Context(), d, files, builtin, time.Now()); err != nil || len(got.Missing)+len(got.Orphans) > 0 {
		t.Errorf("found %q, %v", got, err)
	}
	for _, key := range theTown() {
		if body, err := os.ReadFile(filepath.Join(dir, key)); string(body) != key || err != nil {
			t.Errorf("%s is now %q, %v", key, body, err)
		}
	}
}

func keysOf(t *testing.T, files *blob.Store) (keys []string) {
	t.Helper()
	err := files.Each(t.Context(), "", func(e blob.Entry) error {
		keys = append(keys, e.Key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(keys)
	return keys
}
