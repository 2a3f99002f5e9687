// Package demo runs the demo town: it fills an empty database, contains the pictures,
// simulates the staff who confirm, cook and deliver orders, and shows the messages
// that would have been sent. `hawker serve` uses only its pictures for empty pages.
package demo

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/demo/town"
	"hawker/internal/townfile"
)

// The build makes the pictures. Before it there is only .keep.
//
//go:embed all:media
var media embed.FS

// Media returns the demo's pictures by file name, and their index.
func Media() fs.FS {
	made, err := fs.Sub(media, "media")
	if err != nil {
		panic(err) // the folder's name is a constant that the compiler has checked
	}
	return made
}

// EmptyStates returns the part of Media that belongs to the storefront and not to the
// demo: the pictures of empty pages. Every town has them, unless the owner has
// replaced them.
func EmptyStates() fs.FS { return below{Media(), "empty/"} }

// below is the part of a file system whose names begin with a prefix.
type below struct {
	fs.FS
	prefix string
}

// Open returns fs.ErrNotExist for every other name.
func (b below) Open(name string) (fs.File, error) {
	if !strings.HasPrefix(name, b.prefix) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return b.FS.Open(name)
}

// Loader writes a town into the database.
type Loader interface {
	// Load imports a town and its pictures.
	Load(ctx context.Context, t *townfile.Town, pictures fs.FS, now time.Time) error
	// Redate moves the dates of a loaded town to today. What happened before loaded
	// moves by shift.
	Redate(ctx context.Context, t *townfile.Town, now, loaded time.Time, shift time.Duration) error
}

// ErrForeign is returned for a database with a town that is not the demo.
var ErrForeign = errors.New("the data folder has a town that is not the demo: choose another with --data")

// marker is the settings row that marks a database of the demo. It is written before
// the town, so that an interrupted start is continued.
const marker = "demo"

// mark is the document in the marker's row.
type mark struct {
	State string `json:"state"`
	// Loaded is when the town was loaded or last moved, in Unix milliseconds.
	Loaded int64 `json:"loaded"`
	// Today is the date on the island to which its dates were moved.
	Today string `json:"today"`
	// Edition is the edition of the loaded town.
	Edition int `json:"edition"`
	// Seed and Scale are those of the loaded town. Versions before did not store them, then
	// Scale is 0.
	Seed  uint64 `json:"seed,omitempty"`
	Scale int    `json:"scale,omitempty"`
}

// edition increases when the generated town changes, so that a folder with an earlier
// edition is loaded again. Edition 2 has accounts, edition 3 offers, edition 4 medicine on
// prescription, edition 5 wallets, edition 6 points, referrals and cashback, edition 7 days
// on which cashback and bonuses end, edition 8 plans of stores that join, edition 9 parcels,
// edition 10 titles of coupons in Arabic, edition 11 help about trips.
const edition = 11

const (
	filling = "filling"
	filled  = "filled"
)

// Fill imports the town into an empty database. In a database of the demo it moves the
// dates to today (D27), and refuses another seed or scale. For any other database it returns
// ErrForeign.
func Fill(ctx context.Context, d *db.DB, seed uint64, scale int, now time.Time, load Loader) error {
	marks, err := db.Many[db.JSON[mark]](ctx, d.R, "SELECT body FROM settings WHERE name = $1", marker)
	if err != nil {
		return err
	}
	if len(marks) > 0 {
		if err := marks[0].V.checkSame(seed, scale); err != nil {
			return err
		}
	}
	if len(marks) > 0 && marks[0].V.State == filled && marks[0].V.Edition == edition {
		return redate(ctx, d, seed, scale, now, marks[0].V, load)
	}
	if len(marks) == 0 {
		if err := markEmpty(ctx, d); err != nil {
			return err
		}
	}
	if err := load.Load(ctx, town.Generate(seed, scale), Media(), now); err != nil {
		return fmt.Errorf("load the demo town: %w", err)
	}
	return write(ctx, d, mark{State: filled, Loaded: now.UnixMilli(), Today: today(now), Edition: edition, Seed: seed, Scale: scale})
}

// checkSame returns an error if the loaded town is another one.
func (m mark) checkSame(seed uint64, scale int) error {
	if m.Scale == 0 || m.Seed == seed && m.Scale == scale {
		return nil
	}
	return fmt.Errorf("the data folder has the demo town of --seed %d --scale %d: give the same, or choose another folder with --data", m.Seed, m.Scale)
}

// redate moves the dates of the town to today. Past events move by whole days, so that
// none of them is in the future.
func redate(ctx context.Context, d *db.DB, seed uint64, scale int, now time.Time, m mark, load Loader) error {
	if m.Today == today(now) {
		return nil
	}
	loaded := time.UnixMilli(m.Loaded)
	if m.Loaded == 0 { // loaded by a version that did not store it
		loaded = now
	}
	shift := max(0, now.Sub(loaded).Truncate(24*time.Hour))
	if err := load.Redate(ctx, town.Generate(seed, scale), now, loaded, shift); err != nil {
		return fmt.Errorf("redate the demo town: %w", err)
	}
	m.Loaded, m.Today = loaded.Add(shift).UnixMilli(), today(now)
	return write(ctx, d, m)
}

// today returns the date on the island.
func today(now time.Time) string {
	zone, err := time.LoadLocation(town.TimeZone)
	if err != nil {
		panic(err) // time zones are part of the program
	}
	return now.In(zone).Format(time.DateOnly)
}

// markEmpty writes the marker if the database is empty.
func markEmpty(ctx context.Context, d *db.DB) error {
	stores, err := db.One[int64](ctx, d.R, "SELECT (SELECT COUNT(*) FROM zones) + (SELECT COUNT(*) FROM modules)")
	if err != nil {
		return err
	}
	if stores > 0 {
		return ErrForeign
	}
	return write(ctx, d, mark{State: filling})
}

func write(ctx context.Context, d *db.DB, m mark) error {
	return db.InTx(ctx, d, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `INSERT INTO settings (name, body, version, updated_at) VALUES ($1, $2, 1, $3)
			ON CONFLICT (name) DO UPDATE SET body = excluded.body`, marker, db.JSON[mark]{V: m}, time.Now().UnixMilli())
		return err
	})
}
