// Package demo is the demo town: it fills an empty database with it, has its
// pictures, and its staff, who bring what was ordered.
package demo

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
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

// Loader reads a town and its pictures into the database: the path that every
// import takes.
type Loader func(ctx context.Context, t *townfile.Town, pictures fs.FS) error

// ErrForeign refuses to put the demo over somebody's town.
var ErrForeign = errors.New("the data folder holds a town that is not the demo: choose another with --data")

// marker is the settings row by which the demo knows its own folder. It is
// written before the town, so that a start that was cut short goes on.
const marker = "demo"

// Fill puts the town into an empty database, goes on with its own, and refuses
// any other.
func Fill(ctx context.Context, d *db.DB, seed uint64, scale int, load Loader) error {
	body, err := db.Many[string](ctx, d.R, "SELECT body FROM settings WHERE name = $1", marker)
	if err != nil {
		return err
	}
	if len(body) > 0 && body[0] == filled {
		return nil
	}
	if len(body) == 0 {
		if err := claim(ctx, d); err != nil {
			return err
		}
	}
	if err := load(ctx, town.Generate(seed, scale), Media()); err != nil {
		return fmt.Errorf("load the demo town: %w", err)
	}
	return mark(ctx, d, filled)
}

const (
	filling = `{"state":"filling"}`
	filled  = `{"state":"filled"}`
)

// claim takes a database that holds nothing yet.
func claim(ctx context.Context, d *db.DB) error {
	stores, err := db.One[int64](ctx, d.R, "SELECT (SELECT COUNT(*) FROM zones) + (SELECT COUNT(*) FROM modules)")
	if err != nil {
		return err
	}
	if stores > 0 {
		return ErrForeign
	}
	return mark(ctx, d, filling)
}

func mark(ctx context.Context, d *db.DB, state string) error {
	return db.InTx(ctx, d, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `INSERT INTO settings (name, body, version, updated_at) VALUES ($1, $2, 1, $3)
			ON CONFLICT (name) DO UPDATE SET body = excluded.body`, marker, state, time.Now().UnixMilli())
		return err
	})
}
