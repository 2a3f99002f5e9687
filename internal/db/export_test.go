package db

import (
	"context"
	"database/sql"
	"io/fs"
	"slices"
	"time"
)

// Conns returns the connections of a pool, for tests of their settings.
func Conns(p *Pool) *sql.DB { return p.conns }

// MigrateUpTo runs the migrations up to a number.
func MigrateUpTo(ctx context.Context, d *DB, number string) error {
	return migrate(ctx, d, earlierFS{Migrations(d.Dialect), number}, lockPatience)
}

// MigrateFiles runs other migrations, which wait for locks at most so long.
func MigrateFiles(ctx context.Context, d *DB, files fs.FS, patience time.Duration) error {
	return migrate(ctx, d, dialectFS{base: files, dialect: d.Dialect}, patience)
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

// PruneAtMost is Prune with a limit of transactions. It returns false if rows are left.
func PruneAtMost(ctx context.Context, d *DB, limit int, table, where string, args ...any) (bool, error) {
	return inBatches(ctx, d, limit, table, `DELETE FROM `+table, where, args)
}
