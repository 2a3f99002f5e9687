package fileowner

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/townmedia"
)

// Checks says what is wrong with the files.
type Checks struct {
	Missing []string // files that a row names
	Orphans []string // private files that belong to no row for more than two days
}

// findings is how many files of a sort are named.
const findings = 20

// Verify compares all files with their rows. builtin are the pictures of the program.
func Verify(ctx context.Context, d *db.DB, files *blob.Store, builtin fs.FS, now time.Time) (Checks, error) {
	var all Checks
	ctx = db.Long(ctx)
	for _, k := range kinds {
		if err := k.verify(ctx, d, files, now, &all); err != nil {
			return all, err
		}
	}
	_, missing, err := comparePictures(ctx, d, files, builtin)
	all.Missing = append(all.Missing, missing...)
	all.Missing, all.Orphans = shorten(all.Missing), shorten(all.Orphans)
	return all, err
}

func shorten(names []string) []string {
	if len(names) <= findings {
		return names
	}
	return append(names[:findings:findings], fmt.Sprintf("and %d more", len(names)-findings))
}

// verify looks twice, because the shop is open: a file may have been deleted since its row
// was read.
func (k kind) verify(ctx context.Context, d *db.DB, files *blob.Store, now time.Time, all *Checks) error {
	c, err := k.compare(ctx, d.R, files, now.Add(-youngest), "", never) // the job gets a day for what it must delete
	if err != nil {
		return err
	}
	for _, key := range c.missing {
		name := k.folder + key + ".jpg"
		_, needed, err := k.find(ctx, d.R, key, now)
		if err != nil {
			return err
		}
		if !needed {
			continue
		}
		there, err := files.Exists(ctx, name)
		if err != nil {
			return err
		}
		if !there {
			all.Missing = append(all.Missing, name+" is missing")
		}
	}
	for _, name := range c.orphans {
		all.Orphans = append(all.Orphans, name+" belongs to no row")
	}
	return nil
}

// comparePictures returns how many files the pictures of the catalogue have that are not part
// of the program, and which of them are missing.
func comparePictures(ctx context.Context, d *db.DB, files *blob.Store, builtin fs.FS) (needed int, missing []string, err error) {
	index, err := townmedia.StoredIndex(ctx, d.R)
	if err != nil {
		return 0, nil, err
	}
	wanted := map[string]bool{}
	for key, p := range index {
		for _, name := range p.Files(key) {
			if _, err := fs.Stat(builtin, name); err != nil {
				wanted[name] = true
			}
		}
	}
	needed = len(wanted)
	const folder = townmedia.Folder + "/"
	err = files.Each(ctx, folder, func(e blob.Entry) error {
		delete(wanted, strings.TrimPrefix(e.Key, folder))
		return nil
	})
	for name := range wanted {
		missing = append(missing, path.Join(folder, name)+" is missing")
	}
	slices.Sort(missing)
	return needed, missing, err
}
