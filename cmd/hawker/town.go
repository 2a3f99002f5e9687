package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"hawker/internal/db"
	"hawker/internal/demo"
	"hawker/internal/page"
	"hawker/internal/towndb"
	"hawker/internal/townexport"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
)

// importCmd imports a town folder into the database, or undoes the last import.
type importCmd struct {
	dataFlags
	Dir      string `arg:"" optional:"" type:"existingdir" help:"The town folder."`
	Check    bool   `help:"Only say what the import or the undo would change."`
	Prune    bool   `help:"Archive what is no longer in the folder."`
	SetStock bool   `name:"set-stock" help:"Set every stock to the number in the folder, also an unchanged one."`
	Undo     bool   `help:"Take back what the last import changed. It needs no folder."`
}

// Validate refuses flags that contradict each other.
func (c *importCmd) Validate() error {
	switch {
	case !c.Undo && c.Dir == "":
		return errors.New("name the town folder to import")
	case c.Undo && c.Dir != "":
		return fmt.Errorf("--undo needs no folder: leave out %s", c.Dir)
	case c.Undo && (c.Prune || c.SetStock):
		return errors.New("--prune and --set-stock are for an import, not for --undo")
	}
	return c.dataFlags.Validate()
}

func (c *importCmd) Run(e *env) error {
	if c.Undo {
		return c.undo(e)
	}
	if townexport.IsInterrupted(c.Dir) {
		return fmt.Errorf("an export to %s was interrupted: run it again first", c.Dir)
	}
	debug.SetGCPercent(200) // the process is short, and garbage collection would take a fifth of its time
	t, err := townfile.Read(os.DirFS(c.Dir))
	if err != nil {
		return err
	}
	if c.Check {
		return c.check(e, t)
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
	o := c.importOptions(began, false)
	if o.Pictures, err = c.storePictures(e.ctx, d, t, began); err != nil {
		return err
	}
	changes, err := towndb.Import(e.ctx, d, t, o)
	if err != nil {
		return err
	}
	if changes.Any() {
		c.pruneFormerPictures(e, d)
	}
	if err := changes.Print(e.stdout); err != nil {
		return err
	}
	if !changes.Any() {
		_, err = fmt.Fprintln(e.stdout, "the folder changes nothing, so nothing was written")
		return err
	}
	took := time.Since(began)
	fmt.Fprintf(e.stdout, "imported %d stores and %d items in %v\n", len(t.Stores), len(t.Items), took.Round(time.Millisecond))
	if changes.Undoable {
		fmt.Fprintln(e.stdout, "hawker import --undo takes this back")
	}
	return nil
}

// undo takes back what the last import changed, or prints what that would change.
func (c *importCmd) undo(e *env) error {
	d, err := c.openExisting(e.ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	files, err := c.openFiles(e.ctx)
	if err != nil {
		return err
	}
	defer files.Close()
	changes, err := towndb.Undo(e.ctx, d, files, time.Now(), c.Check)
	if err != nil {
		return err
	}
	done := "nothing was written"
	if !c.Check {
		done = "the last import is undone"
		c.pruneFormerPictures(e, d)
	}
	if err := changes.Print(e.stdout); err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, done)
	return err
}

// storePictures stores the pictures of the folder, if there are any. What the database
// refuses of the town is found before.
func (c *importCmd) storePictures(ctx context.Context, d *db.DB, t *townfile.Town, now time.Time) (townmedia.Index, error) {
	media, err := c.mediaFolder()
	if media == nil {
		return nil, err
	}
	if _, err := towndb.Import(ctx, d, t, c.importOptions(now, true)); err != nil {
		return nil, err
	}
	files, err := c.openCheckedFiles(ctx)
	if err != nil {
		return nil, err
	}
	defer files.Close()
	known, err := townmedia.StoredIndex(ctx, d.R)
	if err != nil {
		return nil, err
	}
	return townmedia.StorePictures(ctx, files, media, known)
}

// checkPictures checks the pictures of the folder, and stores none.
func (c *importCmd) checkPictures(ctx context.Context, d *db.DB) (townmedia.Index, error) {
	media, err := c.mediaFolder()
	if media == nil {
		return nil, err
	}
	files, err := c.openFiles(ctx)
	if err != nil {
		return nil, err
	}
	defer files.Close()
	known, err := townmedia.StoredIndex(ctx, d.R)
	if err != nil {
		return nil, err
	}
	return townmedia.CheckPictures(ctx, files, media, known)
}

// mediaFolder returns the folder of the pictures, and nil if there are none.
func (c *importCmd) mediaFolder() (fs.FS, error) {
	media := os.DirFS(filepath.Join(c.Dir, townmedia.Folder))
	if entries, err := fs.ReadDir(media, "."); err != nil || len(entries) == 0 {
		return nil, ignoreMissing(err)
	}
	return media, nil
}

// pruneFormerPictures deletes the copies of pictures that no undo needs any more. The town is
// written by then, so what fails is only printed: the next import tries again.
func (c *importCmd) pruneFormerPictures(e *env, d *db.DB) {
	files, err := c.openFiles(e.ctx)
	if err == nil {
		err = errors.Join(towndb.PruneFormerPictures(e.ctx, d, files), files.Close())
	}
	if err != nil {
		fmt.Fprintln(e.stdout, "copies of replaced pictures are left, and the next import deletes them:", err)
	}
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (c *importCmd) importOptions(now time.Time, check bool) towndb.Options {
	return towndb.Options{Now: now, Check: check, Prune: c.Prune, SetStock: c.SetStock}
}

// check prints what the import would change.
func (c *importCmd) check(e *env, t *townfile.Town) error {
	d, err := c.openExisting(e.ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	o := c.importOptions(time.Now(), true)
	if o.Pictures, err = c.checkPictures(e.ctx, d); err != nil {
		return err
	}
	changes, err := towndb.Import(e.ctx, d, t, o)
	if err != nil {
		return err
	}
	if err := changes.Print(e.stdout); err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, "nothing was written")
	return err
}

// exportCmd exports the town to a folder, which import can read.
type exportCmd struct {
	dataFlags
	Dir       string `arg:"" type:"path" help:"The folder to write."`
	Overwrite bool   `help:"Replace edits of the folder that have not been imported."`
}

func (c *exportCmd) Run(e *env) error {
	d, err := c.openExisting(e.ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	files, err := c.openFiles(e.ctx)
	if err != nil {
		return err
	}
	defer files.Close()
	o := townexport.Options{Pictures: page.Layers{media(files), page.FS(demo.Media())}, Overwrite: c.Overwrite, Now: time.Now()}
	if err := townexport.Write(e.ctx, d, c.Dir, o); err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, "exported to", c.Dir)
	return err
}
