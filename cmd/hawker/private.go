package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"hawker/internal/db"
)

// Only the server's user may read what it writes: customers' data, and the secret that
// signs codes.
const (
	umask         = 0o077
	privateFolder = 0o700
	privateFile   = 0o600
)

// writePrivately makes new files and folders private to this user.
func writePrivately() { syscall.Umask(umask) }

// databaseFiles are the database and SQLite's files beside it.
var databaseFiles = []string{db.File, db.File + "-wal", db.File + "-shm", db.File + "-journal"}

// keepPrivate removes other users' permissions in a data folder of an older version. For
// files of another owner it logs a warning instead. A folder with other files in it keeps
// its permissions.
func (f dataFlags) keepPrivate(log *slog.Logger) error {
	folder, err := os.Stat(f.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	entries, readErr := os.ReadDir(f.Data)
	if err = errors.Join(err, readErr); err != nil {
		return fmt.Errorf("read the data folder: %w", err)
	}
	t, foreign := tightener{log: log}, ""
	for _, entry := range entries {
		switch path := filepath.Join(f.Data, entry.Name()); {
		case slices.Contains(databaseFiles, entry.Name()):
			t.tighten(path, entry)
		case path == filepath.Join(f.Data, "files"):
			err = filepath.WalkDir(path, t.walk)
		default:
			foreign = entry.Name()
		}
	}
	switch {
	case foreign == "":
		t.tighten(f.Data, fs.FileInfoToDirEntry(folder))
	case folder.Mode().Perm()&umask != 0:
		log.Warn("the data folder has other files, too, and other users may read it", "folder", f.Data, "files", foreign)
	}
	return err
}

// tightener changes permissions, and logs the first that it cannot change.
type tightener struct {
	log    *slog.Logger
	warned bool
}

func (t *tightener) walk(path string, entry fs.DirEntry, err error) error {
	if err != nil {
		return fmt.Errorf("read the data folder: %w", err)
	}
	t.tighten(path, entry)
	return nil
}

// tighten skips links, because they may point anywhere.
func (t *tightener) tighten(path string, entry fs.DirEntry) {
	info, err := entry.Info()
	if err != nil || info.Mode().Perm()&umask == 0 || !info.IsDir() && !info.Mode().IsRegular() {
		return
	}
	mode := fs.FileMode(privateFile)
	if info.IsDir() {
		mode = privateFolder
	}
	if err := os.Chmod(path, mode); err != nil && !t.warned {
		t.warned = true
		t.log.Warn("other users of this machine may read the town's data, and the permissions cannot be changed", "path", path, "cause", err)
	}
}
