// Package fileowner compares the stored files with the rows that they belong to. It finds
// files that are missing, and deletes private files that belong to no row any more.
package fileowner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"hawker/internal/blob"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/jobs"
)

// kind is a folder of private files. The name of each file begins with the key of its row.
type kind struct {
	folder string
	// rows returns keys above $1, in order, and which of them need their file. Not needed
	// is a file that is about to be written or deleted: $2 is the time before which it may
	// be deleted.
	rows string
	one  string // the same for the key $1
}

const keyLength = 32

// leastLife is a day less than images of ended purchases and of applications are kept. A file
// that is about to be deleted is not reported.
const leastLife = 179 * 24 * time.Hour

const (
	ofUploads = `SELECT key, CASE WHEN delete_at IS NULL AND (ended_at IS NULL OR ended_at > $2 AND purpose <> 'prescription') THEN TRUE ELSE FALSE END AS needed FROM uploads WHERE key `
	ofPhotos  = `SELECT picture AS key, TRUE AS needed FROM customers WHERE picture <> '' AND picture `
	ofPapers  = `SELECT i.key, CASE WHEN a.state = 'sending' OR a.created_at < $2 THEN FALSE ELSE TRUE END AS needed FROM application_images i JOIN applications a ON a.id = i.application_id WHERE i.key `
)

const pageSize = 1000 // rows

var limit = "LIMIT " + strconv.Itoa(pageSize)

var kinds = []kind{
	{"photos/", ofPhotos + `> $1 ORDER BY picture ` + limit, ofPhotos + `= $1`},
	{"uploads/", ofUploads + `> $1 ORDER BY key ` + limit, ofUploads + `= $1`},
	{"applications/", ofPapers + `> $1 ORDER BY i.key ` + limit, ofPapers + `= $1`},
}

// args are the parameters of the queries of a kind.
func (k kind) args(key string, now time.Time) []any {
	if strings.Contains(k.rows, "$2") {
		return []any{key, now.Add(-leastLife).UnixMilli()}
	}
	return []any{key}
}

// owner is a row that a file belongs to.
type owner struct {
	Key    string
	Needed bool
}

// owners reads the rows of a kind in the order of their keys, a page at a time.
type owners struct {
	db   db.Q
	kind kind
	now  time.Time
	page []owner
	last string
	end  bool
}

// peek returns the next row; nil after the last one.
func (o *owners) peek(ctx context.Context) (*owner, error) {
	if len(o.page) == 0 && !o.end {
		found, err := db.Many[owner](ctx, o.db, o.kind.rows, o.kind.args(o.last, o.now)...)
		if err != nil {
			return nil, fmt.Errorf("read the owners of %s: %w", o.kind.folder, err)
		}
		o.page, o.end = found, len(found) < pageSize
		if len(found) > 0 {
			o.last = found[len(found)-1].Key
		}
	}
	if len(o.page) == 0 {
		return nil, nil
	}
	return &o.page[0], nil
}

func (o *owners) next() { o.page = o.page[1:] }

// comparison is what one pass over a kind finds.
type comparison struct {
	missing []string // keys of rows whose file is missing
	orphans []string // files without a row
	files   int
}

// youngest is the age below which a file may still get its row.
const youngest = 24 * time.Hour

// most is how many files of a sort one pass remembers.
const most = 1000

// compare goes through files and rows at once, both in the order of their keys, so that it
// needs little memory for any number of them.
func (k kind) compare(ctx context.Context, q db.Q, files *blob.Store, now time.Time) (comparison, error) {
	var c comparison
	rows := &owners{db: q, kind: k, now: now}
	last := ""
	err := files.Each(ctx, k.folder, func(e blob.Entry) error {
		c.files++
		key := strings.TrimPrefix(e.Key, k.folder)
		key = key[:min(keyLength, len(key))]
		if key == last {
			return nil // another form of the same image
		}
		known, err := rows.skipTo(ctx, key, &c)
		if err != nil {
			return err
		}
		if known {
			last = key
		} else if now.Sub(e.ModTime) > youngest && len(c.orphans) < most {
			c.orphans = append(c.orphans, e.Key)
		}
		return nil
	})
	if err != nil {
		return c, err
	}
	_, err = rows.skipTo(ctx, "g", &c) // above all hexadecimal keys
	return c, err
}

// skipTo goes to the row of a key, and reports whether there is one. The rows before it
// have no file.
func (o *owners) skipTo(ctx context.Context, key string, c *comparison) (bool, error) {
	for {
		row, err := o.peek(ctx)
		if err != nil || row == nil || row.Key > key {
			return false, err
		}
		o.next()
		if row.Key == key {
			return true, nil
		}
		if row.Needed && len(c.missing) < most {
			c.missing = append(c.missing, row.Key)
		}
	}
}

// find reads one row again.
func (k kind) find(ctx context.Context, q db.Q, key string, now time.Time) (known, needed bool, err error) {
	found, err := db.Many[owner](ctx, q, k.one, k.args(key, now)...)
	if err != nil || len(found) == 0 {
		return false, false, err
	}
	return true, found[0].Needed, nil
}

// Pruner deletes private files without a row: an account was deleted while the files could
// not be reached, or they were copied from another place after that.
type Pruner struct {
	DB    *db.DB
	Clock clock.Clock
	Files *blob.Store
	Log   *slog.Logger
}

// Every starts the job that prunes once a day.
func (p *Pruner) Every(q *jobs.Queue) { jobs.Every(q, "fileowner.prune", 24*time.Hour, p.Prune) }

// With more orphans than few, and more than half of all files, the files are probably those
// of another database.
const few = 20

// Prune deletes the files that are a day old and belong to nobody.
func (p *Pruner) Prune(ctx context.Context) error {
	for _, k := range kinds {
		c, err := k.compare(ctx, p.DB.R, p.Files, p.Clock.Now())
		if err != nil {
			return fmt.Errorf("find files without an owner: %w", err)
		}
		if n := len(c.orphans); n > few && n > c.files/2 {
			p.Log.ErrorContext(ctx, "most files belong to no row, and none was deleted: are they those of another database?",
				"files", p.Files.String(), "folder", k.folder, "without_row", n, "all", c.files)
			continue
		}
		if err := p.delete(ctx, k, c.orphans); err != nil {
			return err
		}
	}
	return nil
}

func (p *Pruner) delete(ctx context.Context, k kind, orphans []string) error {
	for _, file := range orphans {
		key := strings.TrimPrefix(file, k.folder)
		known, _, err := k.find(ctx, p.DB.R, key[:min(keyLength, len(key))], p.Clock.Now())
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
