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

// Nobody but the server's own user reads what it writes: customers' data, and
// the secret with which codes are made.
const (
	othersMayNothing = 0o077
	privateFolder    = 0o700
	privateFile      = 0o600
)

// writePrivately has new files and folders made for this user alone.
func writePrivately() { syscall.Umask(othersMayNothing) }

// databaseFiles are the database and what SQLite keeps beside it.
var databaseFiles = []string{db.File, db.File + "-wal", db.File + "-shm", db.File + "-journal"}

// keepPrivate takes away what others may do in a data folder of an older version.
// What belongs to somebody else it cannot change, and says so in the log. A
// folder that holds other things, too, keeps its own rights.
func (f dataFlags) keepPrivate(log *slog.Logger) error {
	folder, err := os.Stat(f.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	entries, readErr := os.ReadDir(f.Data)
	if err = errors.Join(err, readErr); err != nil {
		return fmt.Errorf("look into the data folder: %w", err)
	}
	t, foreign := tightener{log: log}, ""
	for _, entry := range entries {
		switch path := filepath.Join(f.Data, entry.Name()); {
		case slices.Contains(databaseFiles, entry.Name()):
			t.tighten(path, entry)
		case path == f.blobDir():
			err = filepath.WalkDir(path, t.walk)
		default:
			foreign = entry.Name()
		}
	}
	switch {
	case foreign == "":
		t.tighten(f.Data, fs.FileInfoToDirEntry(folder))
	case folder.Mode().Perm()&othersMayNothing != 0:
		log.Warn("the data folder holds something else, too, and others may look into it", "folder", f.Data, "holds", foreign)
	}
	return err
}

// tightener changes rights, and warns of the first that it could not change.
type tightener struct {
	log    *slog.Logger
	warned bool
}

func (t *tightener) walk(path string, entry fs.DirEntry, err error) error {
	if err != nil {
		return fmt.Errorf("look into the data folder: %w", err)
	}
	t.tighten(path, entry)
	return nil
}

// tighten leaves links alone: they may lead anywhere.
func (t *tightener) tighten(path string, entry fs.DirEntry) {
	info, err := entry.Info()
	if err != nil || info.Mode().Perm()&othersMayNothing == 0 || !info.IsDir() && !info.Mode().IsRegular() {
		return
	}
	mode := fs.FileMode(privateFile)
	if info.IsDir() {
		mode = privateFolder
	}
	if err := os.Chmod(path, mode); err != nil && !t.warned {
		t.warned = true
		t.log.Warn("other users of this machine may read the town's data, and the rights are not ours to change", "path", path, "cause", err)
	}
}
