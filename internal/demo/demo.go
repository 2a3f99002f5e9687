// Package demo is the demo town: it fills an empty database, contains the pictures,
// simulates the staff who confirm, cook and deliver orders, and shows the messages
// that would have been sent. `hawker serve` uses nothing of it but the pictures for
// empty pages.
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

// The pictures are made by the build; before it there is only .keep.
//
//go:embed all:media
var media embed.FS

// Media is the demo's pictures by file name, and their index.
func Media() fs.FS {
	made, err := fs.Sub(media, "media")
	if err != nil {
		panic(err) // the folder's name is a constant that the compiler has checked
	}
	return made
}

// EmptyStates is of Media what belongs to the storefront and not to the demo: the
// pictures of pages without anything on them. Every town has them; an owner's own
// come before.
func EmptyStates() fs.FS { return below{Media(), "empty/"} }

// below is the part of a file system whose names begin alike.
type below struct {
	fs.FS
	prefix string
}

// Open answers fs.ErrNotExist for every other name.
func (b below) Open(name string) (fs.File, error) {
	if !strings.HasPrefix(name, b.prefix) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return b.FS.Open(name)
}

// Loader puts a town into the database.
type Loader interface {
	// Load reads a town and its pictures in, as every import does.
	Load(ctx context.Context, t *townfile.Town, pictures fs.FS, now time.Time) error
	// Redate has a loaded town say again what it says of today: shift is how far
	// what happened before loaded moves on.
	Redate(ctx context.Context, t *townfile.Town, now, loaded time.Time, shift time.Duration) error
}

// ErrForeign refuses to put the demo over somebody's town.
var ErrForeign = errors.New("the data folder holds a town that is not the demo: choose another with --data")

// marker is the settings row by which the demo knows its own folder. It is
// written before the town, so that a start that was cut short goes on.
const marker = "demo"

// mark is the marker's document.
type mark struct {
	State string `json:"state"`
	// Loaded is the moment from which its past is told, Unix milliseconds.
	Loaded int64 `json:"loaded"`
	// Today is the day on the island's calendar that it takes for today.
	Today string `json:"today"`
	// Edition is which town it holds.
	Edition int `json:"edition"`
}

// edition grows when the town is told anew, so that a folder that holds an
// earlier one is brought up to it: 2 came with accounts.
const edition = 2

const (
	filling = "filling"
	filled  = "filled"
)

// Fill puts the town into an empty database, goes on with its own, of which it
// sees to it that today is today (D27), and refuses any other.
func Fill(ctx context.Context, d *db.DB, seed uint64, scale int, now time.Time, load Loader) error {
	marks, err := db.Many[db.JSON[mark]](ctx, d.R, "SELECT body FROM settings WHERE name = $1", marker)
	if err != nil {
		return err
	}
	if len(marks) > 0 && marks[0].V.State == filled && marks[0].V.Edition == edition {
		return wake(ctx, d, seed, scale, now, marks[0].V, load)
	}
	if len(marks) == 0 {
		if err := claim(ctx, d); err != nil {
			return err
		}
	}
	if err := load.Load(ctx, town.Generate(seed, scale), Media(), now); err != nil {
		return fmt.Errorf("load the demo town: %w", err)
	}
	return write(ctx, d, mark{State: filled, Loaded: now.UnixMilli(), Today: today(now), Edition: edition})
}

// wake brings a town that slept overnight to today. Its past moves on by whole
// days, so that nothing of it lies ahead.
func wake(ctx context.Context, d *db.DB, seed uint64, scale int, now time.Time, m mark, load Loader) error {
	if m.Today == today(now) {
		return nil
	}
	loaded := time.UnixMilli(m.Loaded)
	if m.Loaded == 0 { // by a version that did not note it
		loaded = now
	}
	shift := max(0, now.Sub(loaded).Truncate(24*time.Hour))
	if err := load.Redate(ctx, town.Generate(seed, scale), now, loaded, shift); err != nil {
		return fmt.Errorf("wake the demo town: %w", err)
	}
	m.Loaded, m.Today = loaded.Add(shift).UnixMilli(), today(now)
	return write(ctx, d, m)
}

// today is the date on the island.
func today(now time.Time) string {
	zone, err := time.LoadLocation(town.TimeZone)
	if err != nil {
		panic(err) // time zones are part of the program
	}
	return now.In(zone).Format(time.DateOnly)
}

// claim takes a database that holds nothing yet.
func claim(ctx context.Context, d *db.DB) error {
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
