package main

import (
	"bytes"
	"context"
	"errors"
	"image/color"
	"log/slog"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// serve writes encrypted backups by itself, keeps as many as asked, and each can be
// restored with the key.
func TestServe_writesBackupsByItself(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			identity, err := age.GenerateX25519Identity()
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			fresh, abandoned := filepath.Join(folder, ".hawker-backup-1"), filepath.Join(folder, ".hawker-backup-2")
			leave(t, fresh, time.Now())
			leave(t, abandoned, time.Now().Add(-25*time.Hour))
			r := startCommand(t, dataOf(t, dbtest.Migrated(t, engine)), "serve", "--backup-to", folder,
				"--backup-every", "1s", "--backup-keep", "2", "--backup-key", identity.Recipient().String())
			seen := map[string]bool{}
			for end := time.Now().Add(time.Minute); len(seen) < 4 && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
				for _, name := range backupNames(t, folder) {
					seen[name] = true
				}
			}
			if err := r.stop(); err != nil {
				t.Fatal(err)
			}
			kept := backupNames(t, folder)
			if len(seen) < 4 || len(kept) != 2 {
				t.Fatalf("wrote %d backups and kept %v, want 4 or more, and 2", len(seen), kept)
			}
			if _, err := os.Stat(abandoned); err == nil {
				t.Error("what a killed backup left yesterday is still there")
			}
			if _, err := os.Stat(fresh); err != nil {
				t.Errorf("a backup that is being written: %v", err)
			}
			keys := filepath.Join(t.TempDir(), "keys.txt")
			if err := os.WriteFile(keys, []byte(identity.String()+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, name := range kept {
				restoreAndVerify(t, engine, filepath.Join(folder, name), "--key-file", keys)
			}
		})
	}
}

// leave creates a file of this age.
func leave(t *testing.T, name string, changed time.Time) {
	t.Helper()
	if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Chtimes(name, changed, changed)); err != nil {
		t.Fatal(err)
	}
}

func backupNames(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "hawker-*.zip.age"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	return names
}

// restoreAndVerify restores a backup into a new database, and returns that.
func restoreAndVerify(t *testing.T, engine db.Dialect, file string, flags ...string) db.Options {
	t.Helper()
	o := dbtest.Empty(t, engine)
	elsewhere := &running{t: t, data: dataOf(t, o)}
	if out, err := elsewhere.command(append([]string{"restore", file}, flags...)...); err != nil {
		t.Fatalf("restore: %v\n%s", err, out)
	}
	if out, err := elsewhere.command("verify"); err != nil {
		t.Errorf("verify: %v\n%s", err, out)
	}
	return o
}

// A share that is not mounted yet does not keep the town closed, and gets no folder in its
// place. Backups are written as soon as it is there.
func TestServe_startsWithoutTheFolderOfBackups(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "share", "hawker")
	startCommand(t, dataOf(t, dbtest.Migrated(t, db.SQLite)), "serve", "--backup-to", folder, "--backup-every", "1s")
	time.Sleep(1500 * time.Millisecond) // two tries
	if _, err := os.Stat(filepath.Dir(folder)); err == nil {
		t.Error("the folder was created")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if names, err := backupsIn(folder); err == nil && len(names) > 0 {
			return
		}
	}
	t.Error("no backup was written")
}

// A folder into which nothing can be written is reported at the start, also if its newest
// backup is new enough.
func TestBackupWriter_triesTheFolderAtTheStart(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	b, log := loggedWriter(nil)
	b.follow(ctx, filepath.Join(t.TempDir(), "missing"), time.Hour)
	if !strings.Contains(log.String(), "backups cannot be written") {
		t.Errorf("the log is %q", log)
	}
	folder := t.TempDir()
	b, log = loggedWriter(nil)
	leave(t, filepath.Join(folder, backupPrefix+time.Now().UTC().Format(backupTime)+backupEnd), time.Now())
	b.follow(ctx, folder, time.Hour)
	if log.Len() > 0 || len(partialsIn(t, folder)) > 0 {
		t.Errorf("a folder without faults: %s, %v", log, partialsIn(t, folder))
	}
}

// A backup that a stop has ended is not reported as written.
func TestBackupWriter_reportsNoBackupThatAStopEnded(t *testing.T) {
	t.Parallel()
	d, folder := dbtest.Open(t, db.Postgres), t.TempDir()
	b, log := loggedWriter(d)
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		if _, err := db.Exec(t.Context(), tx, `LOCK TABLE settings IN ACCESS EXCLUSIVE MODE`); err != nil {
			return err
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); b.follow(ctx, folder, time.Hour) }()
		dbtest.WaitUntilOneWaits(t, d)
		stop()
		<-ended
		return nil
	})
	if err != nil || log.Len() > 0 {
		t.Errorf("the log is %q, %v", log, err)
	}
}

// loggedWriter returns a writer and its log, which may be read when follow has ended.
func loggedWriter(d *db.DB) (*backupWriter, *bytes.Buffer) {
	var log bytes.Buffer
	return &backupWriter{db: d, log: slog.New(slog.NewTextHandler(&log, nil))}, &log
}

func partialsIn(t *testing.T, folder string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, partialBackup))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// A backup that lacks the town's files, because the place of the files was not given, is no
// success: it does not look like one of the others, and none of those is deleted for it.
func TestBackup_withoutTheFilesFails(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		town := &running{t: t, data: dataOf(t, dbtest.Migrated(t, engine))}
		importPicture(t, town, color.Black)
		folder := t.TempDir()
		if out, err := town.command("backup", folder); err != nil || !strings.Contains(out, "with 3 of the 3 files") {
			t.Fatalf("backup: %v\n%s", err, out)
		}
		written, err := backupsIn(folder)
		if err != nil || len(written) != 1 {
			t.Fatalf("written are %v, %v", written, err)
		}
		for _, names := range written { // the next ones may be of the same second
			if err := os.Rename(filepath.Join(folder, names[0]), filepath.Join(folder, "hawker-20200101T000000Z.zip")); err != nil {
				t.Fatal(err)
			}
		}
		whole, err := backupsIn(folder)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			_, err := town.command("backup", folder, "--backup-keep", "1", "--blob-url", "file://"+t.TempDir())
			if err == nil || !strings.Contains(err.Error(), "0 of the 3 files") {
				t.Errorf("without the files: %v", err)
			}
		}
		if left, err := backupsIn(folder); err != nil || !maps.EqualFunc(left, whole, slices.Equal) {
			t.Errorf("backups are %v, %v; want %v", left, err, whole)
		}
		if _, err := os.Stat(filepath.Join(folder, "hawker-without-files.zip")); err != nil {
			t.Errorf("what it has of the tables: %v", err)
		}
		file := filepath.Join(t.TempDir(), "backup.zip")
		if _, err := town.command("backup", file, "--blob-url", "file://"+t.TempDir()); err == nil {
			t.Error("a file without the town's files is a success")
		}
		if _, err := os.Stat(file); err != nil {
			t.Errorf("the file is not kept: %v", err)
		}
	})
}

// A folder of files that is a link, such as to a larger disk, is in the backup.
func TestBackup_followsALinkToTheFiles(t *testing.T) {
	t.Parallel()
	link := filepath.Join(t.TempDir(), "files")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	town := &running{t: t, data: append(dataOf(t, dbtest.Migrated(t, db.SQLite)), "--blob-url", "file://"+link)}
	importPicture(t, town, color.Black)
	file := filepath.Join(t.TempDir(), "backup.zip")
	if out, err := town.command("backup", file); err != nil {
		t.Fatalf("backup: %v\n%s", err, out)
	}
	restoreAndVerify(t, db.SQLite, file)
}

// A wrong file creates no database, and the next try succeeds.
func TestRestore_aWrongFileCreatesNothing(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.SQLite)
	town := &running{t: t, data: dataOf(t, o)}
	file := filepath.Join(t.TempDir(), "backup.zip")
	if out, err := town.command("backup", file); err != nil {
		t.Fatalf("backup: %v\n%s", err, out)
	}
	if _, err := town.command("backup", file); err == nil {
		t.Error("a backup was overwritten")
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(t.TempDir(), "half.zip")
	if err := os.WriteFile(half, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "new")
	elsewhere := &running{t: t, data: []string{"--data", folder}}
	if _, err := elsewhere.command("restore", half); err == nil || !strings.Contains(err.Error(), "half.zip") {
		t.Errorf("restore of half a backup: %v", err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("the folder was created")
	}
	if out, err := elsewhere.command("restore", file); err != nil {
		t.Errorf("restore of the whole backup: %v\n%s", err, out)
	}
}

// A clock that was wrong has named a backup. It is neither the newest of those to keep, nor
// does it hide that backups have stopped.
func TestBackup_namesOfTheFutureDoNotCount(t *testing.T) {
	t.Parallel()
	town := &running{t: t, data: dataOf(t, dbtest.Migrated(t, db.SQLite))}
	folder := t.TempDir()
	future := filepath.Join(folder, "hawker-29991124T150000Z.zip")
	if err := os.WriteFile(future, []byte("a backup"), 0o600); err != nil {
		t.Fatal(err)
	}
	metrics := backupMetrics{folder: folder}
	if age, _ := metrics.newest(); !math.IsInf(age, 1) {
		t.Errorf("the newest is %f s old", age)
	}
	if out, err := town.command("backup", folder, "--backup-keep", "1"); err != nil {
		t.Fatalf("backup: %v\n%s", err, out)
	}
	if age, _ := metrics.newest(); age < 0 || age > 600 {
		t.Errorf("the one just written is %f s old", age)
	}
	if _, err := os.Stat(future); err != nil {
		t.Errorf("the other one: %v", err)
	}
	if pause := new(backupWriter).untilNext(folder, time.Hour); pause <= 0 || pause > time.Hour {
		t.Errorf("the next is due in %s", pause)
	}
}

// What else is in the folder, such as an unpacked backup, is not counted, and keeps no backup
// from being deleted. A plain and an encrypted backup of one second are both deleted.
func TestBackup_otherFilesDoNotCount(t *testing.T) {
	t.Parallel()
	town := &running{t: t, data: dataOf(t, dbtest.Migrated(t, db.SQLite))}
	folder := t.TempDir()
	for _, name := range []string{"hawker-20200102T000000Z", "hawker-20200105T000000Z.zip"} {
		if err := os.MkdirAll(filepath.Join(folder, name, "tables"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"hawker-20200101T000000Z.zip", "hawker-20200101T000000Z.zip.age", "hawker-20200103T000000Z.txt", "hawker-20200104T000000Z.age"} {
		leave(t, filepath.Join(folder, name), time.Now())
	}
	if out, err := town.command("backup", folder, "--backup-keep", "1"); err != nil {
		t.Fatalf("backup: %v\n%s", err, out)
	}
	left, err := filepath.Glob(filepath.Join(folder, "hawker-2020*"))
	for i := range left {
		left[i] = filepath.Base(left[i])
	}
	if want := []string{"hawker-20200102T000000Z", "hawker-20200103T000000Z.txt", "hawker-20200104T000000Z.age", "hawker-20200105T000000Z.zip"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("left are %q, %v; want %q", left, err, want)
	}
}
