package main

import (
	"bytes"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hawker/internal/db"
)

// modes returns the permissions of everything below a folder.
func modes(t *testing.T, folder string) map[string]fs.FileMode {
	t.Helper()
	all := map[string]fs.FileMode{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		name, _ := filepath.Rel(folder, path)
		all[name] = info.Mode().Perm()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// openFolder creates a data folder like an older version: everybody may read it.
func openFolder(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "data")
	for _, name := range []string{db.File, db.File + "-wal", "files/media/item/tea-480.jpg", "files/photos/a.jpg"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			return os.Chmod(path, 0o755)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestDataFolder_isMadePrivate(t *testing.T) {
	t.Parallel()
	folder := openFolder(t)
	outside := filepath.Join(t.TempDir(), "theirs")
	if err := os.WriteFile(outside, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "files", "link")); err != nil {
		t.Fatal(err)
	}
	if err := (dataFlags{Data: folder}).keepPrivate(slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	for name, mode := range modes(t, folder) {
		if mode&0o077 != 0 && name != filepath.Join("files", "link") {
			t.Errorf("%s is %v", name, mode)
		}
	}
	if info, err := os.Stat(outside); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("the target of a link was changed: %v, %v", info.Mode(), err)
	}
	if err := (dataFlags{Data: filepath.Join(folder, "missing")}).keepPrivate(slog.Default()); err != nil {
		t.Errorf("a missing folder: %v", err)
	}
}

func TestDataFolder_keepsItsPermissionsWithOtherFiles(t *testing.T) {
	t.Parallel()
	folder := openFolder(t)
	if err := os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	if err := (dataFlags{Data: folder}).keepPrivate(slog.New(slog.NewTextHandler(&log, nil))); err != nil {
		t.Fatal(err)
	}
	if now := modes(t, folder); now["."] != 0o755 || now["notes.txt"] != 0o644 || now[db.File] != 0o600 || now["files"] != 0o700 {
		t.Errorf("%v", now)
	}
	if !strings.Contains(log.String(), "notes.txt") {
		t.Errorf("the log says %q", log.String())
	}
}

// New files of the program are private from the beginning.
func TestNewFilesArePrivate(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "data")
	file := filepath.Join(t.TempDir(), "backup.zip")
	for _, args := range [][]string{{"import", "--data", folder, emptyTown(t)}, {"backup", "--data", folder, file}} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
		cmd.Env = append(os.Environ(), asHawker...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	for name, mode := range modes(t, folder) {
		if mode&0o077 != 0 {
			t.Errorf("%s is %v", name, mode)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup is %v, %v", info.Mode(), err)
	}
	restored := filepath.Join(t.TempDir(), "data")
	if err := run(t.Context(), []string{"restore", "--data", restored, file}, func(string) string { return "" }, io.Discard, nil); err != nil {
		t.Fatal(err)
	}
	if now := modes(t, restored); now["files"]&0o077 != 0 {
		t.Errorf("restored files are %v", now["files"])
	}
}
