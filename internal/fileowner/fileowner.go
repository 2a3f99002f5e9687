// Package fileowner compares the stored files with the rows that they belong to. It finds
// files that are missing, and deletes private files that belong to no row any more.
package fileowner

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hawker/internal/blob"
	"hawker/internal/db"
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

// minLife is a day less than images of ended purchases and of applications are kept. A file
// that is about to be deleted is not reported.
const minLife = 179 * 24 * time.Hour

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
		return []any{key, now.Add(-minLife).UnixMilli()}
	}
	return []any{key}
}

// keyOf returns the key of the row that a file would belong to.
func (k kind) keyOf(file string) string {
	key := strings.TrimPrefix(file, k.folder)
	return key[:min(keyLength, len(key))]
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
	missing []string // keys of rows whose file is missing, the first ones
	orphans []string // files without a row
	files   int
	there   int    // rows that need their file, and have it
	gone    int    // rows whose file is missing
	last    string // the last file that it has seen
	partial bool   // there may be more files after the last
}

// youngest is the age below which a file may still get its row.
const youngest = 24 * time.Hour

// maxRemembered is how many files of a sort one pass remembers.
const maxRemembered = 1000

// never is for a comparison that goes through all files.
func never(comparison) bool { return false }

var errEnough = errors.New("enough files were compared")

// compare goes through files and rows at once, both in the order of their keys, so that it
// needs little memory for any number of them. It begins after the file named after, and ends
// before the next file once enough returns true.
func (k kind) compare(ctx context.Context, q db.Q, files *blob.Store, now time.Time, after string, enough func(comparison) bool) (comparison, error) {
	var c comparison
	// The file after it may be another form of the same image, so its row is read again.
	begin := k.keyOf(after)
	rows := &owners{db: q, kind: k, now: now, last: begin[:max(0, len(begin)-1)]}
	last := ""
	err := files.EachAfter(ctx, k.folder, after, func(e blob.Entry) error {
		if enough(c) {
			c.partial = true
			return errEnough
		}
		c.files, c.last = c.files+1, e.Key
		key := k.keyOf(e.Key)
		if key == last {
			return nil // another form of the same image
		}
		known, err := rows.skipTo(ctx, key, &c)
		if err != nil {
			return err
		}
		if known {
			last = key
		} else if now.Sub(e.ModTime) > youngest && len(c.orphans) < maxRemembered {
			c.orphans = append(c.orphans, e.Key)
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return c, nil
	}
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
			if row.Needed {
				c.there++
			}
			return true, nil
		}
		if !row.Needed {
			continue
		}
		if c.gone++; len(c.missing) < maxRemembered {
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
