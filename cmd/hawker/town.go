package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/demo"
	"hawker/internal/page"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
)

// importCmd imports a town folder into the database.
type importCmd struct {
	dataFlags
	Dir string `arg:"" type:"existingdir" help:"The town folder."`
}

func (c *importCmd) Run(e *env) error {
	debug.SetGCPercent(200) // the process is short, and garbage collection would take a fifth of its time
	t, err := townfile.Read(os.DirFS(c.Dir))
	if err != nil {
		return err
	}
	d, err := db.Open(e.ctx, c.options())
	if err != nil {
		return err
	}
	defer d.Close()
	if err := db.Migrate(e.ctx, d); err != nil {
		return err
	}
	began := time.Now()
	files, err := blob.Open(c.blobDir())
	if err != nil {
		return err
	}
	defer files.Close()
	pictures, err := towndb.StorePictures(e.ctx, files, os.DirFS(filepath.Join(c.Dir, towndb.MediaFolder)))
	if err != nil {
		return err
	}
	if err := towndb.Import(e.ctx, d, t, towndb.Options{Now: began, Pictures: pictures}); err != nil {
		return err
	}
	took := time.Since(began)
	_, err = fmt.Fprintf(e.stdout, "imported %d stores and %d items in %v\n", len(t.Stores), len(t.Items), took.Round(time.Millisecond))
	return err
}

// exportCmd exports the town to a folder, which import can read.
type exportCmd struct {
	dataFlags
	Dir string `arg:"" type:"path" help:"The folder to write."`
}

func (c *exportCmd) Run(e *env) error {
	d, err := c.openExisting(e.ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := towndb.Export(e.ctx, d, c.Dir, page.Layers{os.DirFS(c.mediaDir()), demo.Media()}); err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, "exported to", c.Dir)
	return err
}
