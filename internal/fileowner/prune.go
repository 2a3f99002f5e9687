package fileowner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"hawker/internal/blob"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/setting"
)

const (
	pruneJob = "fileowner.prune"
	stepJob  = "fileowner.step"

	// A step is short enough for one job, also where the files are far away.
	defaultStep = 10_000 // files
	stepOrphans = 200
)

// Pruner deletes private files without a row: an account was deleted while the files could
// not be reached, or they were copied from another place after that.
type Pruner struct {
	DB    *db.DB
	Clock clock.Clock
	Files *blob.Store
	Jobs  *jobs.Queue
	Log   *slog.Logger
	Step  int // files of one job; 0: 10,000
}

// Register starts the job that prunes once a day.
func (p *Pruner) Register() {
	jobs.Every(p.Jobs, pruneJob, 24*time.Hour, p.Prune)
	jobs.HandleOutside(p.Jobs, jobs.Files, stepJob, p.pruneStep)
}

// step is a part of a folder, and what the parts before it had.
type step struct {
	Day            string // when it began
	Folder         string
	After          string // the last file of the part before
	Files, Orphans int
}

// Prune has the files deleted that are a day old and belong to nobody. Each folder is done
// in steps: in a large town one job could not go through all files.
func (p *Pruner) Prune(ctx context.Context) error {
	may, err := setting.MayDeleteFiles(ctx, p.DB.R, p.Clock.Now())
	if err != nil {
		return err
	}
	if !may {
		p.Log.InfoContext(ctx, "the town was restored a few days ago: no files are deleted yet", "files", p.Files.String())
		return nil
	}
	day := p.Clock.Now().UTC().Format(time.DateOnly)
	return db.InTx(ctx, p.DB, func(tx *db.Tx) error {
		for _, k := range kinds {
			if err := p.enqueue(ctx, tx, step{Day: day, Folder: k.folder}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (p *Pruner) enqueue(ctx context.Context, tx *db.Tx, s step) error {
	return p.Jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: stepJob, Body: s, UniqueKey: fmt.Sprintf("%s:%s:%s:%s", stepJob, s.Day, s.Folder, s.After),
	})
}

// With more orphans than few, and more than half of all files so far, the files are
// probably those of another database.
const few = 20

// pruneStep deletes the orphans of one part of a folder, and enqueues the next part.
func (p *Pruner) pruneStep(ctx context.Context, s step) error {
	at := slices.IndexFunc(kinds, func(k kind) bool { return k.folder == s.Folder })
	if at < 0 {
		return fmt.Errorf("no files are in the folder %q", s.Folder)
	}
	// The step may come from the backup of a town that has been restored.
	may, err := setting.MayDeleteFiles(ctx, p.DB.R, p.Clock.Now())
	if err != nil || !may {
		return err
	}
	k := kinds[at]
	c, err := k.compare(ctx, p.DB.R, p.Files, p.Clock.Now(), s.After, p.enough)
	if err != nil {
		return fmt.Errorf("find files without an owner: %w", err)
	}
	s.After, s.Files, s.Orphans = c.last, s.Files+c.files, s.Orphans+len(c.orphans)
	if s.Orphans > few && s.Orphans > s.Files/2 {
		p.Log.ErrorContext(ctx, "most files belong to no row, and no more are deleted: are they those of another database?",
			"files", p.Files.String(), "folder", k.folder, "without_row", s.Orphans, "all", s.Files)
		return nil
	}
	if err := p.delete(ctx, k, c.orphans); err != nil || !c.partial {
		return err
	}
	return db.InTx(ctx, p.DB, func(tx *db.Tx) error { return p.enqueue(ctx, tx, s) })
}

func (p *Pruner) enough(c comparison) bool {
	return c.files >= cmp.Or(p.Step, defaultStep) || len(c.orphans) >= stepOrphans
}

func (p *Pruner) delete(ctx context.Context, k kind, orphans []string) error {
	for _, file := range orphans {
		known, _, err := k.find(ctx, p.DB.R, k.keyOf(file), p.Clock.Now())
		if err != nil {
			return err
		}
		if known {
			continue // its row was written meanwhile
		}
		if err := p.Files.Delete(ctx, file); err != nil && !errors.Is(err, blob.ErrNotFound) {
			return fmt.Errorf("delete a file without an owner: %w", err)
		}
		p.Log.InfoContext(ctx, "deleted a file that belonged to nobody", "file", file)
	}
	return nil
}
