package main

import (
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hawker/internal/blob/blobtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// A town moves from the folder to S3 while it is open: the copy is compared, a second run
// copies what came meanwhile, and the source is deleted only when asked. Then it is served,
// verified and backed up there, and the backup is restored into a folder.
func TestFilesMove_fromTheFolderToS3AndBack(t *testing.T) {
	t.Parallel()
	s3 := blobtest.Start(t)
	o := dbtest.Migrated(t, db.SQLite)
	town := &running{t: t, data: dataOf(t, o)}
	importPicture(t, town, color.Black)
	folder := filepath.Join(o.Dir, "files")
	open := startCommand(t, town.data, "serve")
	u := open.newFileUser()
	move := func(flags ...string) string {
		t.Helper()
		mover := &running{t: t, data: filesIn(s3)[2:]}
		out, err := mover.command(append([]string{"files", "move", "--from", folder, "--to", s3.URL}, flags...)...)
		if err != nil {
			t.Fatalf("move: %v\n%s", err, out)
		}
		return out
	}
	if out := move(); !strings.Contains(out, "5 of 5 files") || !strings.Contains(out, "and were compared") {
		t.Errorf("move printed %s", out)
	}
	open.addFiles(&u)
	if err := open.stop(); err != nil {
		t.Fatal(err)
	}
	if out := move("--delete-source"); !strings.Contains(out, "4 of them were there already") || !strings.Contains(out, "deleted 6 files") {
		t.Errorf("the second move printed %s", out)
	}

	town.data = append(town.data, filesIn(s3)...)
	moved := startCommand(t, town.data, "serve")
	if got := moved.statuses(u); got != [2]int{200, 200} {
		t.Errorf("after the move: %v", got)
	}
	checkTown(t, town)
	file := filepath.Join(t.TempDir(), "backup.zip")
	if out, err := town.command("backup", file); err != nil {
		t.Fatalf("backup: %v\n%s", err, out)
	}
	restored := &running{t: t, data: []string{"--data", t.TempDir()}}
	if out, err := restored.command("restore", file); err != nil {
		t.Fatalf("restore: %v\n%s", err, out)
	}
	checkTown(t, restored)
	again := startCommand(t, restored.data, "serve")
	if got := again.statuses(u); got != [2]int{200, 200} {
		t.Errorf("after the restore: %v", got)
	}
}

// checkTown fails the test if verify finds a fault.
func checkTown(t *testing.T, town *running) {
	t.Helper()
	if out, err := town.command("verify"); err != nil {
		t.Fatalf("verify: %v\n%s", err, out)
	}
}

// A backup of a town on S3 is restored to where the setting says, here into another bucket.
// There verify names a picture that is missing.
func TestRestore_intoS3(t *testing.T) {
	t.Parallel()
	from, to := blobtest.Start(t), blobtest.Start(t)
	town := &running{t: t, data: append(dataOf(t, dbtest.Migrated(t, db.SQLite)), filesIn(from)...)}
	importPicture(t, town, color.Black)
	file := filepath.Join(t.TempDir(), "backup.zip")
	if out, err := town.command("backup", file); err != nil {
		t.Fatalf("backup: %v\n%s", err, out)
	}
	restored := &running{t: t, data: append([]string{"--data", t.TempDir()}, filesIn(to)...)}
	if out, err := restored.command("restore", file); err != nil {
		t.Fatalf("restore: %v\n%s", err, out)
	}
	checkTown(t, restored)
	store := to.Open(t, to.Options())
	if err := store.Delete(t.Context(), "media/logo/kiosk-480.png"); err != nil {
		t.Fatal(err)
	}
	if out, err := restored.command("verify"); err == nil || !strings.Contains(out, "media/logo/kiosk-480.png is missing") {
		t.Errorf("verify of a missing picture: %v\n%s", err, out)
	}
	to.Fail()
	if out, err := restored.command("verify"); err == nil || !strings.Contains(out, "it could not be checked") {
		t.Errorf("verify of files that fail: %v\n%s", err, out)
	}
}

// A move to nowhere, or into itself, is refused before anything is written.
func TestFilesMove_refuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.jpg"), []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(folder, "none")
	for name, tt := range map[string]struct{ from, to, want string }{
		"no source":         {missing, t.TempDir(), "there is no folder"},
		"the same":          {folder, folder + "/", "one is inside the other"},
		"inside":            {folder, folder + "/b", "one is inside the other"},
		"inside, as a URL":  {"file://" + folder, folder + "/b", "one is inside the other"},
		"the same bucket":   {"s3://town?region=x", "s3://town?region=x", "one is inside the other"},
		"an unknown scheme": {folder, "gs://town", "must begin with file:// or s3://"},
	} {
		r := &running{t: t}
		if out, err := r.command("files", "move", "--from", tt.from, "--to", tt.to); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("the source was created")
	}
}
