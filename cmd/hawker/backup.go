package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"hawker/internal/backup"
	"hawker/internal/db"
)

// backupCmd writes a backup. The shop can stay open meanwhile.
type backupCmd struct {
	dataFlags
	File string `arg:"" type:"path" help:"The zip to write; an existing one is never overwritten."`
}

func (c *backupCmd) Run(e *env) error {
	d, err := db.Open(e.ctx, c.existing())
	if err != nil {
		return err
	}
	defer d.Close()
	if err := os.MkdirAll(c.blobDir(), privateFolder); err != nil {
		return err
	}
	// The file gets its name when it is complete, so that half a backup is not taken for
	// a whole one.
	if _, err := os.Stat(c.File); err == nil {
		return fmt.Errorf("%s exists already", c.File)
	}
	partial, err := os.CreateTemp(filepath.Dir(c.File), ".hawker-backup-*")
	if err != nil {
		return err
	}
	defer os.Remove(partial.Name())
	err = backup.Write(e.ctx, d, os.DirFS(c.blobDir()), partial, buildVersion(), time.Now())
	if err = errors.Join(err, partial.Sync(), partial.Close()); err != nil {
		return err
	}
	if err := os.Rename(partial.Name(), c.File); err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, "backed up to", c.File)
	return err
}

// restoreCmd fills an empty data folder, or an empty PostgreSQL database.
type restoreCmd struct {
	dataFlags
	File string `arg:"" type:"existingfile" help:"The zip that backup wrote."`
}

func (c *restoreCmd) Run(e *env) error {
	archive, err := zip.OpenReader(c.File)
	if err != nil {
		return err
	}
	defer archive.Close()
	d, err := db.Open(e.ctx, c.options())
	if err != nil {
		return err
	}
	defer d.Close()
	if err := db.Migrate(e.ctx, d); err != nil {
		return err
	}
	if err := backup.Restore(e.ctx, d, c.blobDir(), &archive.Reader); err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, "restored from", c.File)
	return err
}
