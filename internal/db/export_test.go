package db

import (
	"context"
	"database/sql"
	"io/fs"
	"slices"
)

// Conns returns the connections of a pool, for tests of their settings.
func Conns(p *Pool) *sql.DB { return p.conns }

// MigrateUpTo runs the migrations up to a number.
func MigrateUpTo(ctx context.Context, d *DB, number string) error {
	return migrate(ctx, d, earlierFS{Migrations(d.Dialect), number})
}

// earlierFS contains the migrations up to a number.
type earlierFS struct {
	fs.FS
	last string
}

func (f earlierFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name()[:len(f.last)] > f.last }), err
}
