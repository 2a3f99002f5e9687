package fileowner

import (
	"context"
	"io/fs"
	"time"

	"hawker/internal/blob"
	"hawker/internal/db"
)

// Counts says how many files the rows need, and how many of them are there.
type Counts struct{ Needed, There int }

// MostMissing reports whether the files are probably elsewhere. A few may be missing, such as
// those that are deleted or written at the moment.
func (c Counts) MostMissing() bool { return c.There < (c.Needed+1)/2 }

// Count counts the files that rows need. builtin are the pictures of the program, which are
// stored nowhere.
func Count(ctx context.Context, d *db.DB, files *blob.Store, builtin fs.FS, now time.Time) (Counts, error) {
	var all Counts
	ctx = db.Long(ctx)
	for _, k := range kinds {
		c, err := k.compare(ctx, d.R, files, now, "", never)
		if err != nil {
			return all, err
		}
		all.Needed, all.There = all.Needed+c.there+c.gone, all.There+c.there
	}
	wanted, missing, err := comparePictures(ctx, d, files, builtin)
	all.Needed, all.There = all.Needed+wanted, all.There+wanted-len(missing)
	return all, err
}
